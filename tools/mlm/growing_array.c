#include "tools/mlm/growing_array.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "formats/base/checked.h"

/* A huge page, on every architecture that Debian builds for but a few, where it is larger. */
#define HUGE_PAGE ((size_t)2 << 20)

/*
 * Bytes from which an array is mapped by itself. Less is on the heap, where there is little to
 * gain: the processor knows the places of some 2000 pages of 4 KiB, and the last huge page of an
 * array is half empty on average. More on the heap would leave holes there when it moves.
 */
#define LARGE_ARRAY_SIZE ((size_t)1 << 20)

/* What an array of `size` bytes is mapped with; a size that is too large stays so. */
static size_t mapped_size(size_t size) {
    return size > SIZE_MAX - 2 * HUGE_PAGE ? size : (size + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE;
}

/* Reserves `size` bytes of address space, a multiple of HUGE_PAGE, at such a multiple; or NULL. */
static unsigned char *reserve_pages(size_t size) {
    size_t with_margin;
    if (!checked_add_size(size, HUGE_PAGE, &with_margin))
        return NULL;
    unsigned char *all = mmap(NULL, with_margin, PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (all == MAP_FAILED)
        return NULL;
    size_t before = (HUGE_PAGE - (uintptr_t)all % HUGE_PAGE) % HUGE_PAGE;
    if (before > 0)
        munmap(all, before);
    munmap(all + before + size, HUGE_PAGE - before);
    return all + before;
}

/* Moves a mapped array to more room; NULL, and it stays where it is. */
static void *move_pages(void *array, size_t old_size, size_t size) {
    void *room = reserve_pages(size);
    if (room == NULL)
        return NULL;
    void *moved = mremap(array, old_size, size, MREMAP_MAYMOVE | MREMAP_FIXED, room);
    if (moved == MAP_FAILED) {
        munmap(room, size);
        return NULL;
    }
    return moved;
}

/* Moves an array from the heap to pages of its own. */
static void *move_bytes(void *array, size_t used, size_t size) {
    void *room = reserve_pages(size);
    if (room == NULL)
        return NULL;
    /* A hint only: where the system has no huge pages, small ones do. */
    (void)madvise(room, size, MADV_HUGEPAGE);
    if (used > 0)
        memcpy(room, array, used);
    free(array);
    return room;
}

void *growing_array_grow(void *array, size_t *capacity, size_t needed, size_t element_size) {
    bool was_large = *capacity >= LARGE_ARRAY_SIZE / element_size;
    size_t more = was_large ? *capacity / 4 : *capacity;
    size_t grown;
    if (!checked_add_size(*capacity, more, &grown) || grown < needed)
        grown = needed;
    size_t size;
    if (!checked_multiply_size(grown, element_size, &size))
        return NULL;
    size_t old_size = *capacity * element_size;
    void *moved;
    if (was_large)
        moved = move_pages(array, mapped_size(old_size), mapped_size(size));
    else if (grown >= LARGE_ARRAY_SIZE / element_size)
        moved = move_bytes(array, old_size, mapped_size(size));
    else
        moved = realloc(array, size);
    if (moved != NULL)
        *capacity = grown;
    return moved;
}

void growing_array_free(void *array, size_t capacity, size_t element_size) {
    if (array != NULL && capacity >= LARGE_ARRAY_SIZE / element_size)
        munmap(array, mapped_size(capacity * element_size));
    else
        free(array);
}
