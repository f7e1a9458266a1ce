#include "formats/wiki/wikitext_inline.h"

#include "formats/wiki/wikitext_scan.h"

/* Longest switch asked about, in bytes. */
#define LONGEST_SWITCH 80

/* The backslash is here because it differs from `|` in one bit, which saves a comparison. */
static const unsigned char STOPS[256] = {
    ['\n'] = 1, [MARK_BAR] = 1, ['&'] = 1, ['\''] = 1, ['<'] = 1, ['['] = 1,  ['\\'] = 1,
    [']'] = 1,  ['_'] = 1,      ['{'] = 1, ['|'] = 1,  ['}'] = 1, [0xC2] = 1, [0xE2] = 1,
};

const unsigned char *wikitext_inline_skip(const unsigned char *at, const unsigned char *end) {
    while (end - at >= (ptrdiff_t)sizeof(wikitext_vector)) {
        wikitext_vector bytes = wikitext_load(at);
        wikitext_vector brackets = (bytes | 0x20) - '{';
        wikitext_vector quotes = bytes - '&', lines = bytes - '\n';
        size_t hit = wikitext_first_hit(
            (wikitext_vector)((brackets <= 2) | (quotes <= 1) | (lines <= 1) | (bytes == '<') |
                              (bytes == '_') | ((bytes & 0xDF) == 0xC2)));
        at += hit;
        if (hit < sizeof bytes)
            return at;
    }
    return wikitext_skip(at, end, STOPS, 1);
}

void wikitext_cut_output(struct wikitext_scanner *scanner, size_t start) {
    struct wikitext_quotes *quotes = &scanner->quotes;
    scanner->size = start;
    if (scanner->line > start)
        scanner->line = start;
    if (quotes->after_letter != WIKITEXT_NOWHERE && quotes->after_letter > start)
        quotes->after_letter = WIKITEXT_NOWHERE;
    if (quotes->after_word != WIKITEXT_NOWHERE && quotes->after_word > start)
        quotes->after_word = WIKITEXT_NOWHERE;
    if (quotes->after_space != WIKITEXT_NOWHERE && quotes->after_space > start)
        quotes->after_space = WIKITEXT_NOWHERE;
    if (quotes->last != WIKITEXT_NOWHERE && quotes->last > start)
        quotes->last = start;
}

static void put_captions(struct wikitext_scanner *scanner) {
    struct buffer *captions = &scanner->work->captions;
    wikitext_write(scanner, captions->data, captions->size);
    buffer_clear(captions);
}

enum status wikitext_inline_end_line(struct wikitext_scanner *scanner, bool paragraph,
                                     struct error *error) {
    wikitext_inline_end_quotes(scanner);
    if (scanner->work->opens.count > 0) {
        enum status status = wikitext_inline_end_links(scanner, paragraph, error);
        if (status != STATUS_OK)
            return status;
    }
    wikitext_write_byte(scanner, '\n');
    if (paragraph || scanner->poem)
        wikitext_write_byte(scanner, '\n');
    if (scanner->work->captions.size > 0)
        put_captions(scanner);
    scanner->line = scanner->size;
    scanner->linked = false;
    return STATUS_OK;
}

static bool is_plain_space(uint32_t value) {
    return value == 0xA0 || (value >= 0x2000 && value <= 0x200A) || value == 0x202F ||
           value == 0x205F || value == '\t' || value == '\n';
}

static void write_character(struct wikitext_scanner *scanner, uint32_t value) {
    if (is_plain_space(value)) {
        wikitext_write_byte(scanner, ' ');
    } else if (value < 0x80) {
        wikitext_write_byte(scanner, wikitext_protect((unsigned char)value));
    } else if (value < 0x800) {
        /* A soft hyphen shows nothing in a line. */
        if (value == 0xAD)
            return;
        wikitext_write_byte(scanner, (unsigned char)(0xC0 | value >> 6));
        wikitext_write_byte(scanner, (unsigned char)(0x80 | (value & 0x3F)));
    } else if (value < 0x10000) {
        if (value == 0x200E || value == 0x200F)
            return;
        wikitext_write_byte(scanner, (unsigned char)(0xE0 | value >> 12));
        wikitext_write_byte(scanner, (unsigned char)(0x80 | (value >> 6 & 0x3F)));
        wikitext_write_byte(scanner, (unsigned char)(0x80 | (value & 0x3F)));
    } else {
        wikitext_write_byte(scanner, (unsigned char)(0xF0 | value >> 18));
        wikitext_write_byte(scanner, (unsigned char)(0x80 | (value >> 12 & 0x3F)));
        wikitext_write_byte(scanner, (unsigned char)(0x80 | (value >> 6 & 0x3F)));
        wikitext_write_byte(scanner, (unsigned char)(0x80 | (value & 0x3F)));
    }
}

