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

/* Ours compressed, ours plain without predictions, and one with many chunks. */
static void make_shards(void) {
    static const struct shard_shape SHAPES[SHARDS] = {{8, 3}, {8, 0}, {65536, 1}};
    static const char *const METHODS[SHARDS] = {"zlib:1", "none", "zlib:9"};
    for (unsigned i = 0; i < SHARDS; i++) {
        struct error error;
        struct shard_summary summary;
        struct shard_writer_options options = {.shape = SHAPES[i], .provenance = "{\"a\":1}"};
        int descriptor = shard_sample_file();
        if (deflate_method_parse(&options.method, METHODS[i], &error) != STATUS_OK ||
            shard_sample_write(descriptor, "shard", &options, i == 2 ? 9 : 30, &summary, &error) !=
                STATUS_OK)
            abort();
        bytes[i] = shard_sample_bytes(descriptor, &sizes[i]);
        close(descriptor);
    }
}

static void read_all(struct shard_reader *reader) {
    struct error error = {.message = ""};
    unsigned char row[4 * SHARD_MAX_SEQ_LENGTH];
    unsigned char digest[SHA256_SIZE];
    uint64_t rows = shard_reader_rows(reader);
    for (unsigned i = 0; i < SHARD_DATASETS; i++) {
        if (shard_reader_digest(reader, i, digest, &error) != STATUS_OK && error.message[0] == '\0')
            abort();
        if (rows > 0 && shard_reader_read(reader, i, row, rows - 1, 1, &error) != STATUS_OK &&
            error.message[0] == '\0')
            abort();
    }
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
    for (size_t at = 2; at + 3 <= size;) {
        size_t length = data[at + 2] % 16;
        off_t offset = (off_t)((data[at] | data[at + 1] << 8) % (int)(whole + 1));
        at += 3;
        if (length > size - at)
            length = size - at;
        if (pwrite(descriptor, data + at, length, offset) != (ssize_t)length)
            abort();
        at += length;
    }
    struct error error = {.message = ""};
    struct shard_reader *reader;
    if (shard_reader_open_descriptor(&reader, descriptor, "fuzz", &error) == STATUS_OK)
        read_all(reader);
    else if (error.message[0] == '\0' || reader != NULL)
        abort();
    shard_reader_close(reader);
    close(descriptor);
    return 0;
}
