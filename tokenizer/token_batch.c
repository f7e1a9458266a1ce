#include "tokenizer/token_batch.h"

#include <stdlib.h>

#include "formats/base/checked.h"

void token_batch_init(struct token_batch *batch) {
    *batch = (struct token_batch){.ids = NULL};
}

void token_batch_release(struct token_batch *batch) {
    free(batch->ids);
    free(batch->sentence_lengths);
    free(batch->documents);
    token_batch_init(batch);
}

void token_batch_clear(struct token_batch *batch) {
    batch->id_count = 0;
    batch->sentence_count = 0;
    batch->document_count = 0;
    batch->first_document_continues = false;
    batch->first_sentence_continues = false;
    batch->last_document_open = false;
    batch->last_sentence_open = false;
}

/* Makes room in one column for `needed` items of `item` bytes in all. */
static enum status grow(void **column, size_t *capacity, size_t needed, size_t item,
                        struct error *error) {
    size_t larger = *capacity < 64 ? 64 : *capacity;
    while (larger < needed) {
        if (!checked_multiply_size(larger, 2, &larger))
            return error_no_memory(error, "token ids");
    }
    size_t size;
    if (!checked_multiply_size(larger, item, &size))
        return error_no_memory(error, "token ids");
    void *moved = realloc(*column, size);
    if (moved == NULL)
        return error_no_memory(error, "token ids");
    *column = moved;
    *capacity = larger;
    return STATUS_OK;
}

enum status token_batch_grow(struct token_batch *batch, size_t ids, size_t sentences,
                             size_t documents, struct error *error) {
    /* Lengths are of 32 bits, and so must every sum of them be. */
    if (ids > UINT32_MAX - batch->id_count || sentences > UINT32_MAX - batch->sentence_count ||
        documents > UINT32_MAX - batch->document_count)
        return error_no_memory(error, "token ids, more than 32 bits can count");
    enum status status = STATUS_OK;
    if (batch->id_count + ids > batch->id_capacity)
        status = grow((void **)&batch->ids, &batch->id_capacity, batch->id_count + ids,
                      sizeof *batch->ids, error);
    if (status == STATUS_OK && batch->sentence_count + sentences > batch->sentence_capacity)
        status = grow((void **)&batch->sentence_lengths, &batch->sentence_capacity,
                      batch->sentence_count + sentences, sizeof *batch->sentence_lengths, error);
    if (status == STATUS_OK && batch->document_count + documents > batch->document_capacity)
        status = grow((void **)&batch->documents, &batch->document_capacity,
                      batch->document_count + documents, sizeof *batch->documents, error);
    return status;
}
