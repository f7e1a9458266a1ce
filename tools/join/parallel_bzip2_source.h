/*
 * parallel_bzip2_source - a byte source that decodes bzip2 in several threads, single-stream files
 * too.
 *
 * One thread cuts the compressed file into blocks, others decode them, and whoever reads gets their
 * text in order. At most two blocks a thread and two more are under way, each up to twice 900,000
 * bytes. A block of one byte over and over again holds up to 46 MB: where such come, the threads
 * wait for the reader.
 *
 * Thread rule: one thread at a time reads; `input` belongs to this until the release.
 */
#ifndef TOOLS_JOIN_PARALLEL_BZIP2_SOURCE_H
#define TOOLS_JOIN_PARALLEL_BZIP2_SOURCE_H

#include "formats/base/byte_source.h"
#include "formats/base/bzip2_order.h"
#include "formats/base/bzip2_scanner.h"
#include "tools/parallel/bounded_queue.h"
#include "tools/parallel/ordered_work.h"

struct piece_job;

struct parallel_bzip2_source {
    struct byte_source bytes; /* to be read from; valid while the struct is not moved */
    struct bzip2_scanner scanner;
    struct bzip2_order order;
    struct ordered_work work;
    struct thread_pool feeder;
    struct bounded_queue spares; /* jobs to be used again */
    pthread_mutex_t mutex;
    pthread_cond_t has_room;
    uint64_t decoded_limit;
    uint64_t decoded; /* bytes of the texts that are held; this and the next two: under the mutex */
    uint64_t awaited; /* the number of the piece that is read, or waited for */
    bool stopped;
    struct piece_job *job; /* whose text is being read; owned */
    struct view text;      /* of it, not yet handed out */
    enum status outcome;   /* told once text is empty: STATUS_OK while pieces are to come */
    struct error error;
};

/*
 * Starts `threads` (at least 1) decoding threads and one that reads `input`. What source->bytes
 * gives and reports is what bzip2_source gives and reports.
 */
MUST_USE enum status parallel_bzip2_source_init(struct parallel_bzip2_source *source,
                                                struct byte_source *input, unsigned threads,
                                                struct error *error);

/*
 * Ends the threads and frees; harmless when zeroed. Waits for the input's read that may be under
 * way.
 */
void parallel_bzip2_source_release(struct parallel_bzip2_source *source);

#endif
