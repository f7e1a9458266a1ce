/*
 * verify_bucket - the data sets below a prefix of a bucket against their own manifests.
 *
 * Of each shard one HEAD tells the size, and a SHA-256: the one that the server keeps
 * (x-amz-checksum-sha256), or the one in the metadata that s3sync gives each object along. Where
 * there is neither, or --download asks for it, the object is read.
 *
 * Thread rule: one thread calls, which starts others and has ended them afterwards.
 */
#ifndef TOOLS_MLMPREP_VERIFY_BUCKET_H
#define TOOLS_MLMPREP_VERIFY_BUCKET_H

#include "formats/base/status.h"
#include "tools/cli/cli.h"
#include "tools/mlmprep/check_crew.h"
#include "tools/mlmprep/verify_options.h"
#include "tools/mlmprep/verify_report.h"
#include "tools/s3/s3_url.h"

/*
 * Verifies each data set. Objects that a trainer would open with one and that it does not name are
 * faults, and so are shards without a dataset.json above them. STATUS_TEMPORARY when the network
 * gave out. `crew` has threads, stop and progress.
 */
MUST_USE enum status verify_bucket_run(struct verify_report *report, const struct s3_url *url,
                                       const struct verify_options *options, struct cli *cli,
                                       struct check_crew *crew, struct error *error);

#endif
