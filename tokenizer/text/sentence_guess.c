#include "tokenizer/text/sentence_guess.h"

#include <stdbool.h>
#include <string.h>
#include <utf8proc.h>

#include "tokenizer/text/sentence_guess_data.h"
#include "tokenizer/text/utf8.h"

/* Scripts and languages there is room for; the tables have fewer. */
#define MOST_SCRIPTS   64
#define MOST_LANGUAGES 96

/* The longest frequent word, in bytes. */
#define WORD_SIZE 32

/* What a hit counts: a single letter may be anything. */
#define WEIGHT_OF_LETTER 1
#define WEIGHT_OF_WORD   3

/* A language must have so much of hits, or what is usual for the script is taken. */
#define LEAST_WEIGHT (3 * WEIGHT_OF_WORD)

static size_t script_of(uint32_t code_point) {
    for (size_t i = 0; i < SENTENCE_SCRIPT_COUNT; i++) {
        if (code_point >= SENTENCE_SCRIPTS[i].first && code_point <= SENTENCE_SCRIPTS[i].last)
            return i;
    }
    return SENTENCE_SCRIPT_COUNT;
}

/*
 * The code of the script that most letters are of. Japanese is known by its kana, although more of
 * its letters may be Han.
 */
static const char *choose_script(const size_t counts[MOST_SCRIPTS]) {
    const char *best = "en";
    size_t most = 0;
    size_t kana = 0;
    for (size_t i = 0; i < SENTENCE_SCRIPT_COUNT; i++) {
        size_t sum = 0;
        for (size_t j = 0; j < SENTENCE_SCRIPT_COUNT; j++)
            sum += strcmp(SENTENCE_SCRIPTS[i].code, SENTENCE_SCRIPTS[j].code) == 0 ? counts[j] : 0;
        if (strcmp(SENTENCE_SCRIPTS[i].code, "ja") == 0)
            kana = sum;
        /* A Han letter says as much as two or three of an alphabet. */
        if (strcmp(SENTENCE_SCRIPTS[i].code, "zh") == 0)
            sum *= 2;
        if (sum > most) {
            most = sum;
            best = SENTENCE_SCRIPTS[i].code;
        }
    }
    return strcmp(best, "zh") == 0 && kana * 20 > most ? "ja" : best;
}

static bool lists_word(const char *words, const char *word, size_t size) {
    for (const char *at = words; at != NULL; at = strchr(at, ' ')) {
        at += *at == ' ';
        if (strncmp(at, word, size) == 0 && (at[size] == ' ' || at[size] == '\0'))
            return true;
    }
    return false;
}

static void count_word(size_t hits[MOST_LANGUAGES], const char *word, size_t size) {
    size_t weight = size == 1 ? WEIGHT_OF_LETTER : WEIGHT_OF_WORD;
    for (size_t i = 0; i < SENTENCE_FREQUENT_COUNT; i++)
        hits[i] += lists_word(SENTENCE_FREQUENT[i].words, word, size) ? weight : 0;
}

/* A word as it is gathered, in small letters; `size` over WORD_SIZE is too long for any list. */
struct word {
    char bytes[WORD_SIZE + UTF8_LONGEST];
    size_t size;
};

static bool belongs_to_word(uint32_t code_point) {
    if (code_point == '\'' || code_point >= 0xC0)
        return code_point < 0x2000 || code_point > 0x206F;
    return (code_point >= 'a' && code_point <= 'z') || (code_point >= 'A' && code_point <= 'Z');
}

static void add_letter(struct word *word, uint32_t code_point) {
    if (word->size > WORD_SIZE)
        return;
    utf8proc_int32_t lower = utf8proc_tolower((utf8proc_int32_t)code_point);
    unsigned char bytes[UTF8_LONGEST];
    size_t size = utf8_encode((uint32_t)lower, bytes);
    memcpy(word->bytes + word->size, bytes, size);
    word->size += size;
}

static void look(struct view text, size_t scripts[MOST_SCRIPTS], size_t hits[MOST_LANGUAGES]) {
    struct word word = {.size = 0};
    for (size_t at = 0; at < text.size;) {
        uint32_t code_point;
        size_t length = utf8_decode(text.data + at, text.size - at, &code_point);
        if (length == 0)
            break;
        at += length;
        if (code_point != UTF8_MALFORMED && belongs_to_word(code_point)) {
            scripts[script_of(code_point)]++;
            add_letter(&word, code_point);
            continue;
        }
        if (word.size > 0 && word.size <= WORD_SIZE)
            count_word(hits, word.bytes, word.size);
        word.size = 0;
    }
}

const char *sentence_guess_code(struct view text) {
    size_t scripts[MOST_SCRIPTS] = {0};
    size_t hits[MOST_LANGUAGES] = {0};
    if (text.size > SENTENCE_GUESS_BYTES)
        text.size = SENTENCE_GUESS_BYTES;
    look(text, scripts, hits);
    const char *script = choose_script(scripts);
    const char *best = script;
    size_t most = LEAST_WEIGHT - 1;
    for (size_t i = 0; i < SENTENCE_FREQUENT_COUNT; i++) {
        if (strcmp(SENTENCE_FREQUENT[i].script, script) == 0 && hits[i] > most) {
            most = hits[i];
            best = SENTENCE_FREQUENT[i].code;
        }
    }
    return best;
}
