#include "tokenizer/train/vocabulary_trainer.h"

#include <stdlib.h>
#include <string.h>

#include "tokenizer/train/pair_links.h"
#include "tokenizer/train/pair_table.h"
#include "tokenizer/train/training_words.h"
#include "tokenizer/train/word_alphabet.h"

struct vocabulary_trainer {
    struct vocabulary_trainer_options options;
    struct vocabulary_trainer_alphabet alphabet;
    struct string_counts pieces; /* the counts are how often each occurs by now */
    struct training_words words;
    struct pair_table pairs;
    struct pair_links links; /* for VOCABULARY_SCORE_LIKELIHOOD alone */
    uint32_t *gained;        /* owned; pairs that the merge under way makes, some repeated */
    size_t gained_size;
    size_t gained_capacity;
    struct buffer text; /* of the piece that the merge makes */
};

static double worth(const struct vocabulary_trainer *trainer, const struct pair *pair) {
    const struct string_counts_entry *pieces = trainer->pieces.entries;
    if (trainer->options.score == VOCABULARY_SCORE_FREQUENCY)
        return (double)pair->count;
    return (double)pair->count /
           ((double)pieces[pair->first].count * (double)pieces[pair->second].count);
}

/* Puts a pair that occurs often enough where it belongs in the heap, should it have risen. */
static enum status raise(struct vocabulary_trainer *trainer, uint32_t place, struct error *error) {
    const struct pair *pair = &trainer->pairs.pairs[place];
    if (pair->count < trainer->options.min_frequency)
        return STATUS_OK;
    enum status status = STATUS_OK;
    if (trainer->options.score == VOCABULARY_SCORE_LIKELIHOOD &&
        pair->heap_place == PAIR_TABLE_NONE)
        status = pair_links_add(&trainer->links, place, pair->first, pair->second, error);
    if (status == STATUS_OK)
        pair_table_raise(&trainer->pairs, place, worth(trainer, pair));
    return status;
}

/* Counts a pair of a word in; *place is where it is. */
static enum status gain(struct vocabulary_trainer *trainer, uint32_t first, uint32_t second,
                        uint32_t word, uint32_t *place, struct error *error) {
    enum status status = pair_table_enter(&trainer->pairs, first, second, place, error);
    if (status != STATUS_OK)
        return status;
    trainer->pairs.pairs[*place].count += trainer->words.words[word].count;
    return pair_table_note(&trainer->pairs, *place, word, error);
}

/* The same in a merge: the pair may have to rise when that is done. */
static enum status gain_by_merge(struct vocabulary_trainer *trainer, uint32_t first,
                                 uint32_t second, uint32_t word, struct error *error) {
    uint32_t place;
    enum status status = gain(trainer, first, second, word, &place, error);
    if (status != STATUS_OK ||
        (trainer->gained_size > 0 && trainer->gained[trainer->gained_size - 1] == place))
        return status;
    if (trainer->gained_size == trainer->gained_capacity) {
        size_t capacity = trainer->gained_capacity == 0 ? 1024 : trainer->gained_capacity * 2;
        uint32_t *gained = realloc(trainer->gained, capacity * sizeof *gained);
        if (gained == NULL)
            return error_no_memory(error, "pairs of pieces");
        trainer->gained = gained;
        trainer->gained_capacity = capacity;
    }
    trainer->gained[trainer->gained_size++] = place;
    return STATUS_OK;
}

static void lose(struct vocabulary_trainer *trainer, uint32_t first, uint32_t second,
                 uint64_t count) {
    uint32_t place = pair_table_find(&trainer->pairs, first, second);
    trainer->pairs.pairs[place].count -= count;
}

/* A pair of pieces and what becomes of it. */
struct merge {
    uint32_t first, second, merged;
};

