/*
 * plan_making - from options to a plan, and whether a folder's plan is the one that is meant.
 *
 * Thread rule: one thread.
 */
#ifndef TOOLS_MLMPREP_PLAN_MAKING_H
#define TOOLS_MLMPREP_PLAN_MAKING_H

#include "formats/base/buffer.h"
#include "formats/base/status.h"
#include "tools/cli/messages.h"
#include "tools/mlmprep/plan_options.h"
#include "tools/prep/run_plan.h"
#include "tools/prep/source_fetch.h"
#include "tools/prep/stop_signal.h"

/* How sources are looked at. */
struct plan_probe {
    source_probe_function *ask; /* of URLs; NULL: servers are not asked */
    void *context;              /* of `ask` */
    struct stop_signal *stop;   /* borrowed; NULL: cannot be told to stop */
    /* Borrowed: told of large files, which take their time; NULL: nobody is. */
    const struct messages *messages;
};

/*
 * Makes a plan of what is given, and of defaults; local files are read for their hashes, options of
 * tools are checked by those tools. The bytes of a vocabulary that is a local file go to
 * `vocabulary`. *plan is to be released on success. STATUS_USAGE for options that make no sense,
 * alone or together; STATUS_TEMPORARY when told to stop.
 */
MUST_USE enum status plan_making_make(struct run_plan *plan, struct buffer *vocabulary,
                                      const struct plan_options *options,
                                      const struct plan_probe *probe, struct error *error);

/*
 * STATUS_OK when nothing that is given differs from the plan; otherwise STATUS_USAGE with a
 * sentence that names the differences. What is not given is as in the plan.
 */
MUST_USE enum status plan_making_compare(const struct run_plan *plan,
                                         const struct plan_options *options,
                                         const struct plan_probe *probe, struct error *error);

#endif
