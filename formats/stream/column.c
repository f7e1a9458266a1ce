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

/* Steps of a fixed length become vector code at -O2, where a loop of any length does not. */
enum { STEP = 256 };

static inline __attribute__((always_inline)) uint16_t largest_u16(const uint16_t *numbers,
                                                                  size_t count) {
    uint16_t largest = 0;
    for (size_t i = 0; i < count; i++)
        largest = numbers[i] > largest ? numbers[i] : largest;
    return largest;
}

static inline __attribute__((always_inline)) uint32_t largest_u32(const uint32_t *numbers,
                                                                  size_t count) {
    uint32_t largest = 0;
    for (size_t i = 0; i < count; i++)
        largest = numbers[i] > largest ? numbers[i] : largest;
    return largest;
}

/* Without numbers 0. */
static uint32_t largest_of(const void *ids, size_t count, unsigned width) {
    uint32_t largest = 0;
    while (count > 0) {
        size_t step = count < STEP ? count : STEP;
        uint32_t one = width == 2
                           ? (step == STEP ? largest_u16(ids, STEP) : largest_u16(ids, step))
                           : (step == STEP ? largest_u32(ids, STEP) : largest_u32(ids, step));
        largest = one > largest ? one : largest;
        ids = (const unsigned char *)ids + step * width;
        count -= step;
    }
    return largest;
}

int column_below(const void *ids, size_t count, unsigned width, uint32_t limit) {
    return count == 0 || largest_of(ids, count, width) < limit;
}
