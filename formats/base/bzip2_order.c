#include "formats/base/bzip2_order.h"

#include "formats/base/bzip2_marker.h"

static unsigned long long byte_of(uint64_t bit) {
    return (unsigned long long)(bit / 8);
}

void bzip2_order_init(struct bzip2_order *order, const char *name) {
    *order = (struct bzip2_order){.name = name, .open = true};
    bzip2_piece_init(&order->held);
}

void bzip2_order_release(struct bzip2_order *order) {
    bzip2_piece_release(&order->held);
}

static enum status damaged(const struct bzip2_order *order, const struct bzip2_piece *piece,
                           struct error *error) {
    return error_set(error, STATUS_CORRUPT,
                     "'%s' is damaged: the bzip2 block from byte %llu on does not decode or fails "
                     "its checksum; fetch it again",
                     order->name, byte_of(piece->bit));
}

static enum status deliver(struct bzip2_order *order, struct view *text,
                           const struct bzip2_piece *piece, struct error *error) {
    *text = buffer_view(&piece->text);
    order->open = true;
    order->combined = (order->combined << 1 | order->combined >> 31) ^ piece->crc;
    if (piece->excess_byte == 0 || piece->ends_input)
        return STATUS_OK;
    return error_set(error, STATUS_CORRUPT,
                     "'%s' is damaged: at about byte %llu neither a bzip2 block begins nor the "
                     "stream ends; fetch it again",
                     order->name, byte_of(piece->bit) + piece->excess_byte);
}

static bool all_zero(const unsigned char *bytes, size_t size) {
    for (size_t i = 0; i < size; i++) {
        if (bytes[i] != 0)
            return false;
    }
    return true;
}

static enum status take_end(struct bzip2_order *order, const struct bzip2_piece *piece,
                            struct error *error) {
    size_t shift = piece->bit % 8;
    if (piece->bit_count < BZIP2_MARKER_BITS + 32)
        return STATUS_OK; /* cut within: still open */
    struct view packed = buffer_view(&piece->packed);
    uint32_t crc = (uint32_t)bzip2_marker_bits(packed, shift + BZIP2_MARKER_BITS, 32);
    if (crc != order->combined)
        return error_set(error, STATUS_CORRUPT,
                         "'%s' is damaged: the bzip2 stream that ends at byte %llu fails its "
                         "checksum; fetch it again",
                         order->name, byte_of(piece->bit));
    order->combined = 0;
    order->open = piece->follower == BZIP2_FOLLOWER_STREAM;
    size_t past = (shift + BZIP2_MARKER_BITS + 32 + 7) / 8;
    /* Zeros fill up the last block of a tape or disk; anything else does not belong here. */
    if (piece->follower != BZIP2_FOLLOWER_OTHER ||
        (piece->ends_input && all_zero(packed.data + past, packed.size - past)))
        return STATUS_OK;
    /* The beginning of a header, at the end of the file, is a stream that was cut. */
    size_t rest = packed.size - past;
    if (piece->ends_input && rest < 10 &&
        memcmp(packed.data + past, "BZh", rest < 3 ? rest : 3) == 0) {
        order->open = true;
        return STATUS_OK;
    }
    return error_set(error, STATUS_CORRUPT,
                     "'%s' is damaged: what follows the end of a bzip2 stream at byte %llu is not "
                     "bzip2; fetch it again",
                     order->name, byte_of(piece->bit) + past);
}

static void hold(struct bzip2_order *order, struct bzip2_piece *piece) {
    struct bzip2_piece other = order->held;
    order->held = *piece;
    *piece = other;
    order->holding = true;
}

/* A piece came while the one before it is held. */
static enum status try_joined(struct bzip2_order *order, struct view *text,
                              struct bzip2_piece *piece, struct error *error) {
    struct bzip2_piece *held = &order->held;
    /* A stream's end with another stream behind it is no chance. */
    bool certain = piece->kind == BZIP2_PIECE_END && piece->follower != BZIP2_FOLLOWER_OTHER;
    if (certain || held->packed.size + piece->packed.size > BZIP2_PIECE_LARGEST)
        return damaged(order, held, error);
    enum status status = bzip2_piece_join(held, piece, error);
    if (status == STATUS_OK)
        status = bzip2_piece_decode(held, error);
    if (status == STATUS_CORRUPT)
        return STATUS_OK; /* still held */
    if (status != STATUS_OK)
        return status;
    order->holding = false;
    return deliver(order, text, held, error);
}

enum status bzip2_order_take(struct bzip2_order *order, struct view *text,
                             struct bzip2_piece *piece, struct error *error) {
    *text = (struct view){NULL, 0};
    order->byte = (piece->bit + piece->bit_count + 7) / 8;
    if (order->holding)
        return try_joined(order, text, piece, error);
    if (piece->kind == BZIP2_PIECE_END)
        return take_end(order, piece, error);
    if (piece->status == STATUS_CORRUPT) {
        hold(order, piece);
        return STATUS_OK;
    }
    if (piece->status != STATUS_OK)
        return error_prefix(error, "'%s'", order->name);
    return deliver(order, text, piece, error);
}

enum status bzip2_order_finish(struct bzip2_order *order, struct error *error) {
    if (order->holding && !(order->held.ends_input && order->held.ran_out))
        return damaged(order, &order->held, error);
    if (!order->holding && !order->open)
        return STATUS_OK;
    return error_set(error, STATUS_CUT_SHORT,
                     "'%s' ends at byte %llu, within a bzip2 stream; fetch it again", order->name,
                     (unsigned long long)order->byte);
}
