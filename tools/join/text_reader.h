/*
 * text_reader - text in batches of whole lines.
 *
 * Lines end with LF, CR LF or CR. A batch has at most TEXT_READER_BATCH bytes; a line that does not
 * fit is handed out in pieces, cut where the caller says. Where batches are cut depends on the
 * bytes alone, not on how they arrive.
 *
 * A CANCEL line (tools/join/cancel_line.h) ends the text; what came before it is handed out first.
 *
 * Thread rule: one thread.
 */
#ifndef TOOLS_JOIN_TEXT_READER_H
#define TOOLS_JOIN_TEXT_READER_H

#include <stdbool.h>
#include <stddef.h>

#include "formats/base/buffer.h"
#include "formats/base/byte_source.h"
#include "formats/base/status.h"

/*
 * Large enough that handing it from thread to thread costs nothing, small enough that a few of
 * them, and what is made of them, stay in the cache.
 */
#define TEXT_READER_BATCH ((size_t)512 * 1024)

/* Where to cut a piece of a long line: 1 to text.size, not inside a character. */
typedef size_t text_reader_cut(void *context, struct view text);

struct text_reader {
    struct byte_source *source; /* borrowed */
    text_reader_cut *cut;
    void *cut_context;
    struct buffer kept; /* read, but behind the batch handed out last */
    bool ended;         /* the source, or at a CANCEL line */
    bool inside_line;   /* the last batch ended in one */
    bool cancelled;
    struct buffer sentence; /* what the CANCEL line said, cut to what is worth repeating */
};

/* A `cut` of NULL cuts long lines at a space, or else between characters. */
void text_reader_init(struct text_reader *reader, struct byte_source *source, text_reader_cut *cut,
                      void *cut_context);
void text_reader_release(struct text_reader *reader);

/*
 * Fills the batch, which is emptied first, with the next lines. STATUS_END when there are none;
 * look at reader->cancelled then. reader->inside_line tells whether the batch ends inside a line
 * that the next one goes on with.
 */
MUST_USE enum status text_reader_next(struct text_reader *reader, struct buffer *batch,
                                      struct error *error);

#endif
