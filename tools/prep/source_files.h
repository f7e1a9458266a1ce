/*
 * source_files - the sources of a plan as files: where they lie and what they have to hold.
 *
 * What came from a URL lies in DIR/source/; its marker "source-<name>" tells the hash that the plan
 * could not know.
 *
 * Thread rule: one thread at a time per struct.
 */
#ifndef TOOLS_PREP_SOURCE_FILES_H
#define TOOLS_PREP_SOURCE_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/base/status.h"
#include "tools/prep/known_file.h"
#include "tools/prep/run_plan.h"
#include "tools/prep/stage_request.h"
#include "tools/prep/stop_signal.h"

struct source_file {
    char *path;   /* owned */
    bool is_here; /* no URL, or one that was fetched */
    bool is_fetched;
    uint64_t bytes; /* expected */
    char sha256[RUN_PLAN_SHA256];
    struct known_file known; /* once checked */
};

struct source_files {
    struct source_file *files; /* owned; in the plan's order */
    size_t count;
    bool are_here; /* all of them */
};

/* Reads plan and markers; no source is looked at. Makes *sources, to be released. */
MUST_USE enum status source_files_list(struct source_files *sources, const char *folder,
                                       const struct run_plan *plan, struct error *error);

/*
 * Reads all of them and compares. STATUS_FAILED, naming the file and what to do, when one is not
 * there or not what it was at `mlmprep init`; STATUS_TEMPORARY when told to stop.
 */
MUST_USE enum status source_files_check(struct source_files *sources,
                                        const struct stage_request *request, struct error *error);

/* The same once more after a check, for whoever has used them meanwhile: reads what was touched. */
MUST_USE enum status source_files_check_again(const struct source_files *sources,
                                              struct stop_signal *stop, struct error *error);

/* Frees; harmless when zeroed. */
void source_files_release(struct source_files *sources);

#endif
