#include "tokenizer/train/vocabulary_layout.h"

#include <stdbool.h>
#include <stdio.h>

#include "tokenizer/bert_tokenizer.h"
#include "tokenizer/text/unicode_tables.h"
#include "tokenizer/text/utf8.h"
#include "tokenizer/vocabulary.h"

static enum status append(struct vocabulary_layout *layout, const char *token,
                          struct error *error) {
    uint32_t place;
    return string_counts_add(&layout->special, view_of_string(token), 1, &place, error);
}

enum status vocabulary_layout_init(struct vocabulary_layout *layout, uint32_t unused,
                                   struct error *error) {
    *layout = (struct vocabulary_layout){STRING_COUNTS_INIT};
    enum status status = append(layout, special_token_name(SPECIAL_PAD), error);
    for (uint32_t i = 0; i < unused && status == STATUS_OK; i++) {
        char token[sizeof "[unused4294967295]"];
        snprintf(token, sizeof token, "[unused%lu]", (unsigned long)i);
        status = append(layout, token, error);
    }
    for (unsigned i = SPECIAL_PAD + 1; i < SPECIAL_TOKENS && status == STATUS_OK; i++)
        status = append(layout, special_token_name((enum special_token)i), error);
    if (status != STATUS_OK)
        vocabulary_layout_release(layout);
    return status;
}

void vocabulary_layout_release(struct vocabulary_layout *layout) {
    string_counts_release(&layout->special);
}

/* Whether a line of a vocabulary can hold the token: of characters that the tokenizer keeps. */
static bool is_line(const struct unicode_tables *tables, struct view token) {
    size_t characters = 0;
    for (size_t at = 0; at < token.size; characters++) {
        uint32_t code_point;
        size_t length = utf8_decode(token.data + at, token.size - at, &code_point);
        if (length == 0 || code_point == UTF8_MALFORMED)
            return false;
        enum character_class class = character_class_of(unicode_tables_class(tables, code_point));
        if (class == CHARACTER_DROPPED || class == CHARACTER_WHITE_SPACE)
            return false;
        at += length;
    }
    return characters > 0 && characters <= BERT_TOKENIZER_LONGEST_WORD;
}

enum status vocabulary_layout_add(struct vocabulary_layout *layout, struct view token,
                                  struct error *error) {
    const struct unicode_tables *tables =
        unicode_tables_get(UNICODE_14_0, FLAVOR_NVIDIA, FOLDING_LOWER);
    uint32_t place;
    if (!is_line(tables, token))
        return error_set(
            error, STATUS_USAGE,
            "'%.*s' cannot be a special token; one is of 1 to %d characters, in UTF-8, "
            "without white space or control characters",
            token.size > 80 ? 80 : (int)token.size, (const char *)token.data,
            BERT_TOKENIZER_LONGEST_WORD);
    if (string_counts_find(&layout->special, token) != STRING_COUNTS_NONE)
        return error_set(error, STATUS_USAGE, "the special token '%.*s' is there already",
                         token.size > 80 ? 80 : (int)token.size, (const char *)token.data);
    return string_counts_add(&layout->special, token, 1, &place, error);
}

size_t vocabulary_layout_shared(const struct vocabulary_layout *layout,
                                const struct string_counts *pieces) {
    size_t shared = 0;
    for (size_t i = 0; i < layout->special.size; i++)
        shared += string_counts_find(pieces, string_counts_string(&layout->special, i)) !=
                  STRING_COUNTS_NONE;
    return shared;
}

static enum status write_line(struct buffer *file, struct view line, struct error *error) {
    enum status status = buffer_append(file, line.data, line.size, error);
    return status == STATUS_OK ? buffer_append(file, "\n", 1, error) : status;
}

enum status vocabulary_layout_write(const struct vocabulary_layout *layout,
                                    const struct string_counts *pieces, struct buffer *file,
                                    struct error *error) {
    enum status status = STATUS_OK;
    for (size_t i = 0; i < layout->special.size && status == STATUS_OK; i++)
        status = write_line(file, string_counts_string(&layout->special, i), error);
    for (size_t i = 0; i < pieces->size && status == STATUS_OK; i++) {
        struct view piece = string_counts_string(pieces, i);
        if (string_counts_find(&layout->special, piece) == STRING_COUNTS_NONE)
            status = write_line(file, piece, error);
    }
    return status;
}
