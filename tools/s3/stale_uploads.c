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

/* Which uploads are to go. */
struct stale_rule {
    const char *prefix; /* of the key */
    bool whole;         /* it is the whole key */
    const char *but;    /* the upload of this id stays; "" for none */
    uint64_t age;       /* at least; or, when whole: */
    int64_t from, to;   /* between these times of our clock */
    bool only_find;
    const struct stale_uploads_calls *calls; /* NULL: nobody is told */
};

/* Servers tell whole seconds, and clocks jitter. */
static const int64_t SLACK_SECONDS = 2;

static bool fits(const struct stale_rule *rule, const struct unfinished_upload *upload, int64_t now,
                 int64_t offset) {
    /* A server that ignores the prefix must not decide what ends. */
    if (upload->begun < 0 || strncmp(upload->key, rule->prefix, strlen(rule->prefix)) != 0)
        return false;
    if (!rule->whole)
        return rule->age <= INT64_MAX && upload->begun <= now - (int64_t)rule->age;
    return strcmp(upload->key, rule->prefix) == 0 && strcmp(upload->upload_id, rule->but) != 0 &&
           upload->begun >= rule->from + offset - SLACK_SECONDS &&
           upload->begun <= rule->to + offset + SLACK_SECONDS;
}

/* The server's time minus ours: as its answer tells, or as other answers have taught. */
static enum status clock_offset(struct s3_client *client, int64_t *offset, struct error *error) {
    struct s3_session_view view;
    enum status status = s3_session_look(client->session, &view, error);
    if (status != STATUS_OK)
        return status;
    *offset = view.clock_offset;
    s3_session_view_release(&view);
    time_t told = http_response_time(&client->response, "Date");
    if (told != (time_t)-1)
        *offset = (int64_t)told - (int64_t)time(NULL);
    return STATUS_OK;
}

static enum status abort_one(struct s3_client *client, const struct unfinished_upload *upload,
                             const struct stale_rule *rule, struct error *error) {
    const struct stale_uploads_calls *calls = rule->calls;
    struct sync_result result = {.bytes = 0};
    enum status status = STATUS_OK;
    if (calls != NULL)
        status = calls->found(calls->context, upload->key, error);
    if (status != STATUS_OK || rule->only_find)
        return status;
    status = multipart_abort(client, &result, upload->key, upload->upload_id, error);
    if (status == STATUS_OK && calls != NULL)
        calls->aborted(calls->context, upload->key);
    return status;
}

static enum status abort_page(struct s3_client *client, struct upload_page *page,
                              const struct stale_rule *rule, struct error *error) {
    int64_t offset;
    enum status status = clock_offset(client, &offset, error);
    int64_t now = (int64_t)time(NULL) + (status == STATUS_OK ? offset : 0);
    for (size_t i = 0; i < page->count && status == STATUS_OK; i++) {
        struct unfinished_upload *upload = &page->uploads[i];
        if (decode(page, upload->key) && fits(rule, upload, now, offset))
            status = abort_one(client, upload, rule, error);
    }
    return status;
}

/* Goes to the page behind this one; false when it is the last, or leads nowhere new. */
static bool turn_page(const struct upload_page *page, char **key, char **upload_id) {
    const char *next_id = page->next_id == NULL ? "" : page->next_id;
    if (!page->truncated || page->next_key == NULL || !decode(page, page->next_key) ||
        strcmp(page->next_key, *key) < 0 ||
        (strcmp(page->next_key, *key) == 0 && strcmp(next_id, *upload_id) == 0))
        return false;
    keep(key, page->next_key);
    keep(upload_id, next_id);
    return true;
}

static enum status abort_all(struct s3_client *client, const struct stale_rule *rule,
                             struct error *error) {
    struct upload_page *page = calloc(1, sizeof *page);
    char *key = strdup(""), *upload_id = strdup("");
    enum status status = STATUS_OK;
    bool more = true;
    while (more && status == STATUS_OK) {
        if (page == NULL || key == NULL || upload_id == NULL) {
            status = error_no_memory(error, "unfinished uploads");
            break;
        }
        status = list_page(client, page, rule->prefix, key, upload_id, error);
        if (status == STATUS_OK)
            status = abort_page(client, page, rule, error);
        more = status == STATUS_OK && turn_page(page, &key, &upload_id);
    }
    if (page != NULL)
        release_page(page);
    free(page);
    free(key);
    free(upload_id);
    return status;
}

enum status stale_uploads_abort(struct s3_client *client, const char *prefix, uint64_t age,
                                bool only_find, const struct stale_uploads_calls *calls,
                                struct error *error) {
    const struct stale_rule rule = {
        .prefix = prefix, .but = "", .age = age, .only_find = only_find, .calls = calls};
    return abort_all(client, &rule, error);
}

void stale_uploads_abort_lost(struct s3_client *client, const char *key, const char *but,
                              int64_t from, int64_t to) {
    const struct stale_rule rule = {
        .prefix = key, .whole = true, .but = but, .from = from, .to = to};
    struct error unheard;
    (void)!abort_all(client, &rule, &unheard);
}
