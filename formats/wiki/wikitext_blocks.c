#include "formats/wiki/wikitext_blocks.h"

#include "formats/wiki/wikitext_scan.h"

enum block_kind {
    BLOCK_PARAGRAPH,
    BLOCK_INDENTED,
    BLOCK_ITEM,
    BLOCK_TERM,
    BLOCK_DEFINITION,
    BLOCK_CODE
};

struct block_writer {
    struct wikitext_work *work;
    struct buffer *text;
    bool open; /* a paragraph has lines already */
    enum block_kind kind;
    size_t start;   /* of the paragraph, in text */
    bool linked;    /* it is an item that reads as one of a list of links */
    bool defining;  /* lines with ':' are definitions of a term */
    bool fresh;     /* nothing since the last heading */
    size_t skipped; /* level of the heading of a section that is left out; 0: none */
    size_t intro;   /* behind the line end of a paragraph that ends in ':'; 0: none */
    size_t intro_start;
    bool lost; /* something was left out since */
    bool french;
};

/* CJK: no space comes between lines. */
static bool is_wide(const unsigned char *at) {
    return at[0] >= 0xE3 && at[0] <= 0xEF && !(at[0] >= 0xEA && at[0] <= 0xED);
}

static bool joins_without_space(const unsigned char *text, size_t size, const unsigned char *at,
                                const unsigned char *end) {
    return size >= 3 && end - at >= 3 && is_wide(at) && is_wide(text + size - 3);
}

/*
 * A hole that looks like a note: glued to the word or stop before it, with a space or punctuation
 * behind, or glued to the first word of a paragraph. What carries text stands among spaces.
 */
static bool is_note(const unsigned char *text, size_t at, size_t size) {
    size_t before = at, behind = at + 1;
    while (before > 0 && text[before - 1] == MARK_DROPPED)
        before--;
    while (behind < size && (text[behind] == MARK_DROPPED || text[behind] == MARK_HOLE))
        behind++;
    unsigned char left = before == 0 ? '\0' : text[before - 1];
    unsigned char right = behind == size ? '\0' : text[behind];
    if (left == '\0')
        return right != ' ' && right != '\0' && strchr(",.;:)", right) == NULL;
    if (before >= 3 && is_wide(text + before - 3) && left >= 0x80)
        return wikitext_ends_sentence(text, before);
    return left != ' ' && left != '(' && left != '"' && left != '-' && left != '/' &&
           (right == '\0' || strchr(" ,.;:)!?\"", right) != NULL);
}

static void forget_notes(unsigned char *text, size_t size) {
    for (size_t at = 0; at < size; at++) {
        unsigned char *found = memchr(text + at, MARK_HOLE, size - at);
        if (found == NULL)
            return;
        at = (size_t)(found - text);
        if (is_note(text, at, size))
            *found = MARK_DROPPED;
    }
}

/* Puts U+FFFC for each hole. There is room: see wikitext_blocks. */
static size_t show_holes(unsigned char *text, size_t size) {
    size_t holes = 0;
    for (size_t i = 0; i < size; i++)
        holes += text[i] == MARK_HOLE;
    size_t to = size + 2 * holes;
    for (size_t at = size; to > at;) {
        at--;
        if (text[at] == MARK_HOLE) {
            text[--to] = 0xBC;
            text[--to] = 0xBF;
            text[--to] = 0xEF;
        } else {
            text[--to] = text[at];
        }
    }
    return size + 2 * holes;
}

static bool has_letters(const unsigned char *text, size_t size) {
    for (size_t i = 0; i < size; i++) {
        if (text[i] >= 0x80 || wikitext_is_letter(text[i]) || wikitext_is_digit(text[i]))
            return true;
    }
    return false;
}

/* Words, or what counts like them where there are no spaces; no more than `enough` are counted. */
static bool has_words(const unsigned char *text, size_t size, size_t enough) {
    size_t words = 1, wide = 0;
    for (size_t i = 0; i < size && words + wide / 6 < enough; i++) {
        words += text[i] == ' ';
        wide += text[i] >= 0xE3;
    }
    return words + wide / 2 >= enough;
}

