#include "tokenizer/text/sentence_rules.h"

struct sentence_character sentence_character_at(const struct sentence_table *table,
                                                struct view text, size_t at) {
    const unsigned char *bytes = text.data + at;
    uint32_t code_point;
    size_t length;
    if (bytes[0] < 0x80) {
        code_point = bytes[0];
        length = 1;
    } else if (bytes[0] < 0xE0) {
        code_point = (uint32_t)(bytes[0] & 0x1F) << 6 | (bytes[1] & 0x3F);
        length = 2;
    } else if (bytes[0] < 0xF0) {
        code_point = (uint32_t)(bytes[0] & 0x0F) << 12 | (uint32_t)(bytes[1] & 0x3F) << 6 |
                     (bytes[2] & 0x3F);
        length = 3;
    } else {
        code_point = (uint32_t)(bytes[0] & 0x07) << 18 | (uint32_t)(bytes[1] & 0x3F) << 12 |
                     (uint32_t)(bytes[2] & 0x3F) << 6 | (bytes[3] & 0x3F);
        length = 4;
    }
    return (struct sentence_character){at, at + length, code_point,
                                       sentence_value(table, code_point)};
}

struct sentence_character sentence_character_before(const struct sentence_table *table,
                                                    struct view text, size_t at) {
    size_t start = at - 1;
    while (start > 0 && (text.data[start] & 0xC0) == 0x80)
        start--;
    return sentence_character_at(table, text, start);
}

static bool is_ignored(enum sentence_class class) {
    return class == SENTENCE_EXTEND || class == SENTENCE_FORMAT;
}

static bool is_separator(enum sentence_class class) {
    return class == SENTENCE_CR || class == SENTENCE_LF || class == SENTENCE_SEP;
}

static bool is_end_mark(enum sentence_class class) {
    return class == SENTENCE_ATERM || class == SENTENCE_STERM;
}

/* SB5: where the characters that belong to the one before end. */
static size_t skip_ignored(const struct sentence_table *table, struct view text, size_t at) {
    while (at < text.size) {
        struct sentence_character character = sentence_character_at(table, text, at);
        if (!is_ignored(sentence_class_of(character.value)))
            break;
        at = character.end;
    }
    return at;
}

/* Where a run of characters of one class ends. */
static size_t skip_class(const struct sentence_table *table, struct view text, size_t at,
                         enum sentence_class class) {
    while (at < text.size) {
        struct sentence_character character = sentence_character_at(table, text, at);
        if (sentence_class_of(character.value) != class)
            break;
        at = skip_ignored(table, text, character.end);
    }
    return at;
}

static enum sentence_class class_at(const struct sentence_table *table, struct view text,
                                    size_t at) {
    return at < text.size ? sentence_class_of(sentence_character_at(table, text, at).value)
                          : SENTENCE_SEP;
}

/* SB7: a letter that is upper or lower case stands before. */
static bool follows_cased_letter(const struct sentence_table *table, struct view text, size_t at) {
    enum sentence_class class = SENTENCE_OTHER;
    while (at > 0) {
        struct sentence_character character = sentence_character_before(table, text, at);
        class = sentence_class_of(character.value);
        if (!is_ignored(class))
            break;
        at = character.at;
    }
    return class == SENTENCE_UPPER || class == SENTENCE_LOWER;
}

/* SB8: the first letter, separator or end mark at or behind `at` is a lower-case letter. */
static bool lower_case_follows(const struct sentence_table *table, struct view text, size_t at) {
    while (at < text.size) {
        struct sentence_character character = sentence_character_at(table, text, at);
        enum sentence_class class = sentence_class_of(character.value);
        if (class == SENTENCE_LOWER)
            return true;
        if (class == SENTENCE_OLETTER || class == SENTENCE_UPPER || is_separator(class) ||
            is_end_mark(class))
            return false;
        at = character.end;
    }
    return false;
}

static size_t behind_separator(const struct sentence_table *table, struct view text, size_t at) {
    struct sentence_character character = sentence_character_at(table, text, at);
    bool pair = sentence_class_of(character.value) == SENTENCE_CR && character.end < text.size &&
                text.data[character.end] == '\n';
    return character.end + pair; /* SB3 */
}

static bool no_boundary_behind_aterm(const struct sentence_table *table, struct view text,
                                     struct sentence_mark *found) {
    enum sentence_class right_behind = class_at(table, text, found->close);
    if (found->close < text.size) {
        if (right_behind == SENTENCE_NUMERIC)
            return true; /* SB6 */
        if (right_behind == SENTENCE_UPPER && follows_cased_letter(table, text, found->mark.at))
            return true; /* SB7 */
    }
    if (!lower_case_follows(table, text, found->next))
        return false;
    found->lower = true;
    return true; /* SB8 */
}

struct sentence_mark sentence_rules_mark(const struct sentence_table *table, struct view text,
                                         struct sentence_character mark) {
    enum sentence_class class = sentence_class_of(mark.value);
    struct sentence_mark found = {.mark = mark, .boundary = true};
    if (is_separator(class)) { /* SB4 */
        found.close = found.space = mark.at;
        found.next = behind_separator(table, text, mark.at);
        found.separator = true;
        return found;
    }
    found.close = skip_ignored(table, text, mark.end);
    found.space = skip_class(table, text, found.close, SENTENCE_CLOSE); /* SB9 */
    found.next = skip_class(table, text, found.space, SENTENCE_SP);     /* SB10 */
    if (found.next == text.size)
        return found;
    enum sentence_class next = class_at(table, text, found.next);
    if (is_separator(next)) { /* SB9, SB10, SB11 */
        found.separator = true;
        found.next = behind_separator(table, text, found.next);
        return found;
    }
    if (next == SENTENCE_SCONTINUE || is_end_mark(next)) /* SB8a */
        found.boundary = false;
    else if (class == SENTENCE_ATERM)
        found.boundary = !no_boundary_behind_aterm(table, text, &found);
    return found;
}

struct sentence_character sentence_rules_event(const struct sentence_table *table, struct view text,
                                               size_t at) {
    for (;;) {
        while (at < text.size && table->plain_byte[text.data[at]])
            at++;
        if (at == text.size)
            break;
        unsigned char byte = text.data[at];
        if (byte >= 0xC2 && byte < 0xF0) {
            /* The first two bytes tell which 64 code points it is of. */
            bool two = byte < 0xE0;
            size_t block =
                two ? byte & 0x1Fu : (size_t)(byte & 0x0Fu) << 6 | (text.data[at + 1] & 0x3Fu);
            if (!table->event_block[block]) {
                at += two ? 2 : 3;
                continue;
            }
        }
        struct sentence_character character = sentence_character_at(table, text, at);
        if ((character.value & SENTENCE_EVENT) != 0)
            return character;
        at = character.end;
    }
    return (struct sentence_character){text.size, text.size, 0, 0};
}

size_t sentence_rules_next(const struct sentence_table *table, struct view text, size_t at) {
    for (;;) {
        struct sentence_character event = sentence_rules_event(table, text, at);
        if (event.at == text.size)
            return text.size;
        enum sentence_class class = sentence_class_of(event.value);
        if (is_separator(class) || is_end_mark(class)) {
            struct sentence_mark mark = sentence_rules_mark(table, text, event);
            if (mark.boundary)
                return mark.next;
        }
        at = event.end;
    }
}
