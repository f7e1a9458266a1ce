#include "tools/join/chunk_tokenizer.h"

#include <stdlib.h>

enum status chunk_tokenizer_init(struct chunk_tokenizer *tokenizer,
                                 const struct chunk_tokenizer_options *options,
                                 struct error *error) {
    *tokenizer = (struct chunk_tokenizer){.options = options};
    enum status status =
        bert_tokenizer_new(&tokenizer->bert, options->vocabulary, &options->bert, error);
    if (status == STATUS_OK)
        document_tokenizer_init(&tokenizer->documents, tokenizer->bert, options->strict);
    return status;
}

void chunk_tokenizer_release(struct chunk_tokenizer *tokenizer) {
    document_tokenizer_release(&tokenizer->documents);
    bert_tokenizer_free(tokenizer->bert);
    free(tokenizer->ids);
    *tokenizer = (struct chunk_tokenizer){.bert = NULL};
}

/*
 * A batch's ids are many more bytes than what becomes of them, and needed for a moment only: all
 * batches of a thread are filled in the same memory, which so stays in the cache.
 */
static void lend_ids(struct chunk_tokenizer *tokenizer, struct token_batch *batch) {
    batch->ids = tokenizer->ids;
    batch->id_capacity = tokenizer->id_capacity;
}

static void take_back_ids(struct chunk_tokenizer *tokenizer, struct token_batch *batch) {
    tokenizer->ids = batch->ids;
    tokenizer->id_capacity = batch->id_capacity;
    batch->ids = NULL;
    batch->id_capacity = 0;
}

/* Takes out what was read of the line that failed; how much that is, depends on how it is done. */
static void drop_open_sentence(struct token_batch *batch) {
    if (!batch->last_sentence_open)
        return;
    batch->id_count -= batch->sentence_lengths[--batch->sentence_count];
    batch->documents[batch->document_count - 1].sentences--;
    batch->last_sentence_open = false;
}

static uint64_t count_of(const struct token_batch *batch, uint32_t id) {
    uint64_t count = 0;
    for (size_t i = 0; i < batch->id_count; i++)
        count += batch->ids[i] == id;
    return count;
}

/* What the chunk has added to what the tokenizer knew of the file. */
static void take_counts(struct token_piece *piece, const struct document_tokenizer *documents,
                        const struct document_tokenizer_counts *before) {
    const struct document_tokenizer_counts *now = &documents->counts;
    piece->lines = now->lines - before->lines;
    piece->bytes = now->bytes - before->bytes;
    piece->text_end = documents->text_end;
    piece->malformed = now->malformed - before->malformed;
    for (uint64_t i = before->malformed;
         i < now->malformed && i < DOCUMENT_TOKENIZER_MALFORMED_KEPT; i++)
        piece->malformed_at[i - before->malformed] = documents->malformed[i];
    piece->tokens = piece->batch.id_count;
    piece->sentences = piece->batch.sentence_count;
    if (piece->batch.first_sentence_continues && piece->sentences > 0)
        piece->sentences--;
    piece->unknown = now->unknown_tokens - before->unknown_tokens;
}

static enum status tokenize(struct chunk_tokenizer *tokenizer, struct token_piece *piece,
                            const struct text_chunk *chunk) {
    struct document_tokenizer *documents = &tokenizer->documents;
    struct document_tokenizer_counts before = documents->counts;
    enum status status =
        document_tokenizer_feed(documents, buffer_view(&chunk->text), &piece->batch, &piece->error);
    if (status == STATUS_OK && chunk->ends_file)
        status = document_tokenizer_end_of_file(documents, &piece->batch, &piece->error);
    if (status != STATUS_OK)
        drop_open_sentence(&piece->batch);
    take_counts(piece, documents, &before);
    if (status != STATUS_OK)
        piece->unknown = count_of(&piece->batch,
                                  vocabulary_special(tokenizer->options->vocabulary, SPECIAL_UNK));
    return status;
}

/* For ids that could not be formed there must be no sentences either, or some would be read. */
static void drop_sentences(struct token_piece *piece) {
    token_batch_clear(&piece->batch);
    buffer_clear(&piece->ids);
    piece->tokens = piece->sentences = piece->unknown = 0;
}

void chunk_tokenizer_take(struct chunk_tokenizer *tokenizer, struct token_piece *piece,
                          const struct text_chunk *chunk, const struct document_join *before) {
    const struct chunk_tokenizer_options *options = tokenizer->options;
    token_piece_begin(piece, chunk);
    if (!chunk->begins_in_line) {
        tokenizer->placed = before != NULL;
        document_tokenizer_begin_inside(&tokenizer->documents, chunk->name,
                                        before == NULL ? 0 : before->lines,
                                        before == NULL ? 0 : before->bytes);
    }
    piece->placed = tokenizer->placed;
    lend_ids(tokenizer, &piece->batch);
    piece->status = tokenize(tokenizer, piece, chunk);
    struct error error;
    enum status status = token_piece_form(piece, options->form, options->vocabulary, &error);
    take_back_ids(tokenizer, &piece->batch);
    if (status == STATUS_OK)
        return;
    drop_sentences(piece);
    if (piece->status == STATUS_OK) {
        piece->status = status;
        piece->error = error;
    }
}
