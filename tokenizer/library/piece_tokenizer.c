#include "tokenizer/library/piece_tokenizer.h"

#include <stdlib.h>
#include <string.h>

#include "formats/base/checked.h"
#include "tokenizer/text/normalization.h"
#include "tokenizer/text/utf8.h"
#include "tokenizer/wordpiece.h"

/* A kind of folding for the options; any, when nothing is folded. */
static enum folding_kind folding_kind_of(const struct bert_tokenizer_options *options) {
    if (!options->lower_case)
        return FOLDING_DECOMPOSED;
    return options->strip_accents ? FOLDING_LOWER_DECOMPOSED : FOLDING_LOWER;
}

enum status piece_tokenizer_init(struct piece_tokenizer *tokenizer,
                                 const struct vocabulary *vocabulary,
                                 const struct bert_tokenizer_options *options,
                                 struct error *error) {
    size_t longest = options->max_characters_per_word;
    *tokenizer = (struct piece_tokenizer){
        .vocabulary = vocabulary,
        .tables = unicode_tables_get(options->unicode, options->flavor, folding_kind_of(options)),
        .options = *options,
        .word = calloc(longest, sizeof *tokenizer->word),
        .bytes = calloc(longest * UTF8_LONGEST, 1),
        .ids = calloc(longest * UTF8_LONGEST, sizeof *tokenizer->ids),
    };
    if (tokenizer->word != NULL && tokenizer->bytes != NULL && tokenizer->ids != NULL)
        return STATUS_OK;
    piece_tokenizer_release(tokenizer);
    return error_no_memory(error, "the tokenizer");
}

void piece_tokenizer_release(struct piece_tokenizer *tokenizer) {
    free(tokenizer->word);
    free(tokenizer->bytes);
    free(tokenizer->ids);
    free(tokenizer->pieces);
    *tokenizer = (struct piece_tokenizer){.word = NULL};
}

/* --- pieces ----------------------------------------------------------------------------------- */

static enum status make_room(struct piece_tokenizer *tokenizer, size_t more, struct error *error) {
    if (more <= tokenizer->piece_capacity - tokenizer->piece_count)
        return STATUS_OK;
    size_t capacity;
    size_t size;
    if (!checked_add_size(tokenizer->piece_count, more, &capacity) ||
        !checked_multiply_size(capacity < 64 ? 64 : capacity, 2, &capacity) ||
        !checked_multiply_size(capacity, sizeof *tokenizer->pieces, &size))
        return error_no_memory(error, "the pieces of a text");
    struct mlmprep_piece *pieces = realloc(tokenizer->pieces, size);
    if (pieces == NULL)
        return error_no_memory(error, "the pieces of a text");
    tokenizer->pieces = pieces;
    tokenizer->piece_capacity = capacity;
    return STATUS_OK;
}

static enum status add_piece(struct piece_tokenizer *tokenizer, uint32_t id, size_t begin,
                             size_t end, struct error *error) {
    enum status status = make_room(tokenizer, 1, error);
    if (status == STATUS_OK)
        tokenizer->pieces[tokenizer->piece_count++] = (struct mlmprep_piece){id, begin, end};
    return status;
}

/* Adds the ids of the word, each with the characters that its token's bytes take of it. */
static enum status add_pieces(struct piece_tokenizer *tokenizer, size_t count,
                              struct error *error) {
    enum status status = make_room(tokenizer, count, error);
    if (status != STATUS_OK)
        return status;
    const struct piece_character *at = tokenizer->word;
    for (size_t i = 0; i < count; i++) {
        size_t bytes = vocabulary_token(tokenizer->vocabulary, tokenizer->ids[i]).size;
        size_t taken = i == 0 ? 0 : 2; /* "##" */
        struct mlmprep_piece piece = {tokenizer->ids[i], at->begin, at->end};
        for (; taken < bytes; at++) {
            unsigned char encoded[UTF8_LONGEST];
            taken += utf8_encode(at->code_point, encoded);
            /* Marks that were put in order may come from before or behind their neighbours. */
            piece.begin = at->begin < piece.begin ? at->begin : piece.begin;
            piece.end = at->end > piece.end ? at->end : piece.end;
        }
        tokenizer->pieces[tokenizer->piece_count++] = piece;
    }
    return STATUS_OK;
}

