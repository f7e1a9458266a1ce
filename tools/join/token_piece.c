#include "tools/join/token_piece.h"

#include <string.h>

#include "formats/stream/column.h"

void token_piece_init(struct token_piece *piece) {
    *piece = (struct token_piece){.ids = BUFFER_INIT};
    token_batch_init(&piece->batch);
}

void token_piece_release(struct token_piece *piece) {
    token_batch_release(&piece->batch);
    buffer_release(&piece->ids);
}

void token_piece_begin(struct token_piece *piece, const struct text_chunk *chunk) {
    struct token_piece kept = {.batch = piece->batch, .ids = piece->ids, .error = piece->error};
    token_batch_clear(&kept.batch);
    buffer_clear(&kept.ids);
    kept.path = chunk->path;
    kept.name = chunk->name;
    kept.input_size = chunk->input_size;
    kept.position = chunk->position;
    kept.begins_file = chunk->begins_file;
    kept.ends_file = chunk->ends_file;
    kept.waits = chunk->waits;
    *piece = kept;
}

/* Digits of a 32-bit number, and a space or the like. */
enum { NUMBER_ROOM = 10 + 1 };

/* Writes an id in decimal digits, and returns their end. */
static unsigned char *write_number(unsigned char *at, uint32_t id) {
    char digits[10];
    size_t first = sizeof digits;
    do
        digits[--first] = (char)('0' + id % 10);
    while ((id /= 10) != 0);
    memcpy(at, digits + first, sizeof digits - first);
    return at + sizeof digits - first;
}

static enum status append_numbers(struct buffer *text, const uint32_t *ids, size_t count,
                                  struct error *error) {
    enum status status = buffer_reserve(text, NUMBER_ROOM * count, error);
    if (status != STATUS_OK)
        return status;
    unsigned char *at = text->data + text->size;
    for (size_t i = 0; i < count; i++) {
        at = write_number(at, ids[i]);
        *at++ = ' ';
    }
    text->size = (size_t)(at - text->data);
    return STATUS_OK;
}

static enum status append_tokens(struct buffer *text, const uint32_t *ids, size_t count,
                                 const struct vocabulary *vocabulary, struct error *error) {
    enum status status = STATUS_OK;
    for (size_t i = 0; i < count && status == STATUS_OK; i++) {
        struct view token = vocabulary_token(vocabulary, ids[i]);
        status = buffer_append(text, token.data, token.size, error);
        if (status == STATUS_OK)
            status = buffer_append(text, " ", 1, error);
    }
    return status;
}

/* A sentence, or a part of one, each token with a space behind it: the last has the line's end. */
static enum status append_sentence(struct token_piece *piece, enum token_form form,
                                   const uint32_t *ids, size_t count, bool ends,
                                   const struct vocabulary *vocabulary, struct error *error) {
    struct buffer *text = &piece->ids;
    enum status status = form == TOKEN_FORM_NUMBERS
                             ? append_numbers(text, ids, count, error)
                             : append_tokens(text, ids, count, vocabulary, error);
    if (status != STATUS_OK)
        return status;
    if (count > 0) /* what goes on with the sentence brings the space */
        text->size--;
    return ends ? buffer_append(text, "\n", 1, error) : STATUS_OK;
}

static enum status write_text(struct token_piece *piece, enum token_form form,
                              const struct vocabulary *vocabulary, struct error *error) {
    const struct token_batch *batch = &piece->batch;
    const uint32_t *ids = batch->ids;
    size_t sentence = 0;
    enum status status = STATUS_OK;
    for (size_t i = 0; i < batch->document_count && status == STATUS_OK; i++) {
        if (batch->documents[i].sentences > 0 && sentence > 0)
            status = buffer_append(&piece->ids, "\n", 1, error);
        for (uint32_t left = batch->documents[i].sentences; left > 0 && status == STATUS_OK;
             left--) {
            uint32_t count = batch->sentence_lengths[sentence];
            if (sentence++ == 0 && batch->first_sentence_continues && count > 0)
                status = buffer_append(&piece->ids, " ", 1, error);
            bool ends = sentence < batch->sentence_count || !batch->last_sentence_open;
            if (status == STATUS_OK)
                status = append_sentence(piece, form, ids, count, ends, vocabulary, error);
            ids += count;
        }
    }
    return status;
}

enum status token_piece_form(struct token_piece *piece, enum token_form form,
                             const struct vocabulary *vocabulary, struct error *error) {
    struct token_batch *batch = &piece->batch;
    enum status status;
    if (form == TOKEN_FORM_IDS_2 || form == TOKEN_FORM_IDS_4)
        status = column_append_ids(&piece->ids, batch->ids, batch->id_count,
                                   form == TOKEN_FORM_IDS_2 ? 2 : 4, error);
    else
        status = write_text(piece, form, vocabulary, error);
    batch->id_count = 0;
    return status;
}
