/*
 * text_chunks - the texts named on a command line, cut into chunks of whole lines.
 *
 * Lines end with LF, CR LF or CR; no chunk border falls between CR and LF. A chunk has at most
 * `chunk_size` bytes, and fewer only at the end of a text, where a line ends, or where the input
 * has nothing more to give at the moment: a line that has come is never held back for one that has
 * not.
 *
 * A line longer than that is handed out in parts, which begin at the line's first byte and depend
 * on the bytes alone; the last of them ends with the line.
 *
 * Thread rule: one thread at a time.
 */
#ifndef TOOLS_JOIN_TEXT_CHUNKS_H
#define TOOLS_JOIN_TEXT_CHUNKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/base/buffer.h"
#include "formats/base/byte_source.h"
#include "formats/base/status.h"

struct text_chunk {
    struct buffer text;  /* owned; its memory is used again */
    const char *path;    /* as on the command line, borrowed from there; "-" is standard input */
    const char *name;    /* for messages; as long-lived as the path */
    uint64_t input_size; /* of the file, or BYTE_SOURCE_SIZE_UNKNOWN */
    uint64_t position;   /* bytes of the file that were read by then */
    bool begins_file, ends_file;
    bool begins_in_line, ends_in_line; /* a part of a long line */
    bool waits;                        /* there was nothing more to be read at the moment */
    bool last;                         /* nothing comes behind it */
};

struct text_chunks {
    const char *const *paths; /* borrowed */
    size_t count;
    size_t chunk_size;
    int stop; /* borrowed: a descriptor that ends all waiting when it can be read from, or -1 */
    size_t next_path;
    bool file_open;
    bool source_ended;
    bool in_line; /* the last chunk ended in one */
    bool ended;
    struct byte_source source;
    struct buffer kept; /* read, but behind the last chunk */
};

/* Opens nothing yet. `chunk_size` is at least 1. */
void text_chunks_init(struct text_chunks *chunks, const char *const *paths, size_t count,
                      size_t chunk_size, int stop);
void text_chunks_release(struct text_chunks *chunks);

/*
 * Reads the next chunk. A text without bytes is one empty chunk that begins and ends the file.
 * STATUS_END behind the last one, behind a failure, and when stopped. On failure (a file cannot be
 * opened or read) the chunk has no text, but names the file.
 */
MUST_USE enum status text_chunks_next(struct text_chunks *chunks, struct text_chunk *chunk,
                                      struct error *error);

static inline void text_chunk_release(struct text_chunk *chunk) {
    buffer_release(&chunk->text);
}

#endif
