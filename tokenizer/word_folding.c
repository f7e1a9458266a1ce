#include "tokenizer/word_folding.h"

#include <string.h>

/* Appends the text that ends at `end`, if it is not empty; false if it is [UNK] for its length. */
static bool add_text(struct word_batch *batch, const unsigned char *begin, const unsigned char *end,
                     size_t code_points, size_t limit) {
    if (end > begin)
        word_batch_add_text(batch, begin, (size_t)(end - begin), code_points);
    return code_points <= limit;
}

/* The length of the first code point, which is of the basic plane; 0 if it is not, or malformed. */
static inline size_t decode_basic(const unsigned char *bytes, size_t size, uint32_t *code_point) {
    uint32_t first = bytes[0];
    *code_point = first;
    if (first < 0x80)
        return 1;
    if (first >= 0xC2 && first < 0xE0 && size >= 2 && (bytes[1] & 0xC0) == 0x80) {
        *code_point = (first & 0x1F) << 6 | (bytes[1] & 0x3F);
        return 2;
    }
    if ((first & 0xF0) != 0xE0 || size < 3 || (bytes[1] & 0xC0) != 0x80 ||
        (bytes[2] & 0xC0) != 0x80)
        return 0;
    *code_point = (first & 0x0F) << 12 | (uint32_t)(bytes[1] & 0x3F) << 6 | (bytes[2] & 0x3F);
    return *code_point >= 0x800 && (*code_point & 0xF800) != 0xD800 ? 3 : 0;
}

bool word_folding_add(struct word_splitter *splitter, const unsigned char *bytes, size_t size,
                      unsigned char **folded, struct word_batch *batch) {
    size_t code_points = 0;
    unsigned char *begin = *folded;
    unsigned char *end = begin;
    bool after_id = false;
    for (size_t at = 0; at < size;) {
        uint32_t code_point;
        size_t length = decode_basic(bytes + at, size - at, &code_point);
        if (length == 0)
            return false;
        const struct folded_cell *cell = word_splitter_cell(splitter, code_point);
        at += length;
        if (cell->kind == FOLDED_PART) {
            memcpy(end, cell, sizeof *cell); /* all the cell: a move of fixed size */
            end += cell->size;
            code_points += cell->code_points;
            continue;
        }
        if (cell->kind != FOLDED_ALONE ||
            !add_text(batch, begin, end, code_points, splitter->limit))
            return false;
        after_id = after_id && end == begin;
        batch->ids[batch->id_end] = folded_cell_id(cell);
        if (after_id) {
            batch->counts[batch->parts - 1]++;
            batch->id_end++;
        } else {
            word_batch_add_ids(batch, 1);
        }
        after_id = true;
        begin = end;
        code_points = 0;
    }
    *folded = end;
    return add_text(batch, begin, end, code_points, splitter->limit);
}
