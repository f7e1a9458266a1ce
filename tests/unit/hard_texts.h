/* hard_texts - for tests: made-up texts in which whatever the tokenizer's rules tell apart meets.
 */
#ifndef TESTS_UNIT_HARD_TEXTS_H
#define TESTS_UNIT_HARD_TEXTS_H

#include <stdint.h>
#include <string.h>

#include "formats/base/buffer.h"
#include "tests/unit/tokenizer_sample.h"
#include "tokenizer/text/utf8.h"

/*
 * Single letters and their continuations, so that words have up to as many pieces as letters;
 * pieces of 2, 8, 15, 16, 17 and 33 bytes, some with the same beginning; what foldings lead to.
 */
#define HARD_VOCABULARY                                                                            \
    "a\nb\nc\nt\nh\ne\n0\n##a\n##b\n##c\n##t\n##h\n##e\n##0\nthe\n##th\nab\n##ab\nT\n##T\nA\n##"   \
    "A\n"                                                                                          \
    "abababab\nabcabcabcabcabc\nabcabcabcabcabca\nabcabcabcabcabcab\n##abcabcabcabcabcabc\n"       \
    "abcabcabcabcabcabcabcabcabcabcabca\n##cabcabcabcabcab\n##cabcabcabcabcabca\n"                 \
    ",\n'\n.\n-\n[\n]\n;\n`\nmask\nMASK\nMA\n##SK\n##sk\nma\n##=\n=\n"                             \
    "\xC3\xA9\n##\xC3\xA9\n\xC3\x89\n##\xC3\x89\n\xCE\xB1\n##\xCE\xB1\n\xCF\x83\n##\xCF\x83\n"     \
    "\xCF\x82\n##\xCF\x82\n\xCE\xA3\n##\xCE\xA3\n\xCE\xB1\xCF\x82\n\xCE\xB1\xCF\x83\n"             \
    "\xD0\xB8\n##\xD0\xB8\n##\xD0\xB9\n\xD0\xB9\n\xE4\xB8\x80\n##\xE4\xB8\x80\n\xE4\xB8\xBD\n"     \
    "\xE3\x81\x8B\n##\xE3\x81\x8B\n##\xE3\x82\x99\n\xE1\x84\x80\n##\xE1\x85\xA1\n##\xE1\x86\xA8\n" \
    "\xEA\xB0\x81\n##\xEA\xB0\x81\n##\xE3\x80\xAE\n##\xCC\x81\n##\xCC\xA3\n##\xCC\x87\ni\n##i\n"   \
    "k\n##k\n\xE2\x80\x9C\n\xE3\x80\x82\n##\xF0\x9D\x85\xA5\n\xF0\x9F\x98\x80\n##"                 \
    "\xF0\x9F\x98\x80\n"

#define HARD(text)                                                                                 \
    { text, sizeof(text) - 1 }

struct hard_text {
    const char *bytes;
    size_t size;
};

