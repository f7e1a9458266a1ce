/*
 * growing_array - room for more elements in an array that grows.
 */
#ifndef TOOLS_MLM_GROWING_ARRAY_H
#define TOOLS_MLM_GROWING_ARRAY_H

#include <stddef.h>

/*
 * Gives `array` (NULL while *capacity is 0) room for at least `needed` elements, which is more
 * than *capacity, and updates *capacity. Returns the array, perhaps moved; or NULL where memory
 * or the size type does not suffice, and then the array and *capacity are as they were.
 *
 * A small array doubles; a large one grows by a quarter, so that at most a fifth of it is idle.
 */
void *growing_array_grow(void *array, size_t *capacity, size_t needed, size_t element_size)
    __attribute__((warn_unused_result));

#endif
