#include "tools/join/h5look_scan.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "formats/base/checksum.h"
#include "formats/stream/provenance.h"

struct scan {
    struct h5look_set *set;
    struct h5look_depth depth;
    struct progress *progress;
    uint64_t *bytes_done;
    struct sha256 hashes[SHARD_DATASETS];
};

/* Failures that end the run; any other is a finding about one file. */
static bool ends_run(enum status status) {
    return status == STATUS_NO_MEMORY;
}

static enum status set_fault(struct h5look_file *file, enum status status, struct error *error) {
    /* A shard that dataset.json names and that is not there is damage to the data set. */
    file->fault_status = status == STATUS_FAILED && file->named != NULL ? STATUS_CORRUPT : status;
    file->fault = strdup(error->message);
    return file->fault != NULL ? STATUS_OK : error_no_memory(error, "a sentence");
}

static void know_ids(struct h5look_set *set, const struct vocabulary *vocabulary) {
    struct provenance_tokens tokens;
    struct error ignored;
    if (vocabulary != NULL) {
        set->ids = (struct h5look_ids){
            .known = true,
            .size = vocabulary_size(vocabulary),
            .unknown = (int32_t)vocabulary_special(vocabulary, SPECIAL_UNK),
            .cls = (int32_t)vocabulary_special(vocabulary, SPECIAL_CLS),
            .sep = (int32_t)vocabulary_special(vocabulary, SPECIAL_SEP),
            .mask = (int32_t)vocabulary_special(vocabulary, SPECIAL_MASK),
            .pad = (int32_t)vocabulary_special(vocabulary, SPECIAL_PAD),
        };
    } else if (set->provenance != NULL &&
               provenance_read_tokens(&tokens, view_of_string(set->provenance), &ignored) ==
                   STATUS_OK) {
        set->ids = (struct h5look_ids){
            .known = true,
            .size = tokens.vocabulary_size,
            .unknown = (int32_t)tokens.unk_id,
            .cls = (int32_t)tokens.cls_id,
            .sep = (int32_t)tokens.sep_id,
            .mask = (int32_t)tokens.mask_id,
            .pad = (int32_t)tokens.pad_id,
        };
        provenance_tokens_release(&tokens);
    }
}

enum status h5look_scan_check_vocabulary(const struct h5look_set *set,
                                         const struct vocabulary *vocabulary, const char *name,
                                         struct error *error) {
    struct provenance_tokens tokens;
    struct error ignored;
    unsigned char digest[SHA256_SIZE];
    char hex[SHA256_HEX_SIZE];
    struct view bytes = vocabulary_bytes(vocabulary);
    if (set->provenance == NULL ||
        provenance_read_tokens(&tokens, view_of_string(set->provenance), &ignored) != STATUS_OK)
        return STATUS_OK;
    enum status status = sha256_of(bytes.data, bytes.size, digest, error);
    if (status == STATUS_OK) {
        sha256_to_hex(digest, hex);
        if (strcmp(hex, tokens.vocabulary_sha256) != 0)
            status = error_set(error, STATUS_FAILED,
                               "'%s' is not the vocabulary that the shards in '%s' were made with; "
                               "the provenance has SHA-256 %.16s... and the file %.16s...",
                               name, set->folder, tokens.vocabulary_sha256, hex);
    }
    provenance_tokens_release(&tokens);
    return status;
}

/* Compares a file with the files before it. */
static enum status compare(struct h5look_set *set, const struct h5look_file *file,
                           const struct h5look_file *first, const char *provenance,
                           struct error *error) {
    if (first != NULL) {
        set->formats_differ |= file->format != first->format;
        set->shapes_differ |=
            file->shape.max_seq_length != first->shape.max_seq_length ||
            file->shape.max_predictions_per_seq != first->shape.max_predictions_per_seq;
        /* TFRecords have no room for one. */
        set->provenances_differ |= file->format != SHARD_FORMAT_TFRECORD &&
                                   strcmp(provenance == NULL ? "" : provenance,
                                          set->provenance == NULL ? "" : set->provenance) != 0;
        return STATUS_OK;
    }
    if (provenance == NULL && set->has_manifest)
        provenance = set->manifest.provenance;
    if (provenance == NULL)
        return STATUS_OK;
    set->provenance = strdup(provenance);
    return set->provenance != NULL ? STATUS_OK : error_no_memory(error, "the provenance");
}

static enum status open_file(struct h5look_set *set, struct h5look_file *file,
                             const struct h5look_file **first, struct error *error) {
    struct h5look_shard shard;
    enum status status = h5look_shard_open(&shard, file->path, error);
    if (status == STATUS_OK) {
        file->looked = true;
        file->format = shard.format;
        file->shape = shard.shape;
        file->rows = shard.rows;
        set->rows += shard.rows;
        status = compare(set, file, *first, shard.provenance, error);
        *first = *first == NULL ? file : *first;
        h5look_shard_close(&shard);
    }
    set->bytes += file->bytes;
    return status == STATUS_OK || ends_run(status) ? status : set_fault(file, status, error);
}

