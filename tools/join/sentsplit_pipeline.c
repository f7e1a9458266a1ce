#include "tools/join/sentsplit_pipeline.h"

#include <stdlib.h>

#include "tools/join/cancel_line.h"

/* Batches under way for each thread: one at work, one waiting, so that none waits for another. */
static const size_t BATCHES_A_THREAD = 2;

static void split(void *context, unsigned worker, void *job) {
    (void)worker;
    sentsplit_batch_split(job, context);
}

enum status sentsplit_pipeline_start(struct sentsplit_pipeline *pipeline, unsigned threads,
                                     struct error *error) {
    pipeline->threaded = threads > 1;
    pipeline->capacity = pipeline->threaded ? threads * BATCHES_A_THREAD + 1 : 1;
    pipeline->batches = calloc(pipeline->capacity, sizeof *pipeline->batches);
    if (pipeline->batches == NULL)
        return error_no_memory(error, "batches of text");
    if (!pipeline->threaded)
        return STATUS_OK;
    return ordered_work_init(&pipeline->work, threads, pipeline->capacity, UINT64_MAX, split,
                             &pipeline->splitter, error);
}

void sentsplit_pipeline_release(struct sentsplit_pipeline *pipeline) {
    if (pipeline->threaded)
        ordered_work_release(&pipeline->work); /* threads first: they use the batches */
    for (size_t i = 0; pipeline->batches != NULL && i < pipeline->capacity; i++)
        sentsplit_batch_release(&pipeline->batches[i]);
    free(pipeline->batches);
    pipeline->batches = NULL;
    sentence_splitter_release(&pipeline->splitter);
}

static enum status write_bytes(struct sentsplit_pipeline *pipeline, struct view bytes,
                               struct error *error) {
    if (bytes.size == 0)
        return STATUS_OK;
    pipeline->last[0] = bytes.size > 1 ? bytes.data[bytes.size - 2] : pipeline->last[1];
    pipeline->last[1] = bytes.data[bytes.size - 1];
    return byte_sink_write(pipeline->sink, bytes.data, bytes.size, error);
}

static void add(struct sentsplit_batch_counts *sum, const struct sentsplit_batch_counts *counts) {
    sum->bytes += counts->bytes;
    sum->lines += counts->lines;
    sum->paragraphs += counts->paragraphs;
    sum->sentences += counts->sentences;
    sum->malformed += counts->malformed;
}

/* Warns of the first malformed sequences of a file, or fails at the very first. */
static enum status tell_malformed(struct sentsplit_pipeline *pipeline,
                                  const struct sentsplit_batch *batch, struct error *error) {
    const struct sentsplit_batch_counts *before = &pipeline->file_counts;
    for (uint64_t i = 0; i < batch->counts.malformed; i++) {
        if (i == SENTSPLIT_BATCH_MALFORMED_KEPT ||
            before->malformed + i == SENTSPLIT_BATCH_MALFORMED_KEPT)
            break;
        unsigned long long line = before->lines + batch->malformed[i].line + 1;
        unsigned long long byte = before->bytes + batch->malformed[i].byte;
        if (pipeline->strict)
            return error_set(error, STATUS_CORRUPT,
                             "'%s' has malformed UTF-8 in line %llu, at byte %llu; convert it to "
                             "UTF-8, or let each such sequence be replaced by not being strict",
                             batch->name, line, byte);
        progress_finish(pipeline->progress);
        messages_warning(pipeline->messages,
                         "'%s', line %llu, byte %llu: malformed UTF-8, replaced by U+FFFD",
                         batch->name, line, byte);
    }
    return STATUS_OK;
}

/* Writes what came of the oldest batch. */
static enum status finish_batch(struct sentsplit_pipeline *pipeline, struct error *error) {
    struct sentsplit_batch *batch = pipeline->threaded
                                        ? ordered_work_take(&pipeline->work)
                                        : &pipeline->batches[pipeline->taken % pipeline->capacity];
    pipeline->taken++;
    if (batch->status != STATUS_OK) {
        *error = batch->error;
        return batch->status;
    }
    enum status status = tell_malformed(pipeline, batch, error);
    bool parted = pipeline->last[1] == 0 || (pipeline->last[1] == '\n' &&
                                             (pipeline->last[0] == '\n' || pipeline->last[0] == 0));
    if (status == STATUS_OK && batch->first_of_file && !parted)
        status = write_bytes(pipeline, view_of_string("\n"), error);
    if (status == STATUS_OK)
        status = write_bytes(pipeline, buffer_view(&batch->output), error);
    add(&pipeline->file_counts, &batch->counts);
    add(&pipeline->counts, &batch->counts);
    progress_update(pipeline->progress, pipeline->counts.bytes);
    return status;
}

