/*
 * slurm_script - a shell script that sends to Slurm what is missing of a data set.
 *
 * Jobs: one that prepares text and vocabulary, where they are not there; job arrays of exactly the
 * missing tasks, an array for each stretch of numbers that an array may have; one that finishes
 * when all arrays have come to their ends, however they did: it looks at every shard itself. The
 * script sends nothing while jobs of the folder are in the queue, and prints the number of each job
 * with what it does: "17 tasks 3,7-9".
 *
 * Slurm starts a job again when its node fails; one that ends with 75, "another time", asks for
 * that itself, unless it was cancelled.
 *
 * Thread rule: functions touch only their arguments.
 */
#ifndef TOOLS_PREP_SLURM_SCRIPT_H
#define TOOLS_PREP_SLURM_SCRIPT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/base/buffer.h"
#include "formats/base/status.h"
#include "tools/prep/run_words.h"

struct slurm_script {
    const char *program;   /* borrowed: mlmprep's absolute path, the same on each node */
    const char *folder;    /* borrowed: the run folder's absolute path, likewise */
    bool prepare;          /* text or vocabulary are to be made first */
    const size_t *missing; /* borrowed: tasks that are not done, ascending */
    size_t missing_count;
    size_t tasks;         /* of the plan */
    uint64_t array_limit; /* at least 1: indices of an array are below this */
    uint64_t retries;     /* how often a job starts again that ends with 75 */
    uint64_t threads;     /* of each tool; 0: as many as the job has processors */
    /* Borrowed: what sbatch is given for every job, and for the first and the last besides. */
    const struct run_words *options, *prepare_options, *finish_options;
};

/*
 * Appends the script, for a POSIX shell. STATUS_USAGE when a name or an option has a line end in
 * it, which neither shell nor Slurm would take well, or the folder's name a backslash.
 */
MUST_USE enum status slurm_script_write(const struct slurm_script *script, struct buffer *text,
                                        struct error *error);

#endif
