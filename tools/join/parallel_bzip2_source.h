/*
 * parallel_bzip2_source - a byte source that decodes bzip2 in several threads, single-stream files
 * too.
 *
 * One thread cuts the compressed file into blocks, others decode them, and whoever reads gets their
 * text in order. At most two blocks a thread and two more are under way, each up to twice 900,000
 * bytes.
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
    struct piece_job *job;       /* whose text is being read; owned */
    struct view text;            /* of it, not yet handed out */
    enum status outcome;         /* told once text is empty: STATUS_OK while pieces are to come */
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
