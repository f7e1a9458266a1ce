#include "tokenizer/library/mlmprep_tokenizer.h"

#include <stdlib.h>
#include <string.h>

#include "formats/base/version.h"
#include "tokenizer/bert_flavor.h"
#include "tokenizer/library/piece_tokenizer.h"

struct mlmprep_vocabulary {
    struct vocabulary *vocabulary;
};

struct mlmprep_tokenizer {
    struct bert_tokenizer_options options;
    struct piece_tokenizer pieces;
    struct bert_tokenizer *bert; /* made when it is first needed */
    struct token_batch batch;
};

_Static_assert(MLMPREP_MESSAGE_SIZE == ERROR_MESSAGE_SIZE, "sentences are copied whole");

/* --- errors ----------------------------------------------------------------------------------- */

static enum mlmprep_status status_of(enum status status) {
    switch (status) {
    case STATUS_OK:
        return MLMPREP_OK;
    case STATUS_NO_MEMORY:
        return MLMPREP_NO_MEMORY;
    case STATUS_USAGE:
        return MLMPREP_WRONG_OPTIONS;
    case STATUS_CORRUPT:
    case STATUS_NOT_OURS:
        return MLMPREP_WRONG_VOCABULARY;
    default:
        return MLMPREP_FAILED;
    }
}

/* Hands an outcome on to the caller, with its sentence when it is a failure. */
static enum mlmprep_status tell(struct mlmprep_error *error, enum status status,
                                const struct error *cause) {
    enum mlmprep_status result = status_of(status);
    if (error == NULL)
        return result;
    error->status = result;
    error->message[0] = '\0';
    if (status != STATUS_OK)
        memcpy(error->message, cause->message, sizeof error->message);
    return result;
}

/* --- vocabularies ----------------------------------------------------------------------------- */

static enum status load(struct mlmprep_vocabulary **result, struct byte_source *source,
                        struct error *error) {
    struct mlmprep_vocabulary *vocabulary = calloc(1, sizeof *vocabulary);
    *result = NULL;
    if (vocabulary == NULL)
        return error_no_memory(error, "the vocabulary");
    enum status status = vocabulary_load(&vocabulary->vocabulary, source, error);
    if (status == STATUS_OK)
        *result = vocabulary;
    else
        free(vocabulary);
    return status;
}

enum mlmprep_status mlmprep_vocabulary_load(struct mlmprep_vocabulary **vocabulary,
                                            const char *path, struct mlmprep_error *error) {
    struct byte_source source;
    struct error cause;
    *vocabulary = NULL;
    enum status status = byte_source_open(&source, path, &cause);
    if (status == STATUS_OK)
        status = load(vocabulary, &source, &cause);
    byte_source_release(&source);
    return tell(error, status, &cause);
}

enum mlmprep_status mlmprep_vocabulary_read(struct mlmprep_vocabulary **vocabulary,
                                            const void *bytes, size_t size,
                                            struct mlmprep_error *error) {
    struct byte_source source;
    struct error cause;
    byte_source_from_memory(&source, (struct view){bytes, size}, "memory");
    enum status status = load(vocabulary, &source, &cause);
    byte_source_release(&source);
    return tell(error, status, &cause);
}

void mlmprep_vocabulary_free(struct mlmprep_vocabulary *vocabulary) {
    if (vocabulary == NULL)
        return;
    vocabulary_free(vocabulary->vocabulary);
    free(vocabulary);
}

uint32_t mlmprep_vocabulary_size(const struct mlmprep_vocabulary *vocabulary) {
    return vocabulary_size(vocabulary->vocabulary);
}

const char *mlmprep_vocabulary_token(const struct mlmprep_vocabulary *vocabulary, uint32_t id,
                                     size_t *size) {
    *size = 0;
    if (id >= vocabulary_size(vocabulary->vocabulary))
        return NULL;
    struct view token = vocabulary_token(vocabulary->vocabulary, id);
    *size = token.size;
    return (const char *)token.data;
}

uint32_t mlmprep_vocabulary_find(const struct mlmprep_vocabulary *vocabulary, const char *token,
                                 size_t size) {
    struct view view = {(const unsigned char *)token, size};
    uint32_t id = vocabulary_find(vocabulary->vocabulary, view);
    return id == TOKEN_TRIE_NONE ? MLMPREP_NO_ID : id;
}

/* --- tokenizers ------------------------------------------------------------------------------- */

static bool choose(enum mlmprep_choice choice, bool otherwise) {
    return choice == MLMPREP_DEFAULT ? otherwise : choice == MLMPREP_YES;
}

