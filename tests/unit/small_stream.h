/*
 * small_stream - for tests: the token stream of a sea in two sentences and one, and its bytes as
 * computed from the layout by a Python program with xxHash's own library.
 */
#ifndef TESTS_UNIT_SMALL_STREAM_H
#define TESTS_UNIT_SMALL_STREAM_H

#include "tests/unit/stream_bytes.h"
#include "tests/unit/token_reading.h"

static const unsigned char SMALL_STREAM[] = {
    /* clang-format off: a line of the picture is a line here */
    /* magic, version 1, kind 1, check */
    "\x89\x4d\x4c\x4d\x0d\x0a\x1a\x0a"
    "\x01\x00\x01\x00\x00\x00\x00\x00"
    "\xfa\x7e\x14\x5c\x1c\x9a\xf3\x14"
    /* PROV: {} */
    "\x50\x52\x4f\x56\x02\x00\x00\x00"
    "\x00\x00\x00\x00\x1c\x45\xde\x59"
    "\x18\x58\xef\x8f\xa6\x54\xd0\x3f"
    "\x7b\x7d"
    /* SBEG: shard 0, 17 bytes, "sea" */
    "\x53\x42\x45\x47\x13\x00\x00\x00"
    "\x01\x00\x00\x00\x4d\xc7\x38\x6d"
    "\x2e\xa8\x16\xec\x17\x8e\xd7\xda"
    "\x00\x00\x00\x00\x00\x00\x00\x00"
    "\x11\x00\x00\x00\x00\x00\x00\x00"
    "\x73\x65\x61"
    /* DOCS: 2 documents, 3 sentences, 6 tokens; 2 and 1 sentences; 2, 1 and 3 tokens; ids */
    "\x44\x4f\x43\x53\x30\x00\x00\x00"
    "\x02\x00\x00\x00\xe7\x2b\x3d\x32"
    "\x45\x1f\x78\x28\x6c\xe3\x35\x54"
    "\x00\x00\x00\x00\x02\x00\x00\x00"
    "\x03\x00\x00\x00\x06\x00\x00\x00"
    "\x02\x00\x00\x00\x01\x00\x00\x00"
    "\x02\x00\x00\x00\x01\x00\x00\x00"
    "\x03\x00\x00\x00"
    "\x07\x00\x2c\x01\x08\x00\x09\x00"
    "\xff\xff\x00\x00"
    /* SEND: 2 documents, 3 sentences, 6 tokens */
    "\x53\x45\x4e\x44\x18\x00\x00\x00"
    "\x03\x00\x00\x00\x4d\xff\xd7\xd2"
    "\xd3\xe0\xef\x50\x41\xe9\x15\x33"
    "\x02\x00\x00\x00\x00\x00\x00\x00"
    "\x03\x00\x00\x00\x00\x00\x00\x00"
    "\x06\x00\x00\x00\x00\x00\x00\x00"
    /* ENDS: 1 shard, 6 tokens */
    "\x45\x4e\x44\x53\x10\x00\x00\x00"
    "\x04\x00\x00\x00\xa0\x41\x27\x4a"
    "\xfe\xde\x43\x98\x9c\xf7\x4c\x69"
    "\x01\x00\x00\x00\x00\x00\x00\x00"
    "\x06\x00\x00\x00\x00\x00\x00\x00"
    /* clang-format on */
};

#define SMALL_STREAM_SIZE (sizeof SMALL_STREAM - 1)

static const char SMALL_STREAM_TEXT[] = "shard sea 0 17\n"
                                        " D S 7 300 S 8 D S 9 65535 0\n"
                                        "end 2 3 6\n"
                                        "done\n";

static inline struct view small_stream(void) {
    return (struct view){SMALL_STREAM, SMALL_STREAM_SIZE};
}

/* Its content from the layout, block by block; `sequence` is the next one. */
static inline void small_stream_documents(struct buffer *bytes, uint32_t sequence) {
    struct buffer payload = BUFFER_INIT;
    stream_numbers(&payload, 4, 4, (uint64_t[]){0, 2, 3, 6});
    stream_numbers(&payload, 4, 2, (uint64_t[]){2, 1});
    stream_numbers(&payload, 4, 3, (uint64_t[]){2, 1, 3});
    stream_numbers(&payload, 2, 6, (uint64_t[]){7, 300, 8, 9, 65535, 0});
    stream_block_of(bytes, sequence, "DOCS", &payload);
    buffer_release(&payload);
}

/* Reads a stream with the small one's ids. */
static inline enum status small_reading(struct token_reading *reading, struct view stream) {
    reading->id_bytes = 2;
    reading->vocabulary_size = 65536;
    return token_reading_of(reading, stream);
}

/* The status alone. */
static inline enum status small_status(const struct buffer *stream) {
    struct token_reading reading = {.text = BUFFER_INIT};
    enum status status = small_reading(&reading, buffer_view(stream));
    buffer_release(&reading.text);
    return status;
}

#endif
