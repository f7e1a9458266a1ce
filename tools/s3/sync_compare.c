#include "tools/s3/sync_compare.h"

#include <string.h>
#include <unistd.h>

#include "tools/s3/multipart_etag.h"

static const char EQUAL[] = "unchanged";
static const char OTHER_SIZE[] = "changed: size";
static const char OTHER_CONTENT[] = "changed: content";
static const char NO_ANSWER[] = "changed: cannot be compared";

enum answer { ANSWER_EQUAL, ANSWER_DIFFERENT, ANSWER_UNKNOWN };

/* A comparison under way. */
struct comparing {
    const struct sync_compare *compare;
    struct sync_content *source, *target;
    struct object_head heads[2]; /* of source and target, where they are objects */
    bool asked[2];
    struct error *error;
};

static enum status changed(const struct sync_content *file, struct error *error) {
    return error_set(error, STATUS_FAILED,
                     "'%s' changed while it was read; run again when nothing writes to it",
                     file->path);
}

/* The SHA-256 of a file that the cache did not know. */
static enum status hash_file(const struct sync_compare *compare, struct sync_content *file,
                             struct error *error) {
    unsigned char digest[SHA256_SIZE];
    struct file_state state;
    int descriptor;
    if (file->sha256[0] != '\0')
        return STATUS_OK;
    enum status status = file_state_open(&descriptor, &state, file->path, error);
    if (status != STATUS_OK)
        return status;
    status = sha256_of_descriptor(descriptor, file->path, digest, error);
    close(descriptor);
    if (status != STATUS_OK)
        return status;
    if (!file_state_unchanged(&file->state, file->path))
        return changed(file, error);
    sha256_to_hex(digest, file->sha256);
    if (compare->cache != NULL)
        sync_cache_remember_file(compare->cache, &file->state, file->sha256);
    return STATUS_OK;
}

static void remember_object(const struct sync_compare *compare, const struct sync_content *object) {
    if (compare->cache != NULL && object->sha256[0] != '\0')
        sync_cache_remember_object(compare->cache, object->reader->endpoint, object->reader->bucket,
                                   object->key, object->etag, object->size, object->sha256);
}

/* Whether a HEAD was about the object that was listed, and not one that has replaced it since. */
static bool is_same(const struct sync_content *object, const struct object_head *head) {
    return head->exists && head->size == object->size &&
           (object->etag[0] == '\0' || strcmp(head->etag, object->etag) == 0);
}

/* Asks the server about an object, once. */
static enum status ask(struct comparing *comparing, int side) {
    struct sync_content *object = side == 0 ? comparing->source : comparing->target;
    if (comparing->asked[side])
        return STATUS_OK;
    comparing->asked[side] = true;
    struct object_head *head = &comparing->heads[side];
    enum status status =
        object->reader->calls->head(object->reader, head, object->key, comparing->error);
    if (status != STATUS_OK || !is_same(object, head))
        return status;
    memcpy(object->sha256, head->sha256, sizeof object->sha256);
    remember_object(comparing->compare, object);
    return STATUS_OK;
}

/* Asks for the SHA-256 of an object that the cache did not know. */
static enum status find_hash(struct comparing *comparing, int side) {
    const struct sync_content *content = side == 0 ? comparing->source : comparing->target;
    if (content->path != NULL || content->sha256[0] != '\0')
        return STATUS_OK; /* files are read only when there is something to compare with */
    return ask(comparing, side);
}

/* Reads the files whose hash is worth having: where the other side has one, or is a file. */
static enum status hash_files(struct comparing *comparing) {
    struct sync_content *source = comparing->source, *target = comparing->target;
    enum status status = STATUS_OK;
    if (source->path != NULL && (target->path != NULL || target->sha256[0] != '\0'))
        status = hash_file(comparing->compare, source, comparing->error);
    if (status == STATUS_OK && target->path != NULL &&
        (source->path != NULL || source->sha256[0] != '\0'))
        status = hash_file(comparing->compare, target, comparing->error);
    return status;
}

