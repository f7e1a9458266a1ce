/*
 * bzip2_order - takes the decoded pieces of a bzip2 file in order, joins those that a false marker
 * had parted, checks the CRC of each stream, and says how the file ended.
 *
 * Thread rule: one thread at a time per order.
 */
#ifndef FORMATS_BASE_BZIP2_ORDER_H
#define FORMATS_BASE_BZIP2_ORDER_H

#include "formats/base/bzip2_piece.h"

struct bzip2_order {
    const char *name; /* of the file, borrowed */
    uint32_t combined;
    bool open;    /* blocks have come since the last end of a stream, or none has come */
    bool holding; /* `held` failed to decode: maybe its end is in the next piece */
    struct bzip2_piece held;
    uint64_t byte; /* of the file, behind the last piece */
};

void bzip2_order_init(struct bzip2_order *order, const char *name);
void bzip2_order_release(struct bzip2_order *order);

/*
 * Takes the next piece, decoded or failed to be, with the error of its decoding. What can be
 * delivered now is in *text: it belongs to the piece or to the order and lasts until the next call
 * or until the piece is used again. *text is valid, maybe empty, also when STATUS_CORRUPT is
 * returned; after a failure no more is to be taken.
 */
MUST_USE enum status bzip2_order_take(struct bzip2_order *order, struct view *text,
                                      struct bzip2_piece *piece, struct error *error);

/*
 * Says how the file ended: STATUS_CUT_SHORT when within a stream, STATUS_CORRUPT when the last
 * block is damaged.
 */
MUST_USE enum status bzip2_order_finish(struct bzip2_order *order, struct error *error);

#endif
