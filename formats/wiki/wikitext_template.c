#include <stdlib.h>

#include "formats/wiki/template_expand.h"
#include "formats/wiki/wikitext_preprocess.h"
#include "formats/wiki/wikitext_scan.h"

/*
 * Calls nested deeper than this become nothing: MediaWiki itself stops at 40. It bounds the work,
 * since what is inside is read again at each level.
 */
#define DEEPEST 100

/* What can stand before a call on its line that stands alone all the same, in bytes. */
#define LONGEST_MARGIN 64

/* Words in front of a template's name that say how, not what. */
static const char *const MODIFIERS[] = {"subst:", "safesubst:", "msg:", "msgnw:", "raw:"};

static struct view without_modifiers(const struct wiki_site *site, struct view name) {
    bool again = true;
    while (again) {
        again = false;
        const unsigned char *end = name.data + name.size;
        for (size_t i = 0; i < sizeof MODIFIERS / sizeof MODIFIERS[0]; i++) {
            if (wikitext_has_prefix(name.data, end, MODIFIERS[i])) {
                name = wikitext_trim(name.data + strlen(MODIFIERS[i]), end);
                again = true;
                break;
            }
        }
    }
    const unsigned char *colon =
        name.size == 0 || name.data[0] == '#' ? NULL : memchr(name.data, ':', name.size);
    if (colon != NULL) {
        struct view prefix = {name.data, (size_t)(colon - name.data)};
        if (wiki_site_is_template(site, prefix))
            name = wikitext_trim(colon + 1, name.data + name.size);
    }
    return name;
}

/* Underscores up to a colon are spaces: what follows one belongs to a parser function. */
static void spaces_for_underscores(unsigned char *at, const unsigned char *end) {
    for (; at < end && *at != ':'; at++) {
        if (*at == '_')
            *at = ' ';
    }
}

static struct view without_marks(const unsigned char *at, const unsigned char *end) {
    while (at < end && *at == MARK_DROPPED)
        at++;
    while (at < end && end[-1] == MARK_DROPPED)
        end--;
    return (struct view){at, (size_t)(end - at)};
}

/* The parts from top->first_part on as a call; the output is not touched meanwhile. */
static enum status make_call(struct wikitext_work *work, const struct wikitext_brace *top,
                             struct template_call *call, struct error *error) {
    const struct wikitext_part *parts = work->parts.items;
    unsigned char *data = work->first.data;
    size_t last = work->parts.count - 1;
    work->arguments.count = 0;
    for (size_t i = top->first_part; i <= last; i++) {
        size_t end = i == last ? work->first.size : parts[i + 1].start - 1;
        if (i == top->first_part) {
            spaces_for_underscores(data + parts[i].start, data + end);
            call->name =
                without_modifiers(work->site, wikitext_trim(data + parts[i].start, data + end));
            continue;
        }
        struct template_argument *argument =
            wikitext_array_push(&work->arguments, sizeof *argument);
        if (argument == NULL)
            return error_no_memory(error, "the arguments of a template");
        if (parts[i].equals == 0) {
            argument->name = (struct view){NULL, 0};
            argument->value = without_marks(data + parts[i].start, data + end);
        } else {
            argument->name = wikitext_trim(data + parts[i].start, data + parts[i].equals);
            argument->value = wikitext_trim(data + parts[i].equals + 1, data + end);
        }
    }
    call->arguments = work->arguments.items;
    call->count = work->arguments.count;
    call->site = work->site;
    call->page = work->page;
    return STATUS_OK;
}

/* Is there nothing but templates and marks on the line or lines of the call? */
static bool stands_alone(const struct wikitext_work *work, size_t open, const unsigned char *after,
                         const unsigned char *end) {
    const unsigned char *data = work->first.data;
    if (work->braces.count > 1)
        return false;
    size_t limit = open > LONGEST_MARGIN ? open - LONGEST_MARGIN : 0;
    while (open > limit && (wikitext_is_blank(data[open - 1]) || data[open - 1] < MARK_TABLE))
        open--;
    after = wikitext_skip_blanks(after, end);
    return (open == limit || data[open - 1] == '\n') &&
           (after == end || *after == '\n' ||
            (*after == '{' && end - after > 1 && after[1] == '{'));
}

