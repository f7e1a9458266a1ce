/*
 * large_pages - zeroed memory for tables that are looked up at random.
 *
 * The memory comes straight from the system, so what is never written is never touched, and it is
 * asked for on large pages, with which most look-ups need no walk through the page tables. Where
 * the system has none it is memory like other.
 *
 * Thread rule: pure functions.
 */
#ifndef FORMATS_BASE_LARGE_PAGES_H
#define FORMATS_BASE_LARGE_PAGES_H

#include <stddef.h>

/* Where such memory begins is a multiple of this: the large page of x86-64 and AArch64. */
#define LARGE_PAGE ((size_t)2 << 20)

/*
 * Allocates `size` bytes; returns where they begin, or NULL for lack of memory. *memory is what to
 * give to free() in the end, NULL with NULL.
 */
void *large_pages_allocate(void **memory, size_t size);

#endif
