/*
 * finish_shards - the shards that the tasks of a run folder made in one phase, and what of them
 * holds when markers and files are read again.
 *
 * Thread rule: one thread at a time per struct; checking starts others and ends them.
 */
#ifndef TOOLS_MLMPREP_FINISH_SHARDS_H
#define TOOLS_MLMPREP_FINISH_SHARDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/base/status.h"
#include "formats/h5/shard_name.h"
#include "tools/mlmprep/check_crew.h"
#include "tools/mlmprep/shard_facts.h"
#include "tools/prep/run_plan.h"
#include "tools/prep/task_inputs.h"

/* Room for the name of a marker: "task-00003.phase1.even". */
#define FINISH_MARKER_SIZE 64

enum finish_shard_state {
    FINISH_SHARD_MISSING, /* no marker with the key of today, or no file */
    FINISH_SHARD_DAMAGED, /* the file is not what its marker says */
    FINISH_SHARD_UNREAD,  /* nobody can tell: the file could not be read to its end */
    FINISH_SHARD_MADE,    /* as its task made it */
    FINISH_SHARD_EVEN,    /* with the rows that make all shards equal */
};

struct finish_shard {
    size_t task;
    char *marker; /* owned: "task-00003.phase1" */
    char *path;   /* owned: of the file, below the run folder; NULL without a marker */
    char key[RUN_PLAN_SHA256];
    size_t set;                  /* the number of its folder */
    enum shard_name_split split; /* training, unless the name says otherwise */
    bool has_marker;             /* there is one with the key of today, usable or not */
    bool has_made, has_even;     /* there are markers, which say: */
    struct shard_facts made;
    struct shard_facts even;
    char even_way[8];         /* "move" or "trim" */
    struct shard_facts found; /* of the file, once checked and whole */
    enum finish_shard_state state;
    enum status fault_status;
    char *fault; /* owned: a sentence about what is wrong */
};

/* A corpus's folder of shards, which will have a dataset.json. */
struct finish_set {
    char *folder; /* owned: below the run folder: "shards/hdf5_.../wiki" */
    bool changed; /* rows were moved or cut off to make its shards equal */
};

struct finish_shards {
    const char *folder; /* borrowed: the run folder */
    const struct run_plan *plan;
    unsigned phase;
    struct finish_shard *items; /* owned; in the order of dataset.json */
    size_t count;
    struct finish_set *sets; /* owned */
    size_t set_count;
    size_t wrong;                /* missing or damaged, once checked */
    struct finish_shard *unread; /* one that could not be read, or NULL */
};

/*
 * Reads the markers of all tasks. The order is that of one pipe over the training shards of text
 * and then the test shards, each as a shell sorts their names by bytes; of sources that are shards,
 * their own. Makes *shards on success, to be released.
 */
MUST_USE enum status finish_shards_read(struct finish_shards *shards, const char *folder,
                                        const struct run_plan *plan,
                                        const struct task_inputs *inputs, unsigned phase,
                                        struct error *error);

/* Bytes of the files, as their markers say. */
uint64_t finish_shards_bytes(const struct finish_shards *shards);

/*
 * Reads every file and decides on its state. `crew` has threads, stop and progress; the rest is
 * set here.
 */
MUST_USE enum status finish_shards_check(struct finish_shards *shards, struct check_crew *crew,
                                         struct error *error);

/* Removes the markers of a damaged shard, so that its task counts as missing. */
MUST_USE enum status finish_shards_forget(const struct finish_shards *shards,
                                          const struct finish_shard *shard, struct error *error);

/* Frees; harmless when zeroed. */
void finish_shards_release(struct finish_shards *shards);

#endif
