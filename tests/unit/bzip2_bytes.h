/*
 * bzip2_bytes - bzip2 files made in memory, and reading them whole.
 */
#ifndef TESTS_UNIT_BZIP2_BYTES_H
#define TESTS_UNIT_BZIP2_BYTES_H

#include <bzlib.h>
#include <stdlib.h>

#include "formats/base/bzip2_source.h"

/* `size` bytes of made-up words, the same for the same seed. */
static inline void bzip2_text(struct buffer *text, size_t size, uint32_t seed) {
    struct error error;
    while (text->size < size) {
        char word[16];
        size_t length = 0;
        for (seed = seed * 1664525u + 1013904223u; length < 2 + (seed >> 29); length++) {
            seed = seed * 1664525u + 1013904223u;
            word[length] = (char)('a' + (seed >> 16) % 26);
        }
        word[length++] = ' ';
        if (buffer_append(text, word, length, &error) != STATUS_OK)
            abort();
    }
    text->size = size;
}

/* Appends one stream that holds `text`. */
static inline void bzip2_stream(struct buffer *file, struct view text, int level) {
    struct error error;
    unsigned size = (unsigned)(text.size + text.size / 50 + 700);
    if (buffer_reserve(file, size, &error) != STATUS_OK)
        abort();
    static char nothing[1];
    char *from = text.size == 0 ? nothing : (char *)(uintptr_t)text.data;
    if (BZ2_bzBuffToBuffCompress((char *)file->data + file->size, &size, from, (unsigned)text.size,
                                 level, 0, 0) != BZ_OK)
        abort();
    file->size += size;
}

/* Reads the whole file in pieces of `step` bytes; text and outcome. */
static inline enum status bzip2_read(struct view file, struct buffer *text, size_t step,
                                     struct error *error) {
    struct byte_source input;
    struct bzip2_source source;
    byte_source_from_memory(&input, file, "a.bz2");
    bzip2_source_init(&source, &input);
    enum status status;
    size_t got;
    buffer_clear(text);
    do {
        status = buffer_reserve(text, step, error);
        if (status == STATUS_OK)
            status = byte_source_read(&source.bytes, text->data + text->size, step, &got, error);
        text->size += status == STATUS_OK ? got : 0;
    } while (status == STATUS_OK && got > 0);
    bzip2_source_release(&source);
    return status;
}

#endif
