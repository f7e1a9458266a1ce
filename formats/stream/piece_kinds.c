#include "formats/stream/piece_kinds.h"

#include <stdlib.h>
#include <string.h>

#include "formats/base/endian.h"
#include "formats/stream/record_format.h"

static size_t bytes_of(uint32_t vocabulary_size) {
    return ((size_t)vocabulary_size + 7) / 8;
}

enum status piece_kinds_init(struct piece_kinds *kinds, uint32_t vocabulary_size,
                             struct error *error) {
    size_t bytes = bytes_of(vocabulary_size);
    *kinds = (struct piece_kinds){.vocabulary_size = vocabulary_size};
    kinds->continues = calloc(2, bytes);
    if (kinds->continues == NULL)
        return error_no_memory(error, "the kinds of pieces");
    kinds->reserved = kinds->continues + bytes;
    return STATUS_OK;
}

void piece_kinds_release(struct piece_kinds *kinds) {
    free(kinds->continues);
    *kinds = (struct piece_kinds){0};
}

static bool begins_with(struct view text, const char *with) {
    size_t size = strlen(with);
    return text.size >= size && memcmp(text.data, with, size) == 0;
}

/* "[unused" digits "]" */
static bool is_unused(struct view text) {
    static const char BEGIN[] = "[unused";
    size_t at = sizeof BEGIN - 1;
    if (!begins_with(text, BEGIN) || text.size < at + 2 || text.data[text.size - 1] != ']')
        return false;
    for (; at < text.size - 1; at++) {
        if (text.data[at] < '0' || text.data[at] > '9')
            return false;
    }
    return true;
}

void piece_kinds_set(struct piece_kinds *kinds, uint32_t id, struct view text) {
    if (begins_with(text, "##"))
        kinds->continues[id / 8] |= (unsigned char)(1U << (id % 8));
    if (is_unused(text))
        piece_kinds_reserve(kinds, id);
}

void piece_kinds_reserve(struct piece_kinds *kinds, uint32_t id) {
    kinds->reserved[id / 8] |= (unsigned char)(1U << (id % 8));
}

enum status piece_kinds_write(const struct piece_kinds *kinds, struct buffer *payload,
                              struct error *error) {
    unsigned char head[RECORD_PIECES_HEAD];
    store_le32(head, kinds->vocabulary_size);
    enum status status = buffer_append(payload, head, sizeof head, error);
    if (status == STATUS_OK)
        status =
            buffer_append(payload, kinds->continues, 2 * bytes_of(kinds->vocabulary_size), error);
    return status;
}

enum status piece_kinds_read(struct piece_kinds *kinds, struct view payload,
                             uint32_t vocabulary_size, struct error *error) {
    *kinds = (struct piece_kinds){0};
    size_t bytes = 2 * bytes_of(vocabulary_size);
    if (payload.size != RECORD_PIECES_HEAD + bytes || load_le32(payload.data) != vocabulary_size)
        return error_set(error, STATUS_CORRUPT,
                         "the stream's kinds of pieces are not of its vocabulary of %lu tokens; "
                         "make the stream again",
                         (unsigned long)vocabulary_size);
    enum status status = piece_kinds_init(kinds, vocabulary_size, error);
    if (status == STATUS_OK)
        memcpy(kinds->continues, payload.data + RECORD_PIECES_HEAD, bytes);
    return status;
}