static const struct hard_text HARD_TEXTS[] = {
    HARD(" "),
    HARD("  "),
    HARD("\t"),
    HARD("\n"),
    HARD("\r"),
    HARD("\r\n"),
    HARD("\n\n"),
    HARD("\n \n"),
    HARD("\r\r"),
    HARD("\0"),
    HARD("\x18"),
    HARD("\n\x18"),
    HARD("\x01"),
    HARD("\x0B"),
    HARD("\x0C"),
    HARD("\x1C"),
    HARD("\xC2\x85"),
    HARD("\x7F"),
    /* white space, and dropped characters */
    HARD("\xC2\xA0"),
    HARD("\xE3\x80\x80"),
    HARD("\xE2\x80\xA8"),
    HARD("\xE2\x80\x83"),
    HARD("\xC2\xAD"),
    HARD("\xE2\x80\x8B"),
    HARD("\xEF\xBB\xBF"),
    HARD("\xEF\xBF\xBD"),
    HARD("\xEE\x80\x80"),
    HARD("\xF3\xA0\x80\x81"),
    HARD("\xCD\xB8"),
    /* literals of special tokens, nearly, and in parts */
    HARD("[MASK]"),
    HARD("[CLS]"),
    HARD("[PAD]"),
    HARD("[UNK]"),
    HARD("[SEP]"),
    HARD("[mask]"),
    HARD("[MA\xC2\xADSK]"),
    HARD("[MA\xE4\xB8\x80SK]"),
    HARD("[MASK"),
    HARD("MASK]"),
    HARD("["),
    HARD("]"),
    HARD("[]"),
    HARD(" [MASK] "),
    HARD("\xE4\xB8\x80[MASK]"),
    HARD("[MA\0SK]"),
    HARD("[P\x1C"
         "AD]"),
    HARD("[CLS\x01]"),
    HARD("[MA\xFFSK]"),
    HARD("[MA\xC2\xA0SK]"),
    /* words of all sizes */
    HARD("a"),
    HARD("A"),
    HARD("the"),
    HARD("The"),
    HARD("THE"),
    HARD("th"),
    HARD("q"),
    HARD("0"),
    HARD("abababababababab"),
    HARD("abcabcabcabcabcab"),
    HARD("abcabcabcabcabcaq"),
    HARD("ABCabcabcabcabcabcabcabcabcabcab"),
    HARD("abcabcabcabcabcabcabcabcabcabcabc"),
    HARD("tetetetetetetetetetete"),
    HARD("hehehe"),
    HARD("hththt"),
    HARD("heeeeeee"),
    HARD("tttttttttttttttttttttttttttttttt"),
    HARD("hhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhh"),
    HARD("eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee"
         "eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee"),
    HARD("\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9"),
    /* punctuation, also what folds to it or lets a sigma look through */
    HARD(","),
    HARD("."),
    HARD("'"),
    HARD("-"),
    HARD("="),
    HARD(":"),
    HARD("^"),
    HARD("`"),
    HARD("\xCD\xBE"),
    HARD("\xE1\xBF\xAF"),
    HARD("\xCE\x87"),
    HARD("\xE2\x80\x99"),
    HARD("\xE2\x80\x9C"),
    HARD("\xC2\xB7"),
    HARD("\xE3\x80\x82"),
    HARD("\xC2\xA9"),
    HARD("$"),
    /* letters that fold, sigmas, marks */
    HARD("\xCE\xA3"),
    HARD("\xCE\x91\xCE\xA3"),
    HARD("\xCF\x83"),
    HARD("\xCE\xB1"),
    HARD("\xCE\x91\xCE\xA3\xCE\x91"),
    HARD("A\xCE\xA3'\xCE\xB1"),
    HARD("\xCD\x85"),
    HARD("\xC3\x89"),
    HARD("\xC4\xB0"),
    HARD("\xC4\xB1"),
    HARD("\xE2\x84\xAA"),
    HARD("\xE2\x84\xAB"),
    HARD("\xEF\xAC\x81"),
    HARD("\xC3\x9F"),
    HARD("\xE1\xBA\x9E"),
    HARD("\xD0\x98"),
    HARD("\xD0\x99"),
    HARD("\xE1\xBE\x82"),
    HARD("\xCE\x90"),
    HARD("\xCC\x81"),
    HARD("\xCC\xA3"),
    HARD("\xE3\x80\xAE"),
    HARD("\xF0\x9D\x85\x9E"),
    HARD("\xF0\x9D\x85\xA5"),
    HARD("\xE3\x81\x8C"),
    HARD("\xE3\x82\x99"),
    HARD("\xE0\xA4\xBF"),
    HARD("\xE0\xB7\x9D"),
    HARD("\xEA\xB0\x81"),
    HARD("\xEA\xB0\x80"),
    HARD("\xE1\x84\x80"),
    /* ideographs of several blocks, ones that fold to others, ones that are none to the rules */
    HARD("\xE4\xB8\x80"),
    HARD("\xE9\xBF\xBF"),
    HARD("\xE3\x90\x80"),
    HARD("\xE5\x80\x80"),
    HARD("\xEF\xA4\x80"),
    HARD("\xF0\xA0\x80\x80"),
    HARD("\xF0\xAF\xA0\x80"),
    HARD("\xF0\xB0\x80\x80"),
    HARD("\xE4\xB8\xBD"),
    HARD("\xF0\x9F\x98\x80"),
    /* malformed UTF-8 */
    HARD("\xFF"),
    HARD("\x80"),
    HARD("\xC3"),
    HARD("\xE2\x82"),
    HARD("\xF0\x9F\x98"),
    HARD("\xC0\x80"),
    HARD("\xED\xA0\x80"),
    HARD("\xF4\x90\x80\x80"),
    HARD("\xE5"),
    HARD("\xE5\x80"),
    HARD("\xF0\xE5\x80\x80"),
    HARD("\xE0\x80\x80"),
    HARD("\xF8\x88\x80\x80\x80"),
};
#define HARD_COUNT (sizeof HARD_TEXTS / sizeof HARD_TEXTS[0])

