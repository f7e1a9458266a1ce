#include "tools/join/h5look_html_row.h"

#include <inttypes.h>
#include <string.h>

#include "tools/join/h5look_pieces.h"

enum { ROWS_SHOWN = 3 };

void h5look_html_text(FILE *file, const char *text) {
    for (; *text != '\0'; text++) {
        switch (*text) {
        case '&':
            fputs("&amp;", file);
            break;
        case '<':
            fputs("&lt;", file);
            break;
        case '>':
            fputs("&gt;", file);
            break;
        case '"':
            fputs("&quot;", file);
            break;
        default:
            putc((unsigned char)*text < 0x20 || *text == 0x7f ? '?' : *text, file);
        }
    }
}

static void write_piece(FILE *file, const struct h5look_pieces *pieces, uint32_t at) {
    char text[H5LOOK_PIECE_SIZE];
    const char *fate = h5look_pieces_fate(pieces, at);
    const char *colour = strcmp(fate, "other") == 0 ? "mask" : fate;
    const char *segment = pieces->row.segments[at] == 1 ? "b" : "a";
    fprintf(file, "<span class=\"%s%s%s\"", segment, colour[0] == '\0' ? "" : " ", colour);
    if (pieces->vocabulary != NULL) {
        fputs(" title=\"", file);
        h5look_html_text(file, h5look_pieces_word(pieces, at, text));
        putc('"', file);
    }
    putc('>', file);
    h5look_html_text(file, h5look_pieces_piece(pieces, pieces->row.ids[at], text));
    if (pieces->predicted[at] && strcmp(fate, "keep") != 0) {
        fputs(" <small>", file);
        h5look_html_text(file, h5look_pieces_piece(pieces, pieces->text[at], text));
        fputs("</small>", file);
    }
    fputs("</span>\n", file);
}

static enum status write_row(FILE *file, const struct h5look_set *set,
                             const struct h5look_shard *shard, uint32_t index,
                             const struct vocabulary *vocabulary, struct error *error) {
    struct h5look_pieces pieces;
    struct h5look_row row = h5look_shard_row(shard, index);
    enum status status = h5look_pieces_init(&pieces, &row, &set->ids, vocabulary, error);
    if (status == STATUS_OK) {
        fprintf(file, "<p class=\"row\"><small>row %" PRIu32 ", label %d</small>\n", index,
                row.label);
        for (uint32_t i = 0; i < pieces.length; i++)
            write_piece(file, &pieces, i);
        fputs("</p>\n", file);
    }
    h5look_pieces_release(&pieces);
    return status;
}

enum status h5look_html_rows(FILE *file, const struct h5look_set *set,
                             const struct vocabulary *vocabulary, struct error *error) {
    struct h5look_shard shard;
    size_t chosen = 0;
    while (chosen < set->count &&
           (set->files[chosen].fault != NULL || set->files[chosen].rows == 0))
        chosen++;
    if (chosen == set->count)
        return STATUS_OK;
    enum status status = h5look_shard_open(&shard, set->files[chosen].path, error);
    if (status != STATUS_OK)
        return status;
    status = h5look_shard_read(&shard, 0, error);
    fputs("<h3>First rows of ", file);
    h5look_html_text(file, set->files[chosen].name);
    fputs("</h3>\n<p class=\"row\"><span class=\"mask\">masked <small>label</small></span> "
          "<span class=\"keep\">predicted, but kept</span> <span class=\"random\">replaced "
          "<small>label</small></span> <span class=\"b\">second segment</span></p>\n",
          file);
    for (uint32_t i = 0; i < ROWS_SHOWN && i < shard.held && status == STATUS_OK; i++)
        status = write_row(file, set, &shard, i, vocabulary, error);
    h5look_shard_close(&shard);
    return status;
}
