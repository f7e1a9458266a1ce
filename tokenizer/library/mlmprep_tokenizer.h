/*
 * mlmprep_tokenizer - BERT's tokenizer for C and C++ programs: text in, WordPiece ids out.
 *
 *     struct mlmprep_vocabulary *vocabulary;
 *     struct mlmprep_tokenizer *tokenizer;
 *     const struct mlmprep_piece *pieces;
 *     size_t count;
 *
 *     if (mlmprep_vocabulary_load(&vocabulary, "vocab.txt", NULL) ||
 *         mlmprep_tokenizer_new(&tokenizer, vocabulary, NULL, NULL) ||
 *         mlmprep_tokenizer_pieces(tokenizer, &pieces, &count, text, strlen(text), NULL))
 *         return 1;
 *
 *     for (size_t i = 0; i < count; i++)
 *         printf("%u %zu %zu\n", (unsigned)pieces[i].id, pieces[i].begin, pieces[i].end);
 *
 *     mlmprep_tokenizer_free(tokenizer);
 *     mlmprep_vocabulary_free(vocabulary);
 *
 * The ids are those of wpiece(1), which equal those of the programs that enum mlmprep_flavor names.
 * Text is UTF-8 of any length; it need not end in NUL. White space of every kind, line ends too,
 * parts words and is nothing else. A malformed sequence is dropped, as wpiece does it.
 *
 * Every function that can fail returns a status and, where `error` is not NULL, puts it there with
 * one sentence. Nothing is printed, nothing exits, no state is shared but through the arguments.
 *
 * Threads: any number may use a vocabulary at once; a tokenizer belongs to one at a time.
 */
#ifndef MLMPREP_TOKENIZER_H
#define MLMPREP_TOKENIZER_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum mlmprep_status {
    MLMPREP_OK = 0,
    MLMPREP_FAILED = 1,          /* a file cannot be read, or see mlmprep_tokenizer_ids */
    MLMPREP_NO_MEMORY = 2,       /* an allocation failed */
    MLMPREP_WRONG_OPTIONS = 3,   /* options out of their range */
    MLMPREP_WRONG_VOCABULARY = 4 /* the file is no vocabulary, or lacks special tokens */
};

#define MLMPREP_MESSAGE_SIZE 1024

struct mlmprep_error {
    enum mlmprep_status status;
    char message[MLMPREP_MESSAGE_SIZE]; /* what failed, where, and what to do; ends in NUL */
};

/* --- vocabularies ----------------------------------------------------------------------------- */

struct mlmprep_vocabulary;

#define MLMPREP_NO_ID UINT32_MAX

/*
 * Loads a vocabulary: one token a line, its id the line's number from 0; of a repeated token the
 * last line counts. [PAD], [UNK], [CLS], [SEP] and [MASK] must be there. On success *vocabulary is
 * to be freed, else it is NULL.
 */
enum mlmprep_status mlmprep_vocabulary_load(struct mlmprep_vocabulary **vocabulary,
                                            const char *path, struct mlmprep_error *error);

/* The same from the file's bytes, which are copied; the path is not looked at but for messages. */
enum mlmprep_status mlmprep_vocabulary_read(struct mlmprep_vocabulary **vocabulary,
                                            const void *bytes, size_t size,
                                            struct mlmprep_error *error);

/* Frees; harmless on NULL. No tokenizer may be using it. */
void mlmprep_vocabulary_free(struct mlmprep_vocabulary *vocabulary);

/* The number of lines, one more than the largest id. */
uint32_t mlmprep_vocabulary_size(const struct mlmprep_vocabulary *vocabulary);

/* The token of an id, *size bytes without a NUL, as long as the vocabulary; NULL for no id. */
const char *mlmprep_vocabulary_token(const struct mlmprep_vocabulary *vocabulary, uint32_t id,
                                     size_t *size);

/* The id of a token, or MLMPREP_NO_ID. */
uint32_t mlmprep_vocabulary_find(const struct mlmprep_vocabulary *vocabulary, const char *token,
                                 size_t size);

/* --- tokenizers ------------------------------------------------------------------------------- */

/* Whose program the ids equal. */
enum mlmprep_flavor {
    MLMPREP_NVIDIA = 0, /* DeepLearningExamples, PyTorch BERT */
    MLMPREP_GOOGLE = 1  /* google-research/bert */
};

enum mlmprep_choice { MLMPREP_DEFAULT = 0, MLMPREP_YES = 1, MLMPREP_NO = 2 };

/* All zero are the options of NVIDIA's program, uncased. */
struct mlmprep_tokenizer_options {
    enum mlmprep_flavor flavor;
    enum mlmprep_choice lower_case;       /* default: yes */
    enum mlmprep_choice strip_accents;    /* default: as lower_case */
    enum mlmprep_choice special_literals; /* "[MASK]" and its like, words of their own in the text,
                                             are the tokens; default: yes, no for Google's */
    uint32_t max_chars_per_word; /* a word of more code points is [UNK]; 1 to 1024; 0 for the
                                    default: 100, 200 for Google's */
};

struct mlmprep_tokenizer;

/*
 * Makes a tokenizer, to be freed; NULL for options takes all defaults. The vocabulary is borrowed
 * and must outlive it.
 */
enum mlmprep_status mlmprep_tokenizer_new(struct mlmprep_tokenizer **tokenizer,
                                          const struct mlmprep_vocabulary *vocabulary,
                                          const struct mlmprep_tokenizer_options *options,
                                          struct mlmprep_error *error);

/* Frees; harmless on NULL. */
void mlmprep_tokenizer_free(struct mlmprep_tokenizer *tokenizer);

/*
 * A piece of the text: text[begin] to text[end - 1], from the first byte of the first character
 * that the piece came from to the last byte of the last one. So a letter that loses its accent
 * spans both where they are one character; a character that is dropped (a control, an accent of
 * its own) belongs to no piece, though it may lie within one. A [UNK] spans its word. Of a
 * character that becomes several, as the Hangul syllables do, each piece spans all of it.
 */
struct mlmprep_piece {
    uint32_t id;
    size_t begin;
    size_t end;
};

/*
 * Tokenizes a text. *pieces, *count of them in the order of the text, belong to the tokenizer until
 * the next call with it. Fails only for lack of memory.
 */
enum mlmprep_status mlmprep_tokenizer_pieces(struct mlmprep_tokenizer *tokenizer,
                                             const struct mlmprep_piece **pieces, size_t *count,
                                             const char *text, size_t size,
                                             struct mlmprep_error *error);

/*
 * The same ids without their places, and several times as fast; the first call takes some MiB for a
 * cache. *ids belong to the tokenizer like pieces. Besides for lack of memory it fails where a
 * capital sigma is followed, within a word, by more than 65,000 characters that leave open whether
 * it ends the word.
 */
enum mlmprep_status mlmprep_tokenizer_ids(struct mlmprep_tokenizer *tokenizer, const uint32_t **ids,
                                          size_t *count, const char *text, size_t size,
                                          struct mlmprep_error *error);

/* The library's version, "0.1.0". */
const char *mlmprep_tokenizer_version(void);

#ifdef __cplusplus
}
#endif

#endif
