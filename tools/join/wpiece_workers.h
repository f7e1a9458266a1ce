/*
 * wpiece_workers - threads that read, tokenize and write, each what is due.
 *
 * All do the same, the calling thread too: read the next chunk, while nobody else reads; tokenize
 * it, while the others do theirs; hand the piece in, and write what is next in order, if nobody
 * else writes. So there is always somebody to read, and a slow reader of the output holds nobody
 * up until the pieces are used up. A thread is started when there is a chunk more than threads, so
 * that a short text is done by the calling thread alone, as all is where no thread can be had.
 *
 * A line longer than a chunk is read and tokenized by one thread, in its turn; the others write
 * what came before it, and wait.
 *
 * Memory: for each thread a tokenizer, a chunk with its ids, of 4 bytes, and WPIECE_PIECES_A_THREAD
 * pieces. A piece has an id of 2 or 4 bytes, or a line of text, for each of the chunk's, 4 bytes
 * for a sentence and 16 for a document: a third of the chunk's size for English text, 12 times that
 * at the very most.
 */
#ifndef TOOLS_JOIN_WPIECE_WORKERS_H
#define TOOLS_JOIN_WPIECE_WORKERS_H

#include <stddef.h>

#include "formats/base/status.h"
#include "tools/join/chunk_tokenizer.h"
#include "tools/join/text_shards.h"

/*
 * Bytes of a chunk. Large enough that what threads say to each other costs nothing beside half a
 * millisecond of work; small enough that the chunk and its ids stay in the second-level cache.
 */
#define WPIECE_CHUNK_SIZE ((size_t)256 << 10)

/* How many pieces there are for a thread: one is being made, and others may wait to be written. */
enum { WPIECE_PIECES_A_THREAD = 3 };

struct wpiece_workers_options {
    unsigned threads;         /* at least 1, the calling thread among them */
    size_t chunk_size;        /* WPIECE_CHUNK_SIZE, or what a test wants */
    const char *const *paths; /* texts, "-" standard input; borrowed */
    size_t path_count;
};

/*
 * `tokenizer` is the calling thread's; others make their own after its options, and where they
 * cannot, leave the work to those that can.
 *
 * Tokenizes all texts and hands the pieces to `shards`, which only this uses meanwhile, from one
 * thread at a time. Fails with the first failure in the order of the texts, when everything before
 * it has been written; equally for any number of threads.
 */
MUST_USE enum status wpiece_workers_run(const struct wpiece_workers_options *options,
                                        struct chunk_tokenizer *tokenizer,
                                        struct text_shards *shards, struct error *error);

#endif
