#include "tools/mlm/masking.h"

#include <stdlib.h>
#include <string.h>

/* 0.8 as Python has it, in units of 2^-53. */
static const uint64_t FOUR_FIFTHS = 0x1999999999999aU;

static enum status allocate(struct masking *masking, struct error *error) {
    size_t length = masking->options->max_seq_length;
    size_t room = partial_shuffle_room((uint32_t)length - 1);
    size_t width = masking->bytes ? sizeof(uint8_t) : sizeof(uint16_t);
    masking->predictions = calloc(length + 1, sizeof *masking->predictions);
    masking->counting = calloc(room, width);
    masking->places = calloc(room, width);
    masking->candidates = calloc(length, sizeof *masking->candidates);
    masking->words = calloc(length + 1, sizeof *masking->words);
    masking->covered = calloc(length, sizeof *masking->covered);
    masking->positions = calloc(length, sizeof *masking->positions);
    masking->kept = calloc(length, sizeof *masking->kept);
    masking->random = calloc(length, sizeof *masking->random);
    if (masking->predictions != NULL && masking->counting != NULL && masking->places != NULL &&
        masking->candidates != NULL && masking->words != NULL && masking->covered != NULL &&
        masking->positions != NULL && masking->kept != NULL && masking->random != NULL)
        return STATUS_OK;
    masking_release(masking);
    return error_no_memory(error, "masking a row");
}

enum status masking_init(struct masking *masking, const struct shard_tokens *shard,
                         const struct example_options *options, struct error *error) {
    *masking = (struct masking){.options = options, .shard = shard};
    masking->shuffle = partial_shuffle_best();
    masking->bytes = options->max_seq_length <= 256;
    enum status status = allocate(masking, error);
    if (status != STATUS_OK)
        return status;
    for (uint32_t length = 0; length <= options->max_seq_length; length++) {
        uint32_t wanted = example_options_predictions(options, length);
        if (wanted > options->max_predictions_per_seq)
            wanted = options->max_predictions_per_seq;
        masking->predictions[length] = (uint16_t)(wanted < length ? wanted : length);
    }
    for (uint32_t i = 0; i < options->max_seq_length; i++) {
        if (masking->bytes)
            ((uint8_t *)masking->counting)[i] = (uint8_t)i;
        else
            ((uint16_t *)masking->counting)[i] = (uint16_t)i;
    }
    masking->specials_in_text = shard_tokens_contain(shard, options->cls_id) ||
                                shard_tokens_contain(shard, options->sep_id);
    return STATUS_OK;
}

void masking_release(struct masking *masking) {
    free(masking->predictions);
    free(masking->counting);
    free(masking->places);
    free(masking->candidates);
    free(masking->words);
    free(masking->covered);
    free(masking->positions);
    free(masking->kept);
    free(masking->random);
    *masking = (struct masking){0};
}

/* The position of token `place` of A and B together. */
static inline uint32_t position_of(uint32_t place, uint32_t first_length) {
    return place + 1 + (place >= first_length);
}

/* The token of the shard at such a place. */
static uint32_t id_at(const struct masking *masking, const struct sentence_pair *pair,
                      uint32_t place) {
    uint32_t token = place < pair->first_length ? pair->first_start + place
                                                : pair->second_start + place - pair->first_length;
    return shard_tokens_id(masking->shard, token);
}

/*
 * Fills in the positions of all tokens but the [CLS] and [SEP] in the text; their number. With
 * whole words, also the candidate that each word begins with.
 */
static uint32_t collect_candidates(struct masking *masking, const struct sentence_pair *pair) {
    const struct example_options *options = masking->options;
    uint32_t count = 0;
    uint32_t position = 1;
    uint32_t border = 0;
    masking->word_count = 0;
    for (uint32_t place = 0; place < pair->first_length + pair->second_length; place++) {
        if (place == pair->first_length)
            position++;
        if (border < pair->border_count && pair->borders[border] == place) {
            border++;
            position++;
        }
        uint32_t id = id_at(masking, pair, place);
        if (id != options->cls_id && id != options->sep_id) {
            bool continues = options->whole_words && count > 0 &&
                             (options->continuations[id / 8] >> (id % 8) & 1) != 0;
            if (!continues)
                masking->words[masking->word_count++] = (uint16_t)count;
            masking->candidates[count++] = (uint16_t)position;
        }
        position++;
    }
    masking->words[masking->word_count] = (uint16_t)count;
    return count;
}

static void shuffle_places(struct masking *masking, struct python_random *random, uint32_t count,
                           uint32_t wanted) {
    if (masking->bytes) {
        memcpy(masking->places, masking->counting, count);
        masking->shuffle->bytes(random, masking->places, count, wanted);
    } else {
        memcpy(masking->places, masking->counting, count * sizeof(uint16_t));
        masking->shuffle->shorts(random, masking->places, count, wanted);
    }
}

/* Finds the positions of the candidates that were shuffled to the front. */
static void find_positions(struct masking *masking, const struct sentence_pair *pair) {
    uint16_t *positions = masking->positions;
    const uint8_t *bytes = masking->places;
    const uint16_t *shorts = masking->places;
    uint32_t first = pair->first_length;
    uint32_t count = masking->count;
    if (masking->has_candidates)
        for (uint32_t i = 0; i < count; i++)
            positions[i] = masking->candidates[masking->bytes ? bytes[i] : shorts[i]];
    else if (masking->bytes)
        for (uint32_t i = 0; i < count; i++)
            positions[i] = (uint16_t)position_of(bytes[i], first);
    else
        for (uint32_t i = 0; i < count; i++)
            positions[i] = (uint16_t)position_of(shorts[i], first);
}