/* Expands the call into work->scratch. */
static enum status expand(struct wikitext_work *work, const struct wikitext_brace *top, bool alone,
                          struct error *error) {
    struct template_call call = {.count = 0};
    size_t size = work->first.size - top->start;
    buffer_clear(&work->scratch);
    work->counts->templates++;
    if (work->braces.count > DEEPEST || size > work->budget) {
        work->budget_hit = work->budget_hit || size > work->budget;
        return wikitext_put(&work->scratch, MARK_DROPPED, error);
    }
    work->budget -= size;
    enum template_outcome outcome = TEMPLATE_NOTHING;
    enum status status = make_call(work, top, &call, error);
    if (status == STATUS_OK && call.name.size == 1 && call.name.data[0] == '!')
        return wikitext_put(&work->scratch, '|', error);
    if (status == STATUS_OK && call.name.size > 0 && !top->from_parameter)
        status = template_expand(&outcome, &work->scratch, &call, error);
    if (status != STATUS_OK || outcome == TEMPLATE_TEXT)
        return status;
    buffer_clear(&work->scratch);
    if (outcome == TEMPLATE_NOTHING || template_is_likely_furniture(&call, alone))
        return wikitext_put(&work->scratch, MARK_DROPPED, error);
    work->counts->holes++;
    if (work->counts->on_hole != NULL)
        work->counts->on_hole(work->counts->context, call.name);
    return wikitext_put(&work->scratch, MARK_HOLE, error);
}

/* The default of a parameter into work->scratch; a parameter without one is nothing. */
static enum status take_default(struct wikitext_work *work, const struct wikitext_brace *top,
                                struct error *error) {
    const struct wikitext_part *parts = work->parts.items;
    size_t count = work->parts.count - top->first_part;
    buffer_clear(&work->scratch);
    if (count < 2)
        return wikitext_put(&work->scratch, MARK_DROPPED, error);
    size_t start = parts[top->first_part + 1].start;
    size_t end = count == 2 ? work->first.size : parts[top->first_part + 2].start - 1;
    return buffer_append(&work->scratch, work->first.data + start, end - start, error);
}

enum status wikitext_close_braces(struct wikitext_work *work, size_t count,
                                  const unsigned char *after, const unsigned char *end,
                                  struct error *error) {
    struct wikitext_brace *top = wikitext_top_brace(work);
    struct buffer *out = &work->first;
    size_t open = top->start + top->count - count;
    enum status status;
    if (count == 3)
        status = take_default(work, top, error);
    else
        status =
            expand(work, top, top->count == 2 && stands_alone(work, top->start, after, end), error);
    if (status != STATUS_OK)
        return status;
    out->size = open;
    status = buffer_append(out, work->scratch.data, work->scratch.size, error);
    if (status != STATUS_OK)
        return status;
    top->count -= count;
    work->parts.count = top->first_part;
    if (top->count >= 2) {
        struct wikitext_part *part = wikitext_array_push(&work->parts, sizeof *part);
        if (part == NULL)
            return error_no_memory(error, "the parts of a template");
        *part = (struct wikitext_part){open, 0};
    } else {
        work->braces.count--;
        top = wikitext_top_brace(work);
    }
    if (count == 3 && top != NULL && !top->bracket && work->parts.count - top->first_part == 1)
        top->from_parameter = true;
    return STATUS_OK;
}

/* Where a template that was never closed ends: see wikitext_cleaner.h. */
static size_t unclosed_end(const struct buffer *out, size_t start) {
    const unsigned char *at = out->data + start, *end = out->data + out->size;
    for (;; at++) {
        at = wikitext_line_end(at, end);
        if (end - at < 2 || wikitext_is_blank_line(at + 1, end) ||
            wikitext_is_heading(at + 1, end) || (end - at > 3 && memcmp(at, "\n'''", 4) == 0))
            break;
        /* A box closed by one brace. */
        if (at[1] == '}' && wikitext_is_blank_line(at + 2, end)) {
            at += 2;
            break;
        }
    }
    return (size_t)(at - out->data);
}

enum status wikitext_close_unclosed(struct wikitext_work *work, struct error *error) {
    const struct wikitext_brace *braces = work->braces.items;
    struct buffer *out = &work->first;
    size_t done = 0;
    work->ranges.count = 0;
    for (size_t i = 0; i < work->braces.count; i++) {
        if (braces[i].bracket)
            continue;
        work->counts->unclosed++;
        if (braces[i].start < done)
            continue;
        struct wikitext_range *range = wikitext_array_push(&work->ranges, sizeof *range);
        if (range == NULL)
            return error_no_memory(error, "the templates of a page");
        done = unclosed_end(out, braces[i].start);
        *range = (struct wikitext_range){braces[i].start, done};
    }
    wikitext_cut_ranges(work, out, MARK_DROPPED);
    work->braces.count = 0;
    work->parts.count = 0;
    return STATUS_OK;
}
