#include "tokenizer/text/sentence_abbreviation.h"

#include <string.h>

/* Digits of an ordinal; a full stop behind a longer number, a year, ends a sentence. */
#define ORDINAL_DIGITS 3

/* Letters of one part of an acronym: "Ph.D", "e.g", but not "example.com". */
#define ACRONYM_PART 3

/* A sentence of fewer words is still short: "In 44 B.C." goes on. */
#define SHORT_SENTENCE_WORDS 6
#define SHORT_SENTENCE_BYTES 200

/* Words that begin names as often as sentences: an initial before them is one. */
static const char NAME_PARTICLES[] =
    " De La Le Les Di Da Do Dos Das Del Della Delle Dello Dei Des Du "
    "Van Von Vom Zum Zur Den Der Ten Ter Lo El Al L D An In Ó O "
    "Mc Mac Av Af ";

static bool is_letter(enum sentence_class class) {
    return class == SENTENCE_UPPER || class == SENTENCE_LOWER || class == SENTENCE_OLETTER;
}

static bool belongs_to_letter(enum sentence_class class) {
    return class == SENTENCE_EXTEND || class == SENTENCE_FORMAT;
}

static bool joins_parts(uint32_t code_point) {
    return code_point == '.' || code_point == '-' || code_point == '\'' || code_point == 0x2019 ||
           code_point == 0x2011 || code_point == '&' || code_point == ':' || code_point == 0x5F4 ||
           code_point == 0xB7 || code_point == 0x2116 || code_point == 0xA7;
}

struct view sentence_word_before(const struct sentence_table *table, struct view text, size_t start,
                                 size_t at) {
    size_t begin = at;
    bool wide = false;
    enum sentence_class after = SENTENCE_OTHER;
    while (begin > start && at - begin <= SENTENCE_WORD_LONGEST) {
        struct sentence_character character = sentence_character_before(table, text, begin);
        enum sentence_class class = sentence_class_of(character.value);
        bool hebrew = character.code_point == '"' && after == SENTENCE_OLETTER;
        if (!is_letter(class) && class != SENTENCE_NUMERIC && !belongs_to_letter(class) &&
            !joins_parts(character.code_point) && !hebrew)
            break;
        after = class;
        bool is_wide = is_letter(class) && (character.value & SENTENCE_WIDE) != 0;
        if (begin < at && is_wide != wide)
            break; /* scripts that set no spaces */
        wide = is_wide;
        begin = character.at;
    }
    /* An apostrophe or hyphen in front is a mark of its own. */
    while (begin < at &&
           (text.data[begin] == '.' || text.data[begin] == '-' || text.data[begin] == '\'' ||
            text.data[begin] == ':' || text.data[begin] == '"'))
        begin++;
    return (struct view){text.data + begin, at - begin};
}

static struct view word_at(const struct sentence_table *table, struct view text, size_t at) {
    size_t end = at;
    while (end < text.size && end - at <= SENTENCE_WORD_LONGEST) {
        struct sentence_character character = sentence_character_at(table, text, end);
        enum sentence_class class = sentence_class_of(character.value);
        if (!is_letter(class) && !belongs_to_letter(class))
            break;
        end = character.end;
    }
    return (struct view){text.data + at, end - at};
}

bool sentence_word_is_roman(struct view word) {
    for (size_t i = 0; i < word.size; i++) {
        if (word.data[i] == '\0' || strchr("IVXLCDM", word.data[i]) == NULL)
            return false;
    }
    return word.size > 0;
}

/* The last part of a word: "R" of "J.R", "J" of "Ch.-J", "on" of "L'on". */
static struct view last_part(struct view word) {
    for (size_t i = word.size; i > 0; i--) {
        if (word.data[i - 1] == '.' || word.data[i - 1] == '-' || word.data[i - 1] == '\'' ||
            (i > 2 && memcmp(word.data + i - 3, "\xE2\x80\x99", 3) == 0))
            return (struct view){word.data + i, word.size - i};
    }
    return word;
}

/* Counts letters and digits of a part of a word; *digits are those that are numbers. */
static size_t count_letters(const struct sentence_table *table, struct view part, size_t *digits) {
    size_t letters = 0;
    *digits = 0;
    for (size_t at = 0; at < part.size;) {
        struct sentence_character character = sentence_character_at(table, part, at);
        enum sentence_class class = sentence_class_of(character.value);
        letters += !belongs_to_letter(class);
        *digits += class == SENTENCE_NUMERIC;
        at = character.end;
    }
    return letters;
}