/* The same numbers in every run: a linear congruence, of which the upper bits are used. */
struct hard_random {
    uint64_t state;
};

static inline uint32_t hard_below(struct hard_random *random, uint32_t bound) {
    random->state = random->state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)((random->state >> 32) * bound >> 32);
}

static inline void hard_append(struct buffer *text, const void *bytes, size_t size) {
    struct error error;
    sample_require(buffer_append(text, bytes, size, &error), &error);
}

static inline void hard_append_times(struct buffer *text, const struct hard_text *unit,
                                     size_t times) {
    for (size_t i = 0; i < times; i++)
        hard_append(text, unit->bytes, unit->size);
}

/* A code point, of which the basic plane's lower part comes most often. */
static inline void hard_append_code_point(struct buffer *text, struct hard_random *random) {
    static const uint32_t BOUNDS[] = {0x80, 0x250, 0x800, 0x3400, 0x10000, 0x20000, 0x110000};
    unsigned char bytes[UTF8_LONGEST];
    uint32_t code_point = hard_below(random, BOUNDS[hard_below(random, 7)]);
    if (code_point >= 0xD800 && code_point <= 0xDFFF)
        code_point = 0xAC00 + hard_below(random, 1000);
    hard_append(text, bytes, utf8_encode(code_point, bytes));
}

/* A token of the vocabulary without its "##", often with a byte changed, dropped or put in. */
static inline void hard_append_token(struct buffer *text, struct hard_random *random,
                                     const struct vocabulary *vocabulary) {
    struct view token =
        vocabulary_token(vocabulary, hard_below(random, vocabulary_size(vocabulary)));
    if (token.size > 2 && memcmp(token.data, "##", 2) == 0 && hard_below(random, 8) > 0)
        token = (struct view){token.data + 2, token.size - 2};
    size_t place = token.size == 0 ? 0 : hard_below(random, (uint32_t)token.size);
    unsigned char byte = (unsigned char)hard_below(random, hard_below(random, 4) == 0 ? 256 : 128);
    unsigned change = hard_below(random, 8);
    hard_append(text, token.data, place);
    if (change <= 1)
        hard_append(text, &byte, 1);
    size_t gone = place < token.size && change >= 1 && change <= 2;
    hard_append(text, token.data + place + gone, token.size - place - gone);
}

/*
 * Appends a text of about so many bytes. Each has a handful of ingredients of its own, of which one
 * or the other comes in runs: so it holds much of the same, and something else in its midst.
 */
static inline void hard_append_text(struct buffer *text, struct hard_random *random, size_t size,
                                    const struct vocabulary *vocabulary) {
    struct hard_text few[6];
    size_t end = text->size + size;
    uint32_t count = 1 + hard_below(random, 6);
    uint32_t free_choice = hard_below(random, 3);
    uint32_t longest_run = hard_below(random, 3) == 0 ? 200 : 2;
    uint32_t spaced = hard_below(random, 4);
    for (uint32_t i = 0; i < count; i++)
        few[i] = HARD_TEXTS[hard_below(random, HARD_COUNT)];
    while (text->size < end) {
        uint32_t choice = hard_below(random, 16);
        if (choice < 2 * free_choice)
            hard_append_times(text, &HARD_TEXTS[hard_below(random, HARD_COUNT)], 1);
        else if (choice == 15)
            hard_append_code_point(text, random);
        else if (choice == 14)
            hard_append_token(text, random, vocabulary);
        else
            hard_append_times(text, &few[hard_below(random, count)],
                              1 + hard_below(random, longest_run));
        if (hard_below(random, 4) < spaced)
            hard_append(text, " ", 1);
    }
}

#endif
