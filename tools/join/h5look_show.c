#include "tools/join/h5look_show.h"

#include <inttypes.h>

#include "tools/join/h5look_pieces.h"
#include "tools/join/h5look_text.h"
#include "tools/join/json_escape.h"

/* A column of a table: so many characters, of which UTF-8 may have more bytes. */
static void print_column(FILE *file, const char *text, int width) {
    for (const char *at = text; *at != '\0'; at++)
        width -= (*at & 0xC0) != 0x80;
    h5look_text_print(file, text);
    fprintf(file, "%*s", width > 0 ? width + 1 : 1, "");
}

static void print_lines(FILE *file, const struct h5look_pieces *pieces) {
    enum { WIDE = 16, NARROW = 7 };
    fprintf(file, "  %5s seg %-*s %-*s %-*s %s\n", "", WIDE, "piece", NARROW, "fate", WIDE, "label",
            pieces->vocabulary != NULL ? "word" : "");
    for (uint32_t i = 0; i < pieces->length; i++) {
        char text[H5LOOK_PIECE_SIZE];
        signed char segment = pieces->row.segments[i];
        fprintf(file, "  %5" PRIu32 " %-3s ", i, segment == 0 ? "A" : segment == 1 ? "B" : "?");
        print_column(file, h5look_pieces_piece(pieces, pieces->row.ids[i], text), WIDE);
        print_column(file, h5look_pieces_fate(pieces, i), NARROW);
        print_column(file,
                     pieces->predicted[i] ? h5look_pieces_piece(pieces, pieces->text[i], text) : "",
                     WIDE);
        if (pieces->vocabulary != NULL)
            h5look_text_print(file, h5look_pieces_word(pieces, i, text));
        putc('\n', file);
    }
}

static void write_text(FILE *file, const char *name, const char *text) {
    fprintf(file, ",\"%s\":", name);
    json_escape_write(file, text);
}

static void write_pieces(FILE *file, const struct h5look_pieces *pieces) {
    for (uint32_t i = 0; i < pieces->length; i++) {
        char text[H5LOOK_PIECE_SIZE];
        bool known = pieces->vocabulary != NULL;
        fprintf(file, "%s\n{\"position\":%" PRIu32 ",\"segment\":%d,\"id\":%" PRId32,
                i == 0 ? "" : ",", i, pieces->row.segments[i], pieces->row.ids[i]);
        if (known) {
            write_text(file, "piece", h5look_pieces_piece(pieces, pieces->row.ids[i], text));
            write_text(file, "word", h5look_pieces_word(pieces, i, text));
        }
        if (pieces->predicted[i]) {
            write_text(file, "fate", h5look_pieces_fate(pieces, i));
            fprintf(file, ",\"label_id\":%" PRId32, pieces->text[i]);
        }
        if (pieces->predicted[i] && known)
            write_text(file, "label", h5look_pieces_piece(pieces, pieces->text[i], text));
        putc('}', file);
    }
}

static void write_row(FILE *file, const struct h5look_pieces *pieces, const char *path,
                      uint64_t number, bool json) {
    if (json) {
        fputs("{\"file\":", file);
        json_escape_write(file, path);
        fprintf(file,
                ",\"row\":%" PRIu64 ",\"length\":%" PRIu32
                ",\"next_sentence_label\":%d,\"pieces\":[",
                number, pieces->length, pieces->row.label);
        write_pieces(file, pieces);
        fputs("\n]}\n", file);
        return;
    }
    fprintf(file, "row %" PRIu64 " of ", number);
    h5look_text_print(file, path);
    fprintf(file,
            ": %" PRIu32 " of %" PRIu32 " positions, %" PRIu32
            " predictions, next sentence label %d\n",
            pieces->length, pieces->row.columns, pieces->row.prediction_count, pieces->row.label);
    print_lines(file, pieces);
}

static enum status show_row(FILE *file, const struct h5look_set *set, const char *path,
                            uint64_t number, const struct vocabulary *vocabulary, bool json,
                            struct error *error) {
    struct h5look_shard shard;
    enum status status = h5look_shard_open(&shard, path, error);
    if (status != STATUS_OK)
        return status;
    status = h5look_shard_read(&shard, number, error);
    if (status == STATUS_OK && shard.held == 0)
        status = error_set(error, STATUS_FAILED, "'%s' changed while it was read", path);
    if (status == STATUS_OK) {
        struct h5look_pieces pieces;
        struct h5look_row row = h5look_shard_row(&shard, 0);
        status = h5look_pieces_init(&pieces, &row, &set->ids, vocabulary, error);
        if (status == STATUS_OK)
            write_row(file, &pieces, path, number, json);
        h5look_pieces_release(&pieces);
    }
    h5look_shard_close(&shard);
    return status;
}

enum status h5look_show(FILE *file, const struct h5look_sets *sets, uint64_t number,
                        const struct vocabulary *vocabulary, bool json, struct error *error) {
    uint64_t before = 0;
    for (size_t i = 0; i < sets->count; i++) {
        const struct h5look_set *set = &sets->items[i];
        for (size_t k = 0; k < set->count; k++) {
            const struct h5look_file *shard = &set->files[k];
            if (!shard->looked)
                return error_set(error, shard->fault_status, "%s", shard->fault);
            if (number - before < shard->rows)
                return show_row(file, set, shard->path, number - before, vocabulary, json, error);
            before += shard->rows;
        }
    }
    return error_set(error, STATUS_USAGE,
                     "there is no row %" PRIu64 "; the files have %" PRIu64 " rows, and the first "
                     "is row 0",
                     number, before);
}
