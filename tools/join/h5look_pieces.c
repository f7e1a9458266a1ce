#include "tools/join/h5look_pieces.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum status h5look_pieces_init(struct h5look_pieces *pieces, const struct h5look_row *row,
                               const struct h5look_ids *ids, const struct vocabulary *vocabulary,
                               struct error *error) {
    *pieces = (struct h5look_pieces){
        .vocabulary = vocabulary, .ids = *ids, .row = *row, .length = row->columns};
    while (pieces->length > 0 && row->mask[pieces->length - 1] == 0)
        pieces->length--;
    pieces->text = calloc((size_t)row->columns + 1, sizeof *pieces->text);
    pieces->predicted = calloc((size_t)row->columns + 1, sizeof *pieces->predicted);
    if (pieces->text == NULL || pieces->predicted == NULL)
        return error_no_memory(error, "a row");
    memcpy(pieces->text, row->ids, row->columns * sizeof *pieces->text);
    for (uint32_t i = 0; i < row->prediction_count; i++) {
        int32_t position = row->positions[i];
        if (position < 0 || (uint32_t)position >= row->columns)
            continue;
        pieces->text[position] = row->label_ids[i];
        pieces->predicted[position] = true;
    }
    return STATUS_OK;
}

void h5look_pieces_release(struct h5look_pieces *pieces) {
    free(pieces->text);
    free(pieces->predicted);
    *pieces = (struct h5look_pieces){.text = NULL};
}

const char *h5look_pieces_piece(const struct h5look_pieces *pieces, int32_t id,
                                char text[H5LOOK_PIECE_SIZE]) {
    const struct vocabulary *vocabulary = pieces->vocabulary;
    if (vocabulary == NULL || id < 0 || (uint32_t)id >= vocabulary_size(vocabulary)) {
        snprintf(text, H5LOOK_PIECE_SIZE, "%" PRId32, id);
    } else {
        struct view token = vocabulary_token(vocabulary, (uint32_t)id);
        snprintf(text, H5LOOK_PIECE_SIZE, "%.*s", (int)token.size, (const char *)token.data);
    }
    return text;
}

/* Whether the piece at a position, before masking, goes on with the one before it. */
static bool continues(const struct h5look_pieces *pieces, uint32_t at) {
    char text[H5LOOK_PIECE_SIZE];
    return at > 0 && pieces->vocabulary != NULL &&
           pieces->row.segments[at - 1] == pieces->row.segments[at] &&
           strncmp(h5look_pieces_piece(pieces, pieces->text[at], text), "##", 2) == 0 &&
           text[2] != '\0';
}

const char *h5look_pieces_word(const struct h5look_pieces *pieces, uint32_t at,
                               char text[H5LOOK_PIECE_SIZE]) {
    char part[H5LOOK_PIECE_SIZE];
    while (continues(pieces, at))
        at--;
    h5look_pieces_piece(pieces, pieces->text[at], text);
    size_t used = strlen(text);
    while (++at < pieces->length && continues(pieces, at)) {
        h5look_pieces_piece(pieces, pieces->text[at], part);
        snprintf(text + used, H5LOOK_PIECE_SIZE - used, "%s", part + 2);
        used = strlen(text);
    }
    return text;
}

const char *h5look_pieces_fate(const struct h5look_pieces *pieces, uint32_t at) {
    if (!pieces->predicted[at])
        return "";
    if (pieces->ids.known && pieces->row.ids[at] == pieces->ids.mask)
        return "mask";
    if (pieces->row.ids[at] == pieces->text[at])
        return "keep";
    return pieces->ids.known ? "random" : "other";
}
