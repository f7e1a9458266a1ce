#include "tools/mlm/example_builder.h"

#include <stdlib.h>

#include "tools/mlm/masking.h"
#include "tools/mlm/python_random.h"
#include "tools/mlm/sentence_packing.h"
#include "tools/mlm/sentence_pair.h"

/* What one call works with. */
struct example_builder {
    const struct example_options *options;
    const struct shard_tokens *shard;
    struct python_random random;
    struct document_span *documents; /* owned; [shard->document_count]: in their shuffled order */
    struct masking masking;          /* owned */
};

static void example_builder_release(struct example_builder *builder) {
    masking_release(&builder->masking);
    free(builder->documents);
}

/* Shuffles the documents. */
static enum status order_documents(struct example_builder *builder, struct error *error) {
    const struct shard_tokens *shard = builder->shard;
    size_t count = shard->document_count;
    uint32_t *order = malloc((count + 1) * sizeof *order);
    builder->documents = malloc((count + 1) * sizeof *builder->documents);
    if (order == NULL || builder->documents == NULL) {
        free(order);
        free(builder->documents);
        return error_no_memory(error, "the order of the documents");
    }
    for (uint32_t i = 0; i < count; i++)
        order[i] = i;
    python_random_shuffle(&builder->random, order, shard->document_count);
    for (size_t i = 0; i < count; i++)
        builder->documents[i] = (struct document_span){shard->document_starts[order[i]],
                                                       shard->document_starts[order[i] + 1]};
    free(order);
    return STATUS_OK;
}

static enum status example_builder_init(struct example_builder *builder,
                                        const struct shard_tokens *shard,
                                        const struct example_options *options,
                                        struct error *error) {
    builder->options = options;
    builder->shard = shard;
    enum status status = masking_init(&builder->masking, shard, options, error);
    if (status != STATUS_OK)
        return status;
    python_random_init(&builder->random, &options->seed);
    builder->documents = NULL;
    if (options->pairs != EXAMPLE_PAIRS_NONE)
        status = order_documents(builder, error);
    if (status != STATUS_OK)
        masking_release(&builder->masking);
    return status;
}

/*
 * Goes once over all documents. A row is added only when the next one has begun, whose text is
 * then on its way from memory.
 */
static enum status add_pass(struct example_builder *builder, struct example_set *set,
                            struct error *error) {
    struct document_walk walk;
    document_walk_init(&walk, builder->shard, builder->documents, &builder->random,
                       builder->options);
    for (uint32_t i = 0; i < builder->shard->document_count; i++) {
        document_walk_start(&walk, i);
        bool more = document_walk_begin_pair(&walk);
        while (more) {
            struct sentence_pair pair;
            document_walk_finish_pair(&walk, &pair);
            masking_choose(&builder->masking, &builder->random, &pair);
            more = document_walk_begin_pair(&walk);
            enum status status = example_set_add(set, &pair, &builder->masking, error);
            if (status != STATUS_OK)
                return status;
        }
    }
    return STATUS_OK;
}

/* The same for rows of one part. */
static enum status pack_pass(struct example_builder *builder, struct example_set *set,
                             struct error *error) {
    struct sentence_packing packing;
    struct sentence_pair row;
    enum status status = sentence_packing_init(&packing, builder->shard, builder->options, error);
    while (status == STATUS_OK && sentence_packing_next(&packing, &row)) {
        masking_choose(&builder->masking, &builder->random, &row);
        status = example_set_add(set, &row, &builder->masking, error);
    }
    sentence_packing_release(&packing);
    return status;
}

enum status example_builder_run(struct example_set *set, const struct shard_tokens *shard,
                                const struct example_options *options, struct error *error) {
    example_set_start(set, shard, options);
    struct example_builder builder;
    enum status status = example_builder_init(&builder, shard, options, error);
    if (status != STATUS_OK)
        return status;
    for (uint32_t i = 0; i < options->dupe_factor && status == STATUS_OK; i++)
        status = options->pairs == EXAMPLE_PAIRS_NONE ? pack_pass(&builder, set, error)
                                                      : add_pass(&builder, set, error);
    if (status == STATUS_OK)
        example_set_shuffle(set, &builder.random);
    else
        example_set_start(set, shard, options);
    example_builder_release(&builder);
    return status;
}