/* Full stops inside, and no part longer than an acronym's. */
static bool is_acronym(const struct sentence_table *table, struct view word) {
    size_t begin = 0;
    size_t parts = 0;
    for (size_t i = 0; i <= word.size; i++) {
        if (i < word.size && word.data[i] != '.')
            continue;
        size_t digits;
        struct view part = {word.data + begin, i - begin};
        size_t letters = count_letters(table, part, &digits);
        if (letters == 0 || letters > ACRONYM_PART || digits > 0)
            return false;
        parts++;
        begin = i + 1;
    }
    return parts > 1;
}

/* "Blvd", "Mgr", "Wł": a capital, then small letters, none of them a vowel. */
static bool lacks_vowels(struct view word) {
    static const char CONSONANTS[] = "bcdfghjklmnpqrstvwxz";
    if (word.size < 2 || word.size > 5 || word.data[0] < 'A' || word.data[0] > 'Z' ||
        memchr("AEIOUY", word.data[0], 6) != NULL)
        return false;
    for (size_t i = 1; i < word.size; i++) {
        if (i + 1 < word.size && word.data[i] == 0xC5 && word.data[i + 1] == 0x82)
            i++; /* the Polish l with a stroke */
        else if (word.data[i] == '\0' || strchr(CONSONANTS, word.data[i]) == NULL)
            return false;
    }
    return true;
}

static bool begins_with_capital(const struct sentence_context *context, struct view word) {
    struct sentence_character first = sentence_character_at(context->filter->table, word, 0);
    return sentence_class_of(first.value) == SENTENCE_UPPER;
}

static bool is_short_so_far(const struct sentence_context *context) {
    struct view text = context->candidate->text;
    size_t words = 1;
    if (context->candidate->mark->mark.at - context->candidate->start > SHORT_SENTENCE_BYTES)
        return false;
    for (size_t at = context->candidate->start; at < context->candidate->mark->mark.at; at++) {
        words += text.data[at] == ' ';
        if (words >= SHORT_SENTENCE_WORDS)
            return false;
    }
    return true;
}

/* The word before the one with the full stop; empty at the sentence's start. */
static struct view word_before_that(const struct sentence_context *context) {
    struct view text = context->candidate->text;
    size_t at = (size_t)(context->word.data - text.data);
    while (at > context->candidate->start && text.data[at - 1] == ' ')
        at--;
    return sentence_word_before(context->filter->table, text, context->candidate->start, at);
}

static bool is_particle(struct view word) {
    const char *at = NAME_PARTICLES;
    for (; (at = strchr(at, ' ')) != NULL && at[1] != '\0'; at++) {
        if (strncmp(at + 1, (const char *)word.data, word.size) == 0 && at[1 + word.size] == ' ')
            return true;
    }
    return false;
}

/* "100 °C", "m²": a letter behind a sign is no initial. */
static bool behind_sign(const struct sentence_context *context, struct view letter) {
    struct view text = context->candidate->text;
    size_t at = (size_t)(letter.data - text.data);
    if (at == context->candidate->start)
        return false;
    struct sentence_character before = sentence_character_before(context->filter->table, text, at);
    return sentence_class_of(before.value) == SENTENCE_OTHER;
}

static bool behind_number(const struct sentence_context *context) {
    struct view before = word_before_that(context);
    size_t digits;
    return count_letters(context->filter->table, before, &digits) > 0 && digits > 0;
}

/* A single letter: an initial, or what is counted with letters. */
static bool letter_ends(const struct sentence_context *context, struct view letter) {
    enum sentence_class class = sentence_class_of(context->last.value);
    if (class == SENTENCE_LOWER)
        return context->starter;
    /* With a vowel sign it is a word, as in Hindi. */
    if (class != SENTENCE_UPPER)
        return class != SENTENCE_OLETTER || (context->last.value & SENTENCE_WIDE) != 0 ||
               behind_number(context);
    if (behind_sign(context, letter))
        return true;
    if (letter.size == context->word.size) {
        struct view before = word_before_that(context);
        if (sentence_words_find_folded(&context->filter->words, before) & SENTENCE_WORD_COUNTED)
            return true;
    }
    return context->starter && !is_particle(context->next_word);
}

/* ASCII digits of a word. */
static size_t count_digits(struct view word) {
    size_t digits = 0;
    for (size_t i = 0; i < word.size; i++)
        digits += word.data[i] >= '0' && word.data[i] <= '9';
    return digits;
}