/* Draws what stands at a chosen position that does not get [MASK]. */
static void draw_other(struct masking *masking, struct python_random *random, uint16_t position) {
    const struct example_options *options = masking->options;
    if (python_random_is_below_half(random)) {
        masking->kept[masking->kept_count++] = position;
        return;
    }
    uint32_t id = python_random_below(random, options->replacement_count);
    if (options->replacements != NULL)
        id = options->replacements[id];
    masking->random[masking->random_count++] = (struct masking_random){position, id};
}

/* Draws what stands at the chosen positions, in the order of the shuffle. */
static void draw_replacements(struct masking *masking, struct python_random *random) {
    uint32_t count = masking->count;
    uint32_t made = 0;
    while (made < count) {
        const uint32_t *output = python_random_reserve(random, 2);
        const uint32_t *last = random->outputs + random->end - 1;
        /* Four of five get [MASK]: nothing to be noted. */
        while (output < last && made < count && python_random_units(output) < FOUR_FIFTHS) {
            output += 2;
            made++;
        }
        random->next = (size_t)(output - random->outputs);
        if (output < last && made < count) {
            random->next += 2;
            draw_other(masking, random, masking->positions[made++]);
        }
    }
}

/* Draws what stands at one position. */
static void draw_one(struct masking *masking, struct python_random *random, uint16_t position) {
    const uint32_t *outputs = python_random_reserve(random, 2);
    random->next += 2;
    masking->positions[masking->count++] = position;
    if (python_random_units(outputs) >= FOUR_FIFTHS)
        draw_other(masking, random, position);
}

/*
 * How many words to mask as one, from 1 up to the options' ngram: n with a probability proportional
 * to 1 / n. One random(), where there is a choice.
 */
static uint32_t draw_gram(const struct masking *masking, struct python_random *random) {
    uint32_t most = masking->options->ngram;
    if (most <= 1)
        return 1;
    double sum = 0;
    for (uint32_t n = 1; n <= most; n++)
        sum += 1.0 / n;
    double left = python_random_double(random) * sum;
    uint32_t n = 1;
    while (n < most && left >= 1.0 / n)
        left -= 1.0 / n++;
    return n;
}

/* The candidate behind the `count` words from `word` on, or behind the last word. */
static uint32_t end_of_words(const struct masking *masking, uint32_t word, uint32_t count) {
    uint32_t end = word + count < masking->word_count ? word + count : masking->word_count;
    return masking->words[end];
}

/* Masks the words from `word` on, unless they are too many or one of them is masked already. */
static void mask_gram(struct masking *masking, struct python_random *random, uint32_t word,
                      uint32_t wanted) {
    uint32_t begin = masking->words[word];
    uint32_t n = draw_gram(masking, random);
    while (n > 1 && masking->count + end_of_words(masking, word, n) - begin > wanted)
        n--;
    uint32_t end = end_of_words(masking, word, n);
    if (masking->count + end - begin > wanted)
        return;
    for (uint32_t i = begin; i < end; i++) {
        if (masking->covered[i])
            return;
    }
    for (uint32_t i = begin; i < end; i++) {
        masking->covered[i] = true;
        draw_one(masking, random, masking->candidates[i]);
    }
}

/*
 * As Google's create_pretraining_data.py masks whole words, and as ALBERT's masks grams of pieces
 * or of words, which shuffles the candidates once more behind that, for a use that is not made
 * here.
 */
static void choose_words(struct masking *masking, struct python_random *random, uint32_t count,
                         uint32_t wanted) {
    const struct example_options *options = masking->options;
    if (options->ngram > 0 && options->masked_lm_prob <= 0)
        return;
    memset(masking->covered, 0, count * sizeof *masking->covered);
    shuffle_places(masking, random, masking->word_count, masking->word_count);
    for (uint32_t i = 0; i < masking->word_count && masking->count < wanted; i++)
        mask_gram(masking, random,
                  masking->bytes ? ((const uint8_t *)masking->places)[i]
                                 : ((const uint16_t *)masking->places)[i],
                  wanted);
    if (options->ngram > 0)
        shuffle_places(masking, random, masking->word_count, 0);
}

void masking_choose(struct masking *masking, struct python_random *random,
                    const struct sentence_pair *pair) {
    const struct example_options *options = masking->options;
    uint32_t count = pair->first_length + pair->second_length;
    uint32_t wanted = masking->predictions[sentence_pair_length(pair)];
    masking->count = masking->kept_count = masking->random_count = 0;
    if (options->no_mask)
        return;
    bool by_words = options->whole_words || options->ngram > 0;
    masking->has_candidates = masking->specials_in_text || by_words || pair->border_count > 0;
    if (masking->has_candidates)
        count = collect_candidates(masking, pair);
    if (by_words) {
        choose_words(masking, random, count, wanted);
        return;
    }
    masking->count = wanted < count ? wanted : count;
    shuffle_places(masking, random, count, masking->count);
    find_positions(masking, pair);
    draw_replacements(masking, random);
}
