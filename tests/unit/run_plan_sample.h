/*
 * run_plan_sample - a plan with something in each of its parts, for the tests of plans.
 */
#ifndef TESTS_UNIT_RUN_PLAN_SAMPLE_H
#define TESTS_UNIT_RUN_PLAN_SAMPLE_H

#include <string.h>

#include "tools/prep/run_plan.h"

#define SAMPLE_SHA256 "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
#define SAMPLE_SHA1   "0123456789abcdef0123456789abcdef01234567"

/* A file and a URL, 3 training and 2 test shards. Where it fails, the plan is not whole. */
static inline void run_plan_sample(struct run_plan *plan) {
    struct error error;
    enum status status;
    run_plan_init(plan);
    plan->version = strdup("0.1.0");
    plan->corpus = strdup("größe");
    plan->training_shards = 3;
    plan->test_shards = 2;
    plan->test_fraction = 0.1;
    plan->vocabulary = strdup("/v/vocab.txt");
    strcpy(plan->vocabulary_sha256, SAMPLE_SHA256);
    status = run_plan_add_source(plan, "/d/a.xml", "a.xml", &error);
    if (status == STATUS_OK)
        status = run_plan_add_source(plan, "https://h/b.xml.bz2", "b.xml.bz2", &error);
    if (status == STATUS_OK)
        status = run_words_split(&plan->options[RUN_MKMLM], "--dupe-factor 'a b'", &error);
    if (status != STATUS_OK)
        return;
    plan->sources[0].bytes = (uint64_t)1 << 40;
    strcpy(plan->sources[0].sha256, SAMPLE_SHA256);
    strcpy(plan->sources[1].sha1, SAMPLE_SHA1);
    plan->phases[1] = 2;
    plan->phase_count = 2;
    plan->bucket = strdup("s3://bucket/prefix");
    plan->upload = RUN_UPLOAD_FINISH;
    plan->keep_text = false;
    plan->even = RUN_EVEN_MOVE;
}

#endif
