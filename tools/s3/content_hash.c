#include "tools/s3/content_hash.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "tools/s3/hex_digits.h"

static bool is_crc(enum content_checksum_algorithm algorithm) {
    return algorithm == CONTENT_CHECKSUM_CRC32C || algorithm == CONTENT_CHECKSUM_CRC64NVME;
}

enum status content_hasher_init(struct content_hasher *hasher,
                                enum content_checksum_algorithm algorithm, struct error *error) {
    *hasher = (struct content_hasher){.algorithm = algorithm};
    return sha256_init(&hasher->sha256, error);
}

enum status content_hasher_update(struct content_hasher *hasher, const void *bytes, size_t size,
                                  struct error *error) {
    if (is_crc(hasher->algorithm))
        hasher->crc = content_checksum_update(hasher->algorithm, hasher->crc, bytes, size);
    return sha256_update(&hasher->sha256, bytes, size, error);
}

enum status content_hasher_finish(struct content_hasher *hasher, struct content_hash *hash,
                                  struct error *error) {
    unsigned char digest[SHA256_SIZE];
    *hash = (struct content_hash){.algorithm = hasher->algorithm, .crc = hasher->crc};
    hasher->crc = 0;
    enum status status = sha256_finish(&hasher->sha256, digest, error);
    if (status != STATUS_OK)
        return status;
    sha256_to_hex(digest, hash->sha256);
    if (is_crc(hash->algorithm)) {
        hash->checksum = content_checksum_of_crc(hash->algorithm, hash->crc);
    } else if (hash->algorithm == CONTENT_CHECKSUM_SHA256) {
        hash->checksum.size = SHA256_SIZE;
        memcpy(hash->checksum.bytes, digest, SHA256_SIZE);
    }
    content_checksum_to_text(hash->text, &hash->checksum);
    return STATUS_OK;
}

void content_hasher_release(struct content_hasher *hasher) {
    sha256_release(&hasher->sha256);
}

void content_hash_of_known(struct content_hash *hash, enum content_checksum_algorithm algorithm,
                           const char sha256[SHA256_HEX_SIZE]) {
    *hash = (struct content_hash){.algorithm = algorithm};
    memcpy(hash->sha256, sha256, SHA256_HEX_SIZE);
    if (algorithm == CONTENT_CHECKSUM_SHA256 &&
        hex_digits_read(hash->checksum.bytes, SHA256_SIZE, sha256))
        hash->checksum.size = SHA256_SIZE;
    content_checksum_to_text(hash->text, &hash->checksum);
}

enum status content_hash_read(struct view *block, bool *ended, struct transfer_worker *worker,
                              int descriptor, const char *path, uint64_t offset, size_t wanted,
                              struct error *error) {
    ssize_t got;
    do {
        got = pread(descriptor, worker->block, wanted, (off_t)offset);
    } while (got < 0 && errno == EINTR);
    *block = (struct view){worker->block, 0};
    *ended = got == 0;
    if (got < 0)
        return error_system(error, errno, "cannot read", path);
    if (*ended)
        return error_set(error, STATUS_FAILED, "'%s' became shorter while it was read", path);
    if (atomic_load_explicit(&worker->settings->stopped, memory_order_relaxed))
        return error_set(error, STATUS_FAILED, "given up because the run stops");
    block->size = (size_t)got;
    return STATUS_OK;
}

static enum status take_range(struct content_hasher *hasher, bool *ended,
                              struct transfer_worker *worker, int descriptor, const char *path,
                              uint64_t offset, uint64_t length, struct error *error) {
    while (length > 0) {
        struct view block;
        enum status status = content_hash_read(
            &block, ended, worker, descriptor, path, offset,
            length < worker->block_size ? (size_t)length : worker->block_size, error);
        if (status == STATUS_OK)
            status = content_hasher_update(hasher, block.data, block.size, error);
        if (status != STATUS_OK)
            return status;
        offset += block.size;
        length -= block.size;
    }
    return STATUS_OK;
}

enum status content_hash_of_range(struct content_hash *hash, bool *ended,
                                  struct transfer_worker *worker, int descriptor, const char *path,
                                  uint64_t offset, uint64_t length,
                                  enum content_checksum_algorithm algorithm, struct error *error) {
    struct content_hasher hasher;
    *ended = false;
    enum status status = content_hasher_init(&hasher, algorithm, error);
    if (status != STATUS_OK)
        return status;
    status = take_range(&hasher, ended, worker, descriptor, path, offset, length, error);
    if (status == STATUS_OK)
        status = content_hasher_finish(&hasher, hash, error);
    content_hasher_release(&hasher);
    return status;
}

enum status content_hash_add_header(const struct content_hash *hash, struct header_list *headers,
                                    struct error *error) {
    const char *name = content_checksum_header(hash->algorithm);
    return name == NULL ? STATUS_OK : header_list_add(headers, name, hash->text, error);
}

bool content_hash_accepts(void *context, const struct http_response *response) {
    const struct content_hash *hash = context;
    const char *name = content_checksum_header(hash->algorithm);
    const char *told = name == NULL ? NULL : http_response_header(response, name);
    return told == NULL || strcmp(told, hash->text) == 0;
}