static enum status take_row(struct scan *scan, const struct h5look_shard *shard, uint32_t index,
                            size_t file, uint64_t number, struct error *error) {
    struct h5look_set *set = scan->set;
    struct h5look_row row = h5look_shard_row(shard, index);
    enum status status = h5look_statistics_add(&set->statistics, &row, &set->ids, error);
    if (status != STATUS_OK || !scan->depth.digests)
        return status;
    h5look_faults_add(&set->faults, &row, &set->ids, file, number);
    uint64_t checksum = 0;
    for (unsigned i = 0; i < SHARD_DATASETS; i++)
        checksum = checksum_of(row.bytes[i], shard_layout_row_bytes(shard->shape, i), checksum);
    return h5look_duplicates_add(&set->duplicates, checksum, error);
}

static enum status hash_rows(struct scan *scan, const struct h5look_shard *shard,
                             struct error *error) {
    enum status status = STATUS_OK;
    for (unsigned i = 0; i < SHARD_DATASETS && status == STATUS_OK; i++)
        status = sha256_update(&scan->hashes[i], shard->bytes[i],
                               shard_layout_row_bytes(shard->shape, i) * shard->held, error);
    return status;
}

static enum status read_rows(struct scan *scan, struct h5look_shard *shard, size_t index,
                             struct error *error) {
    const struct h5look_file *file = &scan->set->files[index];
    for (uint64_t first = 0;; first += shard->held) {
        enum status status = h5look_shard_read(shard, first, error);
        if (status == STATUS_OK && scan->depth.digests)
            status = hash_rows(scan, shard, error);
        if (status != STATUS_OK || shard->held == 0)
            return status;
        for (uint32_t i = 0; i < shard->held && status == STATUS_OK; i++)
            status = take_row(scan, shard, i, index, first + i, error);
        if (status != STATUS_OK)
            return status;
        double share = (double)(first + shard->held) / (double)shard->rows;
        progress_update(scan->progress,
                        *scan->bytes_done + (uint64_t)(share * (double)file->bytes));
    }
}

static enum status hash_file(struct h5look_file *file, struct error *error) {
    int descriptor = open(file->path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
    if (descriptor < 0)
        return error_system(error, errno, "cannot open", file->path);
    enum status status = sha256_of_descriptor(descriptor, file->path, file->digest, error);
    close(descriptor);
    return status;
}

static enum status scan_file(struct scan *scan, size_t index, struct error *error) {
    struct h5look_file *file = &scan->set->files[index];
    struct h5look_shard shard;
    if (file->fault != NULL)
        return STATUS_OK;
    enum status status = h5look_shard_open(&shard, file->path, error);
    if (status == STATUS_OK) {
        status = read_rows(scan, &shard, index, error);
        h5look_shard_close(&shard);
    }
    for (unsigned i = 0; i < SHARD_DATASETS && scan->depth.digests && !ends_run(status); i++) {
        struct error ignored;
        enum status finished = sha256_finish(&scan->hashes[i], file->datasets[i], &ignored);
        status = status == STATUS_OK ? finished : status;
    }
    if (status == STATUS_OK && scan->depth.digests)
        status = hash_file(file, error);
    return status == STATUS_OK || ends_run(status) ? status : set_fault(file, status, error);
}

static enum status scan_rows(struct scan *scan, struct error *error) {
    struct h5look_set *set = scan->set;
    enum status status = h5look_statistics_init(&set->statistics, error);
    for (unsigned i = 0; i < SHARD_DATASETS && status == STATUS_OK; i++)
        status = sha256_init(&scan->hashes[i], error);
    for (size_t i = 0; i < set->count && status == STATUS_OK; i++) {
        status = scan_file(scan, i, error);
        *scan->bytes_done += set->files[i].bytes;
        progress_update(scan->progress, *scan->bytes_done);
    }
    for (unsigned i = 0; i < SHARD_DATASETS; i++)
        sha256_release(&scan->hashes[i]);
    return status;
}

enum status h5look_scan(struct h5look_set *set, struct h5look_depth depth,
                        const struct vocabulary *vocabulary, struct progress *progress,
                        uint64_t *bytes_done, struct error *error) {
    struct scan scan = {.set = set, .depth = depth, .progress = progress, .bytes_done = bytes_done};
    const struct h5look_file *first = NULL;
    enum status status = STATUS_OK;
    for (size_t i = 0; i < set->count && status == STATUS_OK; i++)
        status = open_file(set, &set->files[i], &first, error);
    if (status != STATUS_OK)
        return status;
    know_ids(set, vocabulary);
    if (depth.rows || depth.digests)
        status = scan_rows(&scan, error);
    for (size_t i = 0; i < set->count; i++)
        set->damaged += set->files[i].fault != NULL;
    return status;
}
