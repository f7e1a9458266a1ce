#include "formats/base/bzip2_piece.h"

#include <bzlib.h>

#include "formats/base/bzip2_marker.h"

/* Room for text to begin with: most blocks of text need no more than one growth. */
#define FIRST_ROOM ((size_t)1 << 20)

/* "BZh9" before the bits; the end's marker and CRC behind, less than a byte of zeros. */
#define HEADER_SIZE 4
#define END_BITS    80

void bzip2_piece_init(struct bzip2_piece *piece) {
    *piece = (struct bzip2_piece){.status = STATUS_OK};
}

void bzip2_piece_release(struct bzip2_piece *piece) {
    buffer_release(&piece->packed);
    buffer_release(&piece->text);
    bzip2_piece_init(piece);
}

/* Or-s `count` bits into zeroed bytes at a bit. */
static void put_bits(unsigned char *bytes, size_t bit, uint64_t bits, unsigned count) {
    for (unsigned i = 0; i < count; i++, bit++) {
        if (bits >> (count - 1 - i) & 1)
            bytes[bit / 8] = (unsigned char)(bytes[bit / 8] | 0x80u >> bit % 8);
    }
}

/* Copies bits that begin at bit `shift` of `from` to whole bytes; bits behind the last are 0. */
static void copy_bits(unsigned char *to, const unsigned char *from, unsigned shift, size_t count) {
    size_t bytes = (count + 7) / 8;
    size_t last = (shift + count - 1) / 8; /* the last byte of `from` that may be read */
    for (size_t i = 0; i < bytes; i++) {
        unsigned pair = (unsigned)from[i] << 8 | (i < last ? from[i + 1] : 0u);
        to[i] = (unsigned char)(pair >> (8 - shift));
    }
    if (count % 8 != 0)
        to[bytes - 1] = (unsigned char)(to[bytes - 1] & 0xff00u >> count % 8);
}

/* A stream of the piece's one block. */
static enum status make_stream(const struct bzip2_piece *piece, struct buffer *stream,
                               struct error *error) {
    size_t size = HEADER_SIZE + (piece->bit_count + END_BITS + 7) / 8;
    enum status status = buffer_reserve(stream, size, error);
    if (status != STATUS_OK)
        return status;
    unsigned char *bytes = stream->data;
    memcpy(bytes, "BZh", 3);
    bytes[3] = (unsigned char)('0' + piece->level);
    size_t whole = (piece->bit_count + 7) / 8;
    copy_bits(bytes + HEADER_SIZE, piece->packed.data, (unsigned)(piece->bit % 8),
              piece->bit_count);
    memset(bytes + HEADER_SIZE + whole, 0, size - HEADER_SIZE - whole);
    put_bits(bytes + HEADER_SIZE, piece->bit_count, BZIP2_MARKER_END, BZIP2_MARKER_BITS);
    put_bits(bytes + HEADER_SIZE, piece->bit_count + BZIP2_MARKER_BITS, piece->crc, 32);
    stream->size = size;
    return STATUS_OK;
}

/* bzip2's CRC-32: polynomial 0x04c11db7, most significant bit first. */
static uint32_t crc_of(struct view text) {
    uint32_t crc = 0xffffffff;
    for (size_t i = 0; i < text.size; i++) {
        crc ^= (uint32_t)text.data[i] << 24;
        for (int bit = 0; bit < 8; bit++)
            crc = crc << 1 ^ (crc >> 31 ? 0x04c11db7u : 0u);
    }
    return ~crc;
}

/* BZ_STREAM_END, or what else libbz2 says; BZ_OK when it wants more input than there is. */
static int run(bz_stream *decoder, struct buffer *text, struct error *error) {
    for (;;) {
        if (buffer_reserve(text, text->size == 0 ? FIRST_ROOM : 1, error) != STATUS_OK)
            return BZ_MEM_ERROR;
        size_t room = text->capacity - text->size;
        decoder->next_out = (char *)text->data + text->size;
        decoder->avail_out = (unsigned)(room < UINT32_MAX ? room : UINT32_MAX);
        int result = BZ2_bzDecompress(decoder);
        text->size = (size_t)((unsigned char *)decoder->next_out - text->data);
        if (result != BZ_OK || (decoder->avail_out > 0 && decoder->avail_in == 0))
            return result;
    }
}

static enum status decode_stream(struct bzip2_piece *piece, struct buffer *stream,
                                 struct error *error) {
    bz_stream decoder = {.next_in = (char *)stream->data, .avail_in = (unsigned)stream->size};
    int result = BZ2_bzDecompressInit(&decoder, 0, 0);
    if (result != BZ_OK)
        return error_no_memory(error, "decompressing bzip2");
    result = run(&decoder, &piece->text, error);
    size_t taken = stream->size - decoder.avail_in;
    BZ2_bzDecompressEnd(&decoder);
    if (result == BZ_STREAM_END)
        return STATUS_OK;
    if (result == BZ_MEM_ERROR)
        return error_no_memory(error, "decompressing bzip2");
    /* The block may be whole, and only what follows it be wrong. */
    if (piece->text.size > 0 && crc_of(buffer_view(&piece->text)) == piece->crc) {
        piece->excess_byte = taken > HEADER_SIZE ? taken - HEADER_SIZE : 1;
        return STATUS_OK;
    }
    piece->ran_out = result == BZ_OK || decoder.avail_in < END_BITS / 8 + 1;
    return error_set(error, STATUS_CORRUPT,
                     "the bzip2 block that begins at byte %llu is damaged or cut",
                     (unsigned long long)(piece->bit / 8));
}

enum status bzip2_piece_decode(struct bzip2_piece *piece, struct error *error) {
    buffer_clear(&piece->text);
    piece->excess_byte = 0;
    piece->ran_out = false;
    piece->crc = 0;
    piece->status = STATUS_OK;
    if (piece->kind == BZIP2_PIECE_END)
        return STATUS_OK;
    struct buffer stream = BUFFER_INIT;
    piece->crc = (uint32_t)bzip2_marker_bits(buffer_view(&piece->packed),
                                             piece->bit % 8 + BZIP2_MARKER_BITS, 32);
    piece->status = make_stream(piece, &stream, error);
    if (piece->status == STATUS_OK)
        piece->status = decode_stream(piece, &stream, error);
    buffer_release(&stream);
    return piece->status;
}

enum status bzip2_piece_join(struct bzip2_piece *piece, const struct bzip2_piece *more,
                             struct error *error) {
    size_t bits = (size_t)(piece->bit % 8) + piece->bit_count;
    struct view bytes = buffer_view(&more->packed);
    /* The two share a byte unless the border is between bytes. */
    if (bits % 8 != 0 && bytes.size > 0) {
        bytes.data++;
        bytes.size--;
    }
    enum status status = buffer_append(&piece->packed, bytes.data, bytes.size, error);
    if (status == STATUS_OK) {
        piece->bit_count += more->bit_count;
        piece->ends_input = more->ends_input;
    }
    return status;
}
