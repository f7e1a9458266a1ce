/*
 * sagemaker_manifest - the ManifestFile that SageMaker takes as S3DataType of an input channel.
 *
 * A JSON array: first {"prefix": "s3://bucket/path/"}, then keys relative to it ("S3DataSource",
 * Amazon SageMaker API reference).
 *
 * Thread rule: one thread at a time per manifest.
 */
#ifndef TOOLS_S3_SAGEMAKER_MANIFEST_H
#define TOOLS_S3_SAGEMAKER_MANIFEST_H

#include <stddef.h>

#include "formats/base/buffer.h"
#include "formats/base/status.h"
#include "tools/s3/s3_url.h"

struct sagemaker_manifest {
    void *array; /* jansson's; owned */
};

/* Starts a manifest whose keys are relative to the URL of a bucket and prefix. */
MUST_USE enum status sagemaker_manifest_init(struct sagemaker_manifest *manifest,
                                             const struct s3_url *to, struct error *error);

/*
 * Adds the shards that the text of a dataset.json names; `folder` is where that lies below the
 * prefix: "" or "name/". Errors are those of commit_rules_read_shards, and STATUS_FAILED for a
 * list without shards.
 */
MUST_USE enum status sagemaker_manifest_add(struct sagemaker_manifest *manifest,
                                            struct view dataset, const char *folder,
                                            struct error *error);

/* Appends the JSON text, one element a line. */
MUST_USE enum status sagemaker_manifest_append(const struct sagemaker_manifest *manifest,
                                               struct buffer *text, struct error *error);

/* Frees; harmless when zeroed. */
void sagemaker_manifest_release(struct sagemaker_manifest *manifest);

#endif
