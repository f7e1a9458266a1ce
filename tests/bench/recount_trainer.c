/*
 * recount_trainer - trains a WordPiece vocabulary with all pairs of all words counted anew before
 * each merge: what wpvocab is measured against, and, on small texts, compared with.
 *
 *     recount_trainer SCORE ENTRIES FILE    SCORE is frequency or likelihood
 *
 * Words are counted by the same code, on one thread. Prints what wpvocab prints by default, and on
 * standard error how long it takes.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tokenizer/bert_flavor.h"
#include "tokenizer/basic_tokenizer.h"
#include "tokenizer/train/training_words.h"
#include "tokenizer/train/vocabulary_layout.h"
#include "tokenizer/train/word_alphabet.h"
#include "tokenizer/train/word_counter.h"

#define SLOTS         ((size_t)1 << 22)
#define MIN_FREQUENCY 2

struct counted_pair {
    uint32_t first, second;
    uint64_t count;
};

struct recount {
    bool by_likelihood;
    struct string_counts pieces;
    struct training_words words;
    uint64_t *frequencies; /* of pieces */
    uint64_t *alone;       /* of them, how often as a word of one character */
    struct counted_pair *slots;
    uint32_t *used; /* slots */
    size_t used_size;
};

static void require(enum status status, const struct error *error) {
    if (status == STATUS_OK)
        return;
    fprintf(stderr, "recount_trainer: %s\n", error->message);
    exit(1);
}

static void *allocate(size_t count, size_t size) {
    void *memory = calloc(count, size);
    if (memory == NULL)
        abort();
    return memory;
}

static void count_pair(struct recount *recount, uint32_t first, uint32_t second, uint64_t count) {
    uint64_t hash = ((uint64_t)first << 32 | second) * 0x9E3779B97F4A7C15u;
    size_t at = (hash ^ hash >> 31) % SLOTS;
    while (recount->slots[at].count > 0 &&
           (recount->slots[at].first != first || recount->slots[at].second != second))
        at = (at + 1) % SLOTS;
    if (recount->slots[at].count == 0) {
        recount->slots[at] = (struct counted_pair){first, second, 0};
        recount->used[recount->used_size++] = (uint32_t)at;
        if (recount->used_size > SLOTS / 2)
            abort();
    }
    recount->slots[at].count += count;
}

static void count_all(struct recount *recount) {
    for (size_t i = 0; i < recount->used_size; i++)
        recount->slots[recount->used[i]].count = 0;
    recount->used_size = 0;
    memcpy(recount->frequencies, recount->alone,
           recount->pieces.size * sizeof *recount->frequencies);
    for (size_t i = 0; i < recount->words.size; i++) {
        const struct training_word *word = &recount->words.words[i];
        const uint32_t *pieces = recount->words.pieces + word->first;
        for (size_t j = 0; j < word->size; j++)
            recount->frequencies[pieces[j]] += word->count;
        for (size_t j = 0; j + 1 < word->size; j++)
            count_pair(recount, pieces[j], pieces[j + 1], word->count);
    }
}

static double worth(const struct recount *recount, const struct counted_pair *pair) {
    if (!recount->by_likelihood)
        return (double)pair->count;
    return (double)pair->count /
           ((double)recount->frequencies[pair->first] * (double)recount->frequencies[pair->second]);
}

static bool comes_first(const struct recount *recount, const struct counted_pair *a,
                        const struct counted_pair *b) {
    double first = worth(recount, a);
    double second = worth(recount, b);
    if (first > second || first < second)
        return first > second;
    return a->first != b->first ? a->first < b->first : a->second < b->second;
}

/* A copy of the best pair; one of count 0 when there is none. */
static struct counted_pair best(const struct recount *recount) {
    struct counted_pair found = {0, 0, 0};
    for (size_t i = 0; i < recount->used_size; i++) {
        const struct counted_pair *pair = &recount->slots[recount->used[i]];
        if (pair->count >= MIN_FREQUENCY &&
            (found.count == 0 || comes_first(recount, pair, &found)))
            found = *pair;
    }
    return found;
}

static uint32_t join(struct recount *recount, const struct counted_pair *pair) {
    struct view head = string_counts_string(&recount->pieces, pair->first);
    struct view tail = string_counts_string(&recount->pieces, pair->second);
    struct buffer text = BUFFER_INIT;
    struct error error;
    uint32_t piece;
    require(buffer_append(&text, head.data, head.size, &error), &error);
    require(buffer_append(&text, tail.data + 2, tail.size - 2, &error), &error);
    require(string_counts_add(&recount->pieces, buffer_view(&text), 0, &piece, &error), &error);
    buffer_release(&text);
    return piece;
}

