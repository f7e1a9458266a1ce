#include "tokenizer/folded_cells.h"

#include <stdlib.h>

#include "formats/base/endian.h"
#include "tokenizer/text/utf8.h"

_Static_assert(sizeof(struct folded_cell) == 8, "a cell is one load");

enum status folded_cells_init(struct folded_cells *cells, struct error *error) {
    cells->cells = calloc(FOLDED_CELLS, sizeof *cells->cells);
    return cells->cells == NULL ? error_no_memory(error, "the tokenizer") : STATUS_OK;
}

void folded_cells_release(struct folded_cells *cells) {
    free(cells->cells);
    cells->cells = NULL;
}

void folded_cell_append(struct folded_cell *cell, uint32_t code_point) {
    unsigned char bytes[UTF8_LONGEST];
    size_t size = utf8_encode(code_point, bytes);
    if (cell->kind == FOLDED_OTHER || size > (size_t)FOLDED_CELL_ROOM - cell->size) {
        cell->kind = FOLDED_OTHER;
        return;
    }
    cell->kind = FOLDED_PART;
    for (size_t i = 0; i < size; i++)
        cell->bytes[cell->size++] = bytes[i];
    cell->code_points++;
}

void folded_cell_set_id(struct folded_cell *cell, uint32_t id) {
    cell->kind = FOLDED_ALONE;
    store_le32(cell->bytes, id);
}

uint32_t folded_cell_id(const struct folded_cell *cell) {
    return load_le32(cell->bytes);
}
