/*
 * token_batch - token ids of sentences and documents, in columns.
 *
 * The ids of all sentences lie one after the other; a sentence is a length, a document a number of
 * sentences. A batch is a window on a stream: it may begin inside a document or sentence that the
 * batch before it ended in, and end inside one.
 *
 * - first_document_continues: documents[0] is the rest of the document that was open at the end of
 *   the batch before. It may have no sentences: then it only tells where that document ended.
 * - first_sentence_continues: sentence_lengths[0] is the rest of the sentence that was open at the
 *   end of the batch before (so documents[0] continues too). It may be 0 long; no other is.
 * - last_document_open, last_sentence_open: the last document or sentence listed may go on in
 *   the next batch, or in this one if it is not cleared. input_end of an open document is not set.
 *
 * Thread rule: one thread at a time per batch.
 */
#ifndef TOKENIZER_TOKEN_BATCH_H
#define TOKENIZER_TOKEN_BATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/base/status.h"

struct token_batch_document {
    uint32_t sentences; /* how many of sentence_lengths */
    uint64_t input_end; /* byte of the input just behind the document's last line */
};

struct token_batch {
    uint32_t *ids; /* owned, as are the next two */
    uint32_t *sentence_lengths;
    struct token_batch_document *documents;
    size_t id_count;
    size_t sentence_count;
    size_t document_count;
    size_t id_capacity;
    size_t sentence_capacity;
    size_t document_capacity;
    bool first_document_continues;
    bool first_sentence_continues;
    bool last_document_open;
    bool last_sentence_open;
};

/* Makes an empty batch; allocates nothing. */
void token_batch_init(struct token_batch *batch);
void token_batch_release(struct token_batch *batch);

/* Empties the batch and keeps its memory. */
void token_batch_clear(struct token_batch *batch);

/* The slow part of token_batch_reserve. */
MUST_USE enum status token_batch_grow(struct token_batch *batch, size_t ids, size_t sentences,
                                      size_t documents, struct error *error);

/* Makes room for so many more of each; STATUS_NO_MEMORY is the only failure and loses nothing. */
MUST_USE static inline enum status token_batch_reserve(struct token_batch *batch, size_t ids,
                                                       size_t sentences, size_t documents,
                                                       struct error *error) {
    if (ids <= batch->id_capacity - batch->id_count &&
        sentences <= batch->sentence_capacity - batch->sentence_count &&
        documents <= batch->document_capacity - batch->document_count)
        return STATUS_OK;
    return token_batch_grow(batch, ids, sentences, documents, error);
}

#endif
