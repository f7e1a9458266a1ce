/*
 * finish_phase - a phase whose shards are all right: made equal where wanted, named by
 * dataset.json, uploaded, marked.
 *
 * Thread rule: as finish_stage.
 */
#ifndef TOOLS_MLMPREP_FINISH_PHASE_H
#define TOOLS_MLMPREP_FINISH_PHASE_H

#include "formats/base/status.h"
#include "tools/mlmprep/finish_shards.h"
#include "tools/mlmprep/finish_stage.h"
#include "tools/prep/life_sign.h"
#include "tools/prep/pipe_details.h"
#include "tools/prep/work_folder.h"

/* What a phase has of its stage, all borrowed. */
struct finish_context {
    const struct finish_request *request;
    struct finish_result *result;
    const struct work_folder *work;
    const struct pipe_details *times; /* of the stage, which began before the phase */
    struct life_sign *sign;           /* touched while the upload runs */
};

/*
 * Publishes and marks the phase, and adds to the result. The shards have been looked at; each is as
 * its marker says.
 */
MUST_USE enum status finish_phase_run(struct finish_context *context, struct finish_shards *shards,
                                      struct error *error);

#endif
