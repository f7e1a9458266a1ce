#include "tools/s3/stale_uploads.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tools/s3/multipart_requests.h"
#include "tools/s3/uri_encoding.h"
#include "tools/s3/xml_reader.h"

/* Uploads a page; no server gives more. */
#define PAGE 1000

struct unfinished_upload {
    char *key;       /* owned */
    char *upload_id; /* owned */
    int64_t begun;
};

/* A page of ListMultipartUploads, while it is read. */
struct upload_page {
    struct unfinished_upload uploads[PAGE];
    size_t count;
    struct unfinished_upload current;
    char *next_key; /* owned */
    char *next_id;  /* owned */
    bool truncated, url_encoded, is_page;
};

int64_t stale_uploads_read_time(const char *text) {
    struct tm parts = {.tm_isdst = 0};
    const char *end = strptime(text, "%Y-%m-%dT%H:%M:%S", &parts);
    if (end == NULL)
        return -1;
    if (*end == '.')
        end += 1 + strspn(end + 1, "0123456789");
    return strcmp(end, "Z") == 0 ? (int64_t)timegm(&parts) : -1;
}

static void clear(struct unfinished_upload *upload) {
    free(upload->key);
    free(upload->upload_id);
    *upload = (struct unfinished_upload){.begun = -1};
}

static void release_page(struct upload_page *page) {
    for (size_t i = 0; i < page->count; i++)
        clear(&page->uploads[i]);
    clear(&page->current);
    free(page->next_key);
    free(page->next_id);
    *page = (struct upload_page){.count = 0, .current = {.begun = -1}};
}

static void keep(char **text, const char *told) {
    free(*text);
    *text = strdup(told);
}

static void read_upload(struct upload_page *page, const char *name, const char *text) {
    struct unfinished_upload *upload = &page->current;
    if (strcmp(name, "/Key") == 0)
        keep(&upload->key, text);
    else if (strcmp(name, "/UploadId") == 0)
        keep(&upload->upload_id, text);
    else if (strcmp(name, "/Initiated") == 0)
        upload->begun = stale_uploads_read_time(text);
    if (*name != '\0')
        return;
    if (upload->key != NULL && upload->upload_id != NULL && page->count < PAGE) {
        page->uploads[page->count++] = *upload;
        *upload = (struct unfinished_upload){.begun = -1};
    }
    clear(upload);
}

static void read_element(void *context, const char *path, const char *text) {
    static const char ROOT[] = "ListMultipartUploadsResult", UPLOAD[] = "/Upload";
    struct upload_page *page = context;
    if (strncmp(path, ROOT, sizeof ROOT - 1) != 0)
        return;
    const char *name = path + sizeof ROOT - 1;
    if (*name == '\0')
        page->is_page = true;
    else if (strcmp(name, "/IsTruncated") == 0)
        page->truncated = strcmp(text, "true") == 0;
    else if (strcmp(name, "/NextKeyMarker") == 0)
        keep(&page->next_key, text);
    else if (strcmp(name, "/NextUploadIdMarker") == 0)
        keep(&page->next_id, text);
    else if (strcmp(name, "/EncodingType") == 0)
        page->url_encoded = strcmp(text, "url") == 0;
    else if (strncmp(name, UPLOAD, sizeof UPLOAD - 1) == 0)
        read_upload(page, name + sizeof UPLOAD - 1, text);
}

static bool is_page(void *context, const struct http_response *response) {
    struct upload_page *page = context;
    struct error ignored;
    release_page(page);
    return xml_reader_read(buffer_view(&response->body), read_element, page, &ignored) ==
               STATUS_OK &&
           page->is_page;
}

static enum status append_parameter(struct buffer *query, const char *name, const char *value,
                                    struct error *error) {
    enum status status = buffer_format(query, error, "&%s=", name);
    if (status == STATUS_OK)
        status = uri_encoding_append(query, view_of_string(value), false, error);
    return status;
}

