#include "tools/join/wpiece_workers.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "tools/parallel/ordered_turns.h"
#include "tools/parallel/thread_pool.h"

struct workers {
    const struct wpiece_workers_options *options;
    const struct chunk_tokenizer_options *tokenizer_options;
    struct ordered_turns turns;
    struct token_piece *pieces; /* owned; of number n is n % piece_count */
    size_t piece_count;
    int stop[2]; /* a pipe: its end can be read from once all is to stop; or -1 */
    pthread_mutex_t input;
    /* Under `input`: */
    struct text_chunks chunks;
    uint64_t next_number;
    struct thread_pool *helpers; /* owned; a pool for each */
    unsigned helper_count;       /* started */
    /* Touched in turn only: */
    struct text_shards *shards;
    enum status status;
    struct error error;
};

/* What a thread has of its own. */
struct worker {
    struct workers *workers;
    struct chunk_tokenizer *tokenizer;
    struct text_chunk chunk;
};

static bool take_piece(void *context, uint64_t number) {
    struct workers *workers = context;
    const struct token_piece *piece = &workers->pieces[number % workers->piece_count];
    workers->status = text_shards_take(workers->shards, piece, &workers->error);
    if (workers->status == STATUS_OK)
        return true;
    /* Whoever waits for input is woken; should the pipe be full, it can be read from, too. */
    if (workers->stop[1] >= 0 && write(workers->stop[1], "", 1) != 1)
        return false;
    return false;
}

static void help(void *context, unsigned number);

/* Starts a thread more when there is work for it. Where none can be had, those there are do it. */
static void start_helper(struct workers *workers, const struct text_chunk *chunk) {
    if (workers->stop[0] < 0 || workers->helper_count + 1 >= workers->options->threads ||
        chunk->waits || chunk->last)
        return;
    struct error ignored;
    if (thread_pool_start(&workers->helpers[workers->helper_count], 1, help, workers, &ignored) ==
        STATUS_OK)
        workers->helper_count++;
}

/* Reads the next chunk and gives it a number; false when there is none, or all is stopped. */
static bool read_chunk(struct worker *worker, uint64_t *number) {
    struct workers *workers = worker->workers;
    *number = workers->next_number;
    if (!ordered_turns_await_room(&workers->turns, *number))
        return false;
    struct error error;
    enum status status = text_chunks_next(&workers->chunks, &worker->chunk, &error);
    if (status == STATUS_END)
        return false;
    workers->next_number++;
    struct token_piece *piece = &workers->pieces[*number % workers->piece_count];
    token_piece_begin(piece, &worker->chunk);
    piece->status = status;
    if (status == STATUS_OK)
        start_helper(workers, &worker->chunk);
    else
        piece->error = error;
    return true;
}

/* Tokenizes the chunk when all before it has been written; false when all is stopped. */
static bool tokenize_in_turn(struct worker *worker, struct token_piece *piece, uint64_t number) {
    struct workers *workers = worker->workers;
    if (!ordered_turns_await(&workers->turns, number))
        return false;
    /* Whoever has the turn may look at what stands before. */
    struct document_join before = workers->shards->join;
    if (worker->chunk.begins_file)
        document_join_begin(&before);
    chunk_tokenizer_take(worker->tokenizer, piece, &worker->chunk, &before);
    return true;
}

/*
 * Tokenizes the chunk. Parts of long lines go in turn, for only so it is known where they are; and
 * a chunk that fails does so a second time in its turn, with the right place in its sentence.
 */
static bool tokenize(struct worker *worker, uint64_t number) {
    struct workers *workers = worker->workers;
    struct token_piece *piece = &workers->pieces[number % workers->piece_count];
    const struct text_chunk *chunk = &worker->chunk;
    if (piece->status != STATUS_OK)
        return true;
    if (chunk->begins_in_line || chunk->ends_in_line)
        return tokenize_in_turn(worker, piece, number);
    chunk_tokenizer_take(worker->tokenizer, piece, chunk, NULL);
    if (piece->status != STATUS_OK && piece->status != STATUS_NO_MEMORY)
        return tokenize_in_turn(worker, piece, number);
    return true;
}

