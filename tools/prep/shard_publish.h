/*
 * shard_publish - brings a made shard to its place in the run folder, and writes its marker.
 *
 * A reader who finds a dataset.json finds what it names: when a shard takes another's place, the
 * list goes first. Whoever is late, because its machine was thought dead, changes nothing: a shard
 * that is there already, by marker or by content, stays with its list.
 *
 * Killed at any moment it leaves the shard without its marker at worst; making it again gives the
 * same bytes.
 *
 * Thread rule: functions touch only their arguments.
 */
#ifndef TOOLS_PREP_SHARD_PUBLISH_H
#define TOOLS_PREP_SHARD_PUBLISH_H

#include <stddef.h>

#include "formats/base/status.h"
#include "tools/prep/run_plan.h"
#include "tools/prep/shard_making.h"
#include "tools/prep/task_inputs.h"

/* Publishes a shard of a phase, the `index`th of the plan. */
MUST_USE enum status shard_publish(const struct made_shard *shard, const char *folder,
                                   const struct run_plan *plan, const struct task_inputs *inputs,
                                   size_t task, size_t index, struct error *error);

#endif
