#include "formats/base/large_pages.h"

#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "formats/base/checked.h"

void *large_pages_allocate(void **memory, size_t size) {
    size_t all;
    *memory = NULL;
    if (!checked_add_size(size, LARGE_PAGE, &all))
        return NULL;
    *memory = calloc(1, all);
    if (*memory == NULL)
        return NULL;
    unsigned char *begin = *memory;
    begin += LARGE_PAGE - (uintptr_t)begin % LARGE_PAGE;
    (void)madvise(begin, size, MADV_HUGEPAGE); /* a hint */
    return begin;
}