static void merge_all(struct recount *recount, const struct counted_pair *pair) {
    uint32_t merged = join(recount, pair);
    for (size_t i = 0; i < recount->words.size; i++) {
        struct training_word *word = &recount->words.words[i];
        uint32_t *pieces = recount->words.pieces + word->first;
        size_t size = 0;
        for (size_t j = 0; j < word->size; j++) {
            if (j + 1 < word->size && pieces[j] == pair->first && pieces[j + 1] == pair->second) {
                pieces[size++] = merged;
                j++;
            } else {
                pieces[size++] = pieces[j];
            }
        }
        word->size = size;
    }
}

static void count_file(struct word_counter *counter, const char *path) {
    struct bert_tokenizer_options bert = bert_flavor_options(FLAVOR_NVIDIA);
    struct basic_tokenizer_options options = {
        .unicode = bert.unicode,
        .flavor = bert.flavor,
        .word_limit = bert.max_characters_per_word,
        .lower_case = true,
        .strip_accents = true,
        .special_literals = true,
    };
    struct error error;
    struct byte_source source;
    struct buffer text = BUFFER_INIT;
    require(byte_source_open(&source, path, &error), &error);
    require(byte_source_read_all(&source, SIZE_MAX / 2, &text, &error), &error);
    require(word_counter_init(counter, &options, &error), &error);
    require(word_counter_add(counter, buffer_view(&text), &error), &error);
    require(word_counter_finish(counter, &error), &error);
    byte_source_release(&source);
    buffer_release(&text);
}

/* Words of one character are not among recount->words, but in the pieces' counts. */
static void count_alone(struct recount *recount) {
    for (size_t i = 0; i < recount->pieces.size; i++)
        recount->alone[i] = recount->pieces.entries[i].count;
    for (size_t i = 0; i < recount->words.size; i++) {
        const struct training_word *word = &recount->words.words[i];
        for (size_t j = 0; j < word->size; j++)
            recount->alone[recount->words.pieces[word->first + j]] -= word->count;
    }
}

static void train(struct recount *recount, size_t size) {
    recount->slots = allocate(SLOTS, sizeof *recount->slots);
    recount->used = allocate(SLOTS, sizeof *recount->used);
    recount->frequencies = allocate(size + recount->pieces.size, sizeof *recount->frequencies);
    recount->alone = allocate(size + recount->pieces.size, sizeof *recount->alone);
    count_alone(recount);
    while (recount->pieces.size < size) {
        count_all(recount);
        struct counted_pair pair = best(recount);
        if (pair.count == 0)
            break;
        merge_all(recount, &pair);
        if (recount->pieces.size % 1000 == 0)
            fprintf(stderr, "recount_trainer: %zu pieces, %.1f s of processor time\n",
                    recount->pieces.size, (double)clock() / CLOCKS_PER_SEC);
    }
    free(recount->slots);
    free(recount->used);
    free(recount->frequencies);
    free(recount->alone);
}

int main(int argc, char **argv) {
    if (argc != 4) {
        fprintf(stderr, "usage: recount_trainer frequency|likelihood ENTRIES FILE\n");
        return 2;
    }
    struct recount recount = {.by_likelihood = strcmp(argv[1], "likelihood") == 0,
                              .pieces = STRING_COUNTS_INIT};
    struct word_counter counter;
    struct word_alphabet alphabet;
    struct vocabulary_layout layout;
    struct buffer file = BUFFER_INIT;
    struct error error;
    count_file(&counter, argv[3]);
    require(word_alphabet_init(&alphabet, &counter.words, 0, &error), &error);
    require(training_words_init(&recount.words, &recount.pieces, &counter.words, &alphabet, &error),
            &error);
    require(vocabulary_layout_init(&layout, 99, &error), &error);
    train(&recount, strtoul(argv[2], NULL, 10) - layout.special.size);
    require(vocabulary_layout_write(&layout, &recount.pieces, &file, &error), &error);
    fwrite(file.data, 1, file.size, stdout);
    buffer_release(&file);
    vocabulary_layout_release(&layout);
    word_alphabet_release(&alphabet);
    training_words_release(&recount.words);
    string_counts_release(&recount.pieces);
    word_counter_release(&counter);
    return 0;
}
