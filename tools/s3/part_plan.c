#include "tools/s3/part_plan.h"

static const uint64_t MEBIBYTE = (uint64_t)1 << 20;

/* Without overflow for any two numbers, the divisor not being 0. */
static uint64_t divide_up(uint64_t number, uint64_t divisor) {
    return number / divisor + (number % divisor != 0);
}

enum status part_plan_init(struct part_plan *plan, uint64_t size, uint64_t wanted,
                           struct error *error) {
    uint64_t part_size = wanted < PART_PLAN_LARGEST_PART ? wanted : PART_PLAN_LARGEST_PART;
    if (divide_up(size, part_size) > PART_PLAN_MOST_PARTS)
        part_size = divide_up(divide_up(size, PART_PLAN_MOST_PARTS), MEBIBYTE) * MEBIBYTE;
    if (part_size > PART_PLAN_LARGEST_PART)
        return error_set(error, STATUS_FAILED,
                         "%llu bytes do not fit into %u parts of 5 GiB, the largest S3 takes",
                         (unsigned long long)size, PART_PLAN_MOST_PARTS);
    *plan = (struct part_plan){size, part_size, (unsigned)divide_up(size, part_size)};
    return STATUS_OK;
}

uint64_t part_plan_offset(const struct part_plan *plan, unsigned index) {
    return index * plan->part_size;
}

uint64_t part_plan_length(const struct part_plan *plan, unsigned index) {
    uint64_t left = plan->size - part_plan_offset(plan, index);
    return left < plan->part_size ? left : plan->part_size;
}
