#include "formats/wiki/wikitext_work.h"

#include <stdlib.h>

#include "formats/base/checked.h"

void *wikitext_array_push(struct wikitext_array *array, size_t size) {
    if (array->count == array->capacity) {
        size_t capacity = array->capacity < 16 ? 16 : array->capacity, bytes;
        if (!checked_multiply_size(capacity, 2, &capacity) ||
            !checked_multiply_size(capacity, size, &bytes))
            return NULL;
        void *items = realloc(array->items, bytes);
        if (items == NULL)
            return NULL;
        array->items = items;
        array->capacity = capacity;
    }
    return (char *)array->items + array->count++ * size;
}

void wikitext_cut_ranges(struct wikitext_work *work, struct buffer *buffer, unsigned char mark) {
    const struct wikitext_range *ranges = work->ranges.items;
    if (work->ranges.count == 0)
        return;
    size_t to = ranges[0].start;
    for (size_t i = 0; i < work->ranges.count; i++) {
        size_t from = ranges[i].end;
        size_t end = i + 1 < work->ranges.count ? ranges[i + 1].start : buffer->size;
        /* An empty range leaves nothing: there would be no room for the mark. */
        if (ranges[i].end > ranges[i].start)
            buffer->data[to++] = mark;
        memmove(buffer->data + to, buffer->data + from, end - from);
        to += end - from;
    }
    buffer->size = to;
}
