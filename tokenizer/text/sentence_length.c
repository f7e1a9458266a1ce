#include "tokenizer/text/sentence_length.h"

/* How good a place is: behind a semicolon, another mark of a clause, at a space, anywhere. */
enum place { PLACE_NONE, PLACE_CHARACTER, PLACE_SPACE, PLACE_CLAUSE, PLACE_SEMICOLON };

static enum place place_between(struct sentence_character before, struct sentence_character space,
                                struct sentence_character next) {
    enum sentence_class class = sentence_class_of(next.value);
    if (class == SENTENCE_EXTEND || class == SENTENCE_FORMAT || class == SENTENCE_SP)
        return PLACE_NONE;
    if (space.end == next.at && space.end > space.at) { /* there is a space */
        if (before.code_point == ';' || before.code_point == 0x061B)
            return PLACE_SEMICOLON;
        return sentence_class_of(before.value) == SENTENCE_SCONTINUE ? PLACE_CLAUSE : PLACE_SPACE;
    }
    if (before.code_point == 0xFF1B)
        return PLACE_SEMICOLON;
    if ((before.value & SENTENCE_WIDE) != 0 &&
        sentence_class_of(before.value) == SENTENCE_SCONTINUE)
        return PLACE_CLAUSE;
    /* U+200D joins emoji, and a vowel sign of Thai stands before its consonant. */
    bool joined =
        before.code_point == 0x200D || (before.code_point >= 0x0E40 && before.code_point <= 0x0E44);
    return joined || class == SENTENCE_CLOSE ? PLACE_NONE : PLACE_CHARACTER;
}

size_t sentence_length_cut(const struct sentence_table *table, struct view text, size_t start,
                           size_t end, size_t characters) {
    if (end - start <= characters)
        return end;
    struct sentence_character before = {start, start, 0, 0};
    struct sentence_character space = before;
    enum place best = PLACE_NONE;
    size_t cut = start;
    size_t count = 0;
    size_t at = start;
    while (at < end && count <= characters) {
        struct sentence_character next = sentence_character_at(table, text, at);
        enum place place = at > start ? place_between(before, space, next) : PLACE_NONE;
        if (place > PLACE_NONE && (place >= best || cut == start) && count * 2 >= characters) {
            best = place;
            cut = at;
        }
        if (sentence_class_of(next.value) == SENTENCE_SP)
            space = next;
        else
            before = next;
        at = next.end;
        count++;
    }
    if (count <= characters)
        return end;
    return cut > start ? cut : before.at > start ? before.at : before.end;
}