/* --- words ------------------------------------------------------------------------------------ */

static enum status end_word(struct piece_tokenizer *tokenizer, struct error *error) {
    uint32_t unknown = vocabulary_special(tokenizer->vocabulary, SPECIAL_UNK);
    struct view word = {tokenizer->bytes, 0};
    size_t size = tokenizer->word_size;
    tokenizer->word_size = tokenizer->marks = 0;
    if (size == 0)
        return STATUS_OK;
    if (!tokenizer->too_long) {
        for (size_t i = 0; i < size; i++)
            word.size += utf8_encode(tokenizer->word[i].code_point, tokenizer->bytes + word.size);
        size_t count = wordpiece_split(tokenizer->vocabulary, word, tokenizer->ids);
        if (count > 1 || tokenizer->ids[0] != unknown)
            return add_pieces(tokenizer, count, error);
    }
    tokenizer->too_long = false;
    return add_piece(tokenizer, unknown, tokenizer->begin, tokenizer->end, error);
}

/* Puts a mark in its place by combining class among those at the end of the word. */
static size_t place_of(struct piece_tokenizer *tokenizer, uint16_t properties) {
    size_t at = tokenizer->word_size;
    while (at > tokenizer->marks && character_combining_class(unicode_tables_class(
                                        tokenizer->tables, tokenizer->word[at - 1].code_point)) >
                                        character_combining_class(properties)) {
        tokenizer->word[at] = tokenizer->word[at - 1];
        at--;
    }
    return at;
}

/* Takes a folded code point into the word. */
static void append(struct piece_tokenizer *tokenizer, struct piece_character character,
                   uint16_t properties) {
    bool strips = tokenizer->options.strip_accents;
    bool is_mark = strips && character_combining_class(properties) != 0;
    if (strips && (properties & CHARACTER_NONSPACING) != 0) {
        if (!is_mark)
            tokenizer->marks = tokenizer->word_size; /* gone, yet it parts the marks around it */
        return;
    }
    if (tokenizer->word_size == 0) {
        tokenizer->begin = character.begin;
        tokenizer->end = character.end;
    }
    tokenizer->end = character.end > tokenizer->end ? character.end : tokenizer->end;
    if (tokenizer->word_size == tokenizer->options.max_characters_per_word) {
        tokenizer->too_long = true;
        return;
    }
    size_t place = is_mark ? place_of(tokenizer, properties) : tokenizer->word_size;
    tokenizer->word[place] = character;
    tokenizer->word_size++;
    if (!is_mark)
        tokenizer->marks = tokenizer->word_size;
}

static enum status take_folded(struct piece_tokenizer *tokenizer, struct piece_character character,
                               struct error *error) {
    uint16_t properties = unicode_tables_class(tokenizer->tables, character.code_point);
    if (character_class_of(properties) != CHARACTER_PUNCTUATION) {
        append(tokenizer, character, properties);
        return STATUS_OK;
    }
    enum status status = end_word(tokenizer, error);
    if (status != STATUS_OK)
        return status;
    append(tokenizer, character, 0);
    return end_word(tokenizer, error);
}

/* --- tokens: what stands between white space and ideographs ----------------------------------- */

/* Reads the next character that is not dropped; false at the end. */
static bool next_character(const struct piece_tokenizer *tokenizer, struct view text, size_t *at,
                           struct piece_character *character, uint16_t *properties) {
    while (*at < text.size) {
        size_t begin = *at;
        size_t length = utf8_decode(text.data + begin, text.size - begin, &character->code_point);
        if (length == 0)
            return false; /* a sequence that the end of the text cuts */
        *at = begin + length;
        if (character->code_point == UTF8_MALFORMED)
            continue;
        *properties = unicode_tables_class(tokenizer->tables, character->code_point);
        if (character_class_of(*properties) == CHARACTER_DROPPED)
            continue;
        character->begin = begin;
        character->end = *at;
        return true;
    }
    return false;
}

