/*
 * update_bucket - what is done to the bucket of a series as a whole, by s3sync.
 *
 * BUCKET/current.json says which data set is the current one:
 *
 *     {"format": "mlmprep-current", "version": 1, "date": "20240101", "prefix": "20240101/",
 *      "data_sets": ["20240101/hdf5_lower_case_1_.../dataset.json"]}
 *
 * Thread rule: from a process with one thread (it forks).
 */
#ifndef TOOLS_MLMPREP_UPDATE_BUCKET_H
#define TOOLS_MLMPREP_UPDATE_BUCKET_H

#include "formats/base/status.h"
#include "tools/mlmprep/update_run.h"

/* Uploads a current.json that names update->date, whose data set is in the bucket. */
MUST_USE enum status update_bucket_point(struct update_run *update, struct error *error);

/* Deletes the objects of the data sets that are old (series_folder_is_old). */
MUST_USE enum status update_bucket_remove(struct update_run *update, struct error *error);

#endif
