#include "tools/s3/s3_list.h"

#include <errno.h>
#include <stdlib.h>

#include "tools/s3/uri_encoding.h"
#include "tools/s3/xml_reader.h"

/* Longer ETags than this exist nowhere; S3's have 32 to 38 characters. */
#define LONGEST_ETAG 127

static const char ROOT[] = "ListBucketResult";

/* What has been read of a page; the first pass checks, the second tells. */
struct page_reading {
    struct s3_list_page *page;
    const char *prefix;
    s3_list_function *function; /* NULL in the first pass */
    void *context;
    struct buffer key; /* of the object being read, with a NUL behind; as it came */
    struct buffer etag;
    uint64_t size;
    bool has_key, has_size;
    bool has_truncated;
    bool any; /* the root element is the right one */
    enum status status;
    struct error *error;
};

/* Ends the reading with a sentence, unless it has ended already. */
static void damaged(struct page_reading *reading, const char *why) {
    if (reading->status == STATUS_OK)
        reading->status = error_set(reading->error, STATUS_CORRUPT,
                                    "the server's list of objects cannot be used: %s", why);
}

static void keep(struct page_reading *reading, struct buffer *buffer, const char *text) {
    buffer_clear(buffer);
    if (reading->status == STATUS_OK)
        reading->status = buffer_append(buffer, text, strlen(text) + 1, reading->error);
}

static bool read_size(uint64_t *size, const char *text) {
    char *end;
    errno = 0;
    if (*text < '0' || *text > '9')
        return false;
    unsigned long long value = strtoull(text, &end, 10);
    *size = value;
    return errno == 0 && *end == '\0' && value <= INT64_MAX;
}

/* An object's element has ended. */
static void end_object(struct page_reading *reading) {
    char *key = (char *)reading->key.data;
    if (reading->status != STATUS_OK)
        return;
    if (!reading->has_key || *key == '\0') {
        damaged(reading, "an object without a key");
        return;
    }
    if (!reading->has_size) {
        damaged(reading, "an object without a size");
        return;
    }
    reading->page->count++;
    if (reading->function != NULL) {
        char *etag = reading->etag.size == 0 ? "" : (char *)reading->etag.data;
        size_t length = strlen(etag);
        if (length >= 2 && etag[0] == '"' && etag[length - 1] == '"') {
            etag[length - 1] = '\0';
            etag++;
        }
        const struct s3_list_object object = {key, etag, reading->size};
        if (reading->page->url_encoded && !uri_encoding_decode(key))
            damaged(reading, "a key that is not percent-encoded as it should be");
        else if (strncmp(key, reading->prefix, strlen(reading->prefix)) != 0)
            damaged(reading, "a key without the prefix that was asked for");
        else
            reading->status = reading->function(reading->context, &object, reading->error);
    }
    reading->has_key = reading->has_size = false;
    buffer_clear(&reading->etag);
}

static void on_element(void *context, const char *path, const char *text) {
    struct page_reading *reading = context;
    if (reading->status != STATUS_OK || strncmp(path, ROOT, sizeof ROOT - 1) != 0)
        return;
    const char *name = path + sizeof ROOT - 1;
    if (*name == '\0') {
        reading->any = true;
    } else if (strcmp(name, "/Contents/Key") == 0) {
        keep(reading, &reading->key, text);
        reading->has_key = true;
    } else if (strcmp(name, "/Contents/ETag") == 0) {
        keep(reading, &reading->etag, strlen(text) > LONGEST_ETAG ? "" : text);
    } else if (strcmp(name, "/Contents/Size") == 0) {
        reading->has_size = read_size(&reading->size, text);
    } else if (strcmp(name, "/Contents") == 0) {
        end_object(reading);
    } else if (strcmp(name, "/EncodingType") == 0) {
        reading->page->url_encoded = strcmp(text, "url") == 0;
    } else if (strcmp(name, "/IsTruncated") == 0) {
        reading->has_truncated = strcmp(text, "true") == 0 || strcmp(text, "false") == 0;
        reading->page->truncated = strcmp(text, "true") == 0;
    } else if (strcmp(name, "/NextContinuationToken") == 0) {
        keep(reading, &reading->page->token, text);
    }
}

/* Reads the body once. Damage of the XML itself is told as well. */
static enum status read_once(struct page_reading *reading, struct view body) {
    enum status status = xml_reader_read(body, on_element, reading, reading->error);
    if (status == STATUS_OK)
        status = reading->status;
    buffer_release(&reading->key);
    buffer_release(&reading->etag);
    return status;
}

/* Accepts every object: the first pass goes through the checks of the second. */
static enum status accept_object(void *context, const struct s3_list_object *object,
                                 struct error *error) {
    (void)context, (void)object, (void)error;
    return STATUS_OK;
}

/* The first passes: what comes with the page, and whether all of it can be used. */
static enum status check_page(struct s3_list_page *page, struct view body, const char *prefix,
                              struct error *error) {
    struct page_reading reading = {.page = page, .prefix = prefix, .error = error};
    page->truncated = page->url_encoded = false;
    page->count = 0;
    buffer_clear(&page->token);
    enum status status = read_once(&reading, body);
    if (status != STATUS_OK)
        return status;
    if (!reading.any || !reading.has_truncated)
        damaged(&reading, "it is no complete ListBucketResult");
    else if (page->truncated && (page->token.size <= 1))
        damaged(&reading, "more follows, but there is no token to ask for it");
    if (reading.status != STATUS_OK)
        return reading.status;
    page->count = 0;
    reading.function = accept_object;
    return read_once(&reading, body);
}

