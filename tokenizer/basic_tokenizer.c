#include "tokenizer/basic_tokenizer.h"

#include <stdlib.h>
#include <string.h>

/* The kind of folding for the options; any, when nothing is folded. */
static enum folding_kind folding_kind_of(const struct basic_tokenizer_options *options) {
    if (!options->lower_case)
        return FOLDING_DECOMPOSED;
    return options->strip_accents ? FOLDING_LOWER_DECOMPOSED : FOLDING_LOWER;
}

enum status basic_tokenizer_init(struct basic_tokenizer *basic,
                                 const struct basic_tokenizer_sink *sink,
                                 const struct basic_tokenizer_options *options,
                                 struct error *error) {
    *basic = (struct basic_tokenizer){
        .tables = unicode_tables_get(options->unicode, options->flavor, folding_kind_of(options)),
        .sink = *sink,
        .options = *options,
    };
    enum status status = normalized_word_init(&basic->word, options->word_limit, error);
    if (status != STATUS_OK)
        return status;
    basic->token = malloc(BASIC_TOKENIZER_ROOM * sizeof *basic->token);
    if (basic->token == NULL) {
        normalized_word_release(&basic->word);
        return error_no_memory(error, "a word");
    }
    return STATUS_OK;
}

void basic_tokenizer_release(struct basic_tokenizer *basic) {
    normalized_word_release(&basic->word);
    free(basic->token);
    *basic = (struct basic_tokenizer){.token = NULL};
}

void basic_tokenizer_reset(struct basic_tokenizer *basic) {
    normalized_word_clear(&basic->word);
    basic->token_size = 0;
    basic->part_done = false;
    basic->cased_before = false;
}

static void end_word(struct basic_tokenizer *basic) {
    if (basic->word.size > 0)
        basic->sink.word(basic->sink.context, basic->word.code_points, basic->word.size,
                         basic->word.too_long);
    normalized_word_clear(&basic->word);
}

static void punctuation(struct basic_tokenizer *basic, uint32_t code_point) {
    end_word(basic);
    basic->sink.word(basic->sink.context, &code_point, 1, false);
}

/* Cuts the token's code points as they are. */
static void cut(struct basic_tokenizer *basic) {
    for (size_t i = 0; i < basic->token_size; i++) {
        uint16_t properties = unicode_tables_class(basic->tables, basic->token[i]);
        if (character_class_of(properties) == CHARACTER_PUNCTUATION)
            punctuation(basic, basic->token[i]);
        else
            normalized_word_append_plain(&basic->word, basic->token[i]);
    }
}

static void append_folded(struct basic_tokenizer *basic, uint32_t code_point) {
    uint16_t properties = unicode_tables_class(basic->tables, code_point);
    if (character_class_of(properties) == CHARACTER_PUNCTUATION)
        punctuation(basic, code_point);
    else if (!basic->options.strip_accents)
        normalized_word_append_plain(&basic->word, code_point);
    else
        normalized_word_append(&basic->word, basic->tables, code_point, properties);
}

/*
 * Folds and cuts the token's code points; returns how many, which is all but for a capital sigma
 * and what follows it when the token is not complete and may yet decide it.
 */
static size_t fold(struct basic_tokenizer *basic, bool complete) {
    const struct unicode_tables *tables = basic->tables;
    for (size_t i = 0; i < basic->token_size; i++) {
        uint32_t code_point = basic->token[i];
        uint16_t properties = unicode_tables_class(tables, code_point);
        if (code_point == CAPITAL_SIGMA && basic->cased_before && basic->options.lower_case) {
            enum sigma sigma = normalization_sigma(tables, basic->token + i + 1,
                                                   basic->token_size - i - 1, complete);
            if (sigma == SIGMA_UNDECIDED)
                return i;
            append_folded(basic, sigma == SIGMA_FINAL ? FINAL_SIGMA : SMALL_SIGMA);
        } else if ((properties & CHARACTER_FOLDS) == 0) {
            append_folded(basic, code_point);
        } else {
            size_t length;
            uint32_t own[3];
            const uint32_t *sequence = folding_get(&tables->folding, code_point, &length, own);
            for (size_t j = 0; j < length; j++)
                append_folded(basic, sequence[j]);
        }
        if ((properties & CHARACTER_CASE_IGNORABLE) == 0)
            basic->cased_before = (properties & CHARACTER_CASED) != 0;
    }
    return basic->token_size;
}

/* Folds, if anything is to be folded, and cuts; returns what fold() does. */
static size_t fold_or_cut(struct basic_tokenizer *basic, bool complete) {
    if (basic->options.lower_case || basic->options.strip_accents)
        return fold(basic, complete);
    cut(basic);
    return basic->token_size;
}

/* Folds what is there of a token that goes on, to make room. */
static enum status make_room(struct basic_tokenizer *basic, struct error *error) {
    size_t done = fold_or_cut(basic, false);
    if (done == 0)
        return error_set(error, STATUS_FAILED,
                         "a capital sigma is followed by more than %d characters that do not tell "
                         "whether it ends a word; put a space among them",
                         BASIC_TOKENIZER_ROOM - 1);
    basic->token_size -= done;
    memmove(basic->token, basic->token + done, basic->token_size * sizeof *basic->token);
    basic->part_done = true;
    return STATUS_OK;
}

/* Whether the token is the literal of a special token; all of them are ASCII in brackets. */
static bool is_literal(const struct basic_tokenizer *basic, enum special_token *token) {
    if (basic->token[0] != '[' || basic->part_done)
        return false;
    for (unsigned i = 0; i < SPECIAL_TOKENS; i++) {
        const char *name = special_token_name((enum special_token)i);
        size_t same = 0;
        while (same < basic->token_size && name[same] != '\0' &&
               basic->token[same] == (unsigned char)name[same])
            same++;
        if (same == basic->token_size && name[same] == '\0') {
            *token = (enum special_token)i;
            return true;
        }
    }
    return false;
}

void basic_tokenizer_end_token(struct basic_tokenizer *basic) {
    enum special_token special;
    if (basic->token_size == 0 && !basic->part_done)
        return;
    if (basic->token_size > 0 && basic->options.special_literals && is_literal(basic, &special)) {
        basic->sink.special(basic->sink.context, special);
    } else {
        fold_or_cut(basic, true);
        end_word(basic);
    }
    basic_tokenizer_reset(basic);
}

enum status basic_tokenizer_push(struct basic_tokenizer *basic, uint32_t code_point,
                                 uint16_t properties, struct error *error) {
    enum character_class class = character_class_of(properties);
    if (class == CHARACTER_DROPPED)
        return STATUS_OK;
    if (class == CHARACTER_WHITE_SPACE || class == CHARACTER_CJK)
        basic_tokenizer_end_token(basic);
    if (class == CHARACTER_WHITE_SPACE)
        return STATUS_OK;
    if (basic->token_size == BASIC_TOKENIZER_ROOM) {
        enum status status = make_room(basic, error);
        if (status != STATUS_OK)
            return status;
    }
    basic->token[basic->token_size++] = code_point;
    if (class == CHARACTER_CJK)
        basic_tokenizer_end_token(basic);
    return STATUS_OK;
}
