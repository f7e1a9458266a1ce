#include "tools/mlm/masking.h"

#include <stdlib.h>
#include <string.h>

enum status masking_init(struct masking *masking, const struct shard_tokens *shard,
                         const struct example_options *options, struct error *error) {
    size_t length = (size_t)options->max_seq_length + 1;
    *masking = (struct masking){.options = options, .shard = shard};
    masking->counting = calloc(length, sizeof *masking->counting);
    masking->candidates = calloc(length, sizeof *masking->candidates);
    masking->draws = calloc(length, sizeof *masking->draws);
    masking->chosen_by_place = calloc(length, sizeof *masking->chosen_by_place);
    masking->chosen_positions = calloc(length / 64 + 1, sizeof *masking->chosen_positions);
    masking->positions = calloc(length, sizeof *masking->positions);
    masking->replacements = calloc(length, sizeof *masking->replacements);
    if (masking->counting == NULL || masking->candidates == NULL || masking->draws == NULL ||
        masking->chosen_by_place == NULL || masking->chosen_positions == NULL ||
        masking->positions == NULL || masking->replacements == NULL) {
        masking_release(masking);
        return error_no_memory(error, "masking a row");
    }
    for (size_t i = 0; i < length; i++)
        masking->counting[i] = (uint16_t)i;
    masking->specials_in_text = shard_tokens_contain(shard, options->cls_id) ||
                                shard_tokens_contain(shard, options->sep_id);
    return STATUS_OK;
}

void masking_release(struct masking *masking) {
    free(masking->counting);
    free(masking->candidates);
    free(masking->draws);
    free(masking->chosen_by_place);
    free(masking->chosen_positions);
    free(masking->positions);
    free(masking->replacements);
    *masking = (struct masking){0};
}

/* The token of the shard at a position of the row, which is not one of [CLS] and the two [SEP]. */
static uint32_t id_at(const struct masking *masking, const struct sentence_pair *pair,
                      uint32_t position) {
    uint32_t token = position <= pair->first_length
                         ? pair->first_start + position - 1
                         : pair->second_start + position - pair->first_length - 2;
    return shard_tokens_id(masking->shard, token);
}

/* Fills in the positions of A and of B but those of [CLS] and [SEP] in the text; their number. */
static uint32_t collect_candidates(struct masking *masking, const struct sentence_pair *pair) {
    uint32_t first = pair->first_length;
    uint32_t second = pair->second_length;
    uint16_t *candidates = masking->candidates;
    memcpy(candidates, masking->counting + 1, first * sizeof *candidates);
    memcpy(candidates + first, masking->counting + first + 2, second * sizeof *candidates);
    if (!masking->specials_in_text)
        return first + second;
    uint32_t count = 0;
    for (uint32_t i = 0; i < first + second; i++) {
        uint32_t id = id_at(masking, pair, candidates[i]);
        candidates[count] = candidates[i];
        count += id != masking->options->cls_id && id != masking->options->sep_id;
    }
    return count;
}

/*
 * Python's shuffle(), of which only the first `wanted` elements are needed: what it swaps to a
 * place behind those is never looked at again, so it need not be written.
 */
static void shuffle_candidates(struct masking *masking, struct python_random *random,
                               uint32_t count, uint32_t wanted) {
    uint16_t *candidates = masking->candidates;
    const uint16_t *draws = masking->draws;
    python_random_shuffle_draws(random, masking->draws, count);
    uint32_t bound = count;
    for (; bound > 1 && bound > wanted; bound--)
        candidates[draws[bound]] = candidates[bound - 1];
    for (; bound > 1; bound--) {
        uint16_t moved = candidates[bound - 1];
        candidates[bound - 1] = candidates[draws[bound]];
        candidates[draws[bound]] = moved;
    }
}

static uint32_t draw_replacement(const struct masking *masking, struct python_random *random) {
    const struct example_options *options = masking->options;
    if (python_random_double(random) < 0.8)
        return options->mask_id;
    if (python_random_is_below_half(random))
        return MASKING_KEPT; /* looking it up here would wait for memory */
    uint32_t drawn = python_random_below(random, options->replacement_count);
    return options->replacements != NULL ? options->replacements[drawn] : drawn;
}

/* Puts the chosen positions, marked by bits, in order; clears the bits. */
static void collect_chosen(struct masking *masking, uint32_t length) {
    uint32_t count = 0;
    for (uint32_t word = 0; word <= length / 64; word++) {
        uint64_t bits = masking->chosen_positions[word];
        masking->chosen_positions[word] = 0;
        for (; bits != 0; bits &= bits - 1) {
            uint32_t position = word * 64 + (uint32_t)__builtin_ctzll(bits);
            masking->positions[count] = (uint16_t)position;
            masking->replacements[count] = masking->chosen_by_place[position];
            count++;
        }
    }
    masking->count = count;
}

void masking_choose(struct masking *masking, struct python_random *random,
                    const struct sentence_pair *pair) {
    uint32_t length = pair->first_length + pair->second_length + 3;
    uint32_t count = collect_candidates(masking, pair);
    uint32_t wanted = example_options_predictions(masking->options, length);
    if (wanted > masking->options->max_predictions_per_seq)
        wanted = masking->options->max_predictions_per_seq;
    if (wanted > count)
        wanted = count;
    shuffle_candidates(masking, random, count, wanted);
    for (uint32_t i = 0; i < wanted; i++) {
        uint32_t position = masking->candidates[i];
        masking->chosen_by_place[position] = draw_replacement(masking, random);
        masking->chosen_positions[position / 64] |= (uint64_t)1 << (position % 64);
    }
    collect_chosen(masking, length);
}