static enum status tell_page(struct s3_list_page *page, struct view body, const char *prefix,
                             s3_list_function *function, void *context, struct error *error) {
    struct page_reading reading = {
        .page = page, .prefix = prefix, .function = function, .context = context, .error = error};
    page->count = 0;
    return read_once(&reading, body);
}

enum status s3_list_read_page(struct s3_list_page *page, struct view body, const char *prefix,
                              s3_list_function *function, void *context, struct error *error) {
    enum status status = check_page(page, body, prefix, error);
    return status == STATUS_OK ? tell_page(page, body, prefix, function, context, error) : status;
}

void s3_list_page_release(struct s3_list_page *page) {
    buffer_release(&page->token);
}

static enum status append_parameter(struct buffer *query, const char *name, const char *value,
                                    struct error *error) {
    enum status status = buffer_format(query, error, "%s=", name);
    if (status == STATUS_OK)
        status = uri_encoding_append(query, view_of_string(value), false, error);
    return status;
}

static enum status make_query(struct buffer *query, const char *prefix, uint64_t most,
                              const struct s3_list_page *page, struct error *error) {
    uint64_t keys = most > 0 && most < S3_LIST_PAGE ? most : S3_LIST_PAGE;
    enum status status = STATUS_OK;
    if (page->token.size > 0)
        status =
            append_parameter(query, "continuation-token", (const char *)page->token.data, error);
    if (status == STATUS_OK)
        status = buffer_format(query, error, "%sencoding-type=url&list-type=2&max-keys=%llu",
                               query->size > 0 ? "&" : "", (unsigned long long)keys);
    if (status == STATUS_OK && *prefix != '\0') {
        status = buffer_append(query, "&", 1, error);
        if (status == STATUS_OK)
            status = append_parameter(query, "prefix", prefix, error);
    }
    return status == STATUS_OK ? buffer_append(query, "", 1, error) : status;
}

/* A page being asked for: where its check leaves what it found. */
struct page_wanted {
    struct s3_list_page page;
    const char *prefix;
    struct error why; /* the last answer could not be used */
};

static bool accept_page(void *context, const struct http_response *response) {
    struct page_wanted *wanted = context;
    return check_page(&wanted->page, buffer_view(&response->body), wanted->prefix, &wanted->why) ==
           STATUS_OK;
}

/* One page: asked for, told, and its memory given back. */
static enum status list_page(struct s3_client *client, struct s3_answer *answer,
                             struct page_wanted *wanted, const char *query,
                             s3_list_function *function, void *context, struct error *error) {
    const struct s3_request request = {.operation = "ListObjectsV2",
                                       .method = "GET",
                                       .key = "",
                                       .query = query,
                                       .payload_hash = S3_CLIENT_EMPTY_HASH,
                                       .accept = accept_page,
                                       .accept_context = wanted};
    wanted->why.status = STATUS_OK;
    enum status status = s3_client_send(client, answer, &request, error);
    if (status != STATUS_OK && answer->http_status == 200 && wanted->why.status != STATUS_OK)
        error_prefix(error, "%s", wanted->why.message);
    if (status != STATUS_OK)
        return status;
    /* Taken out of the client, so that whoever is told may use that for other requests. */
    struct buffer body = client->response.body;
    client->response.body = (struct buffer)BUFFER_INIT;
    status = tell_page(&wanted->page, buffer_view(&body), wanted->prefix, function, context, error);
    buffer_release(&body);
    return status;
}

enum status s3_list_objects(struct s3_client *client, struct s3_answer *answer, const char *prefix,
                            uint64_t most, s3_list_function *function, void *context,
                            struct error *error) {
    struct page_wanted wanted = {.prefix = prefix};
    struct buffer query = BUFFER_INIT, used = BUFFER_INIT;
    uint64_t told = 0;
    enum status status;
    do {
        buffer_clear(&query);
        status = make_query(&query, prefix, most, &wanted.page, error);
        if (status == STATUS_OK)
            status = list_page(client, answer, &wanted, (const char *)query.data, function, context,
                               error);
        if (status != STATUS_OK)
            break;
        told += wanted.page.count;
        const struct buffer *token = &wanted.page.token;
        /* A server that gives the token it got would have us list for ever. */
        if (wanted.page.truncated && used.size > 0 && token->size == used.size &&
            memcmp(token->data, used.data, used.size) == 0)
            status = error_set(error, STATUS_CORRUPT,
                               "the list of 's3://%s/%s' does not advance: the server repeats its "
                               "continuation token",
                               client->session->options.bucket, prefix);
        buffer_clear(&used);
        if (status == STATUS_OK)
            status = buffer_append(&used, token->data, token->size, error);
    } while (status == STATUS_OK && wanted.page.truncated && (most == 0 || told < most));
    buffer_release(&used);
    buffer_release(&query);
    s3_list_page_release(&wanted.page);
    return status;
}
