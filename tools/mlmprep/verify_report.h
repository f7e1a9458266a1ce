/*
 * verify_report - what verifying found out about data sets, for people and as JSON.
 *
 * Thread rule: one thread at a time per report.
 */
#ifndef TOOLS_MLMPREP_VERIFY_REPORT_H
#define TOOLS_MLMPREP_VERIFY_REPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "formats/base/status.h"
#include "formats/h5/dataset_manifest.h"

/* What shows that a shard is what dataset.json says. */
enum verify_proof {
    VERIFY_BY_READING,  /* its bytes were read */
    VERIFY_BY_METADATA, /* the SHA-256 that s3sync gave the object along */
    VERIFY_BY_CHECKSUM, /* the SHA-256 that the server keeps */
    VERIFY_PROOFS
};

struct verify_fault {
    char *file; /* owned: from the set's place on; "" for the set itself */
    char *text; /* owned: "is missing" */
};

struct verify_set {
    char *place;  /* owned: a folder, or s3://bucket/prefix */
    bool damaged; /* there is a dataset.json, and it is none: all that follows is empty */
    uint64_t shards, rows, bytes;
    uint64_t proofs[VERIFY_PROOFS]; /* shards, by what shows that they are right */
    struct verify_fault *faults;    /* owned */
    size_t fault_count;
};

struct verify_report {
    struct verify_set *sets; /* owned */
    size_t count;
};

/* Adds a set by its place; the pointer is good until the next is added. */
MUST_USE enum status verify_report_add(struct verify_report *report, struct verify_set **set,
                                       const char *place, struct error *error);

/* Takes over what a manifest says of all shards together. */
void verify_set_count(struct verify_set *set, const struct dataset_manifest *manifest);

MUST_USE enum status verify_set_add_fault(struct verify_set *set, const char *file,
                                          const char *text, struct error *error);

/*
 * Makes a fault of a sentence about a file: what follows "'<path>' ", or else the whole, behind
 * "cannot be read: ".
 */
void verify_fault_of(char *text, size_t size, const char *path, const char *sentence);

/*
 * STATUS_OK when there are sets and no faults; STATUS_CORRUPT when a dataset.json is damaged,
 * STATUS_PARTIAL when anything differs; STATUS_FAILED when there is no data set. `place` is where
 * they were looked for.
 */
MUST_USE enum status verify_report_judge(const struct verify_report *report, const char *place,
                                         struct error *error);

/* Writes lines for people, or one JSON object. Errors stay with the stream (ferror). */
void verify_report_print(const struct verify_report *report, FILE *file);
void verify_report_print_json(const struct verify_report *report, FILE *file);

/* Frees; harmless when zeroed. */
void verify_report_release(struct verify_report *report);

#endif
