#include "tools/s3/hash_ahead.h"

#include "formats/base/sha256_blocks.h"
#include "formats/base/sha256_group.h"
#include "tools/s3/content_hash.h"
#include "tools/s3/local_file.h"

/* Below this a request costs more than the hash of what it carries, and less is gained than the
 * two visits to the queue take. */
static const uint64_t SMALLEST = (uint64_t)128 << 10;

#define FILES 2

struct hashed_file {
    struct sync_action *action;
    struct local_file file;
    uint64_t offset; /* hashed so far */
};

bool hash_ahead_is_wanted(const struct transfer_settings *settings,
                          const struct sync_action *action) {
    const struct object_options *asked = settings->options.object;
    bool no_crc = asked == NULL || asked->algorithm == CONTENT_CHECKSUM_NONE ||
                  asked->algorithm == CONTENT_CHECKSUM_SHA256;
    return action->kind == SYNC_UPLOAD && action->has_state && action->sha256[0] == '\0' &&
           action->source_state.size >= SMALLEST &&
           action->source_state.size < settings->options.multipart_threshold && no_crc &&
           sha256_blocks_available();
}

/* Opens it; false unless it is the one that was planned. */
static bool open_planned(struct hashed_file *file, struct sync_action *action) {
    struct error ignored;
    *file = (struct hashed_file){.action = action};
    return local_file_open(&file->file, action->source, &ignored) == STATUS_OK &&
           file_state_equal(&action->source_state, &file->file.state);
}

/* The next bytes of a file, in a half of the worker's scratch memory; none at its end. */
static enum status read_next(struct hashed_file *file, struct view *block,
                             struct transfer_worker *half, struct error *error) {
    uint64_t left = file->file.state.size - file->offset;
    bool ended;
    *block = (struct view){half->block, 0};
    if (left == 0)
        return STATUS_OK;
    enum status status =
        content_hash_read(block, &ended, half, file->file.descriptor, file->file.path, file->offset,
                          left < half->block_size ? (size_t)left : half->block_size, error);
    file->offset += block->size;
    return status;
}

static enum status take_files(struct sha256_group *group, struct hashed_file files[FILES],
                              const struct transfer_worker *worker, struct error *error) {
    struct transfer_worker halves[FILES];
    for (unsigned i = 0; i < FILES; i++) {
        halves[i] = *worker;
        halves[i].block_size = worker->block_size / FILES;
        halves[i].block = worker->block + i * halves[i].block_size;
    }
    for (;;) {
        struct view blocks[FILES];
        size_t taken = 0;
        enum status status = STATUS_OK;
        for (unsigned i = 0; i < FILES && status == STATUS_OK; i++) {
            status = read_next(&files[i], &blocks[i], &halves[i], error);
            taken += blocks[i].size;
        }
        if (status == STATUS_OK && taken == 0)
            return STATUS_OK;
        if (status == STATUS_OK)
            status = sha256_group_update(group, blocks, error);
        if (status != STATUS_OK)
            return status;
    }
}

static void keep_hash(struct sha256_group *group, unsigned index, struct hashed_file *file) {
    unsigned char digest[SHA256_SIZE];
    struct error ignored;
    if (sha256_group_finish(group, index, digest, &ignored) == STATUS_OK &&
        local_file_unchanged(&file->file))
        sha256_to_hex(digest, file->action->sha256);
}

void hash_ahead_two(struct transfer_worker *worker, struct sync_action *first,
                    struct sync_action *second) {
    struct hashed_file files[FILES];
    struct sha256_group group;
    struct error ignored;
    bool opened = open_planned(&files[0], first);
    opened = open_planned(&files[1], second) && opened;
    if (opened && sha256_group_init(&group, FILES, &ignored) == STATUS_OK) {
        if (take_files(&group, files, worker, &ignored) == STATUS_OK) {
            for (unsigned i = 0; i < FILES; i++)
                keep_hash(&group, i, &files[i]);
        }
        sha256_group_release(&group);
    }
    local_file_close(&files[0].file);
    local_file_close(&files[1].file);
}
