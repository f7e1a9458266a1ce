/*
 * stream_bytes - for tests and fuzzers: record streams made byte by byte as mlmprep-stream(5) draws
 * them, without formats/stream; and streams taken apart into blocks and put together otherwise.
 */
#ifndef TESTS_UNIT_STREAM_BYTES_H
#define TESTS_UNIT_STREAM_BYTES_H

#include <stdlib.h>
#include <string.h>

#include "formats/base/buffer.h"
#include "formats/base/checksum.h"

enum { STREAM_HEADER = 24, STREAM_BLOCKS = 64 };

static inline void stream_raw(struct buffer *bytes, const void *data, size_t size) {
    struct error error;
    if (buffer_append(bytes, data, size, &error) != STATUS_OK)
        abort();
}

/* A little-endian number of `size` bytes. */
static inline void stream_number(struct buffer *bytes, uint64_t number, unsigned size) {
    for (; size > 0; size--, number >>= 8) {
        unsigned char byte = (unsigned char)number;
        stream_raw(bytes, &byte, 1);
    }
}

/* `count` numbers of `size` bytes: stream_numbers(&bytes, 4, 3, (uint64_t[]){1, 2, 3}). */
static inline void stream_numbers(struct buffer *bytes, unsigned size, size_t count,
                                  const uint64_t *numbers) {
    for (size_t i = 0; i < count; i++)
        stream_number(bytes, numbers[i], size);
}

static inline void stream_header(struct buffer *bytes, unsigned version, unsigned kind) {
    size_t start = bytes->size;
    stream_raw(bytes, "\x89MLM\r\n\x1a\n", 8);
    stream_number(bytes, version, 2);
    stream_number(bytes, kind, 2);
    stream_number(bytes, 0, 4);
    stream_number(bytes, checksum_of(bytes->data + start, 16, 0), 8);
}

/* A block whose header claims another length than the payload has. */
static inline void stream_block_claiming(struct buffer *bytes, uint32_t sequence, const char *type,
                                         const void *payload, size_t size, uint32_t claimed) {
    size_t start = bytes->size;
    stream_raw(bytes, type, 4);
    stream_number(bytes, claimed, 4);
    stream_number(bytes, sequence, 4);
    uint64_t check = checksum_of(bytes->data + start, 12, 0);
    stream_number(bytes, check & 0xFFFFFFFF, 4);
    stream_number(bytes, checksum_of(payload, size, check), 8);
    stream_raw(bytes, payload, size);
}

static inline void stream_block(struct buffer *bytes, uint32_t sequence, const char *type,
                                const void *payload, size_t size) {
    stream_block_claiming(bytes, sequence, type, payload, size, (uint32_t)size);
}

/* The same of a payload that is then emptied. */
static inline void stream_block_of(struct buffer *bytes, uint32_t sequence, const char *type,
                                   struct buffer *payload) {
    stream_block(bytes, sequence, type, payload->data, payload->size);
    buffer_clear(payload);
}

static inline void stream_shard_begin(struct buffer *bytes, uint32_t sequence, uint64_t index,
                                      const char *name) {
    struct buffer payload = BUFFER_INIT;
    stream_numbers(&payload, 8, 2, (uint64_t[]){index, UINT64_MAX});
    stream_raw(&payload, name, strlen(name));
    stream_block_of(bytes, sequence, "SBEG", &payload);
    buffer_release(&payload);
}

static inline void stream_shard_end(struct buffer *bytes, uint32_t sequence, uint64_t units,
                                    uint64_t parts, uint64_t tokens) {
    struct buffer payload = BUFFER_INIT;
    stream_numbers(&payload, 8, 3, (uint64_t[]){units, parts, tokens});
    stream_block_of(bytes, sequence, "SEND", &payload);
    buffer_release(&payload);
}

static inline void stream_end(struct buffer *bytes, uint32_t sequence, uint64_t shards,
                              uint64_t tokens) {
    struct buffer payload = BUFFER_INIT;
    stream_numbers(&payload, 8, 2, (uint64_t[]){shards, tokens});
    stream_block_of(bytes, sequence, "ENDS", &payload);
    buffer_release(&payload);
}

/* A stream's blocks, header and payload each, pointing into its bytes. */
struct stream_blocks {
    struct view at[STREAM_BLOCKS];
    size_t count;
};

static inline struct stream_blocks stream_blocks_of(struct view stream) {
    struct stream_blocks blocks = {.count = 0};
    size_t at = STREAM_HEADER;
    while (at < stream.size && blocks.count < STREAM_BLOCKS) {
        const unsigned char *length = stream.data + at + 4;
        size_t size = 24 + (length[0] | (size_t)length[1] << 8 | (size_t)length[2] << 16);
        blocks.at[blocks.count++] = (struct view){stream.data + at, size};
        at += size;
    }
    if (at != stream.size)
        abort();
    return blocks;
}

/* Appends a block with another sequence number, or another type when that is not NULL. */
static inline void stream_block_again(struct buffer *bytes, uint32_t sequence, const char *type,
                                      struct view block) {
    char kept[4];
    memcpy(kept, type == NULL ? (const char *)block.data : type, 4);
    stream_block(bytes, sequence, kept, block.data + 24, block.size - 24);
}

#endif
