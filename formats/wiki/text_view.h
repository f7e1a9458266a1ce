/*
 * text_view - small things asked of views of UTF-8 text.
 *
 * "Blank" is what wikitext trims: space, tab, line feed, carriage return.
 */
#ifndef FORMATS_WIKI_TEXT_VIEW_H
#define FORMATS_WIKI_TEXT_VIEW_H

#include <stdbool.h>

#include "formats/base/buffer.h"

static inline bool text_view_is_blank(unsigned char byte) {
    return byte == ' ' || byte == '\n' || byte == '\t' || byte == '\r';
}

static inline bool text_view_is_digit(unsigned char byte) {
    return byte >= '0' && byte <= '9';
}

/* The view without its first `count` bytes; count is at most its size. */
static inline struct view text_view_from(struct view view, size_t count) {
    return count == 0 ? view : (struct view){view.data + count, view.size - count};
}

/* The first `count` bytes; count is at most its size. */
static inline struct view text_view_first(struct view view, size_t count) {
    return (struct view){view.data, count};
}

static inline struct view text_view_trim(struct view view) {
    while (view.size > 0 && text_view_is_blank(view.data[0]))
        view = text_view_from(view, 1);
    while (view.size > 0 && text_view_is_blank(view.data[view.size - 1]))
        view.size--;
    return view;
}

static inline bool text_view_equal(struct view a, struct view b) {
    return a.size == b.size && (a.size == 0 || memcmp(a.data, b.data, a.size) == 0);
}

static inline bool text_view_is(struct view view, const char *string) {
    return text_view_equal(view, view_of_string(string));
}

static inline bool text_view_starts(struct view view, const char *string) {
    size_t size = strlen(string);
    return size == 0 || (view.size >= size && memcmp(view.data, string, size) == 0);
}

static inline bool text_view_ends(struct view view, const char *string) {
    size_t size = strlen(string);
    return size == 0 ||
           (view.size >= size && memcmp(view.data + view.size - size, string, size) == 0);
}

/* Where `byte` first stands, view.size when nowhere. */
static inline size_t text_view_find(struct view view, unsigned char byte) {
    const unsigned char *found = view.size > 0 ? memchr(view.data, byte, view.size) : NULL;
    return found == NULL ? view.size : (size_t)(found - view.data);
}

/*
 * Takes the next of the parts of *list that `separator` separates; false when none is left. A list
 * of no bytes has no parts.
 */
static inline bool text_view_next(struct view *list, unsigned char separator, struct view *part) {
    if (list->size == 0)
        return false;
    size_t end = text_view_find(*list, separator);
    *part = text_view_first(*list, end);
    *list = text_view_from(*list, end < list->size ? end + 1 : end);
    return true;
}

/* Does one of the parts of `list`, separated by bars, equal the view? */
static inline bool text_view_is_one_of(struct view view, const char *list) {
    struct view rest = view_of_string(list), part;
    while (text_view_next(&rest, '|', &part)) {
        if (text_view_equal(view, part))
            return true;
    }
    return false;
}

#endif