static void copy_byte(struct wikitext_scanner *scanner) {
    wikitext_write_byte(scanner, *scanner->at++);
}

static void read_reference(struct wikitext_scanner *scanner) {
    const unsigned char *next;
    uint32_t value = wikitext_entity_read(scanner->at, scanner->end, &next);
    if (value == 0) {
        copy_byte(scanner);
        return;
    }
    scanner->at = next;
    write_character(scanner, value);
}

/* A no-break space (C2 A0), or one of those from U+2000 to U+205F: plain spaces. */
static void read_space(struct wikitext_scanner *scanner) {
    const unsigned char *at = scanner->at;
    size_t left = (size_t)(scanner->end - at);
    if (at[0] == 0xC2 && left >= 2 && at[1] == 0xA0) {
        scanner->at += 2;
        wikitext_write_byte(scanner, ' ');
    } else if (at[0] == 0xE2 && left >= 3 &&
               ((at[1] == 0x80 && (at[2] <= 0x8A || at[2] == 0xAF)) ||
                (at[1] == 0x81 && at[2] == 0x9F))) {
        scanner->at += 3;
        wikitext_write_byte(scanner, ' ');
    } else {
        copy_byte(scanner);
    }
}

static void read_switch(struct wikitext_scanner *scanner) {
    const unsigned char *at = scanner->at;
    size_t left = (size_t)(scanner->end - at), run = wikitext_run(at, scanner->end, '_');
    size_t limit = left < LONGEST_SWITCH ? left : LONGEST_SWITCH;
    const unsigned char *last = run == 2 && limit > 4 ? memmem(at + 2, limit - 2, "__", 2) : NULL;
    struct view word = {at, last == NULL ? 0 : (size_t)(last + 2 - at)};
    if (last != NULL && wiki_site_is_switch(scanner->work->site, word)) {
        scanner->at = last + 2;
        return;
    }
    wikitext_write(scanner, at, run);
    scanner->at += run;
}

static enum status read_line_end(struct wikitext_scanner *scanner, struct error *error) {
    const unsigned char *at = ++scanner->at;
    bool paragraph = scanner->work->opens.count > 0 && (wikitext_is_blank_line(at, scanner->end) ||
                                                        wikitext_is_heading(at, scanner->end));
    return wikitext_inline_end_line(scanner, paragraph, error);
}

static enum status read_markup(struct wikitext_scanner *scanner, struct error *error) {
    size_t run;
    switch (*scanner->at) {
    case '\n':
        return read_line_end(scanner, error);
    case '[':
        return wikitext_inline_open(scanner, error);
    case ']':
        wikitext_inline_close(scanner);
        return STATUS_OK;
    case '<':
        return wikitext_inline_tag(scanner, error);
    case '\'':
        if (scanner->end - scanner->at > 1 && scanner->at[1] == '\'')
            wikitext_inline_quotes(scanner);
        else
            copy_byte(scanner);
        return STATUS_OK;
    case '&':
        read_reference(scanner);
        return STATUS_OK;
    case '_':
        read_switch(scanner);
        return STATUS_OK;
    case MARK_BAR:
    case '|':
        wikitext_inline_bar(scanner);
        return STATUS_OK;
    case '{':
    case '}':
        /* Two or more belong to a template that is not closed, or not open. */
        run = wikitext_run(scanner->at, scanner->end, *scanner->at);
        if (run == 1)
            wikitext_write_byte(scanner, *scanner->at);
        scanner->at += run;
        return STATUS_OK;
    default:
        read_space(scanner);
        return STATUS_OK;
    }
}

enum status wikitext_inline(struct wikitext_work *work, struct error *error) {
    struct wikitext_scanner scanner = {
        .work = work,
        .at = work->first.data,
        .end = work->first.data + work->first.size,
        .line_break = WIKITEXT_NOWHERE,
        .quotes = {0, 0, WIKITEXT_NOWHERE, WIKITEXT_NOWHERE, WIKITEXT_NOWHERE, WIKITEXT_NOWHERE,
                   WIKITEXT_NOWHERE},
    };
    buffer_clear(&work->second);
    buffer_clear(&work->captions);
    work->opens.count = 0;
    /* A line end becomes two at the most, and no markup becomes longer than it was. */
    enum status status = buffer_reserve(&work->second, 2 * work->first.size + 64, error);
    if (status != STATUS_OK || work->first.size == 0)
        return status;
    scanner.data = work->second.data;
    while (status == STATUS_OK && scanner.at < scanner.end) {
        const unsigned char *stop = wikitext_inline_skip(scanner.at, scanner.end);
        wikitext_write(&scanner, scanner.at, (size_t)(stop - scanner.at));
        scanner.at = stop;
        if (stop < scanner.end)
            status = read_markup(&scanner, error);
    }
    if (status == STATUS_OK)
        status = wikitext_inline_end_line(&scanner, true, error);
    work->second.size = scanner.size;
    return status;
}
