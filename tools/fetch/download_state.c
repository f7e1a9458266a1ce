#include "tools/fetch/download_state.h"

#include <jansson.h>
#include <string.h>

static const char FORMAT[] = "mlmprep download";
static const int VERSION = 1;

enum status download_state_of(struct download_state *state, const char *url, struct error *error) {
    unsigned char digest[SHA256_SIZE];
    enum status status = sha256_of(url, strlen(url), digest, error);
    if (status == STATUS_OK)
        sha256_to_hex(digest, state->of);
    return status;
}

enum status download_state_write(const struct download_state *state, struct buffer *text,
                                 struct error *error) {
    /* A header may have bytes that JSON cannot hold: such a one is left out. */
    json_t *etag = json_string(state->etag), *modified = json_string(state->last_modified);
    json_t *root =
        json_pack("{s:s, s:i, s:s, s:o*, s:o*, s:I, s:I}", "format", FORMAT, "version", VERSION,
                  "of", state->of, "etag", etag, "last_modified", modified, "total",
                  (json_int_t)state->total, "durable", (json_int_t)state->durable);
    char *line = root == NULL ? NULL : json_dumps(root, JSON_COMPACT);
    enum status status = line == NULL ? error_no_memory(error, "the state of a download")
                                      : buffer_format(text, error, "%s\n", line);
    free(line);
    json_decref(root);
    return status;
}

/* A text member that fits; "" when there is none. */
static bool take_text(char *text, size_t size, const json_t *root, const char *name) {
    const json_t *value = json_object_get(root, name);
    size_t length = json_string_length(value);
    if (value == NULL)
        *text = '\0';
    if (value == NULL)
        return true;
    if (!json_is_string(value) || length >= size || strlen(json_string_value(value)) != length ||
        strpbrk(json_string_value(value), "\r\n") != NULL)
        return false;
    memcpy(text, json_string_value(value), length + 1);
    return true;
}

static bool take_count(uint64_t *count, const json_t *root, const char *name) {
    const json_t *value = json_object_get(root, name);
    *count = (uint64_t)json_integer_value(value);
    return json_is_integer(value) && json_integer_value(value) >= 0;
}

bool download_state_parse(struct download_state *state, struct view text) {
    *state = (struct download_state){.of = ""};
    json_t *root = json_loadb((const char *)text.data, text.size, JSON_REJECT_DUPLICATES, NULL);
    const char *format = json_string_value(json_object_get(root, "format"));
    bool good =
        format != NULL && strcmp(format, FORMAT) == 0 &&
        json_integer_value(json_object_get(root, "version")) == VERSION &&
        take_text(state->of, sizeof state->of, root, "of") &&
        take_text(state->etag, sizeof state->etag, root, "etag") &&
        take_text(state->last_modified, sizeof state->last_modified, root, "last_modified") &&
        take_count(&state->total, root, "total") && take_count(&state->durable, root, "durable");
    json_decref(root);
    return good;
}

const char *download_state_validator(const struct download_state *state) {
    if (*state->etag == '"')
        return state->etag;
    return *state->last_modified == '\0' ? NULL : state->last_modified;
}
