#include "tools/join/text_shards.h"

#include <stdlib.h>
#include <string.h>

#include "formats/stream/record_name.h"

void text_shards_init(struct text_shards *shards, const struct text_shards_options *options,
                      struct token_output *output, const struct messages *messages,
                      struct progress *progress) {
    *shards = (struct text_shards){
        .output = output, .messages = messages, .progress = progress, .options = *options};
}

void text_shards_release(struct text_shards *shards) {
    free(shards->name);
    shards->name = NULL;
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

static enum status begin_file(struct text_shards *shards, const struct token_piece *piece,
                              struct error *error) {
    document_join_begin(&shards->join);
    shards->shard_start = shards->file_tokens = shards->file_malformed = 0;
    shards->is_input = strcmp(piece->path, "-") == 0;
    free(shards->name);
    shards->name = shards->is_input ? strdup(shards->options.name) : name_of_file(piece->path);
    return shards->name == NULL ? error_no_memory(error, "a file name") : STATUS_OK;
}

static enum status open_shard(struct text_shards *shards, const struct token_piece *piece,
                              struct error *error) {
    if (shards->shard_open)
        return STATUS_OK;
    shards->shard_open = true;
    shards->shard_tokens = shards->shard_documents = 0;
    shards->shards++;
    uint64_t size = shards->is_input ? RECORD_SIZE_UNKNOWN : piece->input_size;
    return token_output_shard(shards->output, shards->name, size, error);
}

static enum status end_shard(struct text_shards *shards, uint64_t input_end, struct error *error) {
    if (!shards->shard_open)
        return STATUS_OK;
    shards->shard_open = false;
    shards->shard_start = input_end;
    return token_output_end_shard(shards->output, error);
}

static bool reached(const struct text_shards *shards, uint64_t count, uint64_t limit) {
    return shards->is_input && limit != 0 && count >= limit;
}

/* Ends a document, and the shard with it where a limit is reached. */
static enum status end_document(struct text_shards *shards, uint64_t input_end,
                                struct error *error) {
    const struct text_shards_options *limits = &shards->options;
    uint64_t bytes = input_end - shards->shard_start;
    enum status status = token_output_end_document(shards->output, bytes, error);
    shards->shard_documents++;
    if (status == STATUS_OK && (reached(shards, shards->shard_tokens, limits->tokens) ||
                                reached(shards, shards->shard_documents, limits->documents) ||
                                reached(shards, bytes, limits->bytes)))
        status = end_shard(shards, input_end, error);
    return status;
}

/* Where the walk through a piece is. */
struct walk {
    const unsigned char *ids;
    const uint32_t *lengths;
    unsigned id_bytes;
    bool text_written;
};

/* Sentences of one document. */
static enum status take_sentences(struct text_shards *shards, struct walk *walk,
                                  const struct token_piece *piece, uint32_t count, bool begins,
                                  struct error *error) {
    const uint32_t *end = piece->batch.sentence_lengths + piece->batch.sentence_count;
    bool last_ends = walk->lengths + count < end || !piece->batch.last_sentence_open;
    uint64_t tokens = 0;
    for (uint32_t i = 0; i < count; i++)
        tokens += walk->lengths[i];
    enum status status = open_shard(shards, piece, error);
    if (status == STATUS_OK)
        status = token_output_sentences(shards->output, walk->ids, walk->lengths, count, last_ends,
                                        error);
    if (status == STATUS_OK && !walk->text_written)
        status = token_output_text(shards->output, buffer_view(&piece->ids), begins, error);
    walk->text_written = true;
    walk->ids += tokens * walk->id_bytes;
    walk->lengths += count;
    shards->shard_tokens += tokens;
    return status;
}

static enum status take_documents(struct text_shards *shards, const struct token_piece *piece,
                                  struct error *error) {
    const struct token_batch *batch = &piece->batch;
    struct walk walk = {piece->ids.data, batch->sentence_lengths, 0, false};
    if (token_form_is_stream(shards->output->form))
        walk.id_bytes = shards->output->stream.id_bytes;
    enum status status = STATUS_OK;
    for (size_t i = 0; i < batch->document_count && status == STATUS_OK; i++) {
        struct joined_document joined = document_join_next(&shards->join, piece, i);
        uint32_t count = batch->documents[i].sentences;
        shards->documents += joined.begins;
        if (count > 0)
            status = take_sentences(shards, &walk, piece, count, joined.begins, error);
        if (status == STATUS_OK && joined.ends)
            status = end_document(shards, joined.input_end, error);
    }
    return status;
}

static void add_counts(struct text_shards *shards, const struct token_piece *piece) {
    for (uint64_t i = 0; i < piece->malformed && i < DOCUMENT_TOKENIZER_MALFORMED_KEPT &&
                         shards->file_malformed + i < DOCUMENT_TOKENIZER_MALFORMED_KEPT;
         i++)
        shards->malformed_at[shards->file_malformed + i] =
            document_join_place(&shards->join, piece, i);
    shards->file_malformed += piece->malformed;
    shards->file_tokens += piece->tokens;
    shards->malformed += piece->malformed;
    shards->sentences += piece->sentences;
    shards->tokens += piece->tokens;
    shards->unknown += piece->unknown;
    shards->bytes += piece->bytes;
}

/* Under --strict the error tells of the first. */
static void report_malformed(struct text_shards *shards, const char *name) {
    uint64_t count = shards->options.strict ? 0 : shards->file_malformed;
    for (uint64_t i = 0; i < count && i < DOCUMENT_TOKENIZER_MALFORMED_KEPT; i++)
        messages_warning(shards->messages, "'%s', line %llu, byte %llu: malformed UTF-8, dropped",
                         name, (unsigned long long)shards->malformed_at[i].line,
                         (unsigned long long)shards->malformed_at[i].byte);
    if (count > DOCUMENT_TOKENIZER_MALFORMED_KEPT)
        messages_warning(shards->messages, "'%s': %llu malformed UTF-8 sequences in all", name,
                         (unsigned long long)count);
    shards->file_malformed = 0;
}

static enum status end_file(struct text_shards *shards, const struct token_piece *piece,
                            struct error *error) {
    report_malformed(shards, piece->name);
    shards->files_bytes += piece->position;
    if (shards->file_tokens == 0 && token_form_is_stream(shards->output->form))
        return error_set(error, STATUS_FAILED,
                         "'%s' holds no text, and a shard without rows breaks trainers; leave it "
                         "out",
                         piece->name);
    return end_shard(shards, piece->position, error);
}

enum status text_shards_take(struct text_shards *shards, const struct token_piece *piece,
                             struct error *error) {
    enum status status = STATUS_OK;
    if (piece->begins_file)
        status = begin_file(shards, piece, error);
    if (status == STATUS_OK)
        status = take_documents(shards, piece, error);
    add_counts(shards, piece);
    document_join_leave(&shards->join, piece);
    progress_update(shards->progress, shards->files_bytes + piece->position);
    if (status == STATUS_OK && piece->status != STATUS_OK) {
        *error = piece->error;
        status = piece->status;
    }
    if (status == STATUS_OK && piece->ends_file)
        return end_file(shards, piece, error);
    if (status != STATUS_OK)
        report_malformed(shards, piece->name);
    else if (piece->waits)
        status = token_output_flush(shards->output, error);
    return status;
}
