#include "tokenizer/stretch_tokenizer.h"

#include "tokenizer/text/utf8.h"
#include "tokenizer/wordpiece.h"

static void take_word(void *context, const uint32_t *code_points, size_t size, bool too_long) {
    struct stretch_tokenizer *tokenizer = context;
    unsigned char bytes[BERT_TOKENIZER_LONGEST_WORD * UTF8_LONGEST];
    if (too_long) {
        *tokenizer->ids++ = vocabulary_special(tokenizer->vocabulary, SPECIAL_UNK);
        return;
    }
    struct view word = {bytes, 0};
    for (size_t i = 0; i < size; i++)
        word.size += utf8_encode(code_points[i], bytes + word.size);
    tokenizer->ids += wordpiece_split(tokenizer->vocabulary, word, tokenizer->ids);
}

static void take_special(void *context, enum special_token token) {
    struct stretch_tokenizer *tokenizer = context;
    *tokenizer->ids++ = vocabulary_special(tokenizer->vocabulary, token);
}

enum status stretch_tokenizer_init(struct stretch_tokenizer *tokenizer,
                                   const struct vocabulary *vocabulary,
                                   const struct bert_tokenizer_options *options,
                                   struct error *error) {
    *tokenizer = (struct stretch_tokenizer){.vocabulary = vocabulary, .options = *options};
    if (options->max_characters_per_word < 1 ||
        options->max_characters_per_word > BERT_TOKENIZER_LONGEST_WORD)
        return error_set(
            error, STATUS_USAGE, "the longest word cannot have %lu characters; choose 1 to %d",
            (unsigned long)options->max_characters_per_word, BERT_TOKENIZER_LONGEST_WORD);
    struct basic_tokenizer_sink sink = {take_word, take_special, tokenizer};
    struct basic_tokenizer_options basic = {
        .unicode = options->unicode,
        .flavor = options->flavor,
        .word_limit = options->max_characters_per_word,
        .lower_case = options->lower_case,
        .strip_accents = options->strip_accents,
        .special_literals = options->special_literals,
    };
    enum status status = basic_tokenizer_init(&tokenizer->basic, &sink, &basic, error);
    tokenizer->tables = tokenizer->basic.tables;
    return status;
}

void stretch_tokenizer_release(struct stretch_tokenizer *tokenizer) {
    basic_tokenizer_release(&tokenizer->basic);
}

size_t stretch_tokenizer_waiting(const struct stretch_tokenizer *tokenizer) {
    return UTF8_LONGEST * (tokenizer->basic.token_size + tokenizer->basic.word.size);
}

static void note_malformed(struct bert_tokenizer_line *line, uint64_t offset) {
    if (line->malformed < BERT_TOKENIZER_MALFORMED_KEPT)
        line->malformed_at[line->malformed] = offset;
    line->malformed++;
    line->blank = false; /* U+FFFD is not white space */
}

enum status stretch_tokenizer_take_part(struct stretch_tokenizer *tokenizer, size_t *taken,
                                        const unsigned char *bytes, size_t size, uint64_t offset,
                                        bool last, struct error *error) {
    size_t at = 0;
    enum status status = STATUS_OK;
    while (at < size && status == STATUS_OK) {
        uint32_t code_point;
        size_t length = utf8_decode(bytes + at, size - at, &code_point);
        if (length == 0) {
            if (!last)
                break;
            length = size - at;
        }
        if (code_point == UTF8_MALFORMED) {
            note_malformed(&tokenizer->line, offset + at);
        } else {
            uint16_t properties = unicode_tables_class(tokenizer->tables, code_point);
            if ((properties & CHARACTER_STRIPPED) == 0)
                tokenizer->line.blank = false;
            status = basic_tokenizer_push(&tokenizer->basic, code_point, properties, error);
        }
        at += length;
    }
    *taken = at;
    return status;
}

void stretch_tokenizer_end_parts(struct stretch_tokenizer *tokenizer) {
    basic_tokenizer_end_token(&tokenizer->basic);
}
