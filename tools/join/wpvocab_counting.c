#include "tools/join/wpvocab_counting.h"

#include <stdlib.h>

#include "tools/join/cancel_line.h"

/*
 * About what a word takes while words are counted, and when they are trained on, with arrays that
 * have just been doubled.
 */
static const struct string_counts_costs COUNTING_COSTS = {96, 2};
static const struct string_counts_costs TRAINING_COSTS = {64, 40};

static void count(void *context, unsigned worker, void *job) {
    (void)context;
    (void)worker;
    wpvocab_block_count(job);
}

enum status wpvocab_counting_start(struct wpvocab_counting *counting, unsigned threads,
                                   struct error *error) {
    counting->words = (struct string_counts)STRING_COUNTS_INIT;
    counting->threaded = threads > 1;
    /* For each thread one at work and one waiting, so that none waits for another. */
    counting->capacity = counting->threaded ? (size_t)threads * 2 + 1 : 1;
    counting->blocks = calloc(counting->capacity, sizeof *counting->blocks);
    if (counting->blocks == NULL)
        return error_no_memory(error, "blocks of text");
    for (size_t i = 0; i < counting->capacity; i++) {
        enum status status = wpvocab_block_init(&counting->blocks[i], &counting->tokenizer, error);
        if (status != STATUS_OK)
            return status;
    }
    if (!counting->threaded)
        return STATUS_OK;
    enum status status = ordered_work_init(&counting->work, threads, counting->capacity, UINT64_MAX,
                                           count, NULL, error);
    counting->threaded = status == STATUS_OK;
    /* Where no thread can be had this one does the work. */
    return status == STATUS_FAILED ? STATUS_OK : status;
}

void wpvocab_counting_stop(struct wpvocab_counting *counting) {
    if (counting->threaded)
        ordered_work_release(&counting->work); /* threads first: they use the blocks */
    counting->threaded = false;
    for (size_t i = 0; counting->blocks != NULL && i < counting->capacity; i++)
        wpvocab_block_release(&counting->blocks[i]);
    free(counting->blocks);
    counting->blocks = NULL;
}

void wpvocab_counting_release(struct wpvocab_counting *counting) {
    wpvocab_counting_stop(counting);
    string_counts_release(&counting->words);
}

/* Warns of the first malformed sequences of a file, or fails at the very first. */
static enum status tell_malformed(struct wpvocab_counting *counting,
                                  const struct wpvocab_block *block, struct error *error) {
    const struct wpvocab_counts *before = &counting->file;
    for (unsigned i = 0; i < block->malformed_kept; i++) {
        if (before->malformed + i >= WPVOCAB_BLOCK_MALFORMED_KEPT)
            break;
        unsigned long long line = before->lines + block->malformed[i].line + 1;
        unsigned long long byte = before->bytes + block->malformed[i].byte;
        if (counting->strict)
            return error_set(error, STATUS_CORRUPT,
                             "'%s' has malformed UTF-8 in line %llu, at byte %llu; convert it to "
                             "UTF-8, or let each such sequence be dropped by not being strict",
                             block->name, line, byte);
        progress_finish(counting->progress);
        messages_warning(counting->messages, "'%s', line %llu, byte %llu: malformed UTF-8, dropped",
                         block->name, line, byte);
    }
    return STATUS_OK;
}

static void drop(struct wpvocab_counting *counting, const struct string_counts_costs *costs,
                 uint64_t most) {
    struct wpvocab_counts *counts = &counting->counts;
    struct string_counts_drop dropped = string_counts_drop_rarest(&counting->words, costs, most);
    counts->dropped += dropped.strings;
    counts->lost += dropped.lost;
    if (dropped.highest > counts->highest_dropped)
        counts->highest_dropped = dropped.highest;
}

void wpvocab_counting_fit(struct wpvocab_counting *counting) {
    drop(counting, &TRAINING_COSTS, counting->memory);
}