/* Asks for the page behind the two markers. */
static enum status list_page(struct s3_client *client, struct upload_page *page, const char *prefix,
                             const char *key, const char *upload_id, struct error *error) {
    struct buffer query = BUFFER_INIT;
    enum status status =
        buffer_format(&query, error, "uploads=&encoding-type=url&max-uploads=%d", PAGE);
    if (status == STATUS_OK)
        status = append_parameter(&query, "prefix", prefix, error);
    if (status == STATUS_OK && *key != '\0')
        status = append_parameter(&query, "key-marker", key, error);
    if (status == STATUS_OK && *key != '\0')
        status = append_parameter(&query, "upload-id-marker", upload_id, error);
    if (status == STATUS_OK)
        status = buffer_append(&query, "", 1, error);
    if (status == STATUS_OK) {
        const struct s3_request request = {.operation = "ListMultipartUploads",
                                           .method = "GET",
                                           .key = "",
                                           .query = (const char *)query.data,
                                           .payload_hash = S3_CLIENT_EMPTY_HASH,
                                           .accept = is_page,
                                           .accept_context = page};
        struct s3_answer answer;
        status = s3_client_send(client, &answer, &request, error);
    }
    buffer_release(&query);
    return status;
}

/* Decodes what the page has encoded; false for what is not. */
static bool decode(const struct upload_page *page, char *text) {
    return !page->url_encoded || text == NULL || uri_encoding_decode(text);
}

static enum status abort_page(struct s3_client *client, struct upload_page *page, uint64_t *aborted,
                              const char *prefix, int64_t begun_before,
                              stale_uploads_function *function, void *context,
                              struct error *error) {
    for (size_t i = 0; i < page->count; i++) {
        struct unfinished_upload *upload = &page->uploads[i];
        struct sync_result result = {.bytes = 0};
        /* A server that ignores the prefix must not decide what ends. */
        if (!decode(page, upload->key) || strncmp(upload->key, prefix, strlen(prefix)) != 0 ||
            upload->begun < 0 || upload->begun > begun_before)
            continue;
        enum status status =
            multipart_abort(client, &result, upload->key, upload->upload_id, error);
        if (status != STATUS_OK)
            return status;
        ++*aborted;
        if (function != NULL)
            function(context, upload->key);
    }
    return STATUS_OK;
}

/* The server's time, as far as its answers have taught it. */
static enum status server_time(struct s3_client *client, int64_t *now, struct error *error) {
    struct s3_session_view view;
    enum status status = s3_session_look(client->session, &view, error);
    if (status != STATUS_OK)
        return status;
    *now = (int64_t)time(NULL) + view.clock_offset;
    s3_session_view_release(&view);
    return STATUS_OK;
}

enum status stale_uploads_abort(struct s3_client *client, uint64_t *aborted, const char *prefix,
                                uint64_t age, stale_uploads_function *function, void *context,
                                struct error *error) {
    struct upload_page *page = calloc(1, sizeof *page);
    char *key = strdup(""), *upload_id = strdup("");
    int64_t now = 0;
    *aborted = 0;
    enum status status = page == NULL || key == NULL || upload_id == NULL
                             ? error_no_memory(error, "unfinished uploads")
                             : STATUS_OK;
    for (bool more = true; more && status == STATUS_OK;) {
        status = list_page(client, page, prefix, key, upload_id, error);
        if (status == STATUS_OK)
            status = server_time(client, &now, error);
        if (status == STATUS_OK)
            status = abort_page(client, page, aborted, prefix,
                                age > INT64_MAX ? INT64_MIN : now - (int64_t)age, function, context,
                                error);
        more = status == STATUS_OK && page->truncated && page->next_key != NULL &&
               decode(page, page->next_key) && strcmp(page->next_key, key) >= 0;
        if (more) {
            bool same_place = strcmp(page->next_key, key) == 0 &&
                              (page->next_id == NULL || strcmp(page->next_id, upload_id) == 0);
            more = !same_place;
            keep(&key, page->next_key);
            keep(&upload_id, page->next_id == NULL ? "" : page->next_id);
            if (key == NULL || upload_id == NULL)
                status = error_no_memory(error, "unfinished uploads");
        }
    }
    if (page != NULL)
        release_page(page);
    free(page);
    free(key);
    free(upload_id);
    return status;
}
