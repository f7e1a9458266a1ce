/*
 * folded_cells - what single code points become, looked up in one step.
 *
 * A cell for each code point of the basic plane, filled when it is first asked for: the UTF-8 that
 * it adds to its word once it is folded, or the id that it becomes as a word of its own. Code
 * points of which more has to be known are left to word_splitter.
 *
 * Thread rule: one thread at a time per struct.
 */
#ifndef TOKENIZER_FOLDED_CELLS_H
#define TOKENIZER_FOLDED_CELLS_H

#include <stddef.h>
#include <stdint.h>

#include "formats/base/status.h"

#define FOLDED_CELLS     0x10000u /* code points that have a cell */
#define FOLDED_CELL_ROOM 6        /* bytes */

enum folded_kind {
    FOLDED_UNKNOWN = 0, /* not filled yet */
    FOLDED_PART,        /* adds bytes, possibly none, to the word it stands in */
    FOLDED_ALONE,       /* ends the word before it, and is one of one id itself */
    FOLDED_OTHER,       /* not so simple */
};

struct folded_cell {
    unsigned char bytes[FOLDED_CELL_ROOM]; /* of a part; or four bytes of an id, little-endian */
    uint8_t size;                          /* of the bytes */
    uint8_t kind : 2;
    uint8_t code_points : 6; /* of a part: how many the bytes are */
};

struct folded_cells {
    struct folded_cell *cells; /* owned */
};

MUST_USE enum status folded_cells_init(struct folded_cells *cells, struct error *error);

/* Harmless when zeroed. */
void folded_cells_release(struct folded_cells *cells);

/* Makes an unknown cell a part: appends a folded code point to it; OTHER if it has no room. */
void folded_cell_append(struct folded_cell *cell, uint32_t code_point);

/* Makes a cell one that stands alone, and its id. */
void folded_cell_set_id(struct folded_cell *cell, uint32_t id);

uint32_t folded_cell_id(const struct folded_cell *cell);

#endif
