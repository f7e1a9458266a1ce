#include "tools/mlm/sentence_pair.h"

/* How often the reference looks for a document that is not the one at hand. */
#define RANDOM_DOCUMENT_DRAWS 10

void document_walk_init(struct document_walk *walk, const struct shard_tokens *shard,
                        const struct document_span *documents, struct python_random *random,
                        const struct example_options *options) {
    *walk = (struct document_walk){
        .shard = shard,
        .documents = documents,
        .random = random,
        .max_tokens = options->max_seq_length - 3,
        .short_seq_prob = options->short_seq_prob,
        .swaps = options->pairs == EXAMPLE_PAIRS_ORDER,
        .same_document_label =
            options->pairs == EXAMPLE_PAIRS_ORDER || options->same_document_label,
    };
}

void document_walk_start(struct document_walk *walk, uint32_t document_index) {
    struct document_span document = walk->documents[document_index];
    walk->document_index = document_index;
    walk->next_sentence = document.begin;
    walk->end_sentence = document.end;
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

/* Draws the document and the sentence that a random B begins with. */
static void choose_random_next(struct document_walk *walk) {
    uint32_t index = walk->document_index;
    for (int draw = 0; draw < RANDOM_DOCUMENT_DRAWS && index == walk->document_index; draw++)
        index = python_random_below(walk->random, walk->shard->document_count);
    struct document_span document = walk->documents[index];
    walk->second_sentence =
        document.begin + python_random_below(walk->random, document.end - document.begin);
    walk->second_end = document.end;
    walk->second_is_chosen = false;
    walk->second_is_other = walk->same_document_label || index != walk->document_index;
    const uint32_t *start = &walk->shard->sentence_starts[walk->second_sentence];
    __builtin_prefetch(start);
    __builtin_prefetch(start + 8); /* the sentences that B usually has may lie in two lines */
}

bool document_walk_begin_pair(struct document_walk *walk) {
    uint32_t begin = walk->next_sentence;
    if (begin == walk->end_sentence)
        return false;
    uint32_t end =
        gather(walk->shard->sentence_starts, begin, walk->end_sentence, walk->target_length);
    uint32_t sentences = end - begin;
    walk->first_sentence = begin;
    walk->first_end = begin + 1;
    if (sentences >= 2)
        walk->first_end = begin + python_random_between(walk->random, 1, sentences - 1);
    bool is_below = sentences >= 2 && python_random_is_below_half(walk->random);
    if (sentences == 1 || (is_below && !walk->swaps)) {
        choose_random_next(walk);
        walk->next_sentence = walk->first_end; /* the sentences behind A are used again */
    } else {
        walk->second_sentence = walk->first_end;
        walk->second_end = end;
        walk->second_is_chosen = true;
        walk->second_is_other = is_below;
        walk->next_sentence = end;
    }
    return true;
}

/* How many of the next `count` random() are below 0.5; they are used up. */
static uint32_t draw_fronts(struct python_random *random, uint64_t count) {
    uint32_t fronts = 0;
    while (count > 0) {
        uint32_t part = count < PYTHON_RANDOM_RESERVE / 2 ? (uint32_t)count
                                                          : (uint32_t)PYTHON_RANDOM_RESERVE / 2;
        const uint32_t *outputs = python_random_reserve(random, (size_t)2 * part);
        for (uint32_t i = 0; i < part; i++)
            fronts += python_random_first_half(outputs + 2 * (size_t)i);
        random->next += (size_t)2 * part;
        count -= part;
    }
    return fronts;
}

/*
 * Takes tokens off the longer side, B on a tie, at a random end, until both fit: so first they come
 * off the longer side alone, until it is as long as the other, and then off B and A in turn.
 */
static void truncate_pair(struct python_random *random, struct sentence_pair *pair,
                          uint32_t max_tokens) {
    uint64_t total = (uint64_t)pair->first_length + pair->second_length;
    if (total <= max_tokens)
        return;
    uint64_t excess = total - max_tokens;
    bool first_is_longer = pair->first_length > pair->second_length;
    uint32_t difference = first_is_longer ? pair->first_length - pair->second_length
                                          : pair->second_length - pair->first_length;
    uint32_t alone = excess < difference ? (uint32_t)excess : difference;
    uint32_t fronts = draw_fronts(random, alone);
    if (first_is_longer) {
        pair->first_start += fronts;
        pair->first_length -= alone;
    } else {
        pair->second_start += fronts;
        pair->second_length -= alone;
    }
    for (excess -= alone; excess > 0; excess--) {
        uint32_t from_front = python_random_is_below_half(random);
        if (pair->first_length > pair->second_length) {
            pair->first_start += from_front;
            pair->first_length--;
        } else {
            pair->second_start += from_front;
            pair->second_length--;
        }
    }
}

static void swap_parts(struct sentence_pair *pair) {
    uint32_t start = pair->first_start;
    uint32_t length = pair->first_length;
    pair->first_start = pair->second_start;
    pair->first_length = pair->second_length;
    pair->second_start = start;
    pair->second_length = length;
}

void document_walk_finish_pair(struct document_walk *walk, struct sentence_pair *pair) {
    const uint32_t *starts = walk->shard->sentence_starts;
    pair->first_start = starts[walk->first_sentence];
    pair->first_length = starts[walk->first_end] - pair->first_start;
    uint32_t end = walk->second_end;
    if (!walk->second_is_chosen) {
        uint32_t target =
            walk->target_length > pair->first_length ? walk->target_length - pair->first_length : 0;
        end = gather(starts, walk->second_sentence, end, target);
    }
    pair->second_start = starts[walk->second_sentence];
    pair->second_length = starts[end] - pair->second_start;
    pair->is_random_next = walk->second_is_other;
    pair->border_count = 0;
    if (walk->second_is_chosen && walk->second_is_other)
        swap_parts(pair);
    truncate_pair(walk->random, pair, walk->max_tokens);
}