/* Compares a file with one ETag it might have. */
static enum status try_etag(struct comparing *comparing, enum answer *answer,
                            const struct sync_content *file, const char *wanted,
                            uint64_t part_size) {
    char etag[MULTIPART_ETAG_SIZE];
    struct file_state state;
    int descriptor;
    enum status status = file_state_open(&descriptor, &state, file->path, comparing->error);
    if (status != STATUS_OK)
        return status;
    status = multipart_etag_of_file(etag, descriptor, file->path, file->size, part_size,
                                    comparing->error);
    close(descriptor);
    if (status == STATUS_OK && !file_state_unchanged(&file->state, file->path))
        status = changed(file, comparing->error);
    if (status == STATUS_OK)
        *answer = strcasecmp(etag, wanted) == 0 ? ANSWER_EQUAL : ANSWER_DIFFERENT;
    return status;
}

/* A file against the ETag of a multipart upload. */
static enum status try_parts(struct comparing *comparing, enum answer *answer,
                             const struct sync_content *file, const struct sync_content *object,
                             uint64_t parts, bool encrypted) {
    uint64_t sizes[4] = {0};
    unsigned count = 1;
    bool told = parts == 1;
    enum status status = STATUS_OK;
    if (parts == 1)
        sizes[0] = file->size == 0 ? 1 : file->size;
    else
        status = object->reader->calls->part_size(object->reader, &sizes[0], object->key,
                                                  comparing->error);
    if (parts > 1 && multipart_etag_fits(file->size, sizes[0], parts))
        told = true;
    else if (parts > 1)
        count = multipart_etag_guess(sizes, file->size, parts);
    for (unsigned i = 0; i < count && status == STATUS_OK && *answer != ANSWER_EQUAL; i++)
        status = try_etag(comparing, answer, file, object->etag, sizes[i]);
    /* Parts may differ in size, and other part sizes are thinkable: only equality is a proof. */
    if (*answer == ANSWER_DIFFERENT && (!told || encrypted))
        *answer = ANSWER_UNKNOWN;
    return status;
}

/* A file against the ETag of an object that has no SHA-256. */
static enum status compare_etag(struct comparing *comparing, enum answer *answer) {
    int side = comparing->source->path == NULL ? 0 : 1;
    const struct sync_content *object = side == 0 ? comparing->source : comparing->target;
    const struct sync_content *file = side == 0 ? comparing->target : comparing->source;
    uint64_t parts = multipart_etag_parts(object->etag);
    bool is_md5 = multipart_etag_is_md5(object->etag);
    if (!is_md5 && parts == 0)
        return STATUS_OK;
    enum status status = ask(comparing, side);
    if (status != STATUS_OK)
        return status;
    /* Under KMS an ETag that looks like an MD5 is none; nor do we know when we may not ask. */
    const struct object_head *head = &comparing->heads[side];
    bool encrypted = head->encrypted_etag || !head->exists;
    if (head->encrypted_etag)
        return STATUS_OK;
    if (parts > 0)
        return try_parts(comparing, answer, file, object, parts, encrypted);
    status = try_etag(comparing, answer, file, object->etag, 0);
    if (*answer == ANSWER_DIFFERENT && encrypted)
        *answer = ANSWER_UNKNOWN;
    return status;
}

/* --checksum: downloads whatever object has no hash yet, and reads the files. */
static enum status download_hashes(struct comparing *comparing) {
    enum status status = STATUS_OK;
    for (int side = 0; side < 2 && status == STATUS_OK; side++) {
        struct sync_content *content = side == 0 ? comparing->source : comparing->target;
        if (content->path != NULL || content->sha256[0] != '\0')
            continue;
        status = content->reader->calls->hash(content->reader, content->sha256, content->key,
                                              content->etag, content->size, comparing->error);
        if (status == STATUS_OK)
            remember_object(comparing->compare, content);
    }
    return status == STATUS_OK ? hash_files(comparing) : status;
}

static void compare_hashes(const struct comparing *comparing, enum answer *answer) {
    const char *source = comparing->source->sha256, *target = comparing->target->sha256;
    if (*source != '\0' && *target != '\0')
        *answer = strcmp(source, target) == 0 ? ANSWER_EQUAL : ANSWER_DIFFERENT;
}

