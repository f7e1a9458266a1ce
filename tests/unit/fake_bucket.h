/*
 * fake_bucket - for tests: a bucket_reader without a server, which counts what it is asked.
 */
#ifndef TESTS_UNIT_FAKE_BUCKET_H
#define TESTS_UNIT_FAKE_BUCKET_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/base/md5.h"
#include "tools/s3/bucket_reader.h"
#include "tools/s3/key_rules.h"

struct fake_object {
    const char *key;
    const char *content;
    const char *etag;   /* NULL: the MD5 of the content */
    bool has_sha256;    /* in its metadata */
    bool encrypted;     /* under SSE-KMS */
    uint64_t part_size; /* what partNumber=1 is answered with */
};

struct fake_bucket {
    struct bucket_reader reader;
    const struct fake_object *objects; /* in the order of keys; ends with a NULL key */
    bool denies_lists, denies_heads, fails_lists;
    unsigned lists, heads, part_sizes, reads, hashes;
    char listed[512]; /* the prefixes that were listed, each with a ';' */
};

static inline void fake_md5(const char *text, char hex[MD5_HEX_SIZE]) {
    struct md5 hash;
    struct error error;
    unsigned char digest[MD5_SIZE];
    if (md5_init(&hash, &error) != STATUS_OK ||
        md5_update(&hash, text, strlen(text), &error) != STATUS_OK ||
        md5_finish(&hash, digest, &error) != STATUS_OK)
        abort();
    md5_release(&hash);
    md5_to_hex(digest, hex);
}

static inline void fake_sha256(const char *text, char hex[SHA256_HEX_SIZE]) {
    unsigned char digest[SHA256_SIZE];
    struct error error;
    if (sha256_of(text, strlen(text), digest, &error) != STATUS_OK)
        abort();
    sha256_to_hex(digest, hex);
}

static inline void fake_etag(const struct fake_object *object, char etag[SYNC_ACTION_ETAG_SIZE]) {
    if (object->etag != NULL)
        strcpy(etag, object->etag);
    else
        fake_md5(object->content, etag);
}

static inline const struct fake_object *fake_find(const struct fake_bucket *bucket,
                                                  const char *key) {
    for (const struct fake_object *object = bucket->objects; object->key != NULL; object++) {
        if (strcmp(object->key, key) == 0)
            return object;
    }
    return NULL;
}

static inline enum status fake_list(struct bucket_reader *reader, bool *denied, const char *prefix,
                                    uint64_t most, s3_list_function *function, void *context,
                                    struct error *error) {
    struct fake_bucket *bucket = (struct fake_bucket *)reader;
    enum status status = STATUS_OK;
    uint64_t told = 0;
    bucket->lists++;
    size_t used = strlen(bucket->listed);
    snprintf(bucket->listed + used, sizeof bucket->listed - used, "%s;", prefix);
    *denied = bucket->denies_lists;
    if (bucket->fails_lists)
        return error_set(error, STATUS_TEMPORARY, "the list is not to be had");
    if (*denied)
        error_set(error, STATUS_FAILED, "the list is not for us");
    for (const struct fake_object *at = bucket->objects; at->key != NULL; at++) {
        char etag[SYNC_ACTION_ETAG_SIZE];
        if (*denied || strncmp(at->key, prefix, strlen(prefix)) != 0)
            continue;
        fake_etag(at, etag);
        const struct s3_list_object object = {at->key, etag, strlen(at->content)};
        status = function(context, &object, error);
        if (status != STATUS_OK || ++told == most)
            break;
    }
    return status;
}

static inline enum status fake_head(struct bucket_reader *reader, struct object_head *head,
                                    const char *key, struct error *error) {
    struct fake_bucket *bucket = (struct fake_bucket *)reader;
    const struct fake_object *object = fake_find(bucket, key);
    (void)error;
    bucket->heads++;
    *head = (struct object_head){.denied = bucket->denies_heads,
                                 .exists = object != NULL && !bucket->denies_heads};
    if (!head->exists)
        return STATUS_OK;
    head->size = strlen(object->content);
    head->encrypted_etag = object->encrypted;
    fake_etag(object, head->etag);
    if (object->has_sha256)
        fake_sha256(object->content, head->sha256);
    return STATUS_OK;
}

static inline enum status fake_part_size(struct bucket_reader *reader, uint64_t *size,
                                         const char *key, struct error *error) {
    struct fake_bucket *bucket = (struct fake_bucket *)reader;
    (void)error;
    bucket->part_sizes++;
    *size = fake_find(bucket, key)->part_size;
    return STATUS_OK;
}

static inline enum status fake_read(struct bucket_reader *reader, struct buffer *content,
                                    bool *found, const char *key, size_t limit,
                                    struct error *error) {
    struct fake_bucket *bucket = (struct fake_bucket *)reader;
    const struct fake_object *object = fake_find(bucket, key);
    bucket->reads++;
    *found = object != NULL && strlen(object->content) <= limit;
    return *found ? buffer_append(content, object->content, strlen(object->content), error)
                  : STATUS_OK;
}

static inline enum status fake_hash(struct bucket_reader *reader, char sha256[SHA256_HEX_SIZE],
                                    const char *key, const char *etag, uint64_t size,
                                    struct error *error) {
    struct fake_bucket *bucket = (struct fake_bucket *)reader;
    (void)error, (void)etag, (void)size;
    bucket->hashes++;
    fake_sha256(fake_find(bucket, key)->content, sha256);
    return STATUS_OK;
}

static const struct bucket_reader_calls FAKE_CALLS = {
    fake_list, fake_head, fake_part_size, fake_read, fake_hash, NULL, NULL};

static inline void fake_bucket_init(struct fake_bucket *bucket, const char *name,
                                    const struct fake_object *objects) {
    *bucket = (struct fake_bucket){.objects = objects};
    bucket->reader.calls = &FAKE_CALLS;
    bucket->reader.endpoint = "http://fake";
    bucket->reader.bucket = name;
}

#endif
