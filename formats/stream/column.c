#include "formats/stream/column.h"

#include "formats/base/endian.h"

/* gcc makes vectors of the loops of column_below from -O3 on only; clang does at -O2. */
#if defined __GNUC__ && !defined __clang__
#pragma GCC optimize("O3")
#endif

void column_to_host(void *bytes, size_t count, unsigned width) {
#if BYTE_ORDER != LITTLE_ENDIAN
    unsigned char *at = bytes;
    for (size_t i = 0; i < count; i++, at += width) {
        if (width == 2)
            *(uint16_t *)(void *)at = load_le16(at);
        else if (width == 4)
            *(uint32_t *)(void *)at = load_le32(at);
    }
#else
    (void)bytes, (void)count, (void)width;
#endif
}

/* Sixteen at a time: a count that compilers know, so that they make vector code of it. */
static void store_all_le16(unsigned char *restrict at, const uint32_t *restrict ids, size_t count) {
    size_t i = 0;
    for (; count - i >= 16; i += 16) {
        for (size_t j = 0; j < 16; j++)
            store_le16(at + 2 * (i + j), (uint16_t)ids[i + j]);
    }
    for (; i < count; i++)
        store_le16(at + 2 * i, (uint16_t)ids[i]);
}

static void store_all_le32(unsigned char *restrict at, const uint32_t *restrict ids, size_t count) {
#if BYTE_ORDER == LITTLE_ENDIAN
    memcpy(at, ids, 4 * count);
#else
    for (size_t i = 0; i < count; i++)
        store_le32(at + 4 * i, ids[i]);
#endif
}

enum status column_append_ids(struct buffer *column, const uint32_t *ids, size_t count,
                              unsigned width, struct error *error) {
    if (count == 0)
        return STATUS_OK;
    enum status status = buffer_reserve(column, width * count, error);
    if (status != STATUS_OK)
        return status;
    unsigned char *at = column->data + column->size;
    if (width == 2)
        store_all_le16(at, ids, count);
    else
        store_all_le32(at, ids, count);
    column->size += width * count;
    return STATUS_OK;
}

/* One pass for the largest, which compilers turn into vector code, and one comparison. */
int column_below(const void *ids, size_t count, unsigned width, uint32_t limit) {
    if (width == 2) {
        const uint16_t *at = ids;
        uint16_t largest = 0;
        for (size_t i = 0; i < count; i++)
            largest = at[i] > largest ? at[i] : largest;
        return count == 0 || largest < limit;
    }
    const uint32_t *at = ids;
    uint32_t largest = 0;
    for (size_t i = 0; i < count; i++)
        largest = at[i] > largest ? at[i] : largest;
    return count == 0 || largest < limit;
}