/* Merges a pair within a word, if it is still there, and keeps the counts true. */
static enum status merge_in_word(struct vocabulary_trainer *trainer, const struct merge *merge,
                                 uint32_t number, struct error *error) {
    struct training_word *word = &trainer->words.words[number];
    uint32_t *pieces = trainer->words.pieces + word->first;
    size_t size = 0;
    bool after_merge = false;
    enum status status = STATUS_OK;
    for (size_t i = 0; i < word->size && status == STATUS_OK;) {
        if (i + 1 < word->size && pieces[i] == merge->first && pieces[i + 1] == merge->second) {
            lose(trainer, merge->first, merge->second, word->count);
            if (i > 0) {
                /* What was written last may be a piece of this merge; the pair lost is an old one.
                 */
                lose(trainer, after_merge ? merge->second : pieces[size - 1], merge->first,
                     word->count);
                status = gain_by_merge(trainer, pieces[size - 1], merge->merged, number, error);
            }
            trainer->pieces.entries[merge->first].count -= word->count;
            trainer->pieces.entries[merge->second].count -= word->count;
            trainer->pieces.entries[merge->merged].count += word->count;
            pieces[size++] = merge->merged;
            after_merge = true;
            i += 2;
        } else {
            if (after_merge) {
                lose(trainer, merge->second, pieces[i], word->count);
                status = gain_by_merge(trainer, merge->merged, pieces[i], number, error);
            }
            pieces[size++] = pieces[i++];
            after_merge = false;
        }
    }
    word->size = size;
    return status;
}

/* Raises the pairs of a piece that has become rarer, and forgets those that are too rare. */
static void raise_linked(struct vocabulary_trainer *trainer, uint32_t piece, enum pair_side side) {
    struct pair_links *links = &trainer->links;
    uint32_t *place = pair_links_first(links, piece, side);
    while (*place != PAIR_LINKS_NONE) {
        const struct pair *pair = &trainer->pairs.pairs[*place];
        if (pair->count < trainer->options.min_frequency) {
            pair_links_remove(links, place, side);
            continue;
        }
        if (pair->heap_place != PAIR_TABLE_NONE)
            pair_table_raise(&trainer->pairs, *place, worth(trainer, pair));
        place = pair_links_next(links, *place, side);
    }
}

static enum status raise_all(struct vocabulary_trainer *trainer, const struct merge *merge,
                             struct error *error) {
    enum status status = STATUS_OK;
    for (size_t i = 0; i < trainer->gained_size && status == STATUS_OK; i++)
        status = raise(trainer, trainer->gained[i], error);
    trainer->gained_size = 0;
    if (status != STATUS_OK || trainer->options.score == VOCABULARY_SCORE_FREQUENCY)
        return status;
    const uint32_t rarer[] = {merge->first, merge->second};
    for (size_t i = 0; i < 2; i++) {
        raise_linked(trainer, rarer[i], PAIR_FIRST);
        raise_linked(trainer, rarer[i], PAIR_SECOND);
    }
    return STATUS_OK;
}

/* The number of the piece that two make together, which may have come about another way before. */
static enum status join(struct vocabulary_trainer *trainer, uint32_t first, uint32_t second,
                        uint32_t *joined, struct error *error) {
    struct buffer *text = &trainer->text;
    struct view head = string_counts_string(&trainer->pieces, first);
    struct view tail = string_counts_string(&trainer->pieces, second);
    buffer_clear(text);
    enum status status = buffer_append(text, head.data, head.size, error);
    if (status == STATUS_OK) /* whatever comes second has "##" before it */
        status = buffer_append(text, tail.data + 2, tail.size - 2, error);
    if (status == STATUS_OK)
        status = string_counts_add(&trainer->pieces, buffer_view(text), 0, joined, error);
    return status;
}

static enum status merge_pair(struct vocabulary_trainer *trainer, uint32_t place,
                              struct error *error) {
    const struct pair *pair = &trainer->pairs.pairs[place];
    struct merge merge = {pair->first, pair->second, 0};
    enum status status = join(trainer, merge.first, merge.second, &merge.merged, error);
    uint32_t word;
    while (status == STATUS_OK && pair_table_next_word(&trainer->pairs, place, &word))
        status = merge_in_word(trainer, &merge, word, error);
    if (status == STATUS_OK)
        status = raise_all(trainer, &merge, error);
    return status;
}

