/*
 * fuzz_stream - a record stream out of a fuzzer's bytes: its blocks have right checks and numbers,
 * so that what is in them gets behind the first door; now and then they have not.
 */
#ifndef TESTS_FUZZ_FUZZ_STREAM_H
#define TESTS_FUZZ_FUZZ_STREAM_H

#include "tests/unit/stream_bytes.h"

struct fuzz_input {
    const uint8_t *data;
    size_t size;
};

/* The next number of the input, 0 at its end. */
static inline uint32_t fuzz_number(struct fuzz_input *input, unsigned size) {
    uint32_t number = 0;
    for (; size > 0 && input->size > 0; size--, input->size--)
        number = number << 8 | *input->data++;
    return number;
}

/* The next bytes of the input, at most so many. */
static inline struct view fuzz_bytes(struct fuzz_input *input, size_t size) {
    struct view bytes = {input->data, size < input->size ? size : input->size};
    input->data += bytes.size;
    input->size -= bytes.size;
    return bytes;
}

struct fuzz_totals {
    uint64_t units, parts, tokens;
};

struct fuzz_stream {
    struct buffer bytes;
    unsigned kind;
    uint32_t sequence;
    uint64_t shards, stream_tokens;
    struct fuzz_totals shard;
};

static inline void fuzz_stream_begin(struct fuzz_stream *stream) {
    stream_header(&stream->bytes, 1, stream->kind);
    stream_block(&stream->bytes, 0, "PROV", "{}", 2);
    stream->sequence = 1;
    stream->shards = stream->stream_tokens = 0;
}

static inline void fuzz_stream_end_shard(struct fuzz_stream *stream) {
    const struct fuzz_totals *shard = &stream->shard;
    stream_shard_end(&stream->bytes, stream->sequence++, shard->units, shard->parts, shard->tokens);
    stream->shards++;
    stream->stream_tokens += shard->tokens;
    stream->shard = (struct fuzz_totals){0};
}

/* Appends content of the kind's own making, and counts it in stream->shard. */
typedef void fuzz_stream_content(struct fuzz_stream *stream, struct fuzz_input *input);

/* One step: a block made of the input's next bytes. */
static inline void fuzz_stream_step(struct fuzz_stream *stream, struct fuzz_input *input,
                                    fuzz_stream_content *content) {
    static const char TYPES[][5] = {"PROV", "SBEG", "DOCS", "EXAM", "prog",
                                    "SEND", "ENDS", "ERRO", "xtra", "Xtra"};
    unsigned step = fuzz_number(input, 1) % 18;
    struct view view;
    switch (step) {
    case 10:
        view = fuzz_bytes(input, fuzz_number(input, 1));
        stream_raw(&stream->bytes, view.data, view.size);
        break;
    case 11:
        stream_shard_begin(&stream->bytes, stream->sequence++, stream->shards, "shard");
        break;
    case 12:
        fuzz_stream_end_shard(stream);
        break;
    case 13:
        stream_end(&stream->bytes, stream->sequence, stream->shards, stream->stream_tokens);
        if (input->size > 0)
            fuzz_stream_begin(stream);
        break;
    case 14:
        stream->sequence += fuzz_number(input, 1);
        break;
    case 15:
    case 16:
    case 17:
        content(stream, input);
        break;
    default:
        view = fuzz_bytes(input, fuzz_number(input, 2) % 2048);
        stream_block(&stream->bytes, stream->sequence++, TYPES[step], view.data, view.size);
    }
}

#endif
