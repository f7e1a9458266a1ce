#include "tools/s3/object_download.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/s3/multipart_etag.h"
#include "tools/s3/new_file.h"
#include "tools/s3/object_range.h"
#include "tools/s3/part_plan.h"

/* The MD5 of the file that was written, where nothing better tells what it should be. */
static enum status verify_md5(const struct new_file *file, const struct sync_action *action,
                              const struct object_range_facts *facts, uint64_t size,
                              struct error *error) {
    char etag[MULTIPART_ETAG_SIZE];
    struct error ignored;
    /* Where policy forbids MD5 there is nothing to compare. */
    if (facts->encrypted_etag || !multipart_etag_is_md5(facts->etag) ||
        multipart_etag_of_file(etag, file->file.descriptor, action->target, size, 0, &ignored) !=
            STATUS_OK)
        return STATUS_OK;
    return strcmp(etag, facts->etag) == 0
               ? STATUS_OK
               : error_set(error, STATUS_FAILED,
                           "what came of '%s' has another MD5 than its ETag: it was damaged on its "
                           "way; run again",
                           action->source);
}

/* Whether the content is what the server says it is. */
static enum status verify(const struct new_file *file, const struct sync_action *action,
                          const struct object_range_facts *facts, uint64_t size, const char *sha256,
                          struct error *error) {
    const char *wanted = facts->sha256[0] != '\0' ? facts->sha256 : action->sha256;
    if (*wanted == '\0')
        return verify_md5(file, action, facts, size, error);
    return strcmp(wanted, sha256) == 0
               ? STATUS_OK
               : error_set(error, STATUS_FAILED,
                           "what came of '%s' has the SHA-256 %s instead of %s: it was damaged, or "
                           "written by a tool that kept another's metadata",
                           action->source, sha256, wanted);
}

/* Verifies and publishes, or abandons. */
static enum status end(struct new_file *file, struct sync_result *result,
                       const struct sync_action *action, const struct object_range_facts *facts,
                       uint64_t size, const char *sha256, struct error *error) {
    enum status status = verify(file, action, facts, size, sha256, error);
    if (status != STATUS_OK) {
        new_file_abandon(file);
        return status;
    }
    result->bytes = size;
    memcpy(result->sha256, sha256, SHA256_HEX_SIZE);
    return new_file_publish(file, error);
}

static enum status download_whole(struct transfer_worker *worker, struct sync_result *result,
                                  const struct sync_action *action, struct error *error) {
    struct new_file file;
    struct content_hasher hasher;
    struct content_hash hash;
    enum status status = new_file_begin(&file, worker, action->target, error);
    if (status != STATUS_OK)
        return status;
    status = content_hasher_init(&hasher, CONTENT_CHECKSUM_NONE, error);
    if (status != STATUS_OK) {
        new_file_abandon(&file);
        return status;
    }
    struct object_range range = {.key = action->source,
                                 .etag = action->source_etag,
                                 .length = OBJECT_RANGE_WHOLE,
                                 .descriptor = file.file.descriptor,
                                 .path = action->target,
                                 .hasher = &hasher};
    status = object_range_get(&range, worker->source, result, error);
    /* A server that began again may have sent less the second time. */
    if (status == STATUS_OK && ftruncate(file.file.descriptor, (off_t)range.got) != 0)
        status = error_system(error, errno, "cannot write", action->target);
    if (status == STATUS_OK)
        status = content_hasher_finish(&hasher, &hash, error);
    content_hasher_release(&hasher);
    if (status != STATUS_OK) {
        new_file_abandon(&file);
        return status;
    }
    return end(&file, result, action, &range.facts, range.got, hash.sha256, error);
}

struct object_download {
    struct large_transfer base; /* first: it is cast back from it */
    const struct sync_action *action;
    struct new_file file;
    struct part_plan plan;
    char etag[OBJECT_FACTS_ETAG_SIZE];
    struct object_range_facts facts; /* what the first part's answer told */
};

