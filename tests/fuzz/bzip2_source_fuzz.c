/*
 * bzip2 and gzip: any bytes; and streams of two blocks in which the input flips bits or which it
 * cuts: what is given is a beginning of the text, and all of it only if nothing is wrong.
 */
#include <stdint.h>
#include <stdlib.h>

#include "formats/base/gzip_source.h"
#include "tests/unit/bzip2_bytes.h"

static void check(int holds) {
    if (!holds)
        abort();
}

static void read_any(const uint8_t *data, size_t size) {
    static struct buffer text;
    struct error error = {.message = ""};
    enum status status = bzip2_read((struct view){data, size}, &text, 1000, &error);
    check(status == STATUS_OK || error.message[0] != '\0');
    struct byte_source input;
    struct gzip_source gzip;
    byte_source_from_memory(&input, (struct view){data, size}, "a.gz");
    if (gzip_source_init(&gzip, &input, &error) != STATUS_OK)
        return;
    buffer_clear(&text);
    error.message[0] = '\0';
    status = byte_source_read_all(&gzip.bytes, (size_t)1 << 26, &text, &error);
    check(status == STATUS_OK || error.message[0] != '\0');
    gzip_source_release(&gzip);
}

static void read_damaged(const uint8_t *data, size_t size) {
    static struct buffer text, file, got;
    struct error error;
    if (text.size == 0) {
        bzip2_text(&text, 130000, 9);
        bzip2_stream(&file, buffer_view(&text), 1);
        bzip2_stream(&file, (struct view){text.data, 1000}, 9);
    }
    struct buffer damaged = BUFFER_INIT;
    check(buffer_append(&damaged, file.data, file.size, &error) == STATUS_OK);
    /* Four bytes a fault: where, and what. */
    for (; size >= 4; data += 4, size -= 4) {
        size_t at = ((size_t)data[0] << 16 | (size_t)data[1] << 8 | data[2]) % damaged.size;
        if (data[3] == 0)
            damaged.size = at + 1;
        else
            damaged.data[at] ^= data[3];
    }
    enum status status = bzip2_read(buffer_view(&damaged), &got, 50000, &error);
    size_t common = got.size < text.size ? got.size : text.size;
    check(common == 0 || memcmp(got.data, text.data, common) == 0);
    check(got.size <= text.size + 1000);
    check(status != STATUS_OK || got.size == text.size || got.size == text.size + 1000);
    buffer_release(&damaged);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size == 0)
        return 0;
    if (data[0] % 2 == 0)
        read_any(data + 1, size - 1);
    else
        read_damaged(data + 1, size - 1);
    return 0;
}
