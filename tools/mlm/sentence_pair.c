#include "tools/mlm/sentence_pair.h"

/* How often the reference looks for a document that is not the one at hand. */
#define RANDOM_DOCUMENT_DRAWS 10

void document_walk_init(struct document_walk *walk, const struct shard_tokens *shard,
                        const uint32_t *document_order, struct python_random *random,
                        const struct example_options *options) {
    *walk = (struct document_walk){
        .shard = shard,
        .document_order = document_order,
        .random = random,
        .max_tokens = options->max_seq_length - 3,
        .short_seq_prob = options->short_seq_prob,
    };
}

void document_walk_start(struct document_walk *walk, uint32_t document_index) {
    uint32_t document = walk->document_order[document_index];
    walk->document_index = document_index;
    walk->next_sentence = walk->shard->document_starts[document];
    walk->end_sentence = walk->shard->document_starts[document + 1];
    walk->target_length = walk->max_tokens;
    if (python_random_double(walk->random) < walk->short_seq_prob)
        walk->target_length = python_random_between(walk->random, 2, walk->max_tokens);
}

/*
 * The end of the sentences that gather from sentence `begin` on: at least one, up to the first
 * that reaches `target` tokens, before `end`.
 */
static uint32_t gather(const uint32_t *sentence_starts, uint32_t begin, uint32_t end,
                       uint32_t target) {
    uint32_t at = begin + 1;
    while (at < end && sentence_starts[at] - sentence_starts[begin] < target)
        at++;
    return at;
}

/* Chooses B from a random document; label 0 when that is the one at hand after all. */
static void choose_random_next(const struct document_walk *walk, struct sentence_pair *pair) {
    const struct shard_tokens *shard = walk->shard;
    uint32_t index = walk->document_index;
    for (int draw = 0; draw < RANDOM_DOCUMENT_DRAWS && index == walk->document_index; draw++)
        index = python_random_below(walk->random, shard->document_count);
    uint32_t document = walk->document_order[index];
    uint32_t begin = shard->document_starts[document];
    uint32_t end = shard->document_starts[document + 1];
    begin += python_random_below(walk->random, end - begin);
    uint32_t target =
        walk->target_length > pair->first_length ? walk->target_length - pair->first_length : 0;
    end = gather(shard->sentence_starts, begin, end, target);
    pair->second_start = shard->sentence_starts[begin];
    pair->second_length = shard->sentence_starts[end] - pair->second_start;
    pair->is_random_next = index != walk->document_index;
}

/* Takes tokens off the longer side, B on a tie, at a random end, until both fit. */
static void truncate_pair(struct python_random *random, struct sentence_pair *pair,
                          uint32_t max_tokens) {
    uint32_t first = pair->first_length;
    uint32_t second = pair->second_length;
    uint32_t first_skipped = 0;
    uint32_t second_skipped = 0;
    /* Which end and which side is near to a coin toss: additions instead of branches. */
    for (uint64_t total = (uint64_t)first + second; total > max_tokens; total--) {
        uint32_t from_front = python_random_is_below_half(random);
        uint32_t from_first = first > second;
        uint32_t from_second = 1 - from_first;
        first -= from_first;
        second -= from_second;
        first_skipped += from_first & from_front;
        second_skipped += from_second & from_front;
    }
    pair->first_start += first_skipped;
    pair->first_length = first;
    pair->second_start += second_skipped;
    pair->second_length = second;
}

bool document_walk_next(struct document_walk *walk, struct sentence_pair *pair) {
    const uint32_t *starts = walk->shard->sentence_starts;
    uint32_t begin = walk->next_sentence;
    if (begin == walk->end_sentence)
        return false;
    uint32_t end = gather(starts, begin, walk->end_sentence, walk->target_length);
    uint32_t sentences = end - begin;
    uint32_t middle = begin + 1;
    if (sentences >= 2)
        middle = begin + python_random_between(walk->random, 1, sentences - 1);
    pair->first_start = starts[begin];
    pair->first_length = starts[middle] - starts[begin];
    if (sentences == 1 || python_random_is_below_half(walk->random)) {
        choose_random_next(walk, pair);
        walk->next_sentence = middle; /* the sentences behind A are used again */
    } else {
        pair->second_start = starts[middle];
        pair->second_length = starts[end] - starts[middle];
        pair->is_random_next = false;
        walk->next_sentence = end;
    }
    truncate_pair(walk->random, pair, walk->max_tokens);
    return true;
}
