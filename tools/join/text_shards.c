#include "tools/join/text_shards.h"

#include <stdlib.h>
#include <string.h>

#include "formats/stream/record_name.h"

/*
 * Bytes per read: large enough that system calls cost nothing, small enough that the ids of a chunk
 * (4 bytes for every 1 to 4 of text) stay in the second-level cache.
 */
static const size_t CHUNK_SIZE = (size_t)128 * 1024;

enum status text_shards_init(struct text_shards *shards, struct document_tokenizer *tokenizer,
                             struct token_output *output, const struct messages *messages,
                             struct progress *progress, struct error *error) {
    *shards = (struct text_shards){
        .tokenizer = tokenizer, .output = output, .messages = messages, .progress = progress};
    token_batch_init(&shards->batch);
    shards->chunk = malloc(CHUNK_SIZE);
    return shards->chunk == NULL ? error_no_memory(error, "reading text") : STATUS_OK;
}

void text_shards_release(struct text_shards *shards) {
    token_batch_release(&shards->batch);
    free(shards->chunk);
}

void text_shards_set_limits(struct text_shards *shards, uint64_t tokens, uint64_t documents,
                            uint64_t bytes) {
    shards->limit_tokens = tokens;
    shards->limit_documents = documents;
    shards->limit_bytes = bytes;
}

static enum status take_sentence(struct text_shards *shards, const uint32_t *ids, uint32_t count,
                                 bool ends, struct error *error) {
    enum status status = STATUS_OK;
    if (!shards->shard_open && count > 0) {
        shards->shard_open = true;
        shards->shards++;
        status = token_output_shard(shards->output, shards->name, shards->input_size, error);
    }
    shards->shard_tokens += count;
    if (status == STATUS_OK)
        status = token_output_ids(shards->output, ids, count, error);
    if (status == STATUS_OK && ends)
        status = token_output_end_sentence(shards->output, error);
    return status;
}

static enum status end_shard(struct text_shards *shards, uint64_t input_end, struct error *error) {
    if (!shards->shard_open)
        return STATUS_OK;
    shards->shard_open = false;
    shards->shard_start = input_end;
    shards->shard_tokens = shards->shard_documents = 0;
    return token_output_end_shard(shards->output, error);
}

static bool reached(uint64_t count, uint64_t limit) {
    return limit != 0 && count >= limit;
}

/* Ends a document, and the shard with it where a limit is reached. */
static enum status end_document(struct text_shards *shards, uint64_t input_end,
                                struct error *error) {
    uint64_t bytes = input_end - shards->shard_start;
    enum status status = token_output_end_document(shards->output, bytes, error);
    shards->shard_documents++;
    if (status == STATUS_OK && (reached(shards->shard_tokens, shards->limit_tokens) ||
                                reached(shards->shard_documents, shards->limit_documents) ||
                                reached(bytes, shards->limit_bytes)))
        status = end_shard(shards, input_end, error);
    return status;
}

/* Hands the batch on and empties it; what is open in it goes on in the next one. */
static enum status hand_on(struct text_shards *shards, struct error *error) {
    const struct token_batch *batch = &shards->batch;
    const uint32_t *ids = batch->ids;
    size_t sentence = 0;
    enum status status = STATUS_OK;
    for (size_t i = 0; i < batch->document_count; i++) {
        const struct token_batch_document *document = &batch->documents[i];
        for (uint32_t left = document->sentences; left > 0 && status == STATUS_OK; left--) {
            uint32_t length = batch->sentence_lengths[sentence++];
            bool open = sentence == batch->sentence_count && batch->last_sentence_open;
            status = take_sentence(shards, ids, length, !open, error);
            ids += length;
        }
        bool open = i + 1 == batch->document_count && batch->last_document_open;
        if (status == STATUS_OK && !open)
            status = end_document(shards, document->input_end, error);
        if (status != STATUS_OK)
            return status;
    }
    token_batch_clear(&shards->batch);
    return STATUS_OK;
}