/* The pair to merge, or PAIR_TABLE_NONE. */
static uint32_t best_pair(struct vocabulary_trainer *trainer) {
    struct pair_table *pairs = &trainer->pairs;
    for (;;) {
        uint32_t place = pair_table_top(pairs);
        if (place == PAIR_TABLE_NONE)
            return place;
        const struct pair *pair = &pairs->pairs[place];
        if (pair->count < trainer->options.min_frequency) {
            pair_table_remove_top(pairs);
            continue;
        }
        double key = worth(trainer, pair);
        if (key >= pair->key)
            return place;
        pair_table_lower_top(pairs, key);
    }
}

enum status vocabulary_trainer_grow(struct vocabulary_trainer *trainer, size_t size,
                                    struct error *error) {
    enum status status = STATUS_OK;
    while (trainer->pieces.size < size && status == STATUS_OK) {
        uint32_t place = best_pair(trainer);
        if (place == PAIR_TABLE_NONE)
            break;
        status = merge_pair(trainer, place, error);
    }
    return status;
}

/* Counts all pairs of all words. */
static enum status count_pairs(struct vocabulary_trainer *trainer, struct error *error) {
    enum status status = STATUS_OK;
    uint32_t place;
    if (trainer->words.size > UINT32_MAX)
        return error_no_memory(error, "more than 4 billion words");
    for (size_t i = 0; i < trainer->words.size; i++) {
        const struct training_word *word = &trainer->words.words[i];
        const uint32_t *pieces = trainer->words.pieces + word->first;
        for (size_t j = 0; j + 1 < word->size && status == STATUS_OK; j++)
            status = gain(trainer, pieces[j], pieces[j + 1], (uint32_t)i, &place, error);
    }
    for (size_t i = 0; i < trainer->pairs.size && status == STATUS_OK; i++)
        status = raise(trainer, (uint32_t)i, error);
    return status;
}

enum status vocabulary_trainer_new(struct vocabulary_trainer **trainer,
                                   const struct string_counts *words,
                                   const struct vocabulary_trainer_options *options,
                                   struct error *error) {
    struct vocabulary_trainer *made = calloc(1, sizeof *made);
    if (made == NULL)
        return error_no_memory(error, "the trainer");
    made->options = *options;
    made->pieces = (struct string_counts)STRING_COUNTS_INIT;
    made->pairs = (struct pair_table)PAIR_TABLE_INIT;
    struct word_alphabet alphabet;
    enum status status = word_alphabet_init(&alphabet, words, options->limit_alphabet, error);
    if (status == STATUS_OK) {
        status = training_words_init(&made->words, &made->pieces, words, &alphabet, error);
        made->alphabet = (struct vocabulary_trainer_alphabet){
            alphabet.size, alphabet.left_out, made->pieces.size, made->words.left_out};
    }
    word_alphabet_release(&alphabet);
    if (status == STATUS_OK)
        status = count_pairs(made, error);
    if (status != STATUS_OK) {
        vocabulary_trainer_free(made);
        return status;
    }
    *trainer = made;
    return STATUS_OK;
}

void vocabulary_trainer_free(struct vocabulary_trainer *trainer) {
    if (trainer == NULL)
        return;
    string_counts_release(&trainer->pieces);
    training_words_release(&trainer->words);
    pair_table_release(&trainer->pairs);
    pair_links_release(&trainer->links);
    buffer_release(&trainer->text);
    free(trainer->gained);
    free(trainer);
}

const struct string_counts *vocabulary_trainer_pieces(const struct vocabulary_trainer *trainer) {
    return &trainer->pieces;
}

struct vocabulary_trainer_alphabet
vocabulary_trainer_alphabet(const struct vocabulary_trainer *trainer) {
    return trainer->alphabet;
}
