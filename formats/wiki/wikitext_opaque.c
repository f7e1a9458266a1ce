#include "formats/wiki/text_view.h"
#include "formats/wiki/wikitext_preprocess.h"
#include "formats/wiki/wikitext_scan.h"
#include "formats/wiki/wikitext_tag.h"

/*
 * A comment with nothing else on its line takes the line with it; so do several. `at` is where the
 * comment began, `next` is behind it.
 */
static const unsigned char *take_line(struct wikitext_work *work, const unsigned char *begin,
                                      const unsigned char *at, const unsigned char *next,
                                      const unsigned char *end) {
    const unsigned char *before = at, *behind = wikitext_skip_blanks(next, end);
    while (before > begin && wikitext_is_blank(before[-1]))
        before--;
    if ((before > begin && before[-1] != '\n') || behind == end || *behind != '\n')
        return next;
    struct buffer *out = &work->first;
    /* The blanks have just been copied. */
    out->size -= (size_t)(at - before) < out->size ? (size_t)(at - before) : out->size;
    return behind + 1;
}

static const unsigned char *skip_comment(struct wikitext_work *work, const unsigned char *begin,
                                         const unsigned char *at, const unsigned char *end) {
    const unsigned char *next = at;
    if (!work->unclosed_comment) {
        /* More comments may follow on the same line, with blanks between. */
        for (const unsigned char *more = at; end - more >= 4 && memcmp(more, "<!--", 4) == 0;) {
            const unsigned char *last = memmem(more + 4, (size_t)(end - more - 4), "-->", 3);
            if (last == NULL) {
                work->unclosed_comment = true;
                break;
            }
            next = last + 3;
            more = wikitext_skip_blanks(next, end);
        }
        if (next > at)
            return take_line(work, begin, at, next, end);
    }
    work->counts->unclosed++;
    return wikitext_paragraph_end(at, end);
}

/*
 * The end tag of a reference. When another one begins first, in a later paragraph, the end tag is
 * that one's and this one has none: NULL, and *again.
 */
static const unsigned char *find_reference_end(struct view name, const unsigned char *at,
                                               const unsigned char *end, const unsigned char **next,
                                               bool *again) {
    const unsigned char *checked = at;
    struct wikitext_tag tag;
    for (; at < end && (at = memchr(at, '<', (size_t)(end - at))) != NULL; at++) {
        if (end - at > 1 && at[1] == '/') {
            const unsigned char *limit = at + name.size + 8 < end ? at + name.size + 8 : end;
            if (wikitext_tag_find_end(name, at, limit, next) == at)
                return at;
        } else if (wikitext_has_prefix(at, end, "<ref") && wikitext_tag_read(&tag, at, end) &&
                   tag.is_reference && !tag.self_closing) {
            if (wikitext_paragraph_end(checked, at) != at) {
                *again = true;
                return NULL;
            }
            checked = at;
        }
    }
    return NULL;
}

/*
 * The content of an opaque element and where to go on behind it. An element without end tag ends
 * with its paragraph.
 */
static struct view element_content(struct wikitext_work *work, const struct wikitext_tag *tag,
                                   const unsigned char *end, const unsigned char **next) {
    const unsigned char *last = NULL, *at = tag->next;
    bool again = false;
    if (!work->unclosed_tags[tag->index]) {
        last = tag->is_reference ? find_reference_end(tag->name, at, end, next, &again)
                                 : wikitext_tag_find_end(tag->name, at, end, next);
        if (last == NULL && !again)
            work->unclosed_tags[tag->index] = true;
    }
    if (last != NULL)
        return (struct view){at, (size_t)(last - at)};
    work->counts->unclosed++;
    last = wikitext_paragraph_end(at, end);
    *next = last;
    return (struct view){at, (size_t)(last - at)};
}

/* Is the formula a display of its own: nothing else on the line but indentation and marks? */
static bool is_display(const unsigned char *begin, const unsigned char *at,
                       const unsigned char *next, const unsigned char *end) {
    while (at > begin && (wikitext_is_blank(at[-1]) || at[-1] == ':'))
        at--;
    next = wikitext_skip_blanks(next, end);
    while (next < end && (*next == '.' || *next == ',' || *next == ';'))
        next++;
    return (at == begin || at[-1] == '\n') && wikitext_is_blank_line(next, end);
}

static enum status formula(struct wikitext_work *work, const struct wikitext_tag *tag,
                           struct view content, bool display, struct error *error) {
    struct view rest = tag->attributes;
    if (display || (rest.size > 0 && memmem(rest.data, rest.size, "block", 5) != NULL))
        return wikitext_put(&work->first, MARK_DROPPED, error);
    return wikitext_append_formula(&work->first, content, error);
}

/* <syntaxhighlight inline> stands in a sentence; without the word it is a block. */
static bool is_inline_code(const struct wikitext_tag *tag) {
    return (text_view_is(tag->name, "syntaxhighlight") || text_view_is(tag->name, "source")) &&
           tag->attributes.size >= 6 &&
           memmem(tag->attributes.data, tag->attributes.size, "inline", 6) != NULL;
}

/*
 * <nowiki/> parts apostrophes: in ''a''<nowiki/>'s and l'<nowiki/>''a'' the single one is text.
 * Written as such, because the tag itself leaves nothing.
 */
static enum status part_apostrophes(struct wikitext_work *work, const unsigned char *end,
                                    const unsigned char **next, struct error *error) {
    static const unsigned char apostrophe[] = "'";
    const struct view single = {apostrophe, 1};
    struct buffer *text = &work->first;
    const unsigned char *at = *next;
    bool before = text->size > 0 && text->data[text->size - 1] == '\'';
    if (!before || at == end || *at != '\'')
        return STATUS_OK;
    if (at + 1 == end || at[1] != '\'') {
        *next = at + 1;
        return wikitext_append_protected(text, single, error);
    }
    if (text->size > 1 && text->data[text->size - 2] == '\'')
        return STATUS_OK;
    text->size--;
    return wikitext_append_protected(text, single, error);
}

enum status wikitext_preprocess_angle(struct wikitext_work *work, const unsigned char *begin,
                                      const unsigned char *at, const unsigned char *end,
                                      const unsigned char **next, struct error *error) {
    struct wikitext_tag tag;
    if (end - at >= 4 && memcmp(at, "<!--", 4) == 0) {
        *next = skip_comment(work, begin, at, end);
        return STATUS_OK;
    }
    if (!wikitext_tag_read(&tag, at, end) || tag.kind < WIKITEXT_TAG_DROP) {
        *next = at + 1;
        return wikitext_put(&work->first, '<', error);
    }
    *next = tag.next;
    if (tag.closing)
        return STATUS_OK;
    if (tag.self_closing && tag.kind == WIKITEXT_TAG_NOWIKI)
        return part_apostrophes(work, end, next, error);
    if (tag.self_closing)
        return wikitext_put(&work->first, MARK_DROPPED, error);
    struct view content = element_content(work, &tag, end, next);
    switch (tag.kind) {
    case WIKITEXT_TAG_NOWIKI:
        return wikitext_append_protected(&work->first, content, error);
    case WIKITEXT_TAG_FORMULA:
        return formula(work, &tag, content, is_display(begin, at, *next, end), error);
    default:
        return is_inline_code(&tag) ? wikitext_append_protected(&work->first, content, error)
                                    : wikitext_put(&work->first, MARK_DROPPED, error);
    }
}
