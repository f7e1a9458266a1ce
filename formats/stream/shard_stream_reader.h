/*
 * shard_stream_reader - the order of blocks that token and example streams share: provenance,
 * shards, stream end, and whole streams one behind the other. See mlmprep-stream(5).
 *
 * Thread rule: one thread at a time per reader.
 */
#ifndef FORMATS_STREAM_SHARD_STREAM_READER_H
#define FORMATS_STREAM_SHARD_STREAM_READER_H

#include <stdbool.h>
#include <stdint.h>

#include "formats/stream/record_reader.h"

enum shard_record_kind {
    SHARD_RECORD_BEGIN,
    SHARD_RECORD_CONTENT,  /* a DOCS or EXAM block: payload */
    SHARD_RECORD_PROGRESS, /* input_bytes */
    SHARD_RECORD_END,
};

/* Totals of a shard: documents or examples, sentences or predictions, tokens. */
struct shard_totals {
    uint64_t units;
    uint64_t parts;
    uint64_t tokens;
};

struct shard_record {
    enum shard_record_kind kind;
    struct view payload;        /* CONTENT; valid until the next call */
    const char *name;           /* BEGIN: valid until the shard ends */
    uint64_t index;             /* BEGIN: counted over all streams read */
    uint64_t input_size;        /* BEGIN: bytes, or RECORD_SIZE_UNKNOWN */
    uint64_t input_bytes;       /* PROGRESS: bytes of the shard's input so far */
    struct shard_totals totals; /* END */
};

struct shard_stream_reader {
    struct record_reader records;
    uint32_t content_type;    /* RECORD_DOCUMENTS or RECORD_EXAMPLES */
    struct buffer provenance; /* of the first stream */
    struct record next;       /* read ahead, when has_next */
    bool has_next;
    bool in_shard;
    char name[RECORD_NAME_LIMIT + 1]; /* of the open shard, or of the last one */
    uint64_t shards;                  /* ended so far, over all streams */
    uint64_t stream_first_shard;      /* shards when the present stream began */
    uint64_t stream_tokens;           /* of the present stream */
    struct shard_totals counted;      /* of the open shard; the content's reader adds to it */
};

/* Reads streams of one kind from a source, which is borrowed. */
void shard_stream_reader_init(struct shard_stream_reader *reader, struct byte_source *source,
                              enum record_kind kind);
void shard_stream_reader_release(struct shard_stream_reader *reader);

/*
 * Reads the stream header and the provenance, which reader->provenance then holds. An empty input
 * is STATUS_CUT_SHORT: the tool before died before its first byte.
 */
MUST_USE enum status shard_stream_reader_begin(struct shard_stream_reader *reader,
                                               struct error *error);

/*
 * Right behind the beginning: the kinds of the vocabulary's pieces, in *payload; empty in a stream
 * that does not tell them. Valid until the next call.
 */
MUST_USE enum status shard_stream_reader_pieces(struct shard_stream_reader *reader,
                                                struct view *payload, struct error *error);

/*
 * Reads the next record. STATUS_END after the last stream's end: only then is all that was read
 * whole. Fails as record_reader_next does; STATUS_CUT_SHORT names the open shard, of which nothing
 * may be used. Concatenated streams of other provenance are STATUS_CORRUPT.
 */
MUST_USE enum status shard_stream_reader_next(struct shard_stream_reader *reader,
                                              struct shard_record *record, struct error *error);

#endif