static bool number_ends(const struct sentence_context *context, size_t digits) {
    bool number_follows = sentence_class_of(context->next.value) == SENTENCE_NUMERIC;
    if ((context->filter->habits & SENTENCE_DOTTED_DATES) != 0) {
        struct view before = word_before_that(context);
        bool date = before.size > 0 && before.data[before.size - 1] == '.' && digits <= 2;
        return !number_follows && !date;
    }
    if ((context->filter->habits & SENTENCE_ORDINALS) == 0)
        return true;
    if (digits > ORDINAL_DIGITS || context->starter || digits < count_digits(context->word))
        return true; /* a year, or the last part of a date */
    bool capital = sentence_class_of(context->next.value) == SENTENCE_UPPER;
    return capital && (context->filter->habits & SENTENCE_CAPITAL_NOUNS) == 0 &&
           !is_short_so_far(context);
}

/* By the lists; *known tells whether the word is in one that decides. */
static bool listed_ends(const struct sentence_context *context, struct view word, bool exactly,
                        bool *known) {
    const struct sentence_words *words = &context->filter->words;
    unsigned lists =
        exactly ? sentence_words_find(words, word) : sentence_words_find_folded(words, word);
    enum sentence_class next = sentence_class_of(context->next.value);
    *known = true;
    if ((lists & SENTENCE_WORD_TITLE) != 0) {
        bool plain = memchr(word.data, '.', word.size) == NULL;
        return plain && !begins_with_capital(context, word) && (lists & SENTENCE_WORD_OTHER) != 0 &&
               context->starter;
    }
    if ((lists & SENTENCE_WORD_NUMBER) != 0 &&
        (next == SENTENCE_NUMERIC || sentence_word_is_roman(context->next_word)))
        return false;
    if ((lists & SENTENCE_WORD_MEASURE) != 0) {
        return context->starter ||
               (next == SENTENCE_UPPER && !context->in_bracket && !is_short_so_far(context) &&
                (context->filter->habits & SENTENCE_CAPITAL_NOUNS) == 0);
    }
    if ((lists & SENTENCE_WORD_OTHER) != 0)
        return context->starter;
    *known = false;
    return true;
}

static bool decide(const struct sentence_context *context) {
    const struct sentence_table *table = context->filter->table;
    struct view word = context->word;
    struct view part = last_part(word);
    size_t digits;
    size_t letters = count_letters(table, part, &digits);
    if (letters > 0 && digits == letters)
        return number_ends(context, digits);
    bool initial = letters == 1 && sentence_class_of(context->last.value) == SENTENCE_UPPER;
    bool known;
    bool ends = listed_ends(context, word, initial, &known);
    if (!known && part.size < word.size && part.data[-1] != '.')
        ends = listed_ends(context, part, initial, &known);
    if (known)
        return ends;
    if ((context->last.value & SENTENCE_UNMARKED) != 0)
        return false;
    /* German streets: "Goethestr. 5". */
    if ((context->filter->habits & SENTENCE_CAPITAL_NOUNS) != 0 && word.size > 5 &&
        memcmp(word.data + word.size - 3, "str", 3) == 0 &&
        sentence_class_of(context->next.value) == SENTENCE_NUMERIC)
        return false;
    if (letters == 1 && (part.size == word.size || initial))
        return letter_ends(context, part);
    if (is_acronym(table, word))
        return context->starter;
    if (context->initial_follows && begins_with_capital(context, word) && letters <= ACRONYM_PART)
        return false;
    if ((context->filter->habits & SENTENCE_ORDINALS) != 0 && sentence_word_is_roman(word))
        return context->starter;
    return context->starter || !lacks_vowels(word);
}

/* Whether the word is a single letter with a full stop behind it. */
static bool initial_at(const struct sentence_table *table, struct view text, struct view word) {
    size_t digits;
    size_t end = (size_t)(word.data - text.data) + word.size;
    return end < text.size && text.data[end] == '.' && count_letters(table, word, &digits) == 1;
}

bool sentence_abbreviation_ends(const struct sentence_filter *filter,
                                const struct sentence_candidate *candidate,
                                struct sentence_character next) {
    struct sentence_context context = {.filter = filter, .candidate = candidate, .next = next};
    struct view text = candidate->text;
    size_t at = candidate->mark->mark.at;
    if (at > 0 && text.data[at - 1] == '.')
        return true; /* an ellipsis */
    context.word = sentence_word_before(filter->table, text, candidate->start, at);
    if (context.word.size == 0)
        return true;
    context.in_bracket = (sentence_character_at(filter->table, text, candidate->mark->next).value &
                          SENTENCE_BRACKET) != 0;
    context.last = sentence_character_before(filter->table, text, at);
    context.next_word = word_at(filter->table, text, next.at);
    context.initial_follows = initial_at(filter->table, text, context.next_word);
    context.starter =
        !context.initial_follows &&
        (sentence_words_find(&filter->words, context.next_word) & SENTENCE_WORD_STARTER) != 0;
    return decide(&context);
}
