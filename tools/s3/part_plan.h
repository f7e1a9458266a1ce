/*
 * part_plan - how a large object is cut into parts, before the first one is sent.
 *
 * S3 takes 10,000 parts at most, of at most 5 GiB each ("Amazon S3 multipart upload limits"); all
 * but the last have the same size.
 *
 * Thread rule: a plan is only read.
 */
#ifndef TOOLS_S3_PART_PLAN_H
#define TOOLS_S3_PART_PLAN_H

#include <stdint.h>

#include "formats/base/status.h"

#define PART_PLAN_MOST_PARTS   10000
#define PART_PLAN_LARGEST_PART ((uint64_t)5 << 30)

/* --part-size and --multipart-threshold: a file of the second has two parts of the first. */
#define PART_PLAN_DEFAULT_SIZE      ((uint64_t)16 << 20)
#define PART_PLAN_DEFAULT_THRESHOLD ((uint64_t)32 << 20)

struct part_plan {
    uint64_t size;      /* of the whole */
    uint64_t part_size; /* of all parts but the last */
    unsigned count;     /* 1 to 10,000 */
};

/*
 * Cuts `size` bytes (at least 1) into parts of `wanted` bytes (at least 1), or, where these would
 * be too many, of the next whole MiB that makes 10,000 of them. STATUS_FAILED when even the largest
 * parts do not do.
 */
MUST_USE enum status part_plan_init(struct part_plan *plan, uint64_t size, uint64_t wanted,
                                    struct error *error);

/* Where part `index`, from 0, begins, and its length. */
uint64_t part_plan_offset(const struct part_plan *plan, unsigned index);
uint64_t part_plan_length(const struct part_plan *plan, unsigned index);

#endif
