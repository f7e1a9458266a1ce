/*
 * vocabulary_trainer - counted words in, the pieces of a WordPiece vocabulary out.
 *
 * Words begin as characters, "##" before all but the first. Again and again the best pair of
 * pieces that stand side by side becomes one piece, everywhere: the algorithm of Sennrich, Haddow
 * and Birch (2016, arXiv:1508.07909), with the choice of pairs that Schuster and Nakajima (2012,
 * "Japanese and Korean Voice Search") made for WordPiece, or the one by frequency alone.
 *
 * Within a word pairs are merged from left to right. The result depends on the words and their
 * counts, not on their order.
 *
 * Time: a merge touches the words its pair occurs in, nothing else. Memory: see
 * VOCABULARY_TRAINER_CHARACTER_COST.
 *
 * Thread rule: one thread at a time per trainer.
 */
#ifndef TOKENIZER_TRAIN_VOCABULARY_TRAINER_H
#define TOKENIZER_TRAIN_VOCABULARY_TRAINER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/base/status.h"
#include "tokenizer/train/string_counts.h"

/* What a pair is worth; doubles as IEEE 754 computes them, so they are the same everywhere. */
enum vocabulary_score {
    VOCABULARY_SCORE_FREQUENCY,  /* how often it occurs */
    VOCABULARY_SCORE_LIKELIHOOD, /* that, divided by the product of its pieces' frequencies */
};

struct vocabulary_trainer_options {
    enum vocabulary_score score;
    uint64_t min_frequency; /* pairs that occur less often are not merged; at least 1 */
    size_t limit_alphabet;  /* characters; 0: all. Words with others are left out: they are [UNK] */
};

struct vocabulary_trainer;

/*
 * Begins with the alphabet: in order of code points first all characters, then "##" before those
 * that can continue a word. The words, UTF-8 of at least one character with counts from 1, are only
 * read here. STATUS_NO_MEMORY alone.
 */
MUST_USE enum status vocabulary_trainer_new(struct vocabulary_trainer **trainer,
                                            const struct string_counts *words,
                                            const struct vocabulary_trainer_options *options,
                                            struct error *error);

/* Harmless on NULL. */
void vocabulary_trainer_free(struct vocabulary_trainer *trainer);

/*
 * Merges until there are `size` pieces, or no pair occurs often enough. Of pairs worth the same the
 * one whose first piece is older goes first, then the one whose second is; of the alphabet's pieces
 * the one that stands before the other is the older. STATUS_NO_MEMORY alone.
 */
MUST_USE enum status vocabulary_trainer_grow(struct vocabulary_trainer *trainer, size_t size,
                                             struct error *error);

/* The pieces in the order in which they came; their counts mean nothing outside. */
const struct string_counts *vocabulary_trainer_pieces(const struct vocabulary_trainer *trainer);

/* Characters in the alphabet, those that were left out, pieces that are of one character. */
struct vocabulary_trainer_alphabet {
    size_t characters;
    size_t left_out;
    size_t pieces;
    uint64_t words_left_out; /* occurrences of words with such characters */
};
struct vocabulary_trainer_alphabet
vocabulary_trainer_alphabet(const struct vocabulary_trainer *trainer);

#endif
