#include "tools/join/example_rows.h"

#include "formats/stream/provenance.h"

void example_rows_start(struct example_rows *rows, const struct example_block *block,
                        unsigned id_bytes) {
    *rows = (struct example_rows){.id_bytes = id_bytes, .block = block};
}

bool example_rows_next(struct example_rows *rows, struct shard_row *row) {
    const struct example_block *block = rows->block;
    uint32_t example = rows->next;
    if (example == block->examples)
        return false;
    size_t length = block->lengths[example];
    size_t masked = block->masked[example];
    *row = (struct shard_row){
        .length = (uint32_t)length,
        .first_segment_length = block->first_lengths[example],
        .label = block->next_is_random[example],
        .positions = block->positions + rows->prediction,
        .prediction_count = (uint32_t)masked,
    };
    if (rows->id_bytes == 2) {
        row->short_ids = (const uint16_t *)block->ids + rows->token;
        row->short_label_ids = (const uint16_t *)block->labels + rows->prediction;
    } else {
        row->ids = (const uint32_t *)block->ids + rows->token;
        row->label_ids = (const uint32_t *)block->labels + rows->prediction;
    }
    rows->next++;
    rows->token += length;
    rows->prediction += masked;
    return true;
}

enum status example_rows_provenance(struct buffer *text, struct view stream_text,
                                    const char *format, struct deflate_method method,
                                    struct error *error) {
    char name[DEFLATE_METHOD_NAME_SIZE];
    deflate_method_name(method, name);
    enum status status = provenance_write_shards(format, name, text, stream_text, error);
    return status == STATUS_OK ? buffer_append(text, "", 1, error) : status;
}
