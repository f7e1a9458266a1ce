#include "tokenizer/text/sentence_filter.h"

#include "tokenizer/text/sentence_abbreviation.h"

/* The longest thing that may stand before the full stop of a list's item, in bytes: "XVIII". */
#define ITEM_LABEL 5

static enum sentence_class class_of(struct sentence_character character) {
    return sentence_class_of(character.value);
}

static bool is_letter_or_digit(enum sentence_class class) {
    return class == SENTENCE_UPPER || class == SENTENCE_LOWER || class == SENTENCE_OLETTER ||
           class == SENTENCE_NUMERIC;
}

/* The character behind quotation marks, brackets and the Spanish marks that open a sentence. */
static struct sentence_character behind_opening_marks(const struct sentence_table *table,
                                                      struct view text, size_t at) {
    struct sentence_character character = sentence_character_at(table, text, at);
    while (character.end < text.size &&
           (class_of(character) == SENTENCE_CLOSE || character.code_point == 0xBF ||
            character.code_point == 0xA1 || class_of(character) == SENTENCE_FORMAT))
        character = sentence_character_at(table, text, character.end);
    return character;
}

static bool continues_clause(uint32_t code_point) {
    switch (code_point) {
    case ',':
    case ';':
    case ':':
    case 0x060C: /* Arabic comma and semicolon */
    case 0x061B:
    case 0x3001: /* ideographic comma, full-width comma, colon, semicolon */
    case 0xFF0C:
    case 0xFF1A:
    case 0xFF1B:
        return true;
    default:
        return false;
    }
}

/* The last of the marks right behind the end mark; value 0 when there are none. */
static struct sentence_character last_close(const struct sentence_filter *filter,
                                            const struct sentence_candidate *candidate) {
    const struct sentence_mark *mark = candidate->mark;
    if (mark->space == mark->close)
        return (struct sentence_character){0, 0, 0, 0};
    return sentence_character_before(filter->table, candidate->text, mark->space);
}

/* "(!)", "[...]": a bracket with nothing but end marks in it. */
static bool stands_in_brackets(const struct sentence_filter *filter,
                               const struct sentence_candidate *candidate,
                               struct sentence_character close) {
    bool closed = (close.value & SENTENCE_BRACKET) != 0 && (close.value & SENTENCE_OPENER) == 0;
    size_t at = candidate->mark->mark.at;
    while (closed && at > candidate->start) {
        struct sentence_character before =
            sentence_character_before(filter->table, candidate->text, at);
        if (class_of(before) != SENTENCE_ATERM && class_of(before) != SENTENCE_STERM)
            return (before.value & SENTENCE_OPENER) != 0;
        at = before.at;
    }
    return false;
}

/* What may follow a quotation within a Chinese clause: "的", "说" and their like. */
static bool is_clause_particle(uint32_t code_point) {
    static const uint32_t PARTICLES[] = {0x7684, 0x5730, 0x5F97, 0x7B49, 0x8BF4, 0x8AAA, 0x9053,
                                         0x66F0, 0x53EB, 0x79F0, 0x7A31, 0x95EE, 0x554F, 0x7B54,
                                         0x558A, 0x4E91, 0x4E4B, 0x800C, 0x4E00, 0x7136};
    for (size_t i = 0; i < sizeof PARTICLES / sizeof *PARTICLES; i++) {
        if (PARTICLES[i] == code_point)
            return true;
    }
    return false;
}

/* Without white space behind the marks: does the text go on? */
static bool runs_on(const struct sentence_candidate *candidate, struct sentence_character close,
                    struct sentence_character next) {
    uint32_t mark = candidate->mark->mark.code_point;
    bool wide_letter = (next.value & SENTENCE_WIDE) != 0 && class_of(next) == SENTENCE_OLETTER;
    if (mark < 0x80 || mark == 0x2026) {
        if ((mark != '!' && mark != '?') || !wide_letter)
            return true;
    } else if ((candidate->mark->mark.value & SENTENCE_WIDE) == 0) {
        return false;
    }
    if (close.value == 0 || !wide_letter)
        return false;
    if ((close.value & SENTENCE_BRACKET) != 0)
        return true;
    bool hangul = next.code_point >= 0xAC00 && next.code_point <= 0xD7A3;
    bool hiragana = next.code_point >= 0x3041 && next.code_point <= 0x309F;
    bool asks_or_cries = mark == '!' || mark == '?' || mark == 0xFF01 || mark == 0xFF1F;
    return hangul || hiragana || asks_or_cries || is_clause_particle(next.code_point);
}

/* "1.", "a.", "IV.": all that the sentence has so far is the label of a list's item. */
static bool is_item_label(const struct sentence_filter *filter,
                          const struct sentence_candidate *candidate) {
    size_t end = candidate->mark->mark.at;
    uint32_t mark = candidate->mark->mark.code_point;
    bool letters_or_digits = false;
    bool digits = true;
    size_t count = 0;
    size_t at = candidate->start;
    while (at < end && (!letters_or_digits || end - candidate->start <= 4 * ITEM_LABEL)) {
        struct sentence_character character =
            sentence_character_at(filter->table, candidate->text, at);
        if (is_letter_or_digit(class_of(character))) {
            letters_or_digits = true;
            digits = digits && class_of(character) == SENTENCE_NUMERIC;
            count++;
        } else if (letters_or_digits && class_of(character) != SENTENCE_EXTEND) {
            return false;
        }
        at = character.end;
    }
    if (!letters_or_digits)
        return true; /* no word at all */
    if (at < end || (mark != '.' && mark != 0xFF0E))
        return false;
    struct view label = {candidate->text.data + candidate->start, end - candidate->start};
    return count == 1 || (digits && count <= ITEM_LABEL) || sentence_word_is_roman(label);
}

bool sentence_filter_keeps(const struct sentence_filter *filter,
                           const struct sentence_candidate *candidate) {
    const struct sentence_mark *mark = candidate->mark;
    struct view text = candidate->text;
    if (mark->separator || mark->next == text.size)
        return true;
    struct sentence_character first = sentence_character_at(filter->table, text, mark->next);
    struct sentence_character next = behind_opening_marks(filter->table, text, mark->next);
    struct sentence_character close = last_close(filter, candidate);
    bool wide = (mark->mark.value & SENTENCE_WIDE) != 0;
    if (mark->next == mark->space && runs_on(candidate, close, first))
        return false;
    if ((class_of(next) == SENTENCE_LOWER && !wide) || continues_clause(first.code_point))
        return false;
    if ((first.value & (SENTENCE_BRACKET | SENTENCE_OPENER)) == SENTENCE_BRACKET)
        return false; /* closes a bracket, behind a space */
    if ((close.value & SENTENCE_QUOTE) != 0 && (first.value & SENTENCE_BRACKET) != 0)
        return false;
    if (stands_in_brackets(filter, candidate, close) || is_item_label(filter, candidate))
        return false;
    if (mark->mark.code_point == ';' || mark->mark.code_point == ':')
        return class_of(next) == SENTENCE_UPPER; /* in languages where these end sentences */
    if (mark->mark.code_point != '.')
        return true;
    return sentence_abbreviation_ends(filter, candidate, next);
}
