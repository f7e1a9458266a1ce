/*
 * wikiplain_inputs - the files that are read, in order: those named, and for a folder all below it.
 */
#ifndef TOOLS_JOIN_WIKIPLAIN_INPUTS_H
#define TOOLS_JOIN_WIKIPLAIN_INPUTS_H

#include <stddef.h>
#include <stdint.h>

#include "formats/base/status.h"

struct wikiplain_inputs {
    char **paths; /* owned; "-" is standard input */
    size_t count;
    uint64_t bytes; /* of all files; 0 when one's size is not known */
};

/*
 * Takes the operands, none meaning standard input. Files below a folder come in the order of the
 * bytes of their names; those with a dot before their name, or that of their folder, are passed
 * over. Fails when anything is missing or cannot be read: better told at once than after hours.
 */
MUST_USE enum status wikiplain_inputs_init(struct wikiplain_inputs *inputs, char *const *operands,
                                           int operand_count, struct error *error);
void wikiplain_inputs_release(struct wikiplain_inputs *inputs);

#endif
