/*
 * document_tokenizer - files of text in, batches of tokenized documents out.
 *
 * A line (ended by LF, CR LF or CR) is a sentence; a line of nothing but white space, and the end
 * of a file, end a document. Lines without tokens add no sentence, and documents without sentences
 * are none. Bytes may be fed in pieces of any size, with equal results.
 *
 * A line that begins with U+0018 (CANCEL) carries the sentence of an upstream tool that failed:
 * it ends everything with STATUS_UPSTREAM.
 *
 * Memory does not grow with the input: a batch may end inside a sentence, so the caller decides
 * how much it holds by clearing it. Time is linear in the bytes.
 *
 * Thread rule: one thread at a time per struct.
 */
#ifndef TOKENIZER_DOCUMENT_TOKENIZER_H
#define TOKENIZER_DOCUMENT_TOKENIZER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/base/buffer.h"
#include "formats/base/status.h"
#include "tokenizer/bert_tokenizer.h"
#include "tokenizer/token_batch.h"

/* Malformed sequences of a file whose places are kept; all are counted. */
#define DOCUMENT_TOKENIZER_MALFORMED_KEPT 8

/* The longest sentence of an upstream tool that is passed on, in bytes. */
#define DOCUMENT_TOKENIZER_UPSTREAM_SIZE 512

/* Of one file, up to where the tokenizer is. */
struct document_tokenizer_counts {
    uint64_t bytes;
    uint64_t lines; /* begun */
    uint64_t documents;
    uint64_t sentences;
    uint64_t tokens;
    uint64_t unknown_tokens;
    uint64_t malformed; /* UTF-8 sequences */
};

struct document_tokenizer_place {
    uint64_t line; /* from 1 */
    uint64_t byte; /* offset in the file, from 0 */
};

struct document_tokenizer {
    /* To read between calls: */
    struct document_tokenizer_counts counts;
    struct document_tokenizer_place malformed[DOCUMENT_TOKENIZER_MALFORMED_KEPT]; /* the first */
    /* Its own: */
    struct bert_tokenizer *bert;
    const char *name;
    bool strict;
    bool in_line;         /* the line has had a byte */
    bool after_return;    /* the last line ended with CR, so that LF here belongs to that end */
    bool document_open;   /* has had a sentence */
    bool sentence_open;   /* has had a token */
    bool upstream_failed; /* in a CANCEL line */
    uint64_t line_start;  /* offset of the line */
    uint64_t text_end;    /* offset just behind the last line that was not blank */
    struct buffer upstream_sentence;
};

/*
 * The bert_tokenizer is borrowed; nothing else may use it between begin and end_of_file. With
 * `strict` malformed UTF-8 is STATUS_CORRUPT. Allocates nothing.
 */
void document_tokenizer_init(struct document_tokenizer *tokenizer, struct bert_tokenizer *bert,
                             bool strict);
void document_tokenizer_release(struct document_tokenizer *tokenizer);

/* Begins a file, counts from 0; the name is for messages and borrowed until the next begin. */
void document_tokenizer_begin(struct document_tokenizer *tokenizer, const char *name);

/*
 * Begins at a line's first byte in the midst of a file, so many lines and bytes into it, as though
 * a document were open there: the first batch says that documents[0] continues, and lists in it
 * what would belong to that document, perhaps no sentence. Its input_end is 0 when the file goes on
 * with a blank line: the document then ended before. counts.documents lacks that document.
 */
void document_tokenizer_begin_inside(struct document_tokenizer *tokenizer, const char *name,
                                     uint64_t lines, uint64_t bytes);

/*
 * Takes the file's next bytes and appends what is complete to the batch, which must be the one of
 * the call before, as it was left, or empty. On failure (STATUS_UPSTREAM, STATUS_CORRUPT,
 * STATUS_NO_MEMORY, STATUS_FAILED) the batch holds what was read before it; go on with begin.
 */
MUST_USE enum status document_tokenizer_feed(struct document_tokenizer *tokenizer,
                                             struct view bytes, struct token_batch *batch,
                                             struct error *error);

/* Ends the file, and with it line and document. Fails as document_tokenizer_feed does. */
MUST_USE enum status document_tokenizer_end_of_file(struct document_tokenizer *tokenizer,
                                                    struct token_batch *batch, struct error *error);

#endif
