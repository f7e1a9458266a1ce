/*
 * docshard_documents - sentence text cut into documents.
 *
 * A line (ended by LF, CR LF or CR) is a sentence; a line of nothing but white space, and the end
 * of a file, end a document. A document is handed on with each sentence ended by LF.
 *
 * Memory is that of the longest document, which is bounded.
 * Thread rule: one thread at a time per struct.
 */
#ifndef TOOLS_JOIN_DOCSHARD_DOCUMENTS_H
#define TOOLS_JOIN_DOCSHARD_DOCUMENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/base/buffer.h"
#include "formats/base/byte_source.h"
#include "formats/base/status.h"

/*
 * The longest document, in bytes. A long book has some 5 MB; text that is longer has lost its empty
 * lines, and as one document it could be in one shard only.
 */
#define DOCSHARD_DOCUMENT_LIMIT ((size_t)64 * 1024 * 1024)

/* Takes a document: its sentences, each ended by LF. */
typedef enum status docshard_take_function(void *context, struct view document, uint64_t sentences,
                                           struct error *error);

struct docshard_documents {
    docshard_take_function *take;
    void *context;
    /* Of the present file: */
    const char *name;
    uint64_t lines; /* that have ended */
    /* Its own: */
    struct buffer document;
    size_t line_start;       /* of the open line, in `document` */
    uint64_t sentences;      /* of the document so far */
    uint64_t document_start; /* line, from 1 */
};

void docshard_documents_init(struct docshard_documents *documents, docshard_take_function *take,
                             void *context);
void docshard_documents_release(struct docshard_documents *documents);

/* Called with what has been read of a source so far. */
typedef void docshard_progress_function(void *context, uint64_t position);

/*
 * Reads a source to its end. STATUS_UPSTREAM at a CANCEL line; what `take` returns; STATUS_CORRUPT
 * for a document over the limit.
 */
MUST_USE enum status docshard_documents_read(struct docshard_documents *documents,
                                             struct byte_source *source,
                                             docshard_progress_function *progress,
                                             struct error *error);

#endif
