/*
 * even_marker - what a run folder remembers of making the shards of a phase equal.
 *
 *     state/even-phase1.json          the way, and, of EVEN_MOVE, the file of rows that travel
 *     state/even-phase1.rows          these rows, as a shard
 *     state/task-00003.phase1.even.json   a shard that was, or is about to be, replaced
 *
 * The first is written before any shard is replaced, and each of the last before its shard is, so
 * that whoever comes next can go on. They are task_marker.h's: the key of the first is over the way
 * and what the tasks made, the key of the others is the task's.
 *
 * Thread rule: one thread at a time per struct.
 */
#ifndef TOOLS_MLMPREP_EVEN_MARKER_H
#define TOOLS_MLMPREP_EVEN_MARKER_H

#include <stdbool.h>

#include "formats/base/status.h"
#include "tools/mlmprep/even_plan.h"
#include "tools/mlmprep/finish_shards.h"

struct even_marker {
    bool there;
    enum even_way way;
    bool has_rows;           /* it names a file of rows, which need not be whole any more */
    struct shard_facts rows; /* what is to be in it */
};

/*
 * Finds out in which way the shards were, or began to be, made equal: the marker of these very
 * shards, or one of theirs whose file is there. Makes *marker on success, to be released.
 */
MUST_USE enum status even_marker_read(struct even_marker *marker,
                                      const struct finish_shards *shards, struct error *error);

/* Publishes the phase's marker; `rows` is what travels, or NULL. */
MUST_USE enum status even_marker_write(const struct finish_shards *shards, enum even_way way,
                                       const struct even_totals *totals,
                                       const struct shard_facts *rows, struct error *error);

/* Publishes a shard's marker: its file will be what *even tells. */
MUST_USE enum status even_marker_write_shard(const struct finish_shards *shards,
                                             const struct finish_shard *shard, enum even_way way,
                                             const struct shard_facts *even, struct error *error);

/* Removes the phase's marker and the file of rows, if they are there. */
MUST_USE enum status even_marker_remove(const struct finish_shards *shards, struct error *error);

/* Path of the file of rows, into an owned string; NULL when there is no memory. */
char *even_marker_rows_path(const struct finish_shards *shards);

/* Frees; harmless when zeroed. */
void even_marker_release(struct even_marker *marker);

#endif