static bool is_prose(const struct block_writer *writer, const unsigned char *text, size_t size) {
    enum wikitext_lists lists = writer->work->options->lists;
    bool sentence = wikitext_ends_sentence(text, size) && has_words(text, size, 3);
    switch (writer->kind) {
    case BLOCK_PARAGRAPH:
        return true;
    case BLOCK_CODE:
        return sentence && has_words(text, size, 5);
    case BLOCK_INDENTED:
        return sentence || (!writer->linked && has_words(text, size, 3));
    case BLOCK_ITEM:
        return lists == WIKITEXT_LISTS_ALL ||
               (lists == WIKITEXT_LISTS_PROSE &&
                (sentence || (!writer->linked && has_words(text, size, 2))));
    case BLOCK_DEFINITION:
        return lists == WIKITEXT_LISTS_ALL || (lists == WIKITEXT_LISTS_PROSE && sentence);
    default:
        return lists == WIKITEXT_LISTS_ALL;
    }
}

/* Drops the sentence that ended in ':' when nothing of what it announced has come. */
static void settle_intro(struct block_writer *writer, bool announced) {
    if (writer->intro != 0 && !announced && writer->lost && writer->text->size >= writer->intro &&
        writer->work->options->holes == WIKITEXT_HOLES_DROP_SENTENCE) {
        unsigned char *text = writer->text->data + writer->intro_start;
        size_t size = writer->intro - 1 - writer->intro_start;
        size_t keep = wikitext_last_sentence(text, size);
        while (keep > 0 && text[keep - 1] == ' ')
            keep--;
        size_t from = keep == 0 ? writer->intro_start : writer->intro_start + keep + 1;
        if (keep > 0)
            text[keep] = '\n';
        size_t rest = writer->text->size - writer->intro;
        memmove(writer->text->data + from, writer->text->data + writer->intro, rest);
        writer->text->size = from + rest;
        writer->start -= writer->intro - from;
    }
    writer->intro = 0;
}

/* Finishes the text from writer->start on; its size afterwards, 0 when nothing of it stays. */
static size_t finish(struct block_writer *writer) {
    const struct wikitext_options *options = writer->work->options;
    unsigned char *text = writer->text->data + writer->start;
    size_t size = writer->text->size - writer->start;
    bool keep = options->holes != WIKITEXT_HOLES_KEEP;
    if (keep)
        forget_notes(text, size);
    size = wikitext_repair(text, size, keep, writer->french);
    if (options->holes == WIKITEXT_HOLES_DROP_SENTENCE)
        size = wikitext_drop_holes(text, size, &writer->work->counts->dropped_sentences);
    if (!has_letters(text, size) || !is_prose(writer, text, size))
        return 0;
    return options->holes == WIKITEXT_HOLES_MARK ? show_holes(text, size) : size;
}

static void end_paragraph(struct block_writer *writer) {
    if (!writer->open)
        return;
    writer->open = false;
    size_t size = finish(writer);
    if (size == 0) {
        writer->text->size = writer->start;
        writer->lost = true;
        return;
    }
    writer->text->size = writer->start + size;
    writer->text->data[writer->text->size++] = '\n';
    settle_intro(writer, writer->kind != BLOCK_PARAGRAPH);
    const unsigned char *last = writer->text->data + writer->text->size - 1;
    if (writer->kind == BLOCK_PARAGRAPH &&
        (last[-1] == ':' || (size >= 3 && memcmp(last - 3, "：", 3) == 0))) {
        writer->intro = writer->text->size;
        writer->intro_start = writer->start;
    }
    writer->lost = false;
    writer->fresh = false;
}

static void add_line(struct block_writer *writer, enum block_kind kind, const unsigned char *at,
                     const unsigned char *end) {
    struct buffer *text = writer->text;
    if (writer->open && writer->kind != kind)
        end_paragraph(writer);
    if (!writer->open) {
        writer->open = true;
        writer->kind = kind;
        writer->linked = false;
        writer->start = text->size;
    } else if (!joins_without_space(text->data, text->size, at, end)) {
        text->data[text->size++] = ' ';
    }
    memcpy(text->data + text->size, at, (size_t)(end - at));
    text->size += (size_t)(end - at);
}

