/*
 * shard_manifest - what h5pack tells of the one shard it has made: its list and its dataset.json.
 *
 * Thread rule: functions touch only their arguments.
 */
#ifndef TOOLS_PREP_SHARD_MANIFEST_H
#define TOOLS_PREP_SHARD_MANIFEST_H

#include <stdint.h>

#include "formats/base/status.h"
#include "tools/prep/run_plan.h"

struct json_t; /* jansson's */

struct shard_manifest {
    char *file;            /* owned: the shard's path */
    char *place;           /* owned: the path below the output folder, behind the list's mark */
    char *set;             /* owned: the folder of dataset.json, likewise */
    struct json_t *object; /* owned: dataset.json */
    uint64_t bytes;
    char sha256[RUN_PLAN_SHA256];
};

/*
 * Reads the list that h5pack printed to a file, and the dataset.json that it ends with.
 * STATUS_FAILED unless there is one shard, named after `shard`: the options of the plan make
 * something else then.
 */
MUST_USE enum status shard_manifest_read(struct shard_manifest *manifest, const char *list,
                                         const char *shard, struct error *error);

/* Frees; harmless when zeroed. */
void shard_manifest_release(struct shard_manifest *manifest);

#endif
