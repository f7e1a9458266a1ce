/*
 * growing_array - room for more elements in an array that grows.
 *
 * A small array lies on the heap. A large one is mapped by itself, in huge pages where the system
 * gives them: shards are read in an order that jumps about, and with pages of 4 KiB most jumps
 * would cost a search for the page. It grows by moving pages, not bytes.
 *
 * Thread rule: one thread at a time per array.
 */
#ifndef TOOLS_MLM_GROWING_ARRAY_H
#define TOOLS_MLM_GROWING_ARRAY_H

#include <stddef.h>

/*
 * Gives `array` (NULL while *capacity is 0) room for at least `needed` elements, which is more
 * than *capacity, and updates *capacity. Returns the array, perhaps moved; or NULL where memory
 * or the size type does not suffice, and then the array and *capacity are as they were.
 *
 * Up to 1 MiB an array doubles, then it is mapped and grows by a quarter. Of one that is mapped,
 * memory is only taken up to the element that was last written, and up to 2 MiB more.
 */
void *growing_array_grow(void *array, size_t *capacity, size_t needed, size_t element_size)
    __attribute__((warn_unused_result));

/* Frees such an array; harmless when it is NULL. */
void growing_array_free(void *array, size_t capacity, size_t element_size);

#endif
