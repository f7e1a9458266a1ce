#include "tools/join/mkmlm_run.h"

#include <jansson.h>
#include <pthread.h>
#include <stdlib.h>

#include "formats/base/byte_source.h"
#include "formats/stream/provenance.h"
#include "tools/cli/progress.h"
#include "tools/join/mkmlm_shard.h"
#include "tools/join/stream_failure.h"
#include "tools/parallel/cpu_count.h"
#include "tools/parallel/ordered_turns.h"
#include "tools/parallel/thread_pool.h"

/*
 * Any thread reads the next shard, one at a time; makes its examples; and hands it in to be
 * written, in order, by a thread that is at hand. So as many shards are held as there are threads,
 * or as --memory has room for: by the size of the largest so far, the first one alone.
 */
struct mkmlm {
    const struct mkmlm_settings *settings;
    struct cli *cli;
    struct byte_source source;
    struct token_stream_reader reader;
    struct example_stream_writer writer;
    struct provenance_tokens provenance;
    struct piece_kinds kinds; /* all NULL when the stream does not tell them */
    struct example_options options;
    uint32_t *replacements;   /* owned; options.replacements when tokens repeat */
    struct mkmlm_shard *held; /* owned; [threads]: shard n is in held[n % threads] */
    unsigned threads;
    struct ordered_turns turns;
    pthread_mutex_t reading;
    /* Under `reading`: */
    uint64_t read; /* shards */
    bool read_all; /* or failed */
    /* By whoever takes a shard, in order: */
    struct progress progress;
    uint64_t rows, tokens, shards;
    enum status status;
    struct error *error;
    pthread_mutex_t sizes;
    pthread_cond_t fewer_held;
    /* Under `sizes`: */
    uint64_t held_count; /* shards that are read, made or waiting to be written */
    uint64_t largest_memory, largest_tokens;
    bool stopped; /* nothing more is read */
};

static enum status begin_writing(struct mkmlm *job, struct error *error) {
    struct provenance_examples examples;
    enum status status = mkmlm_settings_describe(job->settings, &job->options, &examples, error);
    if (status != STATUS_OK)
        return status;
    struct buffer text = BUFFER_INIT;
    status = provenance_write_examples(&examples, &text,
                                       buffer_view(&job->reader.stream.provenance), error);
    if (status == STATUS_OK)
        status = shard_stream_writer_begin(&job->writer.stream, buffer_view(&text), error);
    buffer_release(&text);
    provenance_examples_release(&examples);
    return status;
}

static enum status read_pieces(struct mkmlm *job, struct error *error) {
    struct view payload;
    enum status status = shard_stream_reader_pieces(&job->reader.stream, &payload, error);
    if (status != STATUS_OK || payload.size == 0)
        return status;
    return piece_kinds_read(&job->kinds, payload, job->provenance.vocabulary_size, error);
}

/* Reads what the token stream says of itself and gets ready for its shards. */
static enum status begin(struct mkmlm *job, const char *path, struct byte_sink *sink,
                         struct error *error) {
    example_stream_writer_init(&job->writer, sink, 2);
    token_stream_reader_init(&job->reader, &job->source);
    enum status status = byte_source_open(&job->source, path, error);
    if (status == STATUS_OK)
        status = shard_stream_reader_begin(&job->reader.stream, error);
    if (status == STATUS_OK)
        status = provenance_read_tokens(&job->provenance,
                                        buffer_view(&job->reader.stream.provenance), error);
    if (status != STATUS_OK)
        return status;
    status = read_pieces(job, error);
    if (status != STATUS_OK)
        return status;
    unsigned id_bytes = provenance_id_bytes(&job->provenance);
    token_stream_reader_set_ids(&job->reader, id_bytes, job->provenance.vocabulary_size);
    job->writer.id_bytes = id_bytes;
    status = mkmlm_settings_apply(job->settings, &job->options, &job->replacements,
                                  &job->provenance, &job->kinds, &job->cli->messages, error);
    if (status == STATUS_OK)
        status = begin_writing(job, error);
    progress_init(&job->progress, "mkmlm", "rows", 0, job->cli->common.quiet);
    return status;
}

/* Waits until one more shard may be held. */
static void await_memory(struct mkmlm *job) {
    uint64_t memory = job->settings->memory;
    pthread_mutex_lock(&job->sizes);
    while (memory > 0 && job->held_count > 0 && !job->stopped &&
           (job->largest_memory == 0 || job->largest_memory > memory / (job->held_count + 1)))
        pthread_cond_wait(&job->fewer_held, &job->sizes);
    job->held_count++;
    pthread_mutex_unlock(&job->sizes);
}

static void note_size(struct mkmlm *job, const struct mkmlm_shard *shard) {
    uint64_t memory = mkmlm_shard_memory(shard);
    pthread_mutex_lock(&job->sizes);
    if (memory > job->largest_memory)
        job->largest_memory = memory;
    if (shard->tokens.token_count > job->largest_tokens)
        job->largest_tokens = shard->tokens.token_count;
    pthread_cond_signal(&job->fewer_held);
    pthread_mutex_unlock(&job->sizes);
}

/* A shard is written, or none will be any more. */
static void let_go(struct mkmlm *job, bool stopped) {
    pthread_mutex_lock(&job->sizes);
    job->held_count--;
    job->stopped = stopped;
    pthread_cond_signal(&job->fewer_held);
    pthread_mutex_unlock(&job->sizes);
}

