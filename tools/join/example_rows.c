#include "tools/join/example_rows.h"

#include <stdlib.h>

#include "formats/stream/provenance.h"

enum status example_rows_init(struct example_rows *rows, unsigned id_bytes, uint32_t max_length,
                              uint32_t max_masked, struct error *error) {
    *rows = (struct example_rows){.id_bytes = id_bytes};
    rows->ids = calloc((size_t)max_length, sizeof *rows->ids);
    rows->labels = calloc((size_t)max_masked + 1, sizeof *rows->labels);
    if (rows->ids != NULL && rows->labels != NULL)
        return STATUS_OK;
    example_rows_release(rows);
    return error_no_memory(error, "a row");
}

void example_rows_release(struct example_rows *rows) {
    free(rows->ids);
    free(rows->labels);
    *rows = (struct example_rows){0};
}

void example_rows_start(struct example_rows *rows, const struct example_block *block) {
    rows->block = block;
    rows->next = 0;
    rows->token = rows->prediction = 0;
}

/* The ids of one row: in place where they are wide, else widened into `room`. */
static const uint32_t *wide_ids(const struct example_rows *rows, uint32_t *room, const void *ids,
                                size_t start, size_t count) {
    if (rows->id_bytes == 4)
        return (const uint32_t *)ids + start;
    const uint16_t *narrow = (const uint16_t *)ids + start;
    for (size_t i = 0; i < count; i++)
        room[i] = narrow[i];
    return room;
}

bool example_rows_next(struct example_rows *rows, struct shard_row *row) {
    const struct example_block *block = rows->block;
    uint32_t example = rows->next;
    if (example == block->examples)
        return false;
    size_t length = block->lengths[example];
    size_t masked = block->masked[example];
    *row = (struct shard_row){
        .ids = wide_ids(rows, rows->ids, block->ids, rows->token, length),
        .length = (uint32_t)length,
        .first_segment_length = block->first_lengths[example],
        .label = block->next_is_random[example],
        .positions = block->positions + rows->prediction,
        .label_ids = wide_ids(rows, rows->labels, block->labels, rows->prediction, masked),
        .prediction_count = (uint32_t)masked,
    };
    rows->next++;
    rows->token += length;
    rows->prediction += masked;
    return true;
}

enum status example_rows_provenance(struct buffer *text, struct view stream_text,
                                    struct deflate_method method, struct error *error) {
    char name[DEFLATE_METHOD_NAME_SIZE];
    deflate_method_name(method, name);
    enum status status = provenance_write_shards(name, text, stream_text, error);
    return status == STATUS_OK ? buffer_append(text, "", 1, error) : status;
}