/* Under --strict the error tells of the first. */
static void report_malformed(const struct text_shards *shards) {
    const struct document_tokenizer *tokenizer = shards->tokenizer;
    uint64_t count = tokenizer->strict ? 0 : tokenizer->counts.malformed;
    for (uint64_t i = 0; i < count && i < DOCUMENT_TOKENIZER_MALFORMED_KEPT; i++)
        messages_warning(shards->messages, "'%s', line %llu, byte %llu: malformed UTF-8, dropped",
                         tokenizer->name, (unsigned long long)tokenizer->malformed[i].line,
                         (unsigned long long)tokenizer->malformed[i].byte);
    if (count > DOCUMENT_TOKENIZER_MALFORMED_KEPT)
        messages_warning(shards->messages, "'%s': %llu malformed UTF-8 sequences in all",
                         tokenizer->name, (unsigned long long)count);
}

static void add_counts(struct text_shards *shards) {
    const struct document_tokenizer_counts *counts = &shards->tokenizer->counts;
    shards->documents += counts->documents;
    shards->sentences += counts->sentences;
    shards->tokens += counts->tokens;
    shards->unknown += counts->unknown_tokens;
    shards->malformed += counts->malformed;
    shards->bytes += counts->bytes;
}

/* Feeds all of a source to the tokenizer. */
static enum status tokenize(struct text_shards *shards, struct byte_source *source,
                            struct error *error) {
    document_tokenizer_begin(shards->tokenizer, source->name);
    token_batch_clear(&shards->batch);
    shards->shard_start = 0;
    shards->shard_tokens = shards->shard_documents = 0;
    for (;;) {
        size_t got;
        enum status status = byte_source_read(source, shards->chunk, CHUNK_SIZE, &got, error);
        if (status == STATUS_OK && got == 0)
            status = document_tokenizer_end_of_file(shards->tokenizer, &shards->batch, error);
        else if (status == STATUS_OK)
            status = document_tokenizer_feed(shards->tokenizer, (struct view){shards->chunk, got},
                                             &shards->batch, error);
        if (status == STATUS_OK)
            status = hand_on(shards, error);
        progress_update(shards->progress, shards->bytes + source->position);
        if (status != STATUS_OK || got == 0)
            return status;
    }
}

static enum status take_source(struct text_shards *shards, struct byte_source *source,
                               struct error *error) {
    enum status status = tokenize(shards, source, error);
    report_malformed(shards);
    add_counts(shards);
    if (status == STATUS_OK && shards->tokenizer->counts.tokens == 0 &&
        shards->output->kind == TOKEN_OUTPUT_STREAM)
        status = error_set(error, STATUS_FAILED,
                           "'%s' holds no text, and a shard without rows breaks trainers; leave it "
                           "out",
                           source->name);
    return status == STATUS_OK ? end_shard(shards, source->position, error) : status;
}

/* A file's name without its folders and without ".txt". */
static char *name_of_file(const char *path) {
    const char *slash = strrchr(path, '/');
    const char *base = slash == NULL ? path : slash + 1;
    size_t length = strlen(base);
    if (length > 4 && strcmp(base + length - 4, ".txt") == 0)
        length -= 4;
    return strndup(base, length);
}

enum status text_shards_check_name(const char *name, struct error *error) {
    if (record_name_is_valid(view_of_string(name)))
        return STATUS_OK;
    return error_set(error, STATUS_USAGE,
                     "'%.300s' cannot name a shard: that takes 1 to %d bytes of UTF-8 without "
                     "slashes and control characters",
                     name, RECORD_NAME_LIMIT);
}

enum status text_shards_check_file(const char *path, struct error *error) {
    char *name = name_of_file(path);
    if (name == NULL)
        return error_no_memory(error, "a file name");
    enum status status = text_shards_check_name(name, error);
    free(name);
    return status;
}

enum status text_shards_file(struct text_shards *shards, const char *path, struct error *error) {
    char *name = name_of_file(path);
    if (name == NULL)
        return error_no_memory(error, "a file name");
    struct byte_source source;
    enum status status = byte_source_open(&source, path, error);
    if (status == STATUS_OK) {
        shards->name = name;
        shards->input_size = source.input_size;
        text_shards_set_limits(shards, 0, 0, 0);
        status = take_source(shards, &source, error);
    }
    byte_source_release(&source);
    free(name);
    return status;
}

enum status text_shards_input(struct text_shards *shards, const char *name, struct error *error) {
    struct byte_source source;
    enum status status = byte_source_open(&source, "-", error);
    if (status != STATUS_OK)
        return status;
    shards->name = name;
    shards->input_size = RECORD_SIZE_UNKNOWN;
    status = take_source(shards, &source, error);
    byte_source_release(&source);
    return status;
}
