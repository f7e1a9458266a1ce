/*
 * buffer - a growing array of bytes, and borrowed views of bytes.
 *
 * A buffer owns its memory: buffer_release gives it back and leaves an empty buffer. A view owns
 * nothing and is passed by value; it is valid as long as the bytes it points at.
 *
 * Thread rule: one thread at a time per buffer.
 */
#ifndef FORMATS_BASE_BUFFER_H
#define FORMATS_BASE_BUFFER_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "formats/base/status.h"

struct view {
    const unsigned char *data;
    size_t size;
};

struct buffer {
    unsigned char *data; /* NULL while capacity is 0 */
    size_t size;
    size_t capacity;
};

#define BUFFER_INIT                                                                                \
    { NULL, 0, 0 }

/* Makes an empty buffer; allocates nothing. */
void buffer_init(struct buffer *buffer);

/* Frees the memory; the buffer is empty and usable again. */
void buffer_release(struct buffer *buffer);

/*
 * Makes room for `more` bytes past size (capacity at least doubles, so appending is linear in all).
 * On STATUS_NO_MEMORY, the only failure, the content is untouched.
 */
MUST_USE enum status buffer_reserve(struct buffer *buffer, size_t more, struct error *error);

/* Appends bytes; fails as buffer_reserve does. `bytes` may be NULL when size is 0. */
MUST_USE enum status buffer_append(struct buffer *buffer, const void *bytes, size_t size,
                                   struct error *error);

/* Appends formatted text, without its terminating NUL. */
MUST_USE enum status buffer_format(struct buffer *buffer, struct error *error, const char *format,
                                   ...) PRINTF_LIKE(3, 4);

/* Sets size to 0 and keeps the memory. */
static inline void buffer_clear(struct buffer *buffer) {
    buffer->size = 0;
}

static inline struct view buffer_view(const struct buffer *buffer) {
    return (struct view){buffer->data, buffer->size};
}

/* Moves at most `size` bytes from the front of a view to `to`; returns how many. */
static inline size_t view_take(struct view *view, void *to, size_t size) {
    size_t count = size < view->size ? size : view->size;
    if (count > 0) {
        memcpy(to, view->data, count);
        view->data += count;
        view->size -= count;
    }
    return count;
}

/* The bytes of a C string, without its NUL. */
static inline struct view view_of_string(const char *string) {
    return (struct view){(const unsigned char *)string, strlen(string)};
}

#endif
