#include "tools/join/parallel_bzip2_source.h"

#include <stdlib.h>

/*
 * When the decoded texts under way hold more than twice what blocks usually do, and this much, a
 * thread waits until what it decodes is read next.
 */
static const uint64_t DECODED_ALLOWED = (uint64_t)16 << 20;

/* A text that has become larger than blocks of text are is not kept. */
static const size_t LARGEST_KEPT = (size_t)2 << 20;

/* A piece on its way, or how the scanner ended. */
struct piece_job {
    struct bzip2_piece piece;
    enum status scanned;
    uint64_t held;      /* what it is counted as in `decoded` */
    struct error error; /* of the scanner or the decoding */
};

static struct piece_job *piece_job_new(void) {
    struct piece_job *job = calloc(1, sizeof *job);
    if (job != NULL)
        bzip2_piece_init(&job->piece);
    return job;
}

static void piece_job_free(struct piece_job *job) {
    if (job == NULL)
        return;
    bzip2_piece_release(&job->piece);
    free(job);
}

/*
 * What a block will hold, before it is known: a block of text packs to a third or a tenth, one that
 * packs much further is made of runs, and may hold 51 times its size (bzip2's first step writes up
 * to 255 equal bytes as 5).
 */
static uint64_t expected_size(const struct bzip2_piece *piece) {
    uint64_t block = (uint64_t)piece->level * 100000;
    if (piece->kind == BZIP2_PIECE_END)
        return 0;
    return piece->packed.size < block / 20 ? 51 * block : block;
}

static void decode(void *context, unsigned worker, void *item) {
    struct parallel_bzip2_source *source = context;
    struct piece_job *job = item;
    (void)worker;
    if (job->scanned != STATUS_OK)
        return;
    pthread_mutex_lock(&source->mutex);
    uint64_t expected = expected_size(&job->piece);
    while (!source->stopped && source->decoded + expected > source->decoded_limit &&
           job->piece.number > source->awaited)
        pthread_cond_wait(&source->has_room, &source->mutex);
    source->decoded += expected;
    pthread_mutex_unlock(&source->mutex);
    /* The outcome travels in the piece. */
    (void)bzip2_piece_decode(&job->piece, &job->error);
    pthread_mutex_lock(&source->mutex);
    job->held = job->piece.text.capacity;
    source->decoded += job->held - expected;
    pthread_cond_broadcast(&source->has_room);
    pthread_mutex_unlock(&source->mutex);
}

static void feed(void *context, unsigned worker) {
    struct parallel_bzip2_source *source = context;
    (void)worker;
    enum status status = STATUS_OK;
    while (status == STATUS_OK) {
        struct piece_job *job = bounded_queue_drain(&source->spares);
        if (job == NULL)
            job = piece_job_new();
        if (job == NULL)
            break; /* a close without a last job tells the reader */
        status = job->scanned = bzip2_scanner_next(&source->scanner, &job->piece, &job->error);
        if (!ordered_work_submit(&source->work, job, 1)) {
            piece_job_free(job);
            break;
        }
    }
    ordered_work_close(&source->work);
}

/* Gives a job whose text has been read back to the feeder, and goes on to the next piece. */
static void reuse(struct parallel_bzip2_source *source) {
    struct piece_job *job = source->job;
    if (job != NULL && job->piece.text.capacity > LARGEST_KEPT)
        buffer_release(&job->piece.text);
    pthread_mutex_lock(&source->mutex);
    if (job != NULL) {
        source->decoded -= job->held;
        source->awaited++;
        job->held = 0;
    }
    pthread_cond_broadcast(&source->has_room);
    pthread_mutex_unlock(&source->mutex);
    if (source->job != NULL && !bounded_queue_push(&source->spares, source->job, 0))
        piece_job_free(source->job);
    source->job = NULL;
}

/* Takes jobs until there is text or an outcome. */
static void advance(struct parallel_bzip2_source *source) {
    while (source->text.size == 0 && source->outcome == STATUS_OK) {
        reuse(source);
        struct piece_job *job = source->job = ordered_work_take(&source->work);
        if (job == NULL) {
            source->outcome = error_no_memory(&source->error, "blocks of bzip2");
        } else if (job->scanned == STATUS_OK) {
            source->error = job->error;
            source->outcome =
                bzip2_order_take(&source->order, &source->text, &job->piece, &source->error);
        } else if (job->scanned == STATUS_END) {
            source->outcome = bzip2_order_finish(&source->order, &source->error);
            if (source->outcome == STATUS_OK)
                source->outcome = STATUS_END;
        } else {
            source->error = job->error;
            source->outcome = job->scanned;
        }
    }
}

static enum status read_text(struct byte_source *bytes, void *to, size_t size, size_t *got,
                             struct error *error) {
    struct parallel_bzip2_source *source = bytes->context;
    if (size == 0)
        return STATUS_OK;
    advance(source);
    if (source->text.size == 0) {
        if (source->outcome == STATUS_END)
            return STATUS_OK;
        *error = source->error;
        return source->outcome;
    }
    *got = view_take(&source->text, to, size);
    return STATUS_OK;
}

enum status parallel_bzip2_source_init(struct parallel_bzip2_source *source,
                                       struct byte_source *input, unsigned threads,
                                       struct error *error) {
    size_t under_way = 2 * (size_t)threads + 2;
    *source = (struct parallel_bzip2_source){.outcome = STATUS_OK};
    source->decoded_limit = DECODED_ALLOWED + under_way * ((uint64_t)2 << 20);
    byte_source_from_function(&source->bytes, read_text, source, input->name);
    /* With default attributes glibc's initializers allocate nothing and cannot fail. */
    pthread_mutex_init(&source->mutex, NULL);
    pthread_cond_init(&source->has_room, NULL);
    bzip2_scanner_init(&source->scanner, input);
    bzip2_order_init(&source->order, input->name);
    /* One job more than can be under way is being read. */
    enum status status = bounded_queue_init(&source->spares, under_way + 2, UINT64_MAX, error);
    if (status == STATUS_OK)
        status =
            ordered_work_init(&source->work, threads, under_way, UINT64_MAX, decode, source, error);
    if (status == STATUS_OK)
        status = thread_pool_start(&source->feeder, 1, feed, source, error);
    if (status != STATUS_OK)
        parallel_bzip2_source_release(source);
    return status;
}

void parallel_bzip2_source_release(struct parallel_bzip2_source *source) {
    struct piece_job *job;
    if (source->work.slots != NULL) {
        pthread_mutex_lock(&source->mutex);
        source->stopped = true;
        pthread_cond_broadcast(&source->has_room);
        pthread_mutex_unlock(&source->mutex);
        ordered_work_abort(&source->work);
        thread_pool_join(&source->feeder);
        while ((job = ordered_work_drain(&source->work)) != NULL)
            piece_job_free(job);
        ordered_work_release(&source->work);
    }
    if (source->spares.slots != NULL) {
        while ((job = bounded_queue_drain(&source->spares)) != NULL)
            piece_job_free(job);
        bounded_queue_release(&source->spares);
    }
    piece_job_free(source->job);
    bzip2_order_release(&source->order);
    bzip2_scanner_release(&source->scanner);
    *source = (struct parallel_bzip2_source){.outcome = STATUS_END};
}
