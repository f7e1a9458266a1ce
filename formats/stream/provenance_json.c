#include "formats/stream/provenance_json.h"

#include <stdlib.h>
#include <string.h>

/* More than any provenance has: repeated lines of a large vocabulary take some 20 bytes each. */
static const size_t LARGEST_TEXT = (size_t)16 << 20;

static json_t *find(struct provenance_members *members, const char *name) {
    json_t *value = json_object_get(members->object, name);
    if (value == NULL && members->fault == NULL)
        members->fault = name;
    return value;
}

static void wrong(struct provenance_members *members, const char *name) {
    if (members->fault == NULL)
        members->fault = name;
}

bool provenance_has(const struct provenance_members *members, const char *name) {
    return json_object_get(members->object, name) != NULL;
}

uint64_t provenance_whole(struct provenance_members *members, const char *name, uint64_t minimum,
                          uint64_t maximum) {
    json_t *value = find(members, name);
    json_int_t number = json_integer_value(value);
    if (!json_is_integer(value) || number < 0 || (uint64_t)number < minimum ||
        (uint64_t)number > maximum) {
        wrong(members, name);
        return minimum;
    }
    return (uint64_t)number;
}

double provenance_real(struct provenance_members *members, const char *name, double maximum) {
    json_t *value = find(members, name);
    double number = json_number_value(value);
    if (!json_is_number(value) || !(number >= 0 && number <= maximum)) {
        wrong(members, name);
        return 0;
    }
    return number;
}

bool provenance_truth(struct provenance_members *members, const char *name) {
    json_t *value = find(members, name);
    if (!json_is_boolean(value))
        wrong(members, name);
    return json_is_true(value);
}

void provenance_text(struct provenance_members *members, const char *name, char *text,
                     size_t size) {
    json_t *value = find(members, name);
    size_t length = json_string_length(value);
    *text = '\0';
    if (!json_is_string(value) || length >= size) {
        wrong(members, name);
        return;
    }
    memcpy(text, json_string_value(value), length);
    text[length] = '\0';
}

json_t *provenance_member(struct provenance_members *members, const char *name, json_type type) {
    json_t *value = find(members, name);
    if (value != NULL && json_typeof(value) == type)
        return value;
    wrong(members, name);
    return NULL;
}

enum status provenance_parse(json_t **root, struct view text, struct error *error) {
    json_error_t fault;
    *root = NULL;
    if (text.size <= LARGEST_TEXT)
        *root = json_loadb((const char *)text.data, text.size, JSON_REJECT_DUPLICATES, &fault);
    if (json_is_object(*root))
        return STATUS_OK;
    json_decref(*root);
    *root = NULL;
    return error_set(error, STATUS_CORRUPT,
                     "the stream's provenance is no JSON object; make the stream again");
}

static int larger(int a, int b) {
    return a > b ? a : b;
}

/* The most digits that any real number in a value needs to read back exactly. */
static int digits_needed(const json_t *value) {
    int digits = 1;
    if (json_is_real(value)) {
        char text[40];
        double number = json_real_value(value);
        do
            snprintf(text, sizeof text, "%.*g", digits, number);
        while (strtod(text, NULL) != number && ++digits < 17);
    } else if (json_is_object(value)) {
        const char *key;
        json_t *member;
        json_object_foreach((json_t *)(uintptr_t)value, key, member) digits =
            larger(digits, digits_needed(member));
    } else {
        /* Of what is no array the size is 0. */
        for (size_t i = 0; i < json_array_size(value); i++)
            digits = larger(digits, digits_needed(json_array_get(value, i)));
    }
    return digits;
}

static int append(const char *bytes, size_t size, void *text) {
    struct error ignored;
    return buffer_append(text, bytes, size, &ignored) == STATUS_OK ? 0 : -1;
}

enum status provenance_dump(struct buffer *text, const json_t *root, struct error *error) {
    size_t flags = JSON_COMPACT | JSON_REAL_PRECISION((size_t)digits_needed(root));
    if (root == NULL || json_dump_callback(root, append, text, flags) != 0)
        return error_no_memory(error, "the provenance");
    return STATUS_OK;
}
