/*
 * sha256_group - several SHA-256 (FIPS 180-4) side by side, fed together.
 *
 * A processor's SHA instructions take four times as long to give a result as to take the next
 * order, so one hash leaves them idle most of the time: two at once take hardly longer than one.
 * Where an x86 processor has them, the inputs of a call are hashed in pairs; elsewhere libcrypto
 * hashes one after the other.
 *
 * Thread rule: one thread at a time per group.
 */
#ifndef FORMATS_BASE_SHA256_GROUP_H
#define FORMATS_BASE_SHA256_GROUP_H

#include <stdbool.h>
#include <stdint.h>

#include "formats/base/buffer.h"
#include "formats/base/sha256.h"
#include "formats/base/status.h"

#define SHA256_GROUP_MOST  8
#define SHA256_GROUP_BLOCK 64

struct sha256_group_lane {
    uint32_t state[8];
    uint64_t size;                           /* bytes taken in */
    unsigned char block[SHA256_GROUP_BLOCK]; /* the last size % 64 of them */
};

struct sha256_group {
    unsigned count;
    bool paired; /* by the lanes; else by the hashes */
    struct sha256_group_lane lanes[SHA256_GROUP_MOST];
    struct sha256 hashes[SHA256_GROUP_MOST];
};

/* Starts `count` hashes, 1 to SHA256_GROUP_MOST; owns memory until released. */
MUST_USE enum status sha256_group_init(struct sha256_group *group, unsigned count,
                                       struct error *error);

/* Takes inputs[i] into hash i, for all of them; an input may be empty. */
MUST_USE enum status sha256_group_update(struct sha256_group *group, const struct view *inputs,
                                         struct error *error);

/* Gives a hash of all it took, and starts it again from nothing. */
MUST_USE enum status sha256_group_finish(struct sha256_group *group, unsigned index,
                                         unsigned char digest[SHA256_SIZE], struct error *error);

/* Frees; harmless when zeroed. */
void sha256_group_release(struct sha256_group *group);

#endif
