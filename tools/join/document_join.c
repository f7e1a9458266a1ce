#include "tools/join/document_join.h"

void document_join_begin(struct document_join *join) {
    *join = (struct document_join){.lines = 0};
}

static uint64_t offset_in_file(const struct document_join *join, const struct token_piece *piece,
                               uint64_t offset) {
    return piece->placed ? offset : join->bytes + offset;
}

struct joined_document document_join_next(struct document_join *join,
                                          const struct token_piece *piece, size_t index) {
    const struct token_batch *batch = &piece->batch;
    const struct token_batch_document *document = &batch->documents[index];
    bool ended = index + 1 < batch->document_count || !batch->last_document_open;
    bool open = join->document_open || document->sentences > 0;
    struct joined_document joined = {
        .begins = open && !join->document_open,
        .ends = open && ended,
        /* 0: none of its lines is in the piece. */
        .input_end = ended && document->input_end > 0
                         ? offset_in_file(join, piece, document->input_end)
                         : join->text_end,
    };
    join->document_open = open && !ended;
    return joined;
}

struct document_tokenizer_place document_join_place(const struct document_join *join,
                                                    const struct token_piece *piece, size_t index) {
    struct document_tokenizer_place place = piece->malformed_at[index];
    place.byte = offset_in_file(join, piece, place.byte);
    place.line += piece->placed ? 0 : join->lines;
    return place;
}

void document_join_leave(struct document_join *join, const struct token_piece *piece) {
    uint64_t text_end = offset_in_file(join, piece, piece->text_end);
    join->lines += piece->lines;
    join->bytes += piece->bytes;
    if (piece->text_end > 0)
        join->text_end = text_end;
}
