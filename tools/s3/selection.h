/*
 * selection - which files and objects a run is about: --include and --exclude, in their order.
 *
 * Patterns are those of glob_pattern.h, matched against the whole name relative to source or
 * target. Everything is selected at first; of all patterns that match a name, the last decides.
 * What is not selected is neither sent nor deleted.
 *
 * Thread rule: one thread adds; then a selection is only read.
 */
#ifndef TOOLS_S3_SELECTION_H
#define TOOLS_S3_SELECTION_H

#include <stdbool.h>
#include <stddef.h>

#include "formats/base/status.h"

struct selection_rule {
    bool include;
    const char *pattern; /* borrowed */
};

struct selection {
    struct selection_rule *rules; /* owned */
    size_t count;
};

/* Adds a rule behind the others; the pattern is borrowed. Zero the selection before the first. */
MUST_USE enum status selection_add(struct selection *selection, bool include, const char *pattern,
                                   struct error *error);

/* Whether a name is selected; by NULL and by an empty selection every name is. */
MUST_USE bool selection_has(const struct selection *selection, const char *name);

/* Frees; harmless when zeroed. */
void selection_release(struct selection *selection);

#endif