static enum status do_part(struct large_transfer *large, struct transfer_worker *worker,
                           struct sync_result *result, unsigned index, struct error *error) {
    struct object_download *download = (struct object_download *)large;
    struct object_range range = {.key = download->action->source,
                                 .etag = download->etag,
                                 .offset = part_plan_offset(&download->plan, index),
                                 .length = part_plan_length(&download->plan, index),
                                 .descriptor = download->file.file.descriptor,
                                 .file_offset = part_plan_offset(&download->plan, index),
                                 .path = download->action->target};
    enum status status = object_range_get(&range, worker->source, result, error);
    if (status == STATUS_OK && index == 0)
        download->facts = range.facts;
    return status;
}

static enum status finish(struct large_transfer *large, struct transfer_worker *worker,
                          struct sync_result *result, struct error *error) {
    struct object_download *download = (struct object_download *)large;
    struct content_hash hash;
    bool ended;
    enum status status = content_hash_of_range(
        &hash, &ended, worker, download->file.file.descriptor, download->action->target, 0,
        download->plan.size, CONTENT_CHECKSUM_NONE, error);
    if (status != STATUS_OK)
        return status;
    return end(&download->file, result, download->action, &download->facts, download->plan.size,
               hash.sha256, error);
}

static void abandon(struct large_transfer *large, struct transfer_worker *worker, bool later) {
    (void)worker, (void)later;
    new_file_abandon(&((struct object_download *)large)->file);
}

static void free_download(struct large_transfer *large) {
    free(large);
}

static const struct large_transfer_calls CALLS = {do_part, finish, abandon, free_download};

/* The listed ETag keeps the ranges together; without one, the server is asked. */
static enum status find_etag(struct object_download *download, struct transfer_worker *worker,
                             struct sync_result *result, uint64_t *size, struct error *error) {
    const struct sync_action *action = download->action;
    struct object_facts facts;
    memcpy(download->etag, action->source_etag, sizeof download->etag);
    *size = action->size;
    if (download->etag[0] != '\0')
        return STATUS_OK;
    enum status status =
        object_facts_ask(worker->source, &facts, &result->attempts, action->source, error);
    if (status == STATUS_OK && (!facts.exists || facts.size == 0))
        status = error_set(error, STATUS_FAILED,
                           "'s3://%s/%s' is not the object any more that was listed; run again",
                           worker->source->session->options.bucket, action->source);
    if (status == STATUS_OK) {
        memcpy(download->etag, facts.etag, sizeof download->etag);
        *size = facts.size;
    }
    return status;
}

static enum status begin(struct transfer_worker *worker, struct sync_result *result,
                         struct large_transfer **large, const struct sync_action *action,
                         struct error *error) {
    struct object_download *download = calloc(1, sizeof *download);
    uint64_t size;
    if (download == NULL)
        return error_no_memory(error, "a download");
    download->base.calls = &CALLS;
    download->action = action;
    enum status status = find_etag(download, worker, result, &size, error);
    if (status == STATUS_OK)
        status = part_plan_init(&download->plan, size, worker->settings->options.part_size, error);
    if (status == STATUS_OK)
        status = new_file_begin(&download->file, worker, action->target, error);
    if (status != STATUS_OK) {
        free(download);
        return status;
    }
    download->base.part_count = download->plan.count;
    *large = &download->base;
    return STATUS_OK;
}

enum status object_download(struct transfer_worker *worker, struct sync_result *result,
                            struct large_transfer **large, bool *changed,
                            const struct sync_action *action, struct error *error) {
    bool in_parts = action->size >= worker->settings->options.multipart_threshold;
    (void)changed;
    enum status status = in_parts ? begin(worker, result, large, action, error)
                                  : download_whole(worker, result, action, error);
    if (status != STATUS_OK)
        error_prefix(error, "'%s' is not downloaded", action->target);
    return status;
}
