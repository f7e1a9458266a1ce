#include "formats/base/buffer.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "formats/base/checked.h"

void buffer_init(struct buffer *buffer) {
    *buffer = (struct buffer)BUFFER_INIT;
}

void buffer_release(struct buffer *buffer) {
    free(buffer->data);
    buffer_init(buffer);
}

enum status buffer_reserve(struct buffer *buffer, size_t more, struct error *error) {
    size_t needed;
    if (!checked_add_size(buffer->size, more, &needed))
        return error_no_memory(error, "a buffer");
    if (needed <= buffer->capacity)
        return STATUS_OK;
    size_t capacity = buffer->capacity < 64 ? 64 : buffer->capacity;
    while (capacity < needed) {
        if (!checked_multiply_size(capacity, 2, &capacity))
            capacity = needed;
    }
    unsigned char *data = realloc(buffer->data, capacity);
    if (data == NULL)
        return error_no_memory(error, "a buffer");
    buffer->data = data;
    buffer->capacity = capacity;
    return STATUS_OK;
}

enum status buffer_append(struct buffer *buffer, const void *bytes, size_t size,
                          struct error *error) {
    if (size == 0)
        return STATUS_OK;
    enum status status = buffer_reserve(buffer, size, error);
    if (status != STATUS_OK)
        return status;
    memcpy(buffer->data + buffer->size, bytes, size);
    buffer->size += size;
    return STATUS_OK;
}

enum status buffer_format(struct buffer *buffer, struct error *error, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    if (length < 0)
        return error_set(error, STATUS_FAILED, "cannot format a text");
    enum status status = buffer_reserve(buffer, (size_t)length + 1, error);
    if (status != STATUS_OK)
        return status;
    va_start(arguments, format);
    vsnprintf((char *)buffer->data + buffer->size, (size_t)length + 1, format, arguments);
    va_end(arguments);
    buffer->size += (size_t)length;
    return STATUS_OK;
}
