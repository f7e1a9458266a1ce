/*
 * object_facts - what a server says about one object, and whether that is what we made.
 *
 * Asked by HEAD; where that is not permitted (it takes the right to read), by a listing of that one
 * key, which tells no metadata.
 *
 * Thread rule: one thread at a time per client.
 */
#ifndef TOOLS_S3_OBJECT_FACTS_H
#define TOOLS_S3_OBJECT_FACTS_H

#include <stdbool.h>
#include <stdint.h>

#include "formats/base/sha256.h"
#include "tools/s3/s3_client.h"

#define OBJECT_FACTS_ETAG_SIZE 128

struct object_facts {
    bool exists;
    bool hidden; /* neither HEAD nor listing is permitted: nothing is known */
    bool listed; /* known by listing alone: no sha256, and no headers in client->response */
    uint64_t size;
    char etag[OBJECT_FACTS_ETAG_SIZE]; /* without quotes */
    char sha256[SHA256_HEX_SIZE];      /* of the metadata; "" for none */
};

/* Copies an ETag without its quotes, "" when it does not fit. */
void object_facts_copy_etag(char etag[OBJECT_FACTS_ETAG_SIZE], const char *told);

/* Asks. An object that is not there is STATUS_OK with exists false. Adds to *attempts. */
MUST_USE enum status object_facts_ask(struct s3_client *client, struct object_facts *facts,
                                      uint64_t *attempts, const char *key, struct error *error);

/*
 * The size of a part of an object made by a multipart upload, `number` from 1; 0 where the server
 * does not tell (HeadObject's partNumber). Adds to *attempts.
 */
MUST_USE enum status object_facts_ask_part(struct s3_client *client, uint64_t *size,
                                           uint64_t *attempts, const char *key, unsigned number,
                                           struct error *error);

/* Says that a source object is another than the one listed, or none. STATUS_FAILED. */
enum status object_facts_say_replaced(const struct s3_client *client, const char *key,
                                      struct error *error);

/*
 * After If-None-Match was refused: whether there is an object that keeps ours out. STATUS_OK then,
 * also when nobody may tell; else a sentence for whoever wonders.
 */
MUST_USE enum status object_facts_confirm_existing(const struct object_facts *facts,
                                                   const struct s3_client *client, const char *key,
                                                   struct error *error);

/*
 * Whether the object is of that size and, as far as they are known on both sides, has that hash and
 * that ETag. STATUS_FAILED with a sentence when it is another. `etag` without quotes; "" for any.
 */
MUST_USE enum status object_facts_confirm(const struct object_facts *facts,
                                          const struct s3_client *client, const char *key,
                                          uint64_t size, const char *sha256, const char *etag,
                                          struct error *error);

#endif
