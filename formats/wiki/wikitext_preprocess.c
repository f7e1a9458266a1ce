#include "formats/wiki/wikitext_preprocess.h"

#include "formats/wiki/wikitext_scan.h"

/* What to stop at outside of templates, and inside. */
enum { OUTSIDE = 1, INSIDE = 2, BOTH = 3 };

/* Control characters but tab and line end are stopped at everywhere: they are dropped. */
#define CONTROL BOTH
static const unsigned char STOPS[256] = {
    [0x00] = CONTROL, [0x01] = CONTROL, [0x02] = CONTROL, [0x03] = CONTROL, [0x04] = CONTROL,
    [0x05] = CONTROL, [0x06] = CONTROL, [0x07] = CONTROL, [0x08] = CONTROL, ['\n'] = INSIDE,
    [0x0B] = CONTROL, [0x0C] = CONTROL, [0x0D] = CONTROL, [0x0E] = CONTROL, [0x0F] = CONTROL,
    [0x10] = CONTROL, [0x11] = CONTROL, [0x12] = CONTROL, [0x13] = CONTROL, [0x14] = CONTROL,
    [0x15] = CONTROL, [0x16] = CONTROL, [0x17] = CONTROL, [0x18] = CONTROL, [0x19] = CONTROL,
    [0x1A] = CONTROL, [0x1B] = CONTROL, [0x1C] = CONTROL, [0x1D] = CONTROL, [0x1E] = CONTROL,
    [0x1F] = CONTROL, ['<'] = BOTH,     ['{'] = BOTH,     ['}'] = INSIDE,   ['['] = INSIDE,
    [']'] = INSIDE,   ['|'] = INSIDE,   ['='] = INSIDE,
};

/* As wikitext_skip for what is stopped at outside of templates: most of a page. */
static const unsigned char *skip_outside(const unsigned char *at, const unsigned char *end) {
    while (end - at >= (ptrdiff_t)sizeof(wikitext_vector)) {
        wikitext_vector bytes = wikitext_load(at);
        size_t hit = wikitext_first_hit(
            (wikitext_vector)((bytes == '<') | (bytes == '{') |
                              ((bytes < ' ') & (bytes != '\n') & (bytes != '\t'))));
        at += hit;
        if (hit < sizeof bytes)
            return at;
    }
    return wikitext_skip(at, end, STOPS, OUTSIDE);
}

static enum status push_part(struct wikitext_work *work, size_t start, struct error *error) {
    struct wikitext_part *part = wikitext_array_push(&work->parts, sizeof *part);
    if (part == NULL)
        return error_no_memory(error, "the parts of a template");
    *part = (struct wikitext_part){start, 0};
    return STATUS_OK;
}

/* Opens a run of `count` braces or brackets, which are copied. */
static enum status open_run(struct wikitext_work *work, const unsigned char *at, size_t count,
                            struct error *error) {
    struct buffer *out = &work->first;
    if (count >= 2) {
        struct wikitext_brace *brace = wikitext_array_push(&work->braces, sizeof *brace);
        if (brace == NULL)
            return error_no_memory(error, "the templates of a page");
        *brace = (struct wikitext_brace){
            out->size, count, work->parts.count, *at == '[', false,
        };
        if (*at == '{') {
            enum status status = push_part(work, out->size + count, error);
            if (status != STATUS_OK)
                return status;
        }
    }
    return buffer_append(out, at, count, error);
}

static void pop_brackets(struct wikitext_work *work) {
    struct wikitext_brace *top;
    while ((top = wikitext_top_brace(work)) != NULL && top->bracket)
        work->braces.count--;
}

/* `count` closing braces: a link left open inside a template ends with it. */
static enum status close_run(struct wikitext_work *work, size_t count, const unsigned char *after,
                             const unsigned char *end, struct error *error) {
    while (count >= 2 && work->braces.count > 0) {
        pop_brackets(work);
        struct wikitext_brace *top = wikitext_top_brace(work);
        if (top == NULL)
            break;
        size_t taken = top->count < count ? top->count : count;
        if (taken > 3)
            taken = 3;
        count -= taken;
        enum status status = wikitext_close_braces(work, taken, after - count, end, error);
        if (status != STATUS_OK)
            return status;
    }
    enum status status = STATUS_OK;
    for (; count > 0 && status == STATUS_OK; count--)
        status = wikitext_put(&work->first, '}', error);
    return status;
}

