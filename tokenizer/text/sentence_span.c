#include "tokenizer/text/sentence_span.h"

static bool is_space(enum sentence_class class) {
    return class == SENTENCE_SP || class == SENTENCE_SEP || class == SENTENCE_CR ||
           class == SENTENCE_LF;
}

static bool is_letter_or_digit(enum sentence_class class) {
    return class == SENTENCE_UPPER || class == SENTENCE_LOWER || class == SENTENCE_OLETTER ||
           class == SENTENCE_NUMERIC;
}

/* The class of the neighbour, SENTENCE_SEP beyond either end. */
static enum sentence_class class_before(const struct sentence_cursor *cursor, size_t at) {
    const struct sentence_table *table = cursor->splitter->filter.table;
    return at == 0 ? SENTENCE_SEP
                   : sentence_class_of(sentence_character_before(table, cursor->text, at).value);
}

static enum sentence_class class_behind(const struct sentence_cursor *cursor, size_t at) {
    const struct sentence_table *table = cursor->splitter->filter.table;
    return at == cursor->text.size
               ? SENTENCE_SEP
               : sentence_class_of(sentence_character_at(table, cursor->text, at).value);
}

/* In Hebrew, and for inches, the mark belongs to a word. */
static bool is_inside_word(const struct sentence_cursor *cursor,
                           struct sentence_character character) {
    return character.code_point == '"' && is_letter_or_digit(class_before(cursor, character.at)) &&
           is_letter_or_digit(class_behind(cursor, character.end));
}

static bool may_open(const struct sentence_cursor *cursor, struct sentence_character character) {
    if ((character.value & SENTENCE_OPENER) != 0)
        return true;
    enum sentence_class before = class_before(cursor, character.at);
    enum sentence_class behind = class_behind(cursor, character.end);
    switch (character.code_point) {
    case '"':
    case 0x00AB: /* as in French, or as in Danish */
    case 0x00BB:
    case 0x201C: /* as in English, or as in German */
    case 0x201D: /* as in Swedish */
        break;
    default:
        return false; /* only closes */
    }
    if (character.code_point == 0x201C || character.code_point == 0x00AB)
        return !is_letter_or_digit(before) || !is_space(behind);
    return is_space(before) || (!is_letter_or_digit(before) && before != SENTENCE_ATERM &&
                                before != SENTENCE_STERM && is_letter_or_digit(behind));
}

static bool closes(uint32_t opener, uint32_t code_point) {
    switch (opener) {
    case '"':
    case 0x201D:
        return code_point == opener;
    case 0x00AB:
        return code_point == 0x00BB;
    case 0x00BB:
        return code_point == 0x00AB || code_point == 0x00BB;
    case 0x201C:
        return code_point == 0x201D;
    case 0x201E:
        return code_point == 0x201C || code_point == 0x201D;
    case '(':
    case 0xFF08:
        return code_point == ')' || code_point == 0xFF09;
    case '[':
        return code_point == ']';
    default:
        return code_point == opener + 1; /* Chinese and Japanese pairs */
    }
}

/* Bytes that SENTENCE_SHORT_SPAN characters have at most. */
#define SPAN_BYTES ((size_t)SENTENCE_SHORT_SPAN * 4)

void sentence_span_notice(struct sentence_cursor *cursor, struct sentence_character character) {
    struct sentence_span *span =
        (character.value & SENTENCE_QUOTE) != 0 ? &cursor->quotation : &cursor->bracket;
    if (is_inside_word(cursor, character))
        return;
    if (span->open && closes(span->opener, character.code_point))
        span->open = false;
    else if ((!span->open || character.at - span->at > SPAN_BYTES) && may_open(cursor, character))
        *span = (struct sentence_span){true, character.code_point, character.at};
}

/* Whether the span is closed at or behind `at` and at most SENTENCE_SHORT_SPAN characters long. */
static bool is_short(const struct sentence_cursor *cursor, const struct sentence_span *span,
                     size_t at) {
    const struct sentence_table *table = cursor->splitter->filter.table;
    size_t characters = 0;
    size_t offset = span->at;
    while (offset < cursor->text.size && characters <= SENTENCE_SHORT_SPAN) {
        struct sentence_character character = sentence_character_at(table, cursor->text, offset);
        enum sentence_class class = sentence_class_of(character.value);
        if (class == SENTENCE_SEP || class == SENTENCE_CR || class == SENTENCE_LF)
            return false;
        if (offset > span->at && closes(span->opener, character.code_point) &&
            !is_inside_word(cursor, character))
            return offset >= at;
        characters++;
        offset = character.end;
    }
    return false;
}

bool sentence_span_holds(const struct sentence_cursor *cursor, const struct sentence_mark *mark) {
    return (cursor->quotation.open && is_short(cursor, &cursor->quotation, mark->next)) ||
           (cursor->bracket.open && is_short(cursor, &cursor->bracket, mark->next));
}

void sentence_span_take_loose(const struct sentence_cursor *cursor, struct sentence_mark *mark) {
    const struct sentence_table *table = cursor->splitter->filter.table;
    if (!cursor->quotation.open || mark->separator || mark->next == mark->space ||
        mark->next == cursor->text.size)
        return;
    struct sentence_character next = sentence_character_at(table, cursor->text, mark->next);
    if (!closes(cursor->quotation.opener, next.code_point) ||
        is_letter_or_digit(class_behind(cursor, next.end)))
        return;
    mark->space = mark->next = next.end;
    while (mark->next < cursor->text.size) {
        struct sentence_character space = sentence_character_at(table, cursor->text, mark->next);
        if (sentence_class_of(space.value) != SENTENCE_SP)
            break;
        mark->next = space.end;
    }
}

void sentence_span_give_back(const struct sentence_cursor *cursor, struct sentence_mark *mark) {
    const struct sentence_table *table = cursor->splitter->filter.table;
    bool open = cursor->quotation.open;
    if ((mark->mark.value & SENTENCE_WIDE) == 0)
        return;
    for (size_t at = mark->close; at < mark->space;) {
        struct sentence_character character = sentence_character_at(table, cursor->text, at);
        if (open && closes(cursor->quotation.opener, character.code_point)) {
            open = false;
        } else if (character.code_point == 0x201C || character.code_point == 0x2018) {
            mark->space = mark->next = at;
            mark->separator = false;
            return;
        }
        at = character.end;
    }
}
