#include "tokenizer/text/sentence_filter.h"

#include "tokenizer/text/sentence_abbreviation.h"

/* The longest thing that may stand before the full stop of a list's item, in letters: "XVIII". */
#define ITEM_LABEL 5

/* Bytes that are looked through for a letter or digit, so that time stays linear. */
static const size_t WORDLESS_BYTES = 256;

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
           (class_of(character) == SENTENCE_CLOSE || (character.value & SENTENCE_OPENER) != 0 ||
            character.code_point == 0xBF || character.code_point == 0xA1 ||
            class_of(character) == SENTENCE_FORMAT))
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

/* Bytes to look ahead for the end of a bracket. */
static const size_t BRACKET_BYTES = 400;

/* Whether the last thing in a bracket is an end mark: "(He did.)", but not "(Lee 1990)". */
static bool holds_sentence(const struct sentence_filter *filter, struct view text,
                           struct sentence_character bracket) {
    enum sentence_class before = SENTENCE_OTHER;
    for (size_t at = bracket.end; at < text.size && at - bracket.end < BRACKET_BYTES;) {
        struct sentence_character character = sentence_character_at(filter->table, text, at);
        if ((character.value & (SENTENCE_BRACKET | SENTENCE_OPENER)) == SENTENCE_BRACKET)
            return before == SENTENCE_ATERM || before == SENTENCE_STERM;
        before = class_of(character);
        at = character.end;
    }
    return false;
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

/* What goes on with a Chinese clause behind a quotation: "的", "便", "然后" and their like. */
static bool is_clause_particle(uint32_t code_point) {
    static const uint32_t PARTICLES[] = {
        0x7684, 0x5730, 0x5F97, 0x7B49, 0x4E4B, 0x800C, 0x7136, 0x4FBF, 0x5C31, 0x968F, 0x96A8,
        0x5E76, 0x4E26, 0x8F6C, 0x8F49, 0x63A5, 0x53C8, 0x4E5F, 0x518D, 0x540E, 0x5F8C, 0x4E00,
    };
    for (size_t i = 0; i < sizeof PARTICLES / sizeof *PARTICLES; i++) {
        if (PARTICLES[i] == code_point)
            return true;
    }
    return false;
}

/* Bytes to look back for where a quotation was opened. */
static const size_t QUOTATION_BYTES = 600;

/* Whether a colon introduces the quotation that `close` ends: he says: "...". */
static bool has_introduction(const struct sentence_filter *filter,
                             const struct sentence_candidate *candidate,
                             struct sentence_character close) {
    size_t at = close.at;
    while (at > candidate->start && close.at - at < QUOTATION_BYTES) {
        struct sentence_character opener =
            sentence_character_before(filter->table, candidate->text, at);
        at = opener.at;
        bool opens = opener.code_point == 0x201C || (opener.value & SENTENCE_OPENER) != 0;
        if (!opens || (opener.value & SENTENCE_QUOTE) == 0)
            continue;
        if (at == candidate->start)
            return false;
        uint32_t before = sentence_character_before(filter->table, candidate->text, at).code_point;
        return before == ':' || before == 0xFF1A;
    }
    return true;
}

/* Behind an end mark and a closing mark, without white space: does the clause go on? */
static bool goes_on_behind_quotation(const struct sentence_filter *filter,
                                     const struct sentence_candidate *candidate,
                                     struct sentence_character close,
                                     struct sentence_character next) {
    if ((close.value & SENTENCE_BRACKET) != 0)
        return true;
    if (close.code_point == 0x300B || close.code_point == 0x3009)
        return true; /* the title of a work */
    bool hangul = next.code_point >= 0xAC00 && next.code_point <= 0xD7A3;
    bool hiragana = next.code_point >= 0x3041 && next.code_point <= 0x309F;
    if (hangul || hiragana || is_clause_particle(next.code_point))
        return true;
    /* Who speaks is told before, by what a colon ends, or behind. In Japanese a particle would. */
    return (filter->habits & SENTENCE_PARTICLES) == 0 &&
           !has_introduction(filter, candidate, close);
}

/* Without white space behind the marks: does the text go on? */
static bool runs_on(const struct sentence_filter *filter,
                    const struct sentence_candidate *candidate, struct sentence_character close,
                    struct sentence_character next) {
    const struct sentence_character *mark = &candidate->mark->mark;
    bool wide_letter = (next.value & SENTENCE_WIDE) != 0 && class_of(next) == SENTENCE_OLETTER;
    if (mark->code_point < 0x80 || mark->code_point == 0x2026) {
        /* "Yahoo!" before kana is a name. */
        bool behind_wide =
            mark->at > 0 &&
            (sentence_character_before(filter->table, candidate->text, mark->at).value &
             SENTENCE_WIDE) != 0;
        if ((mark->code_point != '!' && mark->code_point != '?') || !wide_letter || !behind_wide)
            return true;
    } else if ((mark->value & SENTENCE_WIDE) == 0) {
        return false;
    }
    return close.value != 0 && wide_letter &&
           goes_on_behind_quotation(filter, candidate, close, next);
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
    while (at < end && (letters_or_digits ? end - candidate->start <= (size_t)ITEM_LABEL * 4
                                          : at - candidate->start <= WORDLESS_BYTES)) {
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
        return at == end; /* no word at all */
    if (at < end || (mark != '.' && mark != 0xFF0E))
        return false;
    struct view label = {candidate->text.data + candidate->start, end - candidate->start};
    return count == 1 || (digits && count <= ITEM_LABEL) || sentence_word_is_roman(label);
}

/* A letter of a script without case: a small letter that follows says nothing there. */
static bool is_behind_uncased(const struct sentence_filter *filter,
                              const struct sentence_candidate *candidate) {
    size_t at = candidate->mark->mark.at;
    while (at > candidate->start) {
        struct sentence_character before =
            sentence_character_before(filter->table, candidate->text, at);
        if (class_of(before) != SENTENCE_EXTEND)
            return class_of(before) == SENTENCE_OLETTER;
        at = before.at;
    }
    return false;
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
    bool uncased = (mark->mark.value & SENTENCE_WIDE) != 0 || is_behind_uncased(filter, candidate);
    if (mark->lower && class_of(first) != SENTENCE_NUMERIC && !uncased)
        return false;
    if (mark->next == mark->space && runs_on(filter, candidate, close, first))
        return false;
    if ((class_of(next) == SENTENCE_LOWER && !uncased) || continues_clause(first.code_point))
        return false;
    if ((first.value & (SENTENCE_BRACKET | SENTENCE_OPENER)) == SENTENCE_BRACKET)
        return false; /* closes a bracket, behind a space */
    if ((close.value & SENTENCE_QUOTE) != 0 && (first.value & SENTENCE_BRACKET) != 0 &&
        !holds_sentence(filter, text, first))
        return false;
    if (stands_in_brackets(filter, candidate, close) || is_item_label(filter, candidate))
        return false;
    if (mark->mark.code_point == ';' || mark->mark.code_point == ':')
        return class_of(next) == SENTENCE_UPPER; /* in languages where these end sentences */
    if (mark->mark.code_point != '.')
        return true;
    return sentence_abbreviation_ends(filter, candidate, next);
}
