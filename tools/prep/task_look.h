/*
 * task_look - what of a task is done, by its markers.
 *
 * A shard is made when its marker's key is the one of today and its file is what the marker says;
 * or what the marker "task-00003.phase1.even" says, which has the same key and whose file is the
 * shard with the rows that made all shards equal: whoever does that publishes the marker before the
 * shard, so that at any moment one of both is right.
 *
 * Thread rule: functions touch only their arguments.
 */
#ifndef TOOLS_PREP_TASK_LOOK_H
#define TOOLS_PREP_TASK_LOOK_H

#include <stdbool.h>
#include <stddef.h>

#include "formats/base/status.h"
#include "tools/prep/run_plan.h"
#include "tools/prep/task_inputs.h"
#include "tools/prep/task_marker.h"

struct task_look {
    /* Of each phase, in the plan's order: */
    bool made[RUN_PLAN_PHASES];
    struct task_marker shards[RUN_PLAN_PHASES]; /* where made: the marker that holds */
    bool all_made;
    bool even;     /* a shard is not the task's own any more: who made it so uploads it */
    bool uploaded; /* or nothing is to be uploaded by the task */
    bool done;     /* both */
};

/* "task-00003.phase1": the name of a task's marker, into an owned string. */
MUST_USE enum status task_look_marker_name(char **name, size_t task, unsigned phase,
                                           struct error *error);

/* "task-00003.uploaded", with its NUL: the name of the marker that its shards are in the bucket. */
#define TASK_LOOK_UPLOADED 48
void task_look_uploaded_name(char name[TASK_LOOK_UPLOADED], size_t task);

/*
 * Whether tasks upload their own shards: the plan says so, and no other bytes will take their
 * place to make shards equal.
 */
bool task_look_uploads(const struct run_plan *plan);

/* Looks at a task. Nothing is made while the inputs are not complete. Release *look afterwards. */
MUST_USE enum status task_look_at(struct task_look *look, const char *folder,
                                  const struct run_plan *plan, const struct task_inputs *inputs,
                                  size_t task, enum marker_check check, struct error *error);

/*
 * The key of what was uploaded: the shards that are made, and the bucket. Only where all are made.
 */
MUST_USE enum status task_look_upload_key(char key[RUN_PLAN_SHA256], const struct task_look *look,
                                          const struct run_plan *plan, struct error *error);

/* Frees; harmless when zeroed. */
void task_look_release(struct task_look *look);

#endif
