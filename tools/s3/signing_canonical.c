/* The canonical request of signing.h: everything that is sorting and folding text. */
#include "tools/s3/signing.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <strings.h>

/* One query parameter: a piece of the query with its equals sign found. */
struct parameter {
    struct view name;
    struct view value;
};

static int compare_views(struct view a, struct view b) {
    size_t shorter = a.size < b.size ? a.size : b.size;
    int order = shorter == 0 ? 0 : memcmp(a.data, b.data, shorter);
    return order != 0 ? order : (a.size > b.size) - (a.size < b.size);
}

static int compare_parameters(const void *left, const void *right) {
    const struct parameter *a = left, *b = right;
    int order = compare_views(a->name, b->name);
    return order != 0 ? order : compare_views(a->value, b->value);
}

static struct parameter split_parameter(const char *text, size_t length) {
    const char *equals = memchr(text, '=', length);
    size_t name = equals == NULL ? length : (size_t)(equals - text);
    size_t value = equals == NULL ? length : name + 1;
    return (struct parameter){{(const unsigned char *)text, name},
                              {(const unsigned char *)text + value, length - value}};
}

static enum status append_query(struct buffer *text, const char *query, struct error *error) {
    size_t most = 1;
    for (const char *at = query; *at != '\0'; at++)
        most += *at == '&';
    struct parameter *parameters = calloc(most, sizeof *parameters);
    if (parameters == NULL)
        return error_no_memory(error, "a query");
    size_t count = 0;
    for (const char *at = query; *at != '\0';) {
        size_t length = strcspn(at, "&");
        if (length > 0)
            parameters[count++] = split_parameter(at, length);
        at += length + (at[length] == '&');
    }
    qsort(parameters, count, sizeof *parameters, compare_parameters);
    enum status status = STATUS_OK;
    for (size_t i = 0; i < count && status == STATUS_OK; i++) {
        const struct parameter *parameter = &parameters[i];
        status = buffer_format(text, error, "%s%.*s=%.*s", i == 0 ? "" : "&",
                               (int)parameter->name.size, (const char *)parameter->name.data,
                               (int)parameter->value.size, (const char *)parameter->value.data);
    }
    free(parameters);
    return status;
}

/* By name whatever the case, and equal names in the order they were added. */
static int compare_headers(const void *left, const void *right) {
    const struct header *const *a = left, *const *b = right;
    int order = strcasecmp((*a)->name, (*b)->name);
    return order != 0 ? order : (*a > *b) - (*a < *b);
}

static enum status append_lower_case(struct buffer *text, const char *name, struct error *error) {
    size_t start = text->size;
    enum status status = buffer_append(text, name, strlen(name), error);
    for (size_t i = start; i < text->size; i++)
        text->data[i] = (unsigned char)tolower(text->data[i]);
    return status;
}

/* Trims white space at both ends and makes one space of every run of it between. */
static enum status append_folded(struct buffer *text, const char *value, struct error *error) {
    enum status status = STATUS_OK;
    static const char WHITE[] = " \t\r\n";
    value += strspn(value, WHITE);
    for (bool first = true; *value != '\0' && status == STATUS_OK; first = false) {
        size_t length = strcspn(value, WHITE);
        if (!first)
            status = buffer_append(text, " ", 1, error);
        if (status == STATUS_OK)
            status = buffer_append(text, value, length, error);
        value += length;
        value += strspn(value, WHITE);
    }
    return status;
}

/* The headers in canonical order; the caller frees the array. NULL when out of memory. */
static const struct header **sort_headers(const struct header_list *headers) {
    const struct header **sorted = calloc(headers->count + 1, sizeof *sorted);
    if (sorted == NULL)
        return NULL;
    for (size_t i = 0; i < headers->count; i++)
        sorted[i] = &headers->items[i];
    qsort(sorted, headers->count, sizeof *sorted, compare_headers);
    return sorted;
}

static bool same_name(const struct header *a, const struct header *b) {
    return a != NULL && b != NULL && strcasecmp(a->name, b->name) == 0;
}

static enum status append_header_lines(struct buffer *text, const struct header *const *sorted,
                                       struct error *error) {
    enum status status = STATUS_OK;
    const struct header *previous = NULL;
    for (; *sorted != NULL && status == STATUS_OK; previous = *sorted++) {
        if (same_name(previous, *sorted)) {
            status = buffer_append(text, ",", 1, error);
        } else {
            status = append_lower_case(text, (*sorted)->name, error);
            if (status == STATUS_OK)
                status = buffer_append(text, ":", 1, error);
        }
        if (status == STATUS_OK)
            status = append_folded(text, (*sorted)->value, error);
        if (status == STATUS_OK && !same_name(*sorted, sorted[1]))
            status = buffer_append(text, "\n", 1, error);
    }
    return status;
}

static enum status append_names(struct buffer *text, const struct header *const *sorted,
                                struct error *error) {
    enum status status = STATUS_OK;
    const struct header *previous = NULL;
    for (; *sorted != NULL && status == STATUS_OK; previous = *sorted++) {
        if (same_name(previous, *sorted))
            continue;
        if (previous != NULL)
            status = buffer_append(text, ";", 1, error);
        if (status == STATUS_OK)
            status = append_lower_case(text, (*sorted)->name, error);
    }
    return status;
}

enum status signing_signed_names(struct buffer *text, const struct header_list *headers,
                                 struct error *error) {
    const struct header **sorted = sort_headers(headers);
    if (sorted == NULL)
        return error_no_memory(error, "request headers");
    enum status status = append_names(text, sorted, error);
    free(sorted);
    return status;
}

enum status signing_canonical_request(struct buffer *text, const struct signing_request *request,
                                      const struct header_list *headers, struct error *error) {
    const struct header **sorted = sort_headers(headers);
    if (sorted == NULL)
        return error_no_memory(error, "request headers");
    enum status status = buffer_format(text, error, "%s\n%s\n", request->method, request->path);
    if (status == STATUS_OK)
        status = append_query(text, request->query, error);
    if (status == STATUS_OK)
        status = buffer_append(text, "\n", 1, error);
    if (status == STATUS_OK)
        status = append_header_lines(text, sorted, error);
    if (status == STATUS_OK)
        status = buffer_append(text, "\n", 1, error);
    if (status == STATUS_OK)
        status = append_names(text, sorted, error);
    if (status == STATUS_OK)
        status = buffer_format(text, error, "\n%s", request->payload_hash);
    free(sorted);
    return status;
}
