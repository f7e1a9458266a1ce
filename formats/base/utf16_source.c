#include "formats/base/utf16_source.h"

static void put(struct utf16_source *source, uint32_t character) {
    unsigned char *to = source->text + source->text_size;
    if (character < 0x80) {
        *to++ = (unsigned char)character;
    } else if (character < 0x800) {
        *to++ = (unsigned char)(0xc0 | character >> 6);
        *to++ = (unsigned char)(0x80 | (character & 0x3f));
    } else if (character < 0x10000) {
        *to++ = (unsigned char)(0xe0 | character >> 12);
        *to++ = (unsigned char)(0x80 | (character >> 6 & 0x3f));
        *to++ = (unsigned char)(0x80 | (character & 0x3f));
    } else {
        *to++ = (unsigned char)(0xf0 | character >> 18);
        *to++ = (unsigned char)(0x80 | (character >> 12 & 0x3f));
        *to++ = (unsigned char)(0x80 | (character >> 6 & 0x3f));
        *to++ = (unsigned char)(0x80 | (character & 0x3f));
    }
    source->text_size = (size_t)(to - source->text);
}

#define REPLACEMENT 0xfffd

static void convert(struct utf16_source *source, uint16_t unit) {
    bool first = !source->started;
    source->started = true;
    if (source->high != 0) {
        uint32_t high = source->high;
        source->high = 0;
        if (unit >= 0xdc00 && unit <= 0xdfff) {
            put(source, 0x10000 + ((high - 0xd800) << 10) + (unit - 0xdc00u));
            return;
        }
        put(source, REPLACEMENT);
    }
    if (unit >= 0xd800 && unit <= 0xdbff)
        source->high = unit;
    else if (unit >= 0xdc00 && unit <= 0xdfff)
        put(source, REPLACEMENT);
    else if (!first || unit != 0xfeff)
        put(source, unit);
}

static enum status fill(struct utf16_source *source, struct error *error) {
    source->text_used = source->text_size = 0;
    size_t got;
    enum status status = byte_source_read(source->input, source->units + source->kept,
                                          sizeof source->units - source->kept, &got, error);
    if (status != STATUS_OK)
        return status;
    size_t size = source->kept + got;
    for (size_t at = 0; at + 1 < size; at += 2) {
        const unsigned char *unit = source->units + at;
        convert(source,
                (uint16_t)(source->big_endian ? unit[0] << 8 | unit[1] : unit[1] << 8 | unit[0]));
    }
    source->kept = size % 2;
    source->input_ended = got == 0;
    if (source->input_ended && (source->kept > 0 || source->high != 0))
        put(source, REPLACEMENT);
    else if (source->kept > 0)
        source->units[0] = source->units[size - 1];
    return STATUS_OK;
}

static enum status read_text(struct byte_source *bytes, void *to, size_t size, size_t *got,
                             struct error *error) {
    struct utf16_source *source = bytes->context;
    while (source->text_used == source->text_size && !source->input_ended) {
        enum status status = fill(source, error);
        if (status != STATUS_OK)
            return status;
    }
    size_t left = source->text_size - source->text_used;
    *got = size < left ? size : left;
    memcpy(to, source->text + source->text_used, *got);
    source->text_used += *got;
    return STATUS_OK;
}

void utf16_source_init(struct utf16_source *source, struct byte_source *input, bool big_endian) {
    byte_source_from_function(&source->bytes, read_text, source, input->name);
    source->input = input;
    source->big_endian = big_endian;
    source->started = source->input_ended = false;
    source->high = 0;
    source->text_used = source->text_size = source->kept = 0;
}
