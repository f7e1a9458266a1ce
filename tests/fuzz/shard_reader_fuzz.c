/*
 * Any bytes as a shard. Random bytes hardly ever look like HDF5, so the input is a list of changes
 * to a small shard written here: each is an offset (2 bytes), a length (1 byte, below 16) and as
 * many bytes to put there. The first byte chooses the shard, the second how much of its end is
 * missing.
 */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "formats/h5/shard_reader.h"
#include "tests/unit/shard_sample.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { SHARDS = 3, STEP = 64 };

static unsigned char *bytes[SHARDS];
static size_t sizes[SHARDS];

/* Compressed; plain and without predictions; and with chunks enough for an index of two levels. */
static void make_shards(void) {
    static const struct shard_shape SHAPES[SHARDS] = {{8, 3}, {8, 0}, {1, 1}};
    static const char *const METHODS[SHARDS] = {"zlib:1", "none", "zlib:1"};
    for (unsigned i = 0; i < SHARDS; i++) {
        struct error error;
        struct shard_summary summary;
        struct shard_writer_options options = {.shape = SHAPES[i], .provenance = "{\"a\":1}"};
        int descriptor = shard_sample_file();
        if (deflate_method_parse(&options.method, METHODS[i], &error) != STATUS_OK ||
            shard_sample_write(descriptor, "shard", &options, i == 2 ? 66000 : 30, &summary,
                               &error) != STATUS_OK)
            abort();
        bytes[i] = shard_sample_bytes(descriptor, &sizes[i]);
        close(descriptor);
    }
}

static void expect_sentence(enum status status, const struct error *error) {
    if (status != STATUS_OK && error->message[0] == '\0')
        abort();
}

/* Chunks as they are stored: the first, the last, and one too many. */
static void copy_some(struct shard_reader *reader, uint64_t chunks) {
    struct error error = {.message = ""};
    struct packed_chunk packed;
    /* What a damaged file claims can be more than there is memory for. */
    if (packed_chunk_init(&packed, shard_reader_shape(reader), &error) != STATUS_OK)
        return;
    for (uint64_t i = 0; i < 3; i++)
        expect_sentence(
            shard_reader_copy_chunk(reader, &packed, i < 2 ? i * (chunks - 1) : chunks, &error),
            &error);
    packed_chunk_release(&packed);
}

/* A shard of many rows is looked into here and there, so that a run stays quick. */
static void read_some(struct shard_reader *reader) {
    static unsigned char row[4 * SHARD_MAX_SEQ_LENGTH];
    struct error error = {.message = ""};
    unsigned char digest[SHA256_SIZE];
    uint64_t rows = shard_reader_rows(reader);
    for (unsigned i = 0; i < SHARD_DATASETS; i++) {
        for (uint64_t k = 0; rows > 0 && k < 3; k++)
            expect_sentence(shard_reader_read(reader, i, row, (rows - 1) / 2 * k, 1, &error),
                            &error);
        if (rows < 1000)
            expect_sentence(shard_reader_digest(reader, i, digest, &error), &error);
    }
    copy_some(reader, rows / shard_layout_chunk_rows(shard_reader_shape(reader)));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (bytes[0] == NULL)
        make_shards();
    if (size < 2)
        return 0;
    unsigned shard = data[0] % SHARDS;
    int descriptor = shard_sample_file();
    size_t whole = sizes[shard];
    size_t cut = (size_t)data[1] * STEP < whole ? (size_t)data[1] * STEP : whole;
    if (write(descriptor, bytes[shard], whole - cut) != (ssize_t)(whole - cut))
        abort();
    for (size_t at = 2; at + 4 <= size;) {
        size_t length = data[at + 3] % 16;
        off_t offset =
            (off_t)((data[at] | data[at + 1] << 8 | data[at + 2] << 16) % (int)(whole + 1));
        at += 4;
        if (length > size - at)
            length = size - at;
        if (pwrite(descriptor, data + at, length, offset) != (ssize_t)length)
            abort();
        at += length;
    }
    struct error error = {.message = ""};
    struct shard_reader *reader;
    if (shard_reader_open_descriptor(&reader, descriptor, "fuzz", &error) == STATUS_OK)
        read_some(reader);
    else if (error.message[0] == '\0' || reader != NULL)
        abort();
    shard_reader_close(reader);
    close(descriptor);
    return 0;
}