static enum status prepare(struct sentsplit_pipeline *pipeline, struct view text,
                           struct error *error) {
    if (pipeline->prepared)
        return STATUS_OK;
    pipeline->prepared = true;
    return pipeline->prepare(pipeline->context, text, &pipeline->splitter, error);
}

/* Where a long line is cut; what failed here fails again in begin_batch, and is told there. */
static size_t cut(void *context, struct view text) {
    struct sentsplit_pipeline *pipeline = context;
    struct error error;
    if (prepare(pipeline, text, &error) != STATUS_OK) {
        pipeline->prepared = false;
        return text.size;
    }
    return sentsplit_batch_cut(&pipeline->splitter, text);
}

static bool has_text(const struct sentsplit_pipeline *pipeline, struct view text) {
    struct sentence_cursor cursor;
    struct view sentence;
    sentence_cursor_init(&cursor, &pipeline->splitter, text);
    return sentence_cursor_next(&cursor, &sentence, NULL);
}

/* Hands the batch to the threads, or does its work. */
static enum status submit(struct sentsplit_pipeline *pipeline, struct sentsplit_batch *batch,
                          struct error *error) {
    pipeline->submitted++;
    if (!pipeline->threaded)
        sentsplit_batch_split(batch, &pipeline->splitter);
    else if (!ordered_work_submit(&pipeline->work, batch, 1))
        return error_set(error, STATUS_FAILED, "the threads have stopped");
    return STATUS_OK;
}

/* Reads a batch and submits it; STATUS_END when there is none. */
static enum status begin_batch(struct sentsplit_pipeline *pipeline, struct text_reader *reader,
                               bool first, struct error *error) {
    struct sentsplit_batch *batch = &pipeline->batches[pipeline->submitted % pipeline->capacity];
    sentsplit_batch_reset(batch);
    batch->name = reader->source->name;
    batch->first_of_file = first;
    batch->continues_text = reader->inside_line && pipeline->line_has_text;
    bool continues = reader->inside_line;
    enum status status = text_reader_next(reader, &batch->input, error);
    if (status == STATUS_OK)
        status = prepare(pipeline, buffer_view(&batch->input), error);
    if (status != STATUS_OK)
        return status;
    batch->ends_in_line = reader->inside_line;
    if (reader->inside_line)
        pipeline->line_has_text = (continues && pipeline->line_has_text) ||
                                  has_text(pipeline, buffer_view(&batch->input));
    return submit(pipeline, batch, error);
}

static enum status finish_file(struct sentsplit_pipeline *pipeline, struct text_reader *reader,
                               struct error *error) {
    uint64_t malformed = pipeline->file_counts.malformed;
    if (malformed > SENTSPLIT_BATCH_MALFORMED_KEPT)
        messages_warning(pipeline->messages, "'%s': %llu malformed UTF-8 sequences in all",
                         reader->source->name, (unsigned long long)malformed);
    if (!reader->cancelled)
        return STATUS_OK;
    return cancel_line_error(reader->source->name, pipeline->file_counts.lines + 1,
                             buffer_view(&reader->sentence), error);
}

enum status sentsplit_pipeline_file(struct sentsplit_pipeline *pipeline, struct byte_source *source,
                                    struct error *error) {
    struct text_reader reader;
    text_reader_init(&reader, source, cut, pipeline);
    pipeline->file_counts = (struct sentsplit_batch_counts){.bytes = 0};
    bool ended = false;
    bool first = true;
    enum status status = STATUS_OK;
    while (status == STATUS_OK && !(ended && pipeline->taken == pipeline->submitted)) {
        if (!ended && pipeline->submitted - pipeline->taken < pipeline->capacity) {
            status = begin_batch(pipeline, &reader, first, error);
            first = false;
            ended = status == STATUS_END;
            if (ended)
                status = STATUS_OK;
        } else {
            status = finish_batch(pipeline, error);
        }
    }
    if (status == STATUS_OK)
        status = finish_file(pipeline, &reader, error);
    text_reader_release(&reader);
    return status;
}
