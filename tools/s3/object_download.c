#include "tools/s3/object_download.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "tools/s3/multipart_etag.h"
#include "tools/s3/new_file.h"
#include "tools/s3/object_range.h"
#include "tools/s3/part_plan.h"

/* What was damaged on its way is fetched anew, this often in all. */
enum { MOST_FETCHES = 2 };

/* What has to be known to verify and end a download. */
struct ending {
    struct transfer_worker *worker;
    struct sync_result *result;
    const struct sync_action *action;
    const struct object_range_facts *facts;
    uint64_t size;
    const char *sha256; /* of what came */
};

static enum status say_damaged(const struct ending *ending, struct error *error) {
    return error_set(error, STATUS_FAILED,
                     "what came of '%s' has another MD5 than its ETag: it was damaged on its way; "
                     "run again",
                     ending->action->source);
}

/*
 * Whether all parts but the last have the size of the first, which a multipart upload need not
 * have. Asked only when the ETag differs, and not for ever.
 */
static bool is_cut_evenly(const struct ending *ending, uint64_t part_size, uint64_t parts) {
    struct error ignored;
    for (uint64_t number = 2; number < parts && number < 1000; number++) {
        uint64_t size;
        if (object_facts_ask_part(ending->worker->source, &size, &ending->result->attempts,
                                  ending->action->source, (unsigned)number,
                                  &ignored) != STATUS_OK ||
            size != part_size)
            return false;
    }
    return true;
}

/* The ETag of the file that was written, where nothing better tells what it should be. */
static enum status verify_etag(const struct new_file *file, const struct ending *ending,
                               struct error *error) {
    const char *wanted = ending->facts->etag;
    uint64_t parts = multipart_etag_parts(wanted), part_size = 0;
    char etag[MULTIPART_ETAG_SIZE];
    struct error ignored;
    if (ending->facts->encrypted_etag || (parts == 0 && !multipart_etag_is_md5(wanted)))
        return STATUS_OK;
    if (parts == 1)
        part_size = ending->size;
    else if (parts > 1 &&
             object_facts_ask_part(ending->worker->source, &part_size, &ending->result->attempts,
                                   ending->action->source, 1, &ignored) != STATUS_OK)
        return STATUS_OK;
    if (parts > 0 && !multipart_etag_fits(ending->size, part_size, parts))
        return STATUS_OK; /* cut in a way that nobody tells */
    /* Where policy forbids MD5 there is nothing to compare. */
    if (multipart_etag_of_file(etag, file->file.descriptor, ending->action->target, ending->size,
                               part_size, &ignored) != STATUS_OK ||
        strcasecmp(etag, wanted) == 0)
        return STATUS_OK;
    return parts > 2 && !is_cut_evenly(ending, part_size, parts) ? STATUS_OK
                                                                 : say_damaged(ending, error);
}

/* Whether the content is what the server says it is. */
static enum status verify(const struct new_file *file, const struct ending *ending,
                          struct error *error) {
    const char *told = ending->facts->sha256;
    const char *wanted = *told != '\0' ? told : ending->action->sha256;
    if (*wanted == '\0')
        return verify_etag(file, ending, error);
    return strcmp(wanted, ending->sha256) == 0
               ? STATUS_OK
               : error_set(error, STATUS_FAILED,
                           "what came of '%s' has the SHA-256 %s instead of %s: it was damaged, or "
                           "written by a tool that kept another's metadata",
                           ending->action->source, ending->sha256, wanted);
}

/* Verifies and publishes, or abandons. */
static enum status end(struct new_file *file, bool *damaged, const struct ending *ending,
                       struct error *error) {
    enum status status = verify(file, ending, error);
    *damaged = status != STATUS_OK;
    if (status != STATUS_OK) {
        new_file_abandon(file);
        return status;
    }
    ending->result->bytes = ending->size;
    memcpy(ending->result->sha256, ending->sha256, SHA256_HEX_SIZE);
    return new_file_publish(file, error);
}

static enum status download_whole(struct transfer_worker *worker, struct sync_result *result,
                                  bool *changed, bool *damaged, const struct sync_action *action,
                                  struct error *error) {
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
                                 .size = action->size,
                                 .descriptor = file.file.descriptor,
                                 .path = action->target,
                                 .hasher = &hasher};
    status = object_range_get(&range, worker->source, result, error);
    *changed = range.gone && !action->waits_for_all;
    *damaged = range.too_long;
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
    const struct ending ending = {worker, result, action, &range.facts, range.got, hash.sha256};
    return end(&file, damaged, &ending, error);
}

/* The same, and once more when what came is not what was stored. */
static enum status download_again(struct transfer_worker *worker, struct sync_result *result,
                                  bool *changed, const struct sync_action *action,
                                  struct error *error) {
    enum status status = STATUS_FAILED;
    bool damaged = true;
    for (int n = 0; n < MOST_FETCHES && status != STATUS_OK && damaged; n++) {
        damaged = false;
        status = download_whole(worker, result, changed, &damaged, action, error);
    }
    return status;
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
    if (range.gone && !download->action->waits_for_all)
        atomic_store(&large->changed, true);
    if (range.ignored)
        atomic_store(&worker->settings->no_ranges, true);
    if (range.ignored || range.too_long)
        atomic_store(&large->lost, true);
    if (status != STATUS_OK)
        error_prefix(error, "'%s' is not downloaded", download->action->target);
    return status;
}

static enum status finish(struct large_transfer *large, struct transfer_worker *worker,
                          struct sync_result *result, struct error *error) {
    struct object_download *download = (struct object_download *)large;
    struct content_hash hash;
    bool ended, damaged;
    enum status status = content_hash_of_range(
        &hash, &ended, worker, download->file.file.descriptor, download->action->target, 0,
        download->plan.size, CONTENT_CHECKSUM_NONE, error);
    if (status != STATUS_OK)
        return status;
    const struct ending ending = {
        worker, result, download->action, &download->facts, download->plan.size, hash.sha256};
    status = end(&download->file, &damaged, &ending, error);
    atomic_store(&large->lost, damaged);
    if (status != STATUS_OK)
        error_prefix(error, "'%s' is not downloaded", download->action->target);
    return status;
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
    if (status == STATUS_OK && !facts.exists)
        status = object_facts_say_replaced(worker->source, action->source, error);
    if (status == STATUS_OK) {
        memcpy(download->etag, facts.etag, sizeof download->etag);
        *size = facts.size;
    }
    return status;
}

/* Leaves *large alone when it turns out not to be large. */
static enum status begin(struct transfer_worker *worker, struct sync_result *result,
                         struct large_transfer **large, const struct sync_action *action,
                         struct error *error) {
    const struct transfer_options *options = &worker->settings->options;
    struct object_download *download = calloc(1, sizeof *download);
    uint64_t size;
    if (download == NULL)
        return error_no_memory(error, "a download");
    download->base.calls = &CALLS;
    download->action = action;
    enum status status = find_etag(download, worker, result, &size, error);
    if (status == STATUS_OK && size < options->multipart_threshold) {
        free(download);
        return STATUS_OK;
    }
    if (status == STATUS_OK)
        status = part_plan_init(&download->plan, size, options->part_size, error);
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
    bool in_parts = action->size >= worker->settings->options.multipart_threshold &&
                    !atomic_load(&worker->settings->no_ranges);
    enum status status = STATUS_OK;
    if (in_parts)
        status = begin(worker, result, large, action, error);
    if (status == STATUS_OK && *large == NULL)
        status = download_again(worker, result, changed, action, error);
    if (status != STATUS_OK)
        error_prefix(error, "'%s' is not downloaded", action->target);
    return status;
}
