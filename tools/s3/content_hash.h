/*
 * content_hash - what is told of a body before it is sent: SHA-256, and a checksum where asked.
 *
 * Thread rule: one thread at a time per struct content_hasher; else functions touch only their
 * arguments.
 */
#ifndef TOOLS_S3_CONTENT_HASH_H
#define TOOLS_S3_CONTENT_HASH_H

#include <stdbool.h>
#include <stdint.h>

#include "formats/base/sha256.h"
#include "formats/base/status.h"
#include "tools/s3/content_checksum.h"
#include "tools/s3/header_list.h"
#include "tools/s3/http.h"
#include "tools/s3/transfer_worker.h"

struct content_hash {
    enum content_checksum_algorithm algorithm;
    char sha256[SHA256_HEX_SIZE];
    uint64_t crc;                          /* where the algorithm is one */
    struct content_checksum checksum;      /* of the algorithm */
    char text[CONTENT_CHECKSUM_TEXT_SIZE]; /* the checksum in base64; "" without algorithm */
};

/* Takes bytes in as they pass by. */
struct content_hasher {
    struct sha256 sha256;
    enum content_checksum_algorithm algorithm;
    uint64_t crc;
};

MUST_USE enum status content_hasher_init(struct content_hasher *hasher,
                                         enum content_checksum_algorithm algorithm,
                                         struct error *error);
MUST_USE enum status content_hasher_update(struct content_hasher *hasher, const void *bytes,
                                           size_t size, struct error *error);
/* Gives the hash of all bytes taken, and starts again from none. */
MUST_USE enum status content_hasher_finish(struct content_hasher *hasher, struct content_hash *hash,
                                           struct error *error);
void content_hasher_release(struct content_hasher *hasher);

/* What is told of a body whose SHA-256 is known; `algorithm` is none or that. */
void content_hash_of_known(struct content_hash *hash, enum content_checksum_algorithm algorithm,
                           const char sha256[SHA256_HEX_SIZE]);

/*
 * Reads up to `wanted` bytes, at least 1, of a file into the worker's scratch memory, which has
 * room for them. STATUS_FAILED, and an empty block, when they cannot be read, the run stops, or,
 * with *ended set, the file ends before them.
 */
MUST_USE enum status content_hash_read(struct view *block, bool *ended,
                                       struct transfer_worker *worker, int descriptor,
                                       const char *path, uint64_t offset, size_t wanted,
                                       struct error *error);

/*
 * Hashes `length` bytes of a file from `offset` on, with the worker's scratch memory. STATUS_FAILED
 * when they cannot be read, the run stops, or, with *ended set, the file is shorter.
 */
MUST_USE enum status content_hash_of_range(struct content_hash *hash, bool *ended,
                                           struct transfer_worker *worker, int descriptor,
                                           const char *path, uint64_t offset, uint64_t length,
                                           enum content_checksum_algorithm algorithm,
                                           struct error *error);

/* Adds the checksum's header, where there is an algorithm. */
MUST_USE enum status content_hash_add_header(const struct content_hash *hash,
                                             struct header_list *headers, struct error *error);

/*
 * Whether an answer tells no other checksum than the hash has: an s3_client_accept_function, whose
 * context is a struct content_hash.
 */
bool content_hash_accepts(void *context, const struct http_response *response);

#endif
