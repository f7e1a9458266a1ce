#include "tools/s3/multipart_hash.h"

#include <string.h>

#include "formats/base/sha256_blocks.h"
#include "formats/base/sha256_group.h"
#include "tools/s3/content_hash.h"

enum { WHOLE, PART, LANES };

static enum status finish_lane(struct sha256_group *group, unsigned lane, char hex[SHA256_HEX_SIZE],
                               struct error *error) {
    unsigned char digest[SHA256_SIZE];
    enum status status = sha256_group_finish(group, lane, digest, error);
    if (status == STATUS_OK)
        sha256_to_hex(digest, hex);
    return status;
}

/* Hashes one part, and the whole as far as that goes. */
static enum status take_part(struct sha256_group *group, struct multipart_parts *parts, bool *ended,
                             struct transfer_worker *worker, const struct local_file *file,
                             unsigned index, struct error *error) {
    uint64_t offset = part_plan_offset(&parts->plan, index);
    uint64_t left = part_plan_length(&parts->plan, index);
    while (left > 0) {
        struct view block;
        enum status status =
            content_hash_read(&block, ended, worker, file->descriptor, file->path, offset,
                              left < worker->block_size ? (size_t)left : worker->block_size, error);
        if (status == STATUS_OK)
            status = sha256_group_update(group, (struct view[LANES]){block, block}, error);
        if (status != STATUS_OK)
            return status;
        offset += block.size;
        left -= block.size;
    }
    return finish_lane(group, PART, parts->parts[index].sha256, error);
}

static enum status take_file(struct multipart_parts *parts, char whole[SHA256_HEX_SIZE],
                             bool *ended, struct transfer_worker *worker,
                             const struct local_file *file, struct error *error) {
    struct sha256_group group;
    *ended = false;
    enum status status = sha256_group_init(&group, LANES, error);
    if (status != STATUS_OK)
        return status;
    for (unsigned i = 0; i < parts->plan.count && status == STATUS_OK; i++)
        status = take_part(&group, parts, ended, worker, file, i, error);
    if (status == STATUS_OK)
        status = finish_lane(&group, WHOLE, whole, error);
    sha256_group_release(&group);
    return status;
}

enum status multipart_hash_file(struct multipart_parts *parts, char whole[SHA256_HEX_SIZE],
                                bool *ended, struct transfer_worker *worker,
                                const struct local_file *file, struct error *error) {
    bool no_crc =
        parts->algorithm == CONTENT_CHECKSUM_NONE || parts->algorithm == CONTENT_CHECKSUM_SHA256;
    if (no_crc && sha256_blocks_available())
        return take_file(parts, whole, ended, worker, file, error);
    /* One thread would take twice as long for both: let the workers hash the parts. */
    struct content_hash hash;
    enum status status = content_hash_of_range(&hash, ended, worker, file->descriptor, file->path,
                                               0, parts->plan.size, CONTENT_CHECKSUM_NONE, error);
    if (status == STATUS_OK)
        memcpy(whole, hash.sha256, SHA256_HEX_SIZE);
    return status;
}