static enum status add_words(struct wpvocab_counting *counting, const struct wpvocab_block *block,
                             struct error *error) {
    const struct string_counts *words = &block->counter.words;
    enum status status = STATUS_OK;
    for (size_t i = 0; i < words->size && status == STATUS_OK; i++) {
        uint32_t place;
        status = string_counts_add(&counting->words, string_counts_string(words, i),
                                   words->entries[i].count, &place, error);
        counting->counts.words += words->entries[i].count;
    }
    /* Half of it, so that it takes a while until it has to be done again. */
    if (status == STATUS_OK &&
        string_counts_cost(&counting->words, &COUNTING_COSTS) > counting->memory)
        drop(counting, &COUNTING_COSTS, counting->memory / 2);
    return status;
}

/* Adds up what came of the oldest block. */
static enum status finish_block(struct wpvocab_counting *counting, struct error *error) {
    struct wpvocab_block *block = counting->threaded
                                      ? ordered_work_take(&counting->work)
                                      : &counting->blocks[counting->taken % counting->capacity];
    counting->taken++;
    if (block->status != STATUS_OK) {
        *error = block->error;
        return error_prefix(error, "'%s', behind line %llu", block->name,
                            (unsigned long long)counting->file.lines);
    }
    enum status status = tell_malformed(counting, block, error);
    if (status == STATUS_OK)
        status = add_words(counting, block, error);
    counting->file.bytes += block->bytes;
    counting->file.lines += block->lines;
    counting->file.malformed += block->counter.malformed;
    counting->counts.bytes += block->bytes;
    counting->counts.lines += block->lines;
    counting->counts.malformed += block->counter.malformed;
    counting->counts.too_long += block->counter.too_long;
    progress_update(counting->progress, counting->counts.bytes);
    return status;
}

/* Reads a block and hands it to the threads, or does its work; *ended when the text has. */
static enum status begin_block(struct wpvocab_counting *counting, struct text_reader *reader,
                               bool *ended, struct error *error) {
    struct wpvocab_block *block = &counting->blocks[counting->submitted % counting->capacity];
    block->name = reader->source->name;
    block->text_count = 0;
    while (block->text_count < WPVOCAB_BLOCK_TEXTS && !*ended) {
        enum status status = text_reader_next(reader, &block->texts[block->text_count], error);
        *ended = status == STATUS_END;
        if (status != STATUS_OK && !*ended)
            return status;
        block->text_count += !*ended;
    }
    if (block->text_count == 0)
        return STATUS_OK;
    counting->submitted++;
    if (!counting->threaded)
        wpvocab_block_count(block);
    else if (!ordered_work_submit(&counting->work, block, 1))
        return error_set(error, STATUS_FAILED, "the threads have stopped");
    return STATUS_OK;
}

static enum status finish_file(struct wpvocab_counting *counting, struct text_reader *reader,
                               struct error *error) {
    if (counting->file.malformed > WPVOCAB_BLOCK_MALFORMED_KEPT) {
        progress_finish(counting->progress);
        messages_warning(counting->messages, "'%s': %llu malformed UTF-8 sequences in all",
                         reader->source->name, (unsigned long long)counting->file.malformed);
    }
    if (!reader->cancelled)
        return STATUS_OK;
    return cancel_line_error(reader->source->name, counting->file.lines + 1,
                             buffer_view(&reader->sentence), error);
}

enum status wpvocab_counting_file(struct wpvocab_counting *counting, struct byte_source *source,
                                  struct error *error) {
    struct text_reader reader;
    text_reader_init(&reader, source, NULL, NULL);
    counting->file = (struct wpvocab_counts){.bytes = 0};
    bool ended = false;
    enum status status = STATUS_OK;
    while (status == STATUS_OK && !(ended && counting->taken == counting->submitted)) {
        if (!ended && counting->submitted - counting->taken < counting->capacity)
            status = begin_block(counting, &reader, &ended, error);
        else
            status = finish_block(counting, error);
    }
    if (status == STATUS_OK)
        status = finish_file(counting, &reader, error);
    text_reader_release(&reader);
    return status;
}