static void close_brackets(struct wikitext_work *work, size_t count) {
    struct wikitext_brace *top;
    while (count >= 2 && (top = wikitext_top_brace(work)) != NULL && top->bracket) {
        top->count -= 2;
        count -= 2;
        if (top->count < 2)
            work->braces.count--;
    }
}

/* A line end inside a template: a link ends at a blank line, everything at a heading. */
static enum status line_end(struct wikitext_work *work, const unsigned char *at,
                            const unsigned char *end, struct error *error) {
    struct wikitext_brace *top = wikitext_top_brace(work);
    if (top != NULL && top->bracket && wikitext_is_blank_line(at + 1, end))
        pop_brackets(work);
    if (at + 2 < end && at[1] == '=' && at[2] == '=' && wikitext_is_heading(at + 1, end)) {
        enum status status = wikitext_close_unclosed(work, error);
        if (status != STATUS_OK)
            return status;
    }
    return wikitext_put(&work->first, '\n', error);
}

/* '|' and '=': they part only what is directly inside a template. */
static enum status separator(struct wikitext_work *work, unsigned char byte, struct error *error) {
    struct wikitext_brace *top = wikitext_top_brace(work);
    struct buffer *out = &work->first;
    if (top != NULL && !top->bracket) {
        struct wikitext_part *parts = work->parts.items;
        struct wikitext_part *last = &parts[work->parts.count - 1];
        if (byte == '|') {
            enum status status = push_part(work, out->size + 1, error);
            if (status != STATUS_OK)
                return status;
        } else if (work->parts.count - top->first_part > 1 && last->equals == 0) {
            last->equals = out->size;
        }
    }
    return wikitext_put(out, byte, error);
}

/* Handles the markup at `at` and sets *next behind it. */
static enum status markup(struct wikitext_work *work, const unsigned char *begin,
                          const unsigned char *at, const unsigned char *end,
                          const unsigned char **next, struct error *error) {
    size_t count;
    switch (*at) {
    case '<':
        return wikitext_preprocess_angle(work, begin, at, end, next, error);
    case '{':
    case '[':
        count = wikitext_run(at, end, *at);
        *next = at + count;
        return open_run(work, at, count, error);
    case '}':
        count = wikitext_run(at, end, *at);
        *next = at + count;
        return close_run(work, count, at + count, end, error);
    case ']':
        count = wikitext_run(at, end, *at);
        *next = at + count;
        close_brackets(work, count);
        return buffer_append(&work->first, at, count, error);
    case '\n':
        *next = at + 1;
        return line_end(work, at, end, error);
    case '|':
    case '=':
        *next = at + 1;
        return separator(work, *at, error);
    default:
        *next = at + 1;
        return STATUS_OK;
    }
}

enum status wikitext_preprocess(struct wikitext_work *work, struct error *error) {
    const unsigned char *begin = work->page->text.data, *at = begin;
    const unsigned char *end = at + work->page->text.size;
    buffer_clear(&work->first);
    work->braces.count = 0;
    work->parts.count = 0;
    memset(work->unclosed_tags, 0, sizeof work->unclosed_tags);
    work->unclosed_comment = false;
    /* Most pages shrink: this makes nearly all later growth needless. */
    enum status status = buffer_reserve(&work->first, work->page->text.size + 64, error);
    while (status == STATUS_OK && at < end) {
        const unsigned char *stop =
            work->braces.count == 0 ? skip_outside(at, end) : wikitext_skip(at, end, STOPS, INSIDE);
        status = buffer_append(&work->first, at, (size_t)(stop - at), error);
        at = stop;
        if (status == STATUS_OK && at < end)
            status = markup(work, begin, at, end, &at, error);
    }
    if (status == STATUS_OK)
        status = wikitext_close_unclosed(work, error);
    return status;
}
