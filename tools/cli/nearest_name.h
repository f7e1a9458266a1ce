/*
 * nearest_name - which of the names there are was meant by one that is mistyped.
 *
 *     struct nearest_name nearest;
 *     nearest_name_init(&nearest, typed, strlen(typed));
 *     for each name: nearest_name_try(&nearest, name);
 *     nearest.name
 *
 * Thread rule: one thread at a time per struct.
 */
#ifndef TOOLS_CLI_NEAREST_NAME_H
#define TOOLS_CLI_NEAREST_NAME_H

#include <stddef.h>

/* Names longer than this are not compared for likeness. */
#define NEAREST_NAME_LONGEST 40

struct nearest_name {
    char typed[NEAREST_NAME_LONGEST + 1];
    unsigned best;
    const char *name; /* borrowed: the nearest so far; NULL when none is near */
};

/* Begins with `length` bytes of what was typed; of fewer than 3 no name is near. */
void nearest_name_init(struct nearest_name *nearest, const char *typed, size_t length);

/* Compares a name, which is borrowed; of equally near ones the first counts. */
void nearest_name_try(struct nearest_name *nearest, const char *name);

#endif
