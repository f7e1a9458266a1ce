/*
 * vocabulary - the tokens of a WordPiece vocabulary and their ids.
 *
 * The file has one token a line (LF, CR LF or CR), each stripped of Unicode white space as Python's
 * str.strip() does; a token's id is its line number from 0, and of a repeated token the last line
 * counts. An empty line has a number as well.
 *
 * Thread rule: read-only once made; then any number of threads.
 */
#ifndef TOKENIZER_VOCABULARY_H
#define TOKENIZER_VOCABULARY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/base/buffer.h"
#include "formats/base/byte_source.h"
#include "formats/base/status.h"
#include "tokenizer/token_trie.h"

/*
 * The largest file taken. The vocabularies in use have 0.2 to 5 MB; this keeps a wrong path (an
 * image of a disk, a corpus) from filling the memory.
 */
#define VOCABULARY_LARGEST_FILE ((size_t)32 << 20)

enum special_token {
    SPECIAL_PAD,
    SPECIAL_UNK,
    SPECIAL_CLS,
    SPECIAL_SEP,
    SPECIAL_MASK,
};
#define SPECIAL_TOKENS 5

struct vocabulary;

/* "[PAD]" and so on. */
const char *special_token_name(enum special_token token);

/*
 * Reads a vocabulary; *vocabulary is to be freed. Fails on malformed UTF-8, on a file that is no
 * vocabulary at all, and when special tokens are missing, all of which the sentence names.
 */
MUST_USE enum status vocabulary_load(struct vocabulary **vocabulary, struct byte_source *source,
                                     struct error *error);

/* Harmless on NULL. */
void vocabulary_free(struct vocabulary *vocabulary);

/* The number of lines, which is one more than the largest id. */
uint32_t vocabulary_size(const struct vocabulary *vocabulary);

/* Fails unless the size is as expected. */
MUST_USE enum status vocabulary_check_size(const struct vocabulary *vocabulary, uint64_t expected,
                                           struct error *error);

/* The file; valid as long as the vocabulary. */
struct view vocabulary_bytes(const struct vocabulary *vocabulary);

/* The id of a token, or TOKEN_TRIE_NONE; an empty line's is not found. */
uint32_t vocabulary_find(const struct vocabulary *vocabulary, struct view token);

/* The token of an id below the size; valid as long as the vocabulary. */
struct view vocabulary_token(const struct vocabulary *vocabulary, uint32_t id);

/* The id of a special token. */
uint32_t vocabulary_special(const struct vocabulary *vocabulary, enum special_token token);

/* The lines (= ids) of one repeated token, ascending: two or more; the last is the token's id. */
struct vocabulary_repeat {
    const uint32_t *lines;
    size_t count;
};

/* The repeated tokens in order of first appearance; *count of them. Owned by the vocabulary. */
const struct vocabulary_repeat *vocabulary_repeats(const struct vocabulary *vocabulary,
                                                   size_t *count);

/* All tokens as paths; what continues a word lies under the node of "##". */
const struct token_trie *vocabulary_trie(const struct vocabulary *vocabulary);

/* The node of "##", or TOKEN_TRIE_LOST if no token begins so. */
uint32_t vocabulary_continuation(const struct vocabulary *vocabulary);

#endif
