/*
 * Any bytes as a shard of MLPerf's schema: the input is a list of changes to a small one, as in
 * shard_reader_fuzz.c. The first byte tells how much of its end is missing.
 */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "formats/h5/varlen_reader.h"
#include "tests/unit/varlen_sample.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { ROWS = 40, STEP = 64 };

static void expect_sentence(enum status status, const struct error *error) {
    if (status != STATUS_OK && error->message[0] == '\0')
        abort();
}

static void read_all(struct varlen_reader *reader) {
    static unsigned char row[4 * SHARD_MAX_SEQ_LENGTH];
    struct error error = {.message = ""};
    uint64_t rows = varlen_reader_rows(reader);
    for (unsigned i = 0; i < SHARD_DATASETS; i++) {
        for (uint64_t k = 0; k < rows && k < ROWS; k++)
            expect_sentence(varlen_reader_read(reader, i, row, k, 1, &error), &error);
    }
    expect_sentence(varlen_reader_set_shape(reader, (struct shard_shape){8, 3}, &error), &error);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static unsigned char *bytes;
    static size_t whole;
    struct error error = {.message = ""};
    if (bytes == NULL) {
        int sample = shard_sample_file();
        if (varlen_sample_write(sample, (struct shard_shape){8, 3}, ROWS, &error) != STATUS_OK)
            abort();
        bytes = shard_sample_bytes(sample, &whole);
        close(sample);
    }
    if (size < 1)
        return 0;
    int descriptor = shard_sample_file();
    size_t cut = (size_t)data[0] * STEP < whole ? (size_t)data[0] * STEP : whole;
    if (write(descriptor, bytes, whole - cut) != (ssize_t)(whole - cut))
        abort();
    for (size_t at = 1; at + 4 <= size;) {
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
    struct varlen_reader *reader;
    if (varlen_reader_open_descriptor(&reader, descriptor, "fuzz", &error) == STATUS_OK)
        read_all(reader);
    else if (error.message[0] == '\0' || reader != NULL)
        abort();
    varlen_reader_close(reader);
    close(descriptor);
    return 0;
}
