#include "formats/wiki/wikitext_scan.h"
#include "formats/wiki/wikitext_work.h"

/*
 * Tables are found by their lines, nested ones inside others. One that is never closed ends before
 * the first blank line or heading.
 */

/* A table from `start` to `end`; those inside it are no tables of their own then. */
static enum status add_table(struct wikitext_work *work, size_t start, size_t end,
                             struct error *error) {
    const struct wikitext_range *ranges = work->ranges.items;
    while (work->ranges.count > 0 && ranges[work->ranges.count - 1].start >= start)
        work->ranges.count--;
    struct wikitext_range *range = wikitext_array_push(&work->ranges, sizeof *range);
    if (range == NULL)
        return error_no_memory(error, "the tables of a page");
    *range = (struct wikitext_range){start, end};
    return STATUS_OK;
}

static enum status find_tables(struct wikitext_work *work, struct error *error) {
    const unsigned char *data = work->first.data, *end = data + work->first.size;
    for (const unsigned char *line = data; line < end; line = wikitext_line_end(line, end) + 1) {
        const unsigned char *at = line;
        while (at < end && (wikitext_is_blank(*at) || *at == ':' || *at == '*' || *at == '#' ||
                            *at == MARK_DROPPED))
            at++;
        if (end - at < 2)
            continue;
        if (at[0] == '{' && at[1] == '|') {
            size_t *start = wikitext_array_push(&work->starts, sizeof *start);
            if (start == NULL)
                return error_no_memory(error, "the tables of a page");
            *start = (size_t)(line - data);
        } else if (at[0] == '|' && at[1] == '}' && work->starts.count > 0) {
            const size_t *starts = work->starts.items;
            enum status status =
                add_table(work, starts[--work->starts.count], (size_t)(at + 2 - data), error);
            if (status != STATUS_OK)
                return status;
        }
    }
    return STATUS_OK;
}

/* Tables left open, put among the others in order. */
static enum status end_open_tables(struct wikitext_work *work, struct error *error) {
    const unsigned char *data = work->first.data, *end = data + work->first.size;
    const size_t *starts = work->starts.items;
    size_t closed = work->ranges.count, done = 0, next = 0;
    for (size_t i = 0; i < work->starts.count; i++) {
        work->counts->unclosed++;
        /* Those before it come first; those it holds, it takes. */
        for (; next < closed; next++) {
            struct wikitext_range range = ((struct wikitext_range *)work->ranges.items)[next];
            if (range.start >= starts[i])
                break;
            struct wikitext_range *copy = wikitext_array_push(&work->ranges, sizeof *copy);
            if (copy == NULL)
                return error_no_memory(error, "the tables of a page");
            *copy = range;
            done = range.end;
        }
        if (starts[i] < done)
            continue;
        done = (size_t)(wikitext_paragraph_end(data + starts[i], end) - data);
        struct wikitext_range *range = wikitext_array_push(&work->ranges, sizeof *range);
        if (range == NULL)
            return error_no_memory(error, "the tables of a page");
        *range = (struct wikitext_range){starts[i], done};
        while (next < closed && ((struct wikitext_range *)work->ranges.items)[next].start < done)
            next++;
    }
    /* The merged list stands behind the closed ones. */
    struct wikitext_range *ranges = work->ranges.items;
    size_t rest = closed - next, merged = work->ranges.count - closed;
    for (size_t i = 0; i < rest; i++) {
        struct wikitext_range *copy = wikitext_array_push(&work->ranges, sizeof *copy);
        if (copy == NULL)
            return error_no_memory(error, "the tables of a page");
        ranges = work->ranges.items;
        *copy = ranges[next + i];
    }
    memmove(ranges, ranges + closed, (merged + rest) * sizeof *ranges);
    work->ranges.count = merged + rest;
    return STATUS_OK;
}

/* Behind the attributes of a cell that begins at `at`: a single '|' outside of links. */
static const unsigned char *skip_attributes(const unsigned char *at, const unsigned char *end) {
    const unsigned char *begin = at;
    for (; at < end && *at != '\n' && *at != '[' && *at != MARK_DROPPED; at++) {
        if (*at == '|')
            return end - at > 1 && at[1] == '|' ? begin : at + 1;
    }
    return begin;
}

/* Writes the cells of the table at [at, end) to `to`, each a paragraph; never more than was read.
 */
static unsigned char *write_cells(unsigned char *to, const unsigned char *at,
                                  const unsigned char *end) {
    while (at < end) {
        const unsigned char *last = wikitext_line_end(at, end);
        const unsigned char *first = wikitext_skip_blanks(at, last);
        unsigned char begin = first < last ? *first : '\0';
        unsigned char second = last - first > 1 ? first[1] : '\0';
        if ((begin == '{' && second == '|') || (begin == '|' && (second == '-' || second == '}'))) {
            at = last + 1;
            continue;
        }
        bool cell = begin == '|' || begin == '!';
        at = cell ? first + 1 + (second == '+') : at;
        while (at < last) {
            if (cell) {
                *to++ = '\n';
                at = wikitext_skip_blanks(skip_attributes(at, last), last);
            }
            while (at < last && !(cell && last - at > 1 && at[0] == at[1] &&
                                  (*at == '|' || (*at == '!' && begin == '!'))))
                *to++ = *at++;
            if (at < last) {
                at += 2;
                *to++ = '\n';
            }
        }
        if (last < end)
            *to++ = '\n';
        at = last + 1;
    }
    return to;
}

static void keep_cells(struct wikitext_work *work) {
    const struct wikitext_range *ranges = work->ranges.items;
    unsigned char *data = work->first.data;
    size_t to = ranges[0].start;
    for (size_t i = 0; i < work->ranges.count; i++) {
        size_t from = ranges[i].end;
        size_t end = i + 1 < work->ranges.count ? ranges[i + 1].start : work->first.size;
        to = (size_t)(write_cells(data + to, data + ranges[i].start, data + from) - data);
        memmove(data + to, data + from, end - from);
        to += end - from;
    }
    work->first.size = to;
}

enum status wikitext_drop_tables(struct wikitext_work *work, struct error *error) {
    work->ranges.count = 0;
    work->starts.count = 0;
    const unsigned char *data = work->first.data;
    if (wikitext_find_pair(data, data + work->first.size, '{', '|') == NULL)
        return STATUS_OK;
    enum status status = find_tables(work, error);
    if (status == STATUS_OK && work->starts.count > 0)
        status = end_open_tables(work, error);
    if (status != STATUS_OK || work->ranges.count == 0)
        return status;
    if (work->options->tables)
        keep_cells(work);
    else
        wikitext_cut_ranges(work, &work->first, MARK_TABLE);
    return STATUS_OK;
}