/* Adds a token that is the literal of a special token; *found tells whether it is. */
static enum status take_literal(struct piece_tokenizer *tokenizer, struct view token, size_t begin,
                                bool *found, struct error *error) {
    char literal[8];
    size_t size = 0;
    size_t at = begin;
    struct piece_character character;
    uint16_t properties;
    size_t end = begin;
    *found = false;
    while (next_character(tokenizer, token, &at, &character, &properties)) {
        if (character.code_point >= 0x80 || size == sizeof literal)
            return STATUS_OK;
        literal[size++] = (char)character.code_point;
        end = character.end;
    }
    for (unsigned i = 0; i < SPECIAL_TOKENS && !*found; i++) {
        const char *name = special_token_name((enum special_token)i);
        *found = size == strlen(name) && memcmp(name, literal, size) == 0;
        if (*found)
            return add_piece(tokenizer,
                             vocabulary_special(tokenizer->vocabulary, (enum special_token)i),
                             begin, end, error);
    }
    return STATUS_OK;
}

/* Whether the capital sigma before `at` in a token is final, given a cased letter before it. */
static bool sigma_is_final(const struct piece_tokenizer *tokenizer, struct view token, size_t at) {
    struct piece_character character;
    uint16_t properties;
    while (next_character(tokenizer, token, &at, &character, &properties)) {
        if ((properties & CHARACTER_CASE_IGNORABLE) == 0)
            return (properties & CHARACTER_CASED) == 0;
    }
    return true;
}

/* Takes a character's folding; one of several code points has the place of it in all of them. */
static enum status fold(struct piece_tokenizer *tokenizer, struct piece_character character,
                        struct error *error) {
    uint32_t own[3];
    size_t length;
    const uint32_t *sequence =
        folding_get(&tokenizer->tables->folding, character.code_point, &length, own);
    enum status status = STATUS_OK;
    for (size_t i = 0; i < length && status == STATUS_OK; i++) {
        character.code_point = sequence[i];
        status = take_folded(tokenizer, character, error);
    }
    return status;
}

/* Takes the token from `begin` to the end of `token`, which has its place in the text. */
static enum status take_token(struct piece_tokenizer *tokenizer, struct view token, size_t begin,
                              struct error *error) {
    const struct bert_tokenizer_options *options = &tokenizer->options;
    enum status status = STATUS_OK;
    bool done = false;
    if (options->special_literals && token.data[begin] == '[')
        status = take_literal(tokenizer, token, begin, &done, error);
    if (status != STATUS_OK || done)
        return status;
    struct piece_character character;
    uint16_t properties;
    bool folds = options->lower_case || options->strip_accents;
    bool cased_before = false;
    size_t at = begin;
    while (status == STATUS_OK && next_character(tokenizer, token, &at, &character, &properties)) {
        if (character.code_point == CAPITAL_SIGMA && options->lower_case && cased_before) {
            character.code_point = sigma_is_final(tokenizer, token, at) ? FINAL_SIGMA : SMALL_SIGMA;
            status = take_folded(tokenizer, character, error);
        } else if (folds && (properties & CHARACTER_FOLDS) != 0) {
            status = fold(tokenizer, character, error);
        } else {
            status = take_folded(tokenizer, character, error);
        }
        if ((properties & CHARACTER_CASE_IGNORABLE) == 0)
            cased_before = (properties & CHARACTER_CASED) != 0;
    }
    return status == STATUS_OK ? end_word(tokenizer, error) : status;
}

enum status piece_tokenizer_take(struct piece_tokenizer *tokenizer, struct view text,
                                 struct error *error) {
    enum status status = STATUS_OK;
    struct piece_character character;
    uint16_t properties;
    bool in_token = false;
    size_t token = 0;
    size_t at = 0;
    tokenizer->piece_count = tokenizer->word_size = tokenizer->marks = 0;
    tokenizer->too_long = false;
    while (status == STATUS_OK && next_character(tokenizer, text, &at, &character, &properties)) {
        enum character_class class = character_class_of(properties);
        bool parts = class == CHARACTER_WHITE_SPACE || class == CHARACTER_CJK;
        if (!parts) {
            token = in_token ? token : character.begin;
            in_token = true;
            continue;
        }
        if (in_token)
            status = take_token(tokenizer, (struct view){text.data, character.begin}, token, error);
        in_token = false;
        if (class == CHARACTER_CJK && status == STATUS_OK)
            status = take_token(tokenizer, (struct view){text.data, character.end}, character.begin,
                                error);
    }
    if (in_token && status == STATUS_OK)
        status = take_token(tokenizer, text, token, error);
    return status;
}