/*
 * Does the next chunk, or all parts of a long line: until it ends, nobody else reads. False when
 * there is nothing more to do.
 */
static bool do_next(struct worker *worker) {
    struct workers *workers = worker->workers;
    bool go_on = true;
    bool in_line = true;
    pthread_mutex_lock(&workers->input);
    while (in_line && go_on) {
        uint64_t number;
        go_on = read_chunk(worker, &number);
        in_line = go_on && worker->chunk.ends_in_line;
        if (!in_line)
            pthread_mutex_unlock(&workers->input);
        if (go_on)
            go_on = tokenize(worker, number);
        if (go_on)
            ordered_turns_hand_in(&workers->turns, number);
    }
    if (in_line)
        pthread_mutex_unlock(&workers->input);
    return go_on;
}

static void work(struct workers *workers, struct chunk_tokenizer *tokenizer) {
    struct worker worker = {.workers = workers, .tokenizer = tokenizer};
    while (do_next(&worker))
        continue;
    text_chunk_release(&worker.chunk);
}

static void help(void *context, unsigned number) {
    struct workers *workers = context;
    struct chunk_tokenizer tokenizer;
    struct error ignored;
    (void)number;
    if (chunk_tokenizer_init(&tokenizer, workers->tokenizer_options, &ignored) == STATUS_OK)
        work(workers, &tokenizer);
    chunk_tokenizer_release(&tokenizer);
}

static enum status start(struct workers *workers, struct error *error) {
    const struct wpiece_workers_options *options = workers->options;
    /* Without a pipe no thread could be woken from waiting for input: none is started. */
    if (options->threads > 1 && pipe2(workers->stop, O_CLOEXEC | O_NONBLOCK) != 0)
        workers->stop[0] = workers->stop[1] = -1;
    workers->piece_count = (size_t)options->threads * WPIECE_PIECES_A_THREAD;
    workers->pieces = calloc(workers->piece_count, sizeof *workers->pieces);
    workers->helpers = calloc(options->threads, sizeof *workers->helpers);
    if (workers->pieces == NULL || workers->helpers == NULL)
        return error_no_memory(error, "work under way");
    text_chunks_init(&workers->chunks, options->paths, options->path_count, options->chunk_size,
                     workers->stop[0]);
    return ordered_turns_init(&workers->turns, workers->piece_count, take_piece, workers, error);
}

static void finish(struct workers *workers) {
    pthread_mutex_lock(&workers->input);
    workers->chunks.ended = true; /* nobody starts a thread any more */
    unsigned helpers = workers->helper_count;
    pthread_mutex_unlock(&workers->input);
    for (unsigned i = 0; i < helpers; i++)
        thread_pool_join(&workers->helpers[i]);
    for (size_t i = 0; workers->pieces != NULL && i < workers->piece_count; i++)
        token_piece_release(&workers->pieces[i]);
    free(workers->pieces);
    free(workers->helpers);
    text_chunks_release(&workers->chunks);
    ordered_turns_release(&workers->turns);
    for (int i = 0; i < 2; i++) {
        if (workers->stop[i] >= 0)
            close(workers->stop[i]);
    }
    pthread_mutex_destroy(&workers->input);
}

enum status wpiece_workers_run(const struct wpiece_workers_options *options,
                               struct chunk_tokenizer *tokenizer, struct text_shards *shards,
                               struct error *error) {
    struct workers workers = {.options = options,
                              .tokenizer_options = tokenizer->options,
                              .shards = shards,
                              .stop = {-1, -1}};
    /* With default attributes glibc's initializer allocates nothing and cannot fail. */
    pthread_mutex_init(&workers.input, NULL);
    enum status status = start(&workers, error);
    if (status == STATUS_OK)
        work(&workers, tokenizer);
    finish(&workers);
    if (status != STATUS_OK || workers.status == STATUS_OK)
        return status;
    *error = workers.error;
    return workers.status;
}
