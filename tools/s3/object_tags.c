#include "tools/s3/object_tags.h"

#include <stdlib.h>
#include <string.h>

#include "tools/s3/uri_encoding.h"
#include "tools/s3/xml_reader.h"

struct tags_reader {
    struct buffer *tags;
    struct buffer name, value;
    bool is_tagging;
    enum status status;
};

static void keep(struct tags_reader *reader, struct buffer *buffer, const char *text) {
    struct error ignored;
    buffer_clear(buffer);
    if (reader->status == STATUS_OK)
        reader->status = uri_encoding_append(buffer, view_of_string(text), false, &ignored);
}

static void add(struct tags_reader *reader) {
    struct error ignored;
    const struct buffer *name = &reader->name, *value = &reader->value;
    if (reader->status == STATUS_OK && name->size > 0)
        reader->status =
            buffer_format(reader->tags, &ignored, "%s%.*s=%.*s", reader->tags->size > 0 ? "&" : "",
                          (int)name->size, name->data == NULL ? "" : (const char *)name->data,
                          (int)value->size, value->data == NULL ? "" : (const char *)value->data);
    buffer_clear(&reader->name);
    buffer_clear(&reader->value);
}

static void read_element(void *context, const char *path, const char *text) {
    struct tags_reader *reader = context;
    if (strcmp(path, "Tagging/TagSet/Tag/Key") == 0)
        keep(reader, &reader->name, text);
    else if (strcmp(path, "Tagging/TagSet/Tag/Value") == 0)
        keep(reader, &reader->value, text);
    else if (strcmp(path, "Tagging/TagSet/Tag") == 0)
        add(reader);
    else if (strcmp(path, "Tagging") == 0)
        reader->is_tagging = true;
}

bool object_tags_read(struct buffer *tags, struct view body) {
    struct error ignored;
    struct tags_reader reader = {
        .tags = tags, .name = BUFFER_INIT, .value = BUFFER_INIT, .status = STATUS_OK};
    buffer_clear(tags);
    bool whole = xml_reader_read(body, read_element, &reader, &ignored) == STATUS_OK &&
                 reader.is_tagging && reader.status == STATUS_OK;
    buffer_release(&reader.name);
    buffer_release(&reader.value);
    return whole;
}

static bool is_tagging(void *context, const struct http_response *response) {
    return object_tags_read(context, buffer_view(&response->body));
}

enum status object_tags_carry(struct header_list *headers, struct s3_client *client,
                              struct sync_result *result, const char *key,
                              const struct object_options *options, struct error *error) {
    const char *count = http_response_header(&client->response, "x-amz-tagging-count");
    bool replaced = options != NULL && options->tag_count > 0;
    if (replaced || count == NULL || strtoul(count, NULL, 10) == 0)
        return STATUS_OK;
    struct buffer tags = BUFFER_INIT;
    const struct s3_request request = {.operation = "GetObjectTagging",
                                       .method = "GET",
                                       .key = key,
                                       .query = "tagging=",
                                       .payload_hash = S3_CLIENT_EMPTY_HASH,
                                       .accept = is_tagging,
                                       .accept_context = &tags};
    struct s3_answer answer;
    enum status status = s3_client_send(client, &answer, &request, error);
    result->attempts += answer.attempts;
    result->hopeless = result->hopeless || answer.hopeless || answer.no_network;
    if (status == STATUS_OK)
        status = buffer_append(&tags, "", 1, error);
    if (status == STATUS_OK && tags.size > 1)
        status = header_list_add(headers, "x-amz-tagging", (const char *)tags.data, error);
    buffer_release(&tags);
    return status;
}