static enum status read_options(struct bert_tokenizer_options *result,
                                const struct mlmprep_tokenizer_options *options,
                                struct error *error) {
    static const struct mlmprep_tokenizer_options DEFAULTS = {.flavor = MLMPREP_NVIDIA};
    if (options == NULL)
        options = &DEFAULTS;
    if ((unsigned)options->flavor > MLMPREP_GOOGLE || (unsigned)options->lower_case > MLMPREP_NO ||
        (unsigned)options->strip_accents > MLMPREP_NO ||
        (unsigned)options->special_literals > MLMPREP_NO)
        return error_set(error, STATUS_USAGE,
                         "an option of the tokenizer has none of its values; set those that are "
                         "not needed to zero");
    if (options->max_chars_per_word > BERT_TOKENIZER_LONGEST_WORD)
        return error_set(error, STATUS_USAGE,
                         "the longest word cannot have %lu characters; choose 1 to %d, or 0 for "
                         "the default",
                         (unsigned long)options->max_chars_per_word, BERT_TOKENIZER_LONGEST_WORD);
    *result =
        bert_flavor_options(options->flavor == MLMPREP_GOOGLE ? FLAVOR_GOOGLE : FLAVOR_NVIDIA);
    result->lower_case = choose(options->lower_case, true);
    result->strip_accents = choose(options->strip_accents, result->lower_case);
    result->special_literals = choose(options->special_literals, result->special_literals);
    if (options->max_chars_per_word != 0)
        result->max_characters_per_word = options->max_chars_per_word;
    return STATUS_OK;
}

static enum status make(struct mlmprep_tokenizer **result,
                        const struct mlmprep_vocabulary *vocabulary,
                        const struct mlmprep_tokenizer_options *options, struct error *error) {
    struct mlmprep_tokenizer *tokenizer = calloc(1, sizeof *tokenizer);
    if (tokenizer == NULL)
        return error_no_memory(error, "the tokenizer");
    token_batch_init(&tokenizer->batch);
    enum status status = read_options(&tokenizer->options, options, error);
    if (status == STATUS_OK)
        status = piece_tokenizer_init(&tokenizer->pieces, vocabulary->vocabulary,
                                      &tokenizer->options, error);
    if (status == STATUS_OK)
        *result = tokenizer;
    else
        mlmprep_tokenizer_free(tokenizer);
    return status;
}

enum mlmprep_status mlmprep_tokenizer_new(struct mlmprep_tokenizer **tokenizer,
                                          const struct mlmprep_vocabulary *vocabulary,
                                          const struct mlmprep_tokenizer_options *options,
                                          struct mlmprep_error *error) {
    struct error cause;
    *tokenizer = NULL;
    return tell(error, make(tokenizer, vocabulary, options, &cause), &cause);
}

void mlmprep_tokenizer_free(struct mlmprep_tokenizer *tokenizer) {
    if (tokenizer == NULL)
        return;
    piece_tokenizer_release(&tokenizer->pieces);
    bert_tokenizer_free(tokenizer->bert);
    token_batch_release(&tokenizer->batch);
    free(tokenizer);
}

enum mlmprep_status mlmprep_tokenizer_pieces(struct mlmprep_tokenizer *tokenizer,
                                             const struct mlmprep_piece **pieces, size_t *count,
                                             const char *text, size_t size,
                                             struct mlmprep_error *error) {
    struct error cause;
    struct view view = {(const unsigned char *)text, size};
    enum status status = piece_tokenizer_take(&tokenizer->pieces, view, &cause);
    *pieces = tokenizer->pieces.pieces;
    *count = status == STATUS_OK ? tokenizer->pieces.piece_count : 0;
    return tell(error, status, &cause);
}

enum mlmprep_status mlmprep_tokenizer_ids(struct mlmprep_tokenizer *tokenizer, const uint32_t **ids,
                                          size_t *count, const char *text, size_t size,
                                          struct mlmprep_error *error) {
    struct error cause;
    struct view view = {(const unsigned char *)text, size};
    enum status status = STATUS_OK;
    token_batch_clear(&tokenizer->batch);
    if (tokenizer->bert == NULL)
        status = bert_tokenizer_new(&tokenizer->bert, tokenizer->pieces.vocabulary,
                                    &tokenizer->options, &cause);
    if (status == STATUS_OK) {
        bert_tokenizer_begin_line(tokenizer->bert);
        status = bert_tokenizer_feed(tokenizer->bert, view, &tokenizer->batch, &cause);
    }
    if (status == STATUS_OK)
        status = bert_tokenizer_end_line(tokenizer->bert, &tokenizer->batch, &cause);
    *ids = tokenizer->batch.ids;
    *count = status == STATUS_OK ? tokenizer->batch.id_count : 0;
    return tell(error, status, &cause);
}

const char *mlmprep_tokenizer_version(void) {
    return MLMPREP_VERSION;
}
