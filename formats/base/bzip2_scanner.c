#include "formats/base/bzip2_scanner.h"

/* Bytes read at a time: far above the cost of a system call, far below a block. */
#define READ_SIZE ((size_t)256 << 10)

/* "BZh9" and a marker. */
#define HEADER_SIZE 4
#define START_SIZE  10

/* A stream's end: marker and CRC, before zeros up to a whole byte. */
#define END_BITS 80

void bzip2_scanner_init(struct bzip2_scanner *scanner, struct byte_source *source) {
    *scanner = (struct bzip2_scanner){.source = source};
    bzip2_marker_table_init(&scanner->table);
}

void bzip2_scanner_release(struct bzip2_scanner *scanner) {
    buffer_release(&scanner->window);
    scanner->finished = true;
}

/* Reads on; what lies before the next piece goes. */
static enum status fill(struct bzip2_scanner *scanner, struct error *error) {
    size_t gone = scanner->begin / 8;
    if (gone > 0) {
        scanner->window.size -= gone;
        memmove(scanner->window.data, scanner->window.data + gone, scanner->window.size);
        scanner->window_byte += gone;
        scanner->begin -= gone * 8;
        scanner->scan -= gone * 8;
    }
    enum status status = buffer_reserve(&scanner->window, READ_SIZE, error);
    size_t got;
    if (status == STATUS_OK)
        status = byte_source_read(scanner->source, scanner->window.data + scanner->window.size,
                                  READ_SIZE, &got, error);
    if (status != STATUS_OK)
        return status;
    scanner->window.size += got;
    scanner->input_ended = got == 0;
    return STATUS_OK;
}

/* Has so many bytes from the beginning of the next piece on in the window, or all there are. */
static enum status need(struct bzip2_scanner *scanner, size_t size, struct error *error) {
    enum status status = STATUS_OK;
    while (status == STATUS_OK && !scanner->input_ended &&
           scanner->window.size < scanner->begin / 8 + size)
        status = fill(scanner, error);
    return status;
}

/* The level of the stream that begins at a byte of the window; 0 when none does. */
static unsigned level_at(const struct bzip2_scanner *scanner, size_t at) {
    const unsigned char *bytes = scanner->window.data + at;
    if (scanner->window.size - at < START_SIZE || memcmp(bytes, "BZh", 3) != 0 || bytes[3] < '1' ||
        bytes[3] > '9')
        return 0;
    uint64_t marker =
        bzip2_marker_bits(buffer_view(&scanner->window), (at + HEADER_SIZE) * 8, BZIP2_MARKER_BITS);
    return marker == BZIP2_MARKER_BLOCK || marker == BZIP2_MARKER_END ? bytes[3] - (unsigned)'0'
                                                                      : 0;
}

static enum status start(struct bzip2_scanner *scanner, struct error *error) {
    enum status status = need(scanner, START_SIZE, error);
    if (status != STATUS_OK)
        return status;
    scanner->started = true;
    scanner->level = level_at(scanner, 0);
    scanner->begin = scanner->scan = (size_t)HEADER_SIZE * 8;
    if (scanner->level != 0)
        return STATUS_OK;
    scanner->finished = true;
    size_t size = scanner->window.size;
    if (size < START_SIZE &&
        (size == 0 || memcmp(scanner->window.data, "BZh", size < 3 ? size : 3) == 0))
        return error_set(error, STATUS_CUT_SHORT,
                         "'%s' ends at byte %zu, within the header of a bzip2 file; fetch it again",
                         scanner->source->name, size);
    return error_set(error, STATUS_NOT_OURS, "'%s' is not a bzip2 file", scanner->source->name);
}

static bool at_end_marker(const struct bzip2_scanner *scanner) {
    return bzip2_marker_bits(buffer_view(&scanner->window), scanner->begin, BZIP2_MARKER_BITS) ==
           BZIP2_MARKER_END;
}

/* Gives the bits from begin up to `end`, and lets the next piece begin at `next`. */
static enum status give(struct bzip2_scanner *scanner, struct bzip2_piece *piece, size_t end,
                        size_t next, struct error *error) {
    size_t first = scanner->begin / 8;
    size_t past = (end + 7) / 8;
    buffer_clear(&piece->packed);
    buffer_clear(&piece->text);
    piece->number = scanner->number++;
    piece->level = scanner->level;
    piece->bit = (scanner->window_byte + first) * 8 + scanner->begin % 8;
    piece->bit_count = end - scanner->begin;
    piece->ends_input = scanner->input_ended && past == scanner->window.size;
    piece->status = STATUS_OK;
    piece->excess_byte = 0;
    scanner->begin = scanner->scan = next;
    return buffer_append(&piece->packed, scanner->window.data + first, past - first, error);
}

/* The piece that begins at a stream's end when what follows is as it should be; else *given is
 * false. */
static enum status give_end(struct bzip2_scanner *scanner, struct bzip2_piece *piece, bool *given,
                            struct error *error) {
    *given = false;
    enum status status = need(scanner, END_BITS / 8 + 1 + START_SIZE, error);
    size_t past = (scanner->begin + END_BITS + 7) / 8;
    if (status != STATUS_OK || past > scanner->window.size)
        return status;
    *given = true;
    if (past == scanner->window.size && scanner->input_ended) {
        piece->follower = BZIP2_FOLLOWER_NOTHING;
        scanner->finished = true;
        return give(scanner, piece, past * 8, past * 8, error);
    }
    unsigned level = level_at(scanner, past);
    *given = level != 0;
    if (!*given)
        return STATUS_OK;
    piece->follower = BZIP2_FOLLOWER_STREAM;
    status = give(scanner, piece, past * 8, (past + HEADER_SIZE) * 8, error);
    scanner->level = level;
    return status;
}

enum status bzip2_scanner_next(struct bzip2_scanner *scanner, struct bzip2_piece *piece,
                               struct error *error) {
    enum status status = scanner->started ? STATUS_OK : start(scanner, error);
    if (status == STATUS_OK && !scanner->finished)
        status = need(scanner, END_BITS / 8 + 1, error);
    if (status != STATUS_OK)
        return status;
    if (scanner->finished)
        return STATUS_END;
    piece->kind = at_end_marker(scanner) ? BZIP2_PIECE_END : BZIP2_PIECE_BLOCK;
    if (piece->kind == BZIP2_PIECE_END) {
        bool given;
        status = give_end(scanner, piece, &given, error);
        if (status != STATUS_OK || given)
            return status;
        piece->follower = BZIP2_FOLLOWER_OTHER;
    }
    if (scanner->scan == scanner->begin)
        scanner->scan += BZIP2_MARKER_BITS;
    for (;;) {
        size_t marker;
        size_t bits = scanner->window.size * 8;
        if (bzip2_marker_find(&scanner->table, buffer_view(&scanner->window), scanner->scan,
                              &marker))
            return give(scanner, piece, marker, marker, error);
        /* All but the last bits have been looked at. */
        if (bits > scanner->scan + BZIP2_MARKER_BITS)
            scanner->scan = bits - BZIP2_MARKER_BITS + 1;
        if (scanner->input_ended || scanner->window.size - scanner->begin / 8 > BZIP2_PIECE_LARGEST)
            break;
        status = fill(scanner, error);
        if (status != STATUS_OK)
            return status;
    }
    scanner->finished = true;
    return give(scanner, piece, scanner->window.size * 8, scanner->window.size * 8, error);
}
