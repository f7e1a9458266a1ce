/*
 * pair_links - from a piece to the pairs it is part of.
 *
 * Needed where a pair's worth hangs on how frequent its parts are. Pairs are linked and unlinked
 * one by one; the lists have no order.
 *
 * Thread rule: one thread at a time per struct.
 */
#ifndef TOKENIZER_TRAIN_PAIR_LINKS_H
#define TOKENIZER_TRAIN_PAIR_LINKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/base/status.h"

#define PAIR_LINKS_NONE UINT32_MAX

/* A piece's lists: the pairs it comes first in, and those it comes second in. */
enum pair_side {
    PAIR_FIRST,
    PAIR_SECOND,
};

struct pair_link {
    uint32_t next[2];
    bool linked[2];
};

struct pair_links {
    struct pair_link *links; /* owned; for each pair */
    size_t link_count;
    uint32_t (*heads)[2]; /* owned; for each piece */
    size_t head_count;
    uint32_t no_pair; /* what the list of a piece without pairs begins with */
};

/* Frees the memory; harmless when zeroed. */
void pair_links_release(struct pair_links *links);

/* Puts a pair into the lists of its pieces in which it is not; STATUS_NO_MEMORY alone. */
MUST_USE enum status pair_links_add(struct pair_links *links, uint32_t pair, uint32_t first,
                                    uint32_t second, struct error *error);

/*
 * Where the number of the first pair of a piece's list is, PAIR_LINKS_NONE when it is empty. The
 * pointers are valid until the next pair_links_add.
 */
uint32_t *pair_links_first(struct pair_links *links, uint32_t piece, enum pair_side side);

/* Where the number of the pair behind `pair` in such a list is. */
static inline uint32_t *pair_links_next(struct pair_links *links, uint32_t pair,
                                        enum pair_side side) {
    return &links->links[pair].next[side];
}

/* Takes the pair whose number is at `place` out of the list: what follows it stands there then. */
static inline void pair_links_remove(struct pair_links *links, uint32_t *place,
                                     enum pair_side side) {
    struct pair_link *link = &links->links[*place];
    *place = link->next[side];
    link->linked[side] = false;
}

#endif
