#include "tools/s3/object_headers.h"

#include <string.h>
#include <strings.h>

#include "tools/s3/uri_encoding.h"

static const char METADATA[] = "x-amz-meta-";

/* "System-defined object metadata" that users control, Amazon S3 user guide. */
static const char *const CARRIED[] = {"Content-Type",     "Cache-Control",    "Content-Disposition",
                                      "Content-Encoding", "Content-Language", "Expires"};

/* Whether --metadata sets a name of its own. */
static bool is_set(const struct object_options *options, const char *name, size_t length) {
    for (size_t i = 0; options != NULL && i < options->metadata_count; i++) {
        const char *pair = options->metadata[i];
        if (strncasecmp(pair, name, length) == 0 && pair[length] == '=')
            return true;
    }
    return false;
}

static bool is_carried(const char *name, size_t length, const struct object_options *options) {
    size_t prefix = sizeof METADATA - 1;
    if (length > prefix && strncasecmp(name, METADATA, prefix) == 0)
        return !is_set(options, name + prefix, length - prefix);
    for (size_t i = 0; i < sizeof CARRIED / sizeof *CARRIED; i++) {
        if (strlen(CARRIED[i]) == length && strncasecmp(name, CARRIED[i], length) == 0)
            return i > 0 || options == NULL || options->content_type == NULL;
    }
    return false;
}

enum status object_headers_carry(struct header_list *headers, const struct http_response *response,
                                 const struct object_options *options, struct error *error) {
    const char *line = (const char *)response->headers.data;
    const char *end = line + response->headers.size;
    enum status status = STATUS_OK;
    for (; line < end && status == STATUS_OK; line += strlen(line) + 1) {
        char name[256];
        size_t length = strcspn(line, ":");
        if (line[length] != ':' || length >= sizeof name || !is_carried(line, length, options))
            continue;
        memcpy(name, line, length);
        name[length] = '\0';
        const char *value = line + length + 1;
        status = header_list_add(headers, name, value + strspn(value, " \t"), error);
    }
    if (status == STATUS_OK)
        status = object_options_add_metadata(headers, options, "", error);
    if (status == STATUS_OK)
        status = object_options_add(headers, options, error);
    return status;
}

static enum status add_source_owner(struct header_list *headers, const struct s3_session *source,
                                    struct error *error) {
    const struct header_list *always = source->options.headers;
    enum status status = STATUS_OK;
    for (size_t i = 0; always != NULL && i < always->count && status == STATUS_OK; i++) {
        if (strcasecmp(always->items[i].name, "x-amz-expected-bucket-owner") == 0)
            status = header_list_add(headers, "x-amz-source-expected-bucket-owner",
                                     always->items[i].value, error);
    }
    return status;
}

enum status object_headers_name_source(struct header_list *headers, const struct s3_session *source,
                                       const char *key, const char *etag, struct error *error) {
    struct buffer text = BUFFER_INIT;
    enum status status = buffer_format(&text, error, "/%s/", source->options.bucket);
    if (status == STATUS_OK)
        status = uri_encoding_append(&text, view_of_string(key), true, error);
    if (status == STATUS_OK)
        status = buffer_append(&text, "", 1, error);
    if (status == STATUS_OK)
        status = header_list_add(headers, "x-amz-copy-source", (const char *)text.data, error);
    buffer_clear(&text);
    if (status == STATUS_OK && *etag != '\0') {
        status = buffer_format(&text, error, "\"%s\"", etag);
        if (status == STATUS_OK)
            status = buffer_append(&text, "", 1, error);
        if (status == STATUS_OK)
            status = header_list_add(headers, "x-amz-copy-source-if-match", (const char *)text.data,
                                     error);
    }
    buffer_release(&text);
    return status == STATUS_OK ? add_source_owner(headers, source, error) : status;
}