/* A file that proved equal to an object has told what the object holds. */
static void exchange_hashes(const struct comparing *comparing) {
    struct sync_content *source = comparing->source, *target = comparing->target;
    struct sync_content *object = source->path == NULL ? source : target;
    struct sync_content *file = source->path == NULL ? target : source;
    struct error ignored;
    if (object->path != NULL || file->path == NULL || comparing->compare->cache == NULL)
        return;
    /* So that the next run needs neither HEAD nor MD5. */
    if (object->sha256[0] == '\0' && hash_file(comparing->compare, file, &ignored) == STATUS_OK) {
        memcpy(object->sha256, file->sha256, sizeof object->sha256);
        remember_object(comparing->compare, object);
    }
}

static enum status decide(struct comparing *comparing, enum answer *answer) {
    const struct sync_content *source = comparing->source, *target = comparing->target;
    enum status status = find_hash(comparing, 0);
    if (status == STATUS_OK)
        status = find_hash(comparing, 1);
    if (status == STATUS_OK)
        status = hash_files(comparing);
    if (status != STATUS_OK)
        return status;
    compare_hashes(comparing, answer);
    if (*answer == ANSWER_UNKNOWN && (source->path == NULL) != (target->path == NULL))
        status = compare_etag(comparing, answer);
    if (status == STATUS_OK && *answer == ANSWER_UNKNOWN &&
        comparing->compare->mode == SYNC_COMPARE_CHECKSUM) {
        status = download_hashes(comparing);
        compare_hashes(comparing, answer);
    }
    if (status == STATUS_OK && *answer == ANSWER_EQUAL)
        exchange_hashes(comparing);
    return status;
}

/* What the cache knows of a content. */
static void recall(const struct sync_compare *compare, struct sync_content *content) {
    if (content->sha256[0] != '\0')
        return;
    if (content->path != NULL)
        (void)!sync_cache_lookup_file(compare->cache, content->sha256, &content->state);
    else
        (void)!sync_cache_lookup_object(compare->cache, content->sha256, content->reader->endpoint,
                                        content->reader->bucket, content->key, content->etag,
                                        content->size);
}

static void tell(enum answer answer, bool *equal, const char **reason) {
    *equal = answer == ANSWER_EQUAL;
    *reason = answer == ANSWER_EQUAL       ? EQUAL
              : answer == ANSWER_DIFFERENT ? OTHER_CONTENT
                                           : NO_ANSWER;
}

static bool is_same_content(const struct sync_compare *compare, const struct sync_content *source,
                            const struct sync_content *target) {
    if (compare->mode == SYNC_COMPARE_SIZE)
        return true;
    if (source->path != NULL && target->path != NULL)
        return source->state.device == target->state.device &&
               source->state.inode == target->state.inode;
    return source->path == NULL && target->path == NULL && source->etag[0] != '\0' &&
           strcmp(source->etag, target->etag) == 0;
}

bool sync_compare_at_once(const struct sync_compare *compare, bool *equal, const char **reason,
                          struct sync_content *source, struct sync_content *target) {
    *equal = false;
    *reason = OTHER_SIZE;
    if (source->size != target->size)
        return true;
    if (is_same_content(compare, source, target)) {
        tell(ANSWER_EQUAL, equal, reason);
        return true;
    }
    if (compare->cache == NULL || compare->mode == SYNC_COMPARE_CHECKSUM)
        return false;
    recall(compare, target);
    recall(compare, source);
    if (source->sha256[0] == '\0' || target->sha256[0] == '\0')
        return false;
    tell(strcmp(source->sha256, target->sha256) == 0 ? ANSWER_EQUAL : ANSWER_DIFFERENT, equal,
         reason);
    return true;
}

enum status sync_compare_contents(const struct sync_compare *compare, bool *equal,
                                  const char **reason, struct sync_content *source,
                                  struct sync_content *target, struct error *error) {
    struct comparing comparing = {
        .compare = compare, .source = source, .target = target, .error = error};
    enum answer answer = ANSWER_UNKNOWN;
    if (sync_compare_at_once(compare, equal, reason, source, target))
        return STATUS_OK;
    enum status status = decide(&comparing, &answer);
    tell(answer, equal, reason);
    return status;
}
