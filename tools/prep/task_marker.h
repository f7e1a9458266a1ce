/*
 * task_marker - what says that a piece of work is done: a file in state/, written last.
 *
 * A marker holds a key over everything that the outcome depends on (version, options, vocabulary,
 * input) and what the outcome is: its files with size and SHA-256. Work is done when the marker's
 * key is the one of today and the files are what it says. An empty or damaged marker, or one of
 * another key, says nothing. mlmprep-run(5) specifies the members.
 *
 * Names: "text", "vocab", "task-00003.phase1", "finish.phase1".
 *
 * Thread rule: one thread at a time per marker.
 */
#ifndef TOOLS_PREP_TASK_MARKER_H
#define TOOLS_PREP_TASK_MARKER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/base/status.h"
#include "tools/prep/run_plan.h"

struct json_t; /* jansson's */

struct marked_file {
    char *path; /* owned: relative to the run folder, or absolute */
    uint64_t bytes;
    char sha256[RUN_PLAN_SHA256];
};

struct task_marker {
    char key[RUN_PLAN_SHA256];
    struct marked_file *files; /* owned */
    size_t file_count;
    /*
     * Owned: an object with what else is worth keeping: "manifest" (a task's: what h5pack's
     * dataset.json says of its shard), "host", "started" (ISO 8601), "seconds", "tools" (an array:
     * name, seconds, processor_seconds, peak_memory, report). Not part of the key.
     */
    struct json_t *details;
};

void task_marker_init(struct task_marker *marker);

/* Hashes a file below the run folder and adds it to the marker. */
MUST_USE enum status task_marker_add_file(struct task_marker *marker, const char *folder,
                                          const char *path, struct error *error);

/* Adds a file whose hash is known. */
MUST_USE enum status task_marker_add_known(struct task_marker *marker, const char *path,
                                           uint64_t bytes, const char *sha256, struct error *error);

/* Publishes state/<name>.json, atomically. */
MUST_USE enum status task_marker_write(const struct task_marker *marker, const char *folder,
                                       const char *name, struct error *error);

/*
 * Reads state/<name>.json. *there is false, and nothing is made, when there is none or it is not
 * whole; STATUS_OK then too. Makes *marker otherwise, to be released.
 */
MUST_USE enum status task_marker_read(struct task_marker *marker, bool *there, const char *folder,
                                      const char *name, struct error *error);

/* Reads the text of one; false, and nothing is made, when it is not whole. */
bool task_marker_parse(struct task_marker *marker, struct view text);

enum marker_check {
    MARKER_CHECK_SIZES,  /* the files are there with these sizes */
    MARKER_CHECK_HASHES, /* and with these contents: reads them */
};

/* Where a marked file lies, into an owned string; NULL when there is no memory. */
char *task_marker_path(const char *folder, const char *path);

/* Whether a file is what its marker says. */
bool task_marker_file_holds(const struct marked_file *file, const char *folder,
                            enum marker_check check);

/* Whether the marker has this key and its files are what it says. */
bool task_marker_holds(const struct task_marker *marker, const char *folder, const char *key,
                       enum marker_check check);

void task_marker_release(struct task_marker *marker);

#endif
