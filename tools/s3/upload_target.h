/*
 * upload_target - where items are put: what a bucket and a folder have in common.
 *
 * Thread rule: `put` is called by many threads, each with a `worker` of its own below the number of
 * workers the target was made for.
 */
#ifndef TOOLS_S3_UPLOAD_TARGET_H
#define TOOLS_S3_UPLOAD_TARGET_H

#include "formats/base/status.h"
#include "tools/s3/upload_item.h"

struct upload_target {
    /* Puts one file and says so only when it is whole; fills *result in every case. */
    enum status (*put)(struct upload_target *target, unsigned worker, struct upload_result *result,
                       const struct upload_item *item, struct error *error);
    /* Makes every put in progress end soon. */
    void (*stop)(struct upload_target *target);
};

#endif
