#include "tools/mlm/growing_array.h"

#include <stdlib.h>

#include "formats/base/checked.h"

/*
 * Bytes from which an array grows by a quarter: the C library moves areas of this size by changing
 * the page table instead of copying, so growing often costs little and wastes less.
 */
#define LARGE_ARRAY_SIZE ((size_t)1 << 20)

void *growing_array_grow(void *array, size_t *capacity, size_t needed, size_t element_size) {
    size_t more = *capacity < LARGE_ARRAY_SIZE / element_size ? *capacity : *capacity / 4;
    size_t grown;
    if (!checked_add_size(*capacity, more, &grown) || grown < needed)
        grown = needed;
    size_t size;
    if (!checked_multiply_size(grown, element_size, &size))
        return NULL;
    void *moved = realloc(array, size);
    if (moved != NULL)
        *capacity = grown;
    return moved;
}