/* Reads the next shard, whose number is put in *number; NULL when there is nothing more to do. */
static struct mkmlm_shard *read_next(struct mkmlm *job, uint64_t *number) {
    struct mkmlm_shard *shard = NULL;
    pthread_mutex_lock(&job->reading);
    *number = job->read;
    if (!job->read_all && ordered_turns_await_room(&job->turns, *number)) {
        await_memory(job);
        shard = &job->held[*number % job->threads];
        shard->status = mkmlm_shard_read(shard, &job->reader, job->settings->memory, &shard->error);
        job->read_all = shard->status != STATUS_OK;
        job->read++;
    }
    pthread_mutex_unlock(&job->reading);
    return shard;
}

/* Works until all shards are read. The end and a failure of reading are handed in, too. */
static void work(void *context, unsigned worker) {
    struct mkmlm *job = context;
    struct mkmlm_shard *shard;
    uint64_t number;
    (void)worker;
    while ((shard = read_next(job, &number)) != NULL) {
        if (shard->status == STATUS_OK) {
            const struct mkmlm_settings *settings = job->settings;
            shard->status = mkmlm_shard_make(
                shard, &job->options, settings->seed_per_shard ? settings->random_seed : NULL,
                &shard->error);
            note_size(job, shard);
        }
        ordered_turns_hand_in(&job->turns, number);
    }
}

static void count_rows(void *context, size_t rows) {
    struct mkmlm *job = context;
    job->rows += rows;
    progress_update(&job->progress, job->rows);
}

/* Writes a shard, when it is its turn; false at the end and after a failure. */
static bool take_shard(void *context, uint64_t number) {
    struct mkmlm *job = context;
    struct mkmlm_shard *shard = &job->held[number % job->threads];
    job->status = shard->status;
    if (shard->status == STATUS_OK)
        job->status = mkmlm_shard_write(shard, &job->writer, count_rows, job, &shard->error);
    if (job->status == STATUS_OK) {
        job->tokens += shard->tokens.token_count;
        job->shards++;
    } else {
        *job->error = shard->error;
    }
    let_go(job, job->status != STATUS_OK);
    return job->status == STATUS_OK;
}

static enum status start_threads(struct mkmlm *job, struct thread_pool *pool, struct error *error) {
    uint64_t threads = job->cli->common.threads;
    job->threads = threads > 0 ? (unsigned)threads : cpu_count();
    job->held = calloc(job->threads, sizeof *job->held);
    if (job->held == NULL)
        return error_no_memory(error, "shards");
    for (unsigned i = 0; i < job->threads; i++)
        mkmlm_shard_init(&job->held[i], job->options.vocabulary_size);
    enum status status = ordered_turns_init(&job->turns, job->threads, take_shard, job, error);
    if (status == STATUS_OK && job->threads > 1)
        status = thread_pool_start(pool, job->threads - 1, work, job, error);
    return status;
}

/* Takes all shards from the reader to the writer. */
static enum status take_shards(struct mkmlm *job, struct error *error) {
    struct thread_pool pool = {0};
    job->error = error;
    enum status status = start_threads(job, &pool, error);
    if (status != STATUS_OK)
        return status;
    work(job, 0);
    thread_pool_join(&pool);
    if (job->status != STATUS_END)
        return job->status;
    if (job->shards == 0)
        return error_set(error, STATUS_FAILED, "the token stream holds no shard");
    return shard_stream_writer_end(&job->writer.stream, error);
}

static void report(struct mkmlm *job) {
    struct run_report *report = &job->cli->report;
    run_report_set(report, "shards", job->shards);
    run_report_set(report, "tokens", job->tokens);
    run_report_set(report, "rows", job->rows);
    run_report_add(report, "largest_shard",
                   json_pack("{s:I, s:I}", "tokens", (json_int_t)job->largest_tokens, "bytes",
                             (json_int_t)job->largest_memory));
}

static void release(struct mkmlm *job) {
    progress_finish(&job->progress);
    for (unsigned i = 0; job->held != NULL && i < job->threads; i++)
        mkmlm_shard_release(&job->held[i]);
    free(job->held);
    free(job->replacements);
    ordered_turns_release(&job->turns);
    pthread_cond_destroy(&job->fewer_held);
    pthread_mutex_destroy(&job->sizes);
    pthread_mutex_destroy(&job->reading);
    piece_kinds_release(&job->kinds);
    provenance_tokens_release(&job->provenance);
    example_stream_writer_release(&job->writer);
    token_stream_reader_release(&job->reader);
    byte_source_release(&job->source);
}

enum status mkmlm_run(const struct mkmlm_settings *settings, struct cli *cli, const char *path,
                      struct byte_sink *sink, struct error *error) {
    struct mkmlm job = {.settings = settings, .cli = cli, .progress = {.terminal = -1}};
    /* With default attributes glibc's initializers allocate nothing and cannot fail. */
    pthread_mutex_init(&job.reading, NULL);
    pthread_mutex_init(&job.sizes, NULL);
    pthread_cond_init(&job.fewer_held, NULL);
    enum status status = begin(&job, path, sink, error);
    if (status == STATUS_OK)
        status = take_shards(&job, error);
    report(&job);
    if (status != STATUS_OK)
        stream_failure_pass_on(&job.writer.stream, "mkmlm", status, error);
    release(&job);
    return status;
}