static void heading(struct block_writer *writer, const unsigned char *at,
                    const unsigned char *end) {
    end_paragraph(writer);
    settle_intro(writer, false);
    while (end > at && end[-1] != '=')
        end--;
    size_t level = wikitext_run(at, end, '='), behind = 0;
    while (behind < level && end[-1 - (ptrdiff_t)behind] == '=')
        behind++;
    level = behind < level ? behind : level;
    if ((size_t)(end - at) <= 2 * level)
        level = (size_t)(end - at - 1) / 2;
    struct view title = wikitext_trim(at + level, end - level);
    writer->fresh = true;
    writer->defining = false;
    writer->lost = false;
    if (writer->skipped != 0 && level > writer->skipped)
        return;
    writer->skipped = 0;
    if (!writer->work->options->reference_sections && wikitext_is_reference_section(title)) {
        writer->skipped = level;
        return;
    }
    if (writer->work->options->headings && title.size > 0) {
        add_line(writer, BLOCK_PARAGRAPH, title.data, title.data + title.size);
        end_paragraph(writer);
        writer->intro = 0;
        writer->fresh = true;
    }
}

/* A line that begins with list characters at `at`. */
static void list_line(struct block_writer *writer, const unsigned char *at,
                      const unsigned char *end) {
    const unsigned char *prefix = at;
    end_paragraph(writer);
    while (at < end && (strchr("*#:;", *at) != NULL || *at == MARK_HATNOTE) && *at != '\0')
        at++;
    unsigned char last = at[-1];
    bool hatnote = *prefix == MARK_HATNOTE;
    enum block_kind kind = BLOCK_ITEM;
    if (last == ';') {
        kind = BLOCK_TERM;
        const unsigned char *colon = memmem(at, (size_t)(end - at), " : ", 3);
        writer->defining = true;
        if (colon != NULL && writer->work->options->lists != WIKITEXT_LISTS_ALL) {
            kind = BLOCK_DEFINITION;
            at = colon + 3;
        }
    } else if ((last == ':' || hatnote) && memchr(prefix, '*', (size_t)(at - prefix)) == NULL &&
               memchr(prefix, '#', (size_t)(at - prefix)) == NULL) {
        kind = writer->defining ? BLOCK_DEFINITION : BLOCK_INDENTED;
    } else {
        writer->defining = false;
    }
    if (hatnote && writer->fresh)
        return;
    add_line(writer, kind, at, end);
    writer->linked = memchr(at, MARK_LINK, (size_t)(end - at)) != NULL;
    end_paragraph(writer);
}

/* Does a line that begins with '|' belong to a table or template that has lost its begin? */
static bool is_leftover(const unsigned char *at, const unsigned char *end) {
    return *at == '|' && (end - at == 1 || strchr(" -}+|", at[1]) != NULL);
}

static void line(struct block_writer *writer, const unsigned char *at, const unsigned char *end) {
    const unsigned char *first = at;
    while (first < end && *first < '\t' && *first != MARK_HATNOTE) {
        if (*first == MARK_TABLE)
            writer->lost = true;
        first++;
    }
    if (wikitext_skip_blanks(first, end) == end) {
        end_paragraph(writer);
        return;
    }
    if (*first == '=' && wikitext_is_heading(first, end)) {
        heading(writer, first, end);
        return;
    }
    if (writer->skipped != 0)
        return;
    if (*first == MARK_HATNOTE || strchr("*#:;", *first) != NULL) {
        list_line(writer, first, end);
        return;
    }
    if (end - first >= 4 && memcmp(first, "----", 4) == 0) {
        end_paragraph(writer);
        at = first + wikitext_run(first, end, '-');
    } else if (is_leftover(first, end)) {
        end_paragraph(writer);
        writer->lost = true;
        return;
    }
    writer->defining = false;
    add_line(writer, *at == ' ' ? BLOCK_CODE : BLOCK_PARAGRAPH, at, end);
}

enum status wikitext_blocks(struct wikitext_work *work, struct buffer *text, struct error *error) {
    const unsigned char *at = work->second.data, *end = at + work->second.size;
    struct block_writer writer = {
        .work = work,
        .text = text,
        .fresh = true,
        .french = strncmp(work->site->language, "fr", 2) == 0,
    };
    /* Lines keep their sizes at the most, but for U+FFFC, two bytes longer than a mark. */
    size_t more = work->second.size + 64;
    if (work->options->holes == WIKITEXT_HOLES_MARK)
        more += 2 * work->second.size;
    enum status status = buffer_reserve(text, more, error);
    if (status != STATUS_OK)
        return status;
    while (at < end) {
        const unsigned char *last = wikitext_line_end(at, end);
        line(&writer, at, last);
        at = last + 1;
    }
    end_paragraph(&writer);
    writer.lost = true;
    settle_intro(&writer, false);
    return STATUS_OK;
}
