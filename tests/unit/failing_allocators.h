/*
 * failing_allocators - allocators that can be told to fail, for sources compiled into a test.
 *
 * A test includes this, defines malloc and so on as these, includes the sources, and undefines them
 * again. `allocations_left` allocations succeed, all after them fail.
 *
 * Thread rule: one thread at a time.
 */
#ifndef TESTS_UNIT_FAILING_ALLOCATORS_H
#define TESTS_UNIT_FAILING_ALLOCATORS_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static int allocations_left = INT_MAX;

static inline bool allocation_fails(void) {
    if (allocations_left == 0)
        return true;
    allocations_left--;
    return false;
}

static inline void *failing_malloc(size_t size) {
    return allocation_fails() ? NULL : malloc(size);
}

static inline void *failing_calloc(size_t count, size_t size) {
    return allocation_fails() ? NULL : calloc(count, size);
}

static inline void *failing_realloc(void *area, size_t size) {
    return allocation_fails() ? NULL : realloc(area, size);
}

static inline char *failing_strdup(const char *text) {
    return allocation_fails() ? NULL : strdup(text);
}

#endif
