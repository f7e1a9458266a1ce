/*
 * wikitext_preprocess - the parts of the first pass. Internal to wikitext_*.
 *
 * The first pass reads the page once and writes work->first. Runs of braces are matched as
 * MediaWiki's preprocessor does: a run of opening ones is one entry of the stack, and each run of
 * closing ones takes three (a parameter) or two (a template) from it, as many as there are. What
 * is inside an entry has been written, expanded, by the time it closes.
 */
#ifndef FORMATS_WIKI_WIKITEXT_PREPROCESS_H
#define FORMATS_WIKI_WIKITEXT_PREPROCESS_H

#include "formats/wiki/wikitext_work.h"

/*
 * Handles what begins with the '<' at `at`: a comment or an opaque tag is consumed, any other '<'
 * is copied. *next is where to go on.
 */
MUST_USE enum status wikitext_preprocess_angle(struct wikitext_work *work,
                                               const unsigned char *begin, const unsigned char *at,
                                               const unsigned char *end, const unsigned char **next,
                                               struct error *error);

/* Takes `count` (2 or 3) braces from the topmost entry, a brace run, and expands what they held.
 * `after` is the input behind the closing braces. */
MUST_USE enum status wikitext_close_braces(struct wikitext_work *work, size_t count,
                                           const unsigned char *after, const unsigned char *end,
                                           struct error *error);

/* Gives up everything that is open: each template loses the rest of its paragraph. */
MUST_USE enum status wikitext_close_unclosed(struct wikitext_work *work, struct error *error);

/* Appends what a reader sees of a formula in TeX: plain characters, or a mark for a hole. */
MUST_USE enum status wikitext_append_formula(struct buffer *buffer, struct view formula,
                                             struct error *error);

static inline MUST_USE enum status wikitext_put(struct buffer *buffer, unsigned char byte,
                                                struct error *error) {
    if (buffer->size == buffer->capacity) {
        enum status status = buffer_reserve(buffer, 1, error);
        if (status != STATUS_OK)
            return status;
    }
    buffer->data[buffer->size++] = byte;
    return STATUS_OK;
}

static inline struct wikitext_brace *wikitext_top_brace(const struct wikitext_work *work) {
    struct wikitext_brace *braces = work->braces.items;
    return work->braces.count == 0 ? NULL : &braces[work->braces.count - 1];
}

#endif
