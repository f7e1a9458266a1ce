#include "tokenizer/text/sentence_splitter.h"

#include <string.h>

#include "tokenizer/text/sentence_length.h"
#include "tokenizer/text/sentence_span.h"

enum status sentence_splitter_init(struct sentence_splitter *splitter,
                                   const struct sentence_language *language, size_t max_characters,
                                   struct error *error) {
    *splitter = (struct sentence_splitter){.max_characters = max_characters};
    splitter->filter.table = sentence_table_extended();
    splitter->filter.habits = language->habits;
    return sentence_words_init(&splitter->filter.words, language, error);
}

void sentence_splitter_release(struct sentence_splitter *splitter) {
    sentence_words_release(&splitter->filter.words);
}

void sentence_cursor_init(struct sentence_cursor *cursor, const struct sentence_splitter *splitter,
                          struct view paragraph) {
    *cursor = (struct sentence_cursor){.splitter = splitter, .text = paragraph};
}

/* The ASCII mark that ends sentences in this language only, or 0. */
static unsigned char own_mark(unsigned habits) {
    if ((habits & SENTENCE_SEMICOLON_ASKS) != 0)
        return ';';
    return (habits & SENTENCE_COLON_ENDS) != 0 ? ':' : 0;
}

/*
 * The next character of interest at or behind `at`. `ahead` is the rules' next event as found
 * before: it is looked for again only when `at` has passed it, so that time stays linear.
 */
static struct sentence_character next_event(const struct sentence_cursor *cursor, size_t at,
                                            struct sentence_character *ahead) {
    if (ahead->at < at || ahead->end == 0)
        *ahead = sentence_rules_event(cursor->splitter->filter.table, cursor->text, at);
    unsigned char mark = own_mark(cursor->splitter->filter.habits);
    if (mark == 0)
        return *ahead;
    const unsigned char *found = memchr(cursor->text.data + at, mark, ahead->at - at);
    if (found == NULL)
        return *ahead;
    size_t offset = (size_t)(found - cursor->text.data);
    return (struct sentence_character){offset, offset + 1, mark, SENTENCE_STERM};
}

static bool is_boundary(struct sentence_cursor *cursor, struct sentence_mark *mark) {
    if (!mark->boundary && !mark->lower)
        return false;
    sentence_span_give_back(cursor, mark);
    sentence_span_take_loose(cursor, mark);
    const struct sentence_candidate candidate = {cursor->text, cursor->start, mark};
    if (!sentence_filter_keeps(&cursor->splitter->filter, &candidate))
        return false;
    return mark->separator || !sentence_span_holds(cursor, mark);
}

/* Where the sentence that begins at cursor->start ends, white space behind it included. */
static size_t find_end(struct sentence_cursor *cursor) {
    struct sentence_character ahead = {0, 0, 0, 0};
    size_t at = cursor->start;
    for (;;) {
        struct sentence_character event = next_event(cursor, at, &ahead);
        if (event.at == cursor->text.size)
            return event.at;
        if ((event.value & (SENTENCE_QUOTE | SENTENCE_BRACKET)) != 0) {
            sentence_span_notice(cursor, event);
        } else {
            struct sentence_mark mark =
                sentence_rules_mark(cursor->splitter->filter.table, cursor->text, event);
            if (is_boundary(cursor, &mark))
                return mark.next;
        }
        at = event.end;
    }
}

static bool is_white(enum sentence_class class) {
    return class == SENTENCE_SP || class == SENTENCE_SEP || class == SENTENCE_CR ||
           class == SENTENCE_LF;
}

static size_t skip_white(const struct sentence_table *table, struct view text, size_t start,
                         size_t end) {
    while (start < end) {
        struct sentence_character first = sentence_character_at(table, text, start);
        if (!is_white(sentence_class_of(first.value)))
            break;
        start = first.end;
    }
    return start;
}

static size_t drop_white(const struct sentence_table *table, struct view text, size_t start,
                         size_t end) {
    while (start < end) {
        struct sentence_character last = sentence_character_before(table, text, end);
        if (!is_white(sentence_class_of(last.value)))
            break;
        end = last.at;
    }
    return end;
}

bool sentence_cursor_next(struct sentence_cursor *cursor, struct view *sentence, size_t *end) {
    const struct sentence_splitter *splitter = cursor->splitter;
    const struct sentence_table *table = splitter->filter.table;
    size_t most = splitter->max_characters;
    while (cursor->start < cursor->text.size) {
        if (cursor->limit <= cursor->start) {
            cursor->quotation.open = cursor->bracket.open = false;
            cursor->limit = find_end(cursor);
            cursor->last = drop_white(table, cursor->text, cursor->start, cursor->limit);
        }
        size_t first = skip_white(table, cursor->text, cursor->start, cursor->last);
        size_t last = cursor->last;
        if (most > 0 && last - first > most)
            last = sentence_length_cut(table, cursor->text, first, last, most);
        cursor->start = last == cursor->last ? cursor->limit : last;
        if (end != NULL)
            *end = cursor->start;
        last = drop_white(table, cursor->text, first, last);
        *sentence = (struct view){cursor->text.data + first, last - first};
        if (sentence->size > 0)
            return true;
    }
    return false;
}
