#include "tools/mlm/example_builder.h"

#include <stdlib.h>

#include "tools/mlm/masking.h"
#include "tools/mlm/python_random.h"
#include "tools/mlm/sentence_pair.h"

/* What one call works with. */
struct example_builder {
    const struct example_options *options;
    const struct shard_tokens *shard;
    struct python_random random;
    uint32_t *document_order; /* owned; [shard->document_count] */
    struct masking masking;   /* owned */
};

static void example_builder_release(struct example_builder *builder) {
    masking_release(&builder->masking);
    free(builder->document_order);
}

static enum status example_builder_init(struct example_builder *builder,
                                        const struct shard_tokens *shard,
                                        const struct example_options *options,
                                        struct error *error) {
    builder->options = options;
    builder->shard = shard;
    uint32_t count = shard->document_count;
    builder->document_order = malloc(((size_t)count + 1) * sizeof *builder->document_order);
    if (builder->document_order == NULL)
        return error_no_memory(error, "the order of the documents");
    enum status status = masking_init(&builder->masking, shard, options, error);
    if (status != STATUS_OK) {
        free(builder->document_order);
        return status;
    }
    for (uint32_t i = 0; i < count; i++)
        builder->document_order[i] = i;
    python_random_init(&builder->random, &options->seed);
    python_random_shuffle(&builder->random, builder->document_order, count);
    return STATUS_OK;
}

/* Goes once over all documents. */
static enum status add_pass(struct example_builder *builder, struct example_set *set,
                            struct error *error) {
    struct document_walk walk;
    document_walk_init(&walk, builder->shard, builder->document_order, &builder->random,
                       builder->options);
    for (uint32_t i = 0; i < builder->shard->document_count; i++) {
        struct sentence_pair pair;
        document_walk_start(&walk, i);
        while (document_walk_next(&walk, &pair)) {
            masking_choose(&builder->masking, &builder->random, &pair);
            enum status status = example_set_add(set, &pair, &builder->masking, error);
            if (status != STATUS_OK)
                return status;
        }
    }
    return STATUS_OK;
}

enum status example_builder_run(struct example_set *set, const struct shard_tokens *shard,
                                const struct example_options *options, struct error *error) {
    example_set_start(set, shard, options);
    struct example_builder builder;
    enum status status = example_builder_init(&builder, shard, options, error);
    if (status != STATUS_OK)
        return status;
    for (uint32_t i = 0; i < options->dupe_factor && status == STATUS_OK; i++)
        status = add_pass(&builder, set, error);
    if (status == STATUS_OK)
        example_set_shuffle(set, &builder.random);
    else
        example_set_start(set, shard, options);
    example_builder_release(&builder);
    return status;
}
