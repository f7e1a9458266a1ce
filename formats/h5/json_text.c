#include "formats/h5/json_text.h"

#include <stdlib.h>
#include <string.h>

#include "formats/base/decimal.h"

static enum status append_text(struct buffer *text, const char *string, struct error *error) {
    return buffer_append(text, string, strlen(string), error);
}

static enum status append_scalar(struct buffer *text, const json_t *value, struct error *error) {
    char *dumped = json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT);
    if (dumped == NULL)
        return error_no_memory(error, "JSON text");
    enum status status = append_text(text, dumped, error);
    free(dumped);
    return status;
}

enum status json_text_append_string(struct buffer *text, struct view string, struct error *error) {
    json_t *value = json_stringn((const char *)string.data, string.size);
    if (value == NULL)
        return error_set(error, STATUS_FAILED, "a text of %zu bytes for JSON is not UTF-8",
                         string.size);
    enum status status = append_scalar(text, value, error);
    json_decref(value);
    return status;
}

/* A real number keeps a point or an exponent, so that it does not come back as an integer. */
static enum status append_real(struct buffer *text, const json_t *value, struct error *error) {
    char number[DECIMAL_SIZE];
    decimal_from_double(json_real_value(value), number);
    enum status status = append_text(text, number, error);
    if (status == STATUS_OK && strpbrk(number, ".e") == NULL)
        status = append_text(text, ".0", error);
    return status;
}

static enum status append_array(struct buffer *text, const json_t *array, struct error *error) {
    enum status status = append_text(text, "[", error);
    for (size_t i = 0; i < json_array_size(array) && status == STATUS_OK; i++) {
        if (i > 0)
            status = append_text(text, ",", error);
        if (status == STATUS_OK)
            status = json_text_append(text, json_array_get(array, i), error);
    }
    return status != STATUS_OK ? status : append_text(text, "]", error);
}

static enum status append_object(struct buffer *text, const json_t *object, struct error *error) {
    enum status status = append_text(text, "{", error);
    const char *separator = "";
    const char *key;
    json_t *member;
    /* jansson iterates without changing the object, though its types do not say so. */
    json_object_foreach((json_t *)(uintptr_t)object, key, member) {
        if (status == STATUS_OK)
            status = append_text(text, separator, error);
        if (status == STATUS_OK)
            status = json_text_append_string(text, view_of_string(key), error);
        if (status == STATUS_OK)
            status = append_text(text, ":", error);
        if (status == STATUS_OK)
            status = json_text_append(text, member, error);
        separator = ",";
    }
    return status != STATUS_OK ? status : append_text(text, "}", error);
}

/* jansson refuses to read text nested deeper than 2048 levels, which bounds the recursion. */
enum status json_text_append(struct buffer *text, const json_t *value, struct error *error) {
    switch (json_typeof(value)) {
    case JSON_OBJECT:
        return append_object(text, value, error);
    case JSON_ARRAY:
        return append_array(text, value, error);
    case JSON_REAL:
        return append_real(text, value, error);
    default:
        return append_scalar(text, value, error);
    }
}
