/*
 * disk_estimate - how much more a run folder will hold than it does now.
 *
 * The factors are measured: on English and on 19 other languages a phase's shards take 0.41 to 0.52
 * bytes for each byte of text and each time a document is used; text is 0.7 to 1.7 times a dump
 * that bzip2 has packed. An estimate, then: meant to tell, before days of work, what cannot fit.
 *
 * Thread rule: functions touch only their arguments.
 */
#ifndef TOOLS_PREP_DISK_ESTIMATE_H
#define TOOLS_PREP_DISK_ESTIMATE_H

#include <stdbool.h>
#include <stdint.h>

#include "formats/base/status.h"
#include "tools/prep/run_plan.h"

/* What is there by now. */
struct disk_made {
    uint64_t sources;                    /* bytes below source/ */
    bool text;                           /* all shards of text are made */
    uint64_t text_left[RUN_PLAN_PHASES]; /* when they are: of tasks that are not done in a phase */
};

struct disk_estimate {
    /* Bytes that are still to be written: */
    uint64_t sources;
    uint64_t text;
    uint64_t shards;
    /*
     * The most that the folder will be larger than it is now: less than the sum where text is
     * deleted as it is used up.
     */
    uint64_t most;
    bool sure; /* the size of every source is known */
};

void disk_estimate_make(struct disk_estimate *estimate, const struct run_plan *plan,
                        const struct disk_made *made);

/* Bytes that this process may still write on the folder's file system (statvfs). */
MUST_USE enum status disk_estimate_free(const char *folder, uint64_t *free_bytes,
                                        struct error *error);

#endif
