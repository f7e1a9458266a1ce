/*
 * The reader of provenance. What it takes is written again, and read again it is the same.
 */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "formats/stream/provenance.h"

static void require(enum status status) {
    if (status != STATUS_OK)
        abort();
}

static void require_equal(bool equal) {
    if (!equal)
        abort();
}

static void check_tokens(const struct provenance_tokens *tokens) {
    struct error error;
    struct buffer text = BUFFER_INIT;
    struct provenance_tokens again;
    require_equal(tokens->pad_id < tokens->vocabulary_size &&
                  tokens->mask_id < tokens->vocabulary_size);
    require(provenance_write_tokens(tokens, &text, &error));
    require(provenance_read_tokens(&again, buffer_view(&text), &error));
    require_equal(strcmp(again.vocabulary_sha256, tokens->vocabulary_sha256) == 0 &&
                  strcmp(again.unicode, tokens->unicode) == 0 &&
                  strcmp(again.flavor, tokens->flavor) == 0);
    require_equal(again.vocabulary_size == tokens->vocabulary_size &&
                  again.unk_id == tokens->unk_id && again.cls_id == tokens->cls_id &&
                  again.sep_id == tokens->sep_id && again.lower_case == tokens->lower_case &&
                  again.strip_accents == tokens->strip_accents &&
                  again.special_literals == tokens->special_literals &&
                  again.max_chars_per_word == tokens->max_chars_per_word);
    require_equal(again.repeat_count == tokens->repeat_count);
    for (size_t i = 0; i < tokens->repeat_count; i++) {
        require_equal(again.repeats[i].line == tokens->repeats[i].line &&
                      again.repeats[i].id == tokens->repeats[i].id);
        require_equal(tokens->repeats[i].line < tokens->repeats[i].id &&
                      tokens->repeats[i].id < tokens->vocabulary_size);
    }
    provenance_tokens_release(&again);
    buffer_release(&text);
}

static void check_examples(const struct provenance_examples *examples, struct view earlier) {
    struct error error;
    struct buffer text = BUFFER_INIT;
    struct provenance_examples again;
    /* Without stages there is nothing to add one to. */
    if (provenance_write_examples(examples, &text, earlier, &error) == STATUS_OK) {
        require(provenance_read_examples(&again, buffer_view(&text), &error));
        require_equal(again.masked_lm_prob == examples->masked_lm_prob &&
                      again.short_seq_prob == examples->short_seq_prob);
        require_equal(again.max_seq_length == examples->max_seq_length &&
                      again.max_predictions_per_seq == examples->max_predictions_per_seq &&
                      again.dupe_factor == examples->dupe_factor &&
                      again.seed_per_shard == examples->seed_per_shard &&
                      strcmp(again.random_seed, examples->random_seed) == 0);
        provenance_examples_release(&again);
    }
    buffer_release(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct error error;
    struct view text = {data, size};
    struct provenance_tokens tokens;
    struct provenance_examples examples;
    struct buffer shards = BUFFER_INIT;
    if (provenance_read_tokens(&tokens, text, &error) == STATUS_OK) {
        check_tokens(&tokens);
        provenance_tokens_release(&tokens);
    }
    if (provenance_read_examples(&examples, text, &error) == STATUS_OK) {
        check_examples(&examples, text);
        provenance_examples_release(&examples);
    }
    if (provenance_write_shards("hdf5", "none", &shards, text, &error) == STATUS_OK)
        require_equal(shards.size > 0);
    buffer_release(&shards);
    return 0;
}
