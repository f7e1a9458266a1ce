#include "tools/s3/multipart_etag.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char HEX[] = "0123456789abcdefABCDEF";

bool multipart_etag_is_md5(const char *etag) {
    return strlen(etag) == MD5_HEX_SIZE - 1 && strspn(etag, HEX) == MD5_HEX_SIZE - 1;
}

uint64_t multipart_etag_parts(const char *etag) {
    if (strspn(etag, HEX) != MD5_HEX_SIZE - 1 || etag[MD5_HEX_SIZE - 1] != '-')
        return 0;
    const char *digits = etag + MD5_HEX_SIZE;
    size_t length = strspn(digits, "0123456789");
    if (length == 0 || length > 5 || digits[length] != '\0')
        return 0;
    return strtoull(digits, NULL, 10);
}

bool multipart_etag_fits(uint64_t size, uint64_t part_size, uint64_t parts) {
    if (part_size == 0)
        return false;
    uint64_t needed = size / part_size + (size % part_size != 0);
    return (needed == 0 ? 1 : needed) == parts;
}

unsigned multipart_etag_guess(uint64_t part_sizes[4], uint64_t size, uint64_t parts) {
    /* MiB: aws cli and s5cmd's older releases 8, ours and minio's 16, rclone 5, s3cmd 15, s5cmd 50,
     * boto's large transfers 64, console and others 17, 32, 100, 128. */
    static const uint64_t USUAL[] = {8, 16, 5, 15, 50, 64, 17, 32, 100, 128, 256, 512};
    unsigned count = 0;
    for (size_t i = 0; i < sizeof USUAL / sizeof *USUAL && count < 4; i++) {
        if (multipart_etag_fits(size, USUAL[i] << 20, parts))
            part_sizes[count++] = USUAL[i] << 20;
    }
    return count;
}

enum status multipart_etag_sum_init(struct multipart_etag_sum *sum, struct error *error) {
    *sum = (struct multipart_etag_sum){.parts = 0};
    return md5_init(&sum->hash, error);
}

static unsigned digit_value(char digit) {
    return (unsigned)(digit <= '9' ? digit - '0' : (digit | 0x20) - 'a' + 10);
}

enum status multipart_etag_sum_add(struct multipart_etag_sum *sum, const char *etag,
                                   struct error *error) {
    unsigned char digest[MD5_SIZE];
    const char *digits = *etag == '"' ? etag + 1 : etag;
    size_t length = strcspn(digits, "\"");
    if (length != MD5_HEX_SIZE - 1 || strspn(digits, HEX) != length)
        return error_set(error, STATUS_NOT_OURS, "the ETag of a part is no MD5");
    for (size_t i = 0; i < MD5_SIZE; i++)
        digest[i] =
            (unsigned char)(digit_value(digits[2 * i]) << 4 | digit_value(digits[2 * i + 1]));
    sum->parts++;
    return md5_update(&sum->hash, digest, MD5_SIZE, error);
}

enum status multipart_etag_sum_finish(struct multipart_etag_sum *sum,
                                      char etag[MULTIPART_ETAG_SIZE], struct error *error) {
    unsigned char digest[MD5_SIZE];
    enum status status = md5_finish(&sum->hash, digest, error);
    if (status != STATUS_OK)
        return status;
    md5_to_hex(digest, etag);
    snprintf(etag + MD5_HEX_SIZE - 1, MULTIPART_ETAG_SIZE - MD5_HEX_SIZE + 1, "-%u", sum->parts);
    return STATUS_OK;
}

void multipart_etag_sum_release(struct multipart_etag_sum *sum) {
    md5_release(&sum->hash);
}

/* A file being read from its beginning, through one block of memory. */
struct file_reading {
    int descriptor;
    const char *path;
    uint64_t offset;
    unsigned char *block;
};

static const size_t BLOCK = (size_t)128 * 1024;

/* The MD5 of the next `size` bytes. */
static enum status hash_next(struct file_reading *reading, struct md5 *hash,
                             unsigned char digest[MD5_SIZE], uint64_t size, struct error *error) {
    enum status status = STATUS_OK;
    while (size > 0 && status == STATUS_OK) {
        size_t wanted = size < BLOCK ? (size_t)size : BLOCK;
        ssize_t got = pread(reading->descriptor, reading->block, wanted, (off_t)reading->offset);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return error_system(error, errno, "cannot read", reading->path);
        if (got == 0)
            return error_set(error, STATUS_FAILED, "'%s' became shorter while it was read",
                             reading->path);
        status = md5_update(hash, reading->block, (size_t)got, error);
        reading->offset += (uint64_t)got;
        size -= (uint64_t)got;
    }
    return status == STATUS_OK ? md5_finish(hash, digest, error) : status;
}

/* The MD5 of the MD5s of the parts; their number goes to *parts. */
static enum status hash_parts(struct file_reading *reading, struct md5 *hash,
                              unsigned char digest[MD5_SIZE], uint64_t *parts, uint64_t size,
                              uint64_t part_size, struct error *error) {
    struct md5 whole;
    enum status status = md5_init(&whole, error);
    if (status != STATUS_OK)
        return status;
    *parts = 0;
    do {
        uint64_t left = size - reading->offset;
        status = hash_next(reading, hash, digest, left < part_size ? left : part_size, error);
        if (status == STATUS_OK)
            status = md5_update(&whole, digest, MD5_SIZE, error);
        ++*parts;
    } while (status == STATUS_OK && reading->offset < size);
    if (status == STATUS_OK)
        status = md5_finish(&whole, digest, error);
    md5_release(&whole);
    return status;
}

enum status multipart_etag_of_file(char etag[MULTIPART_ETAG_SIZE], int descriptor, const char *path,
                                   uint64_t size, uint64_t part_size, struct error *error) {
    struct file_reading reading = {descriptor, path, 0, malloc(BLOCK)};
    struct md5 hash = {NULL};
    unsigned char digest[MD5_SIZE];
    uint64_t parts = 0;
    if (reading.block == NULL)
        return error_no_memory(error, "reading a file");
    enum status status = md5_init(&hash, error);
    if (status == STATUS_OK && part_size == 0)
        status = hash_next(&reading, &hash, digest, size, error);
    else if (status == STATUS_OK)
        status = hash_parts(&reading, &hash, digest, &parts, size, part_size, error);
    if (status == STATUS_OK) {
        md5_to_hex(digest, etag);
        if (part_size > 0)
            snprintf(etag + MD5_HEX_SIZE - 1, MULTIPART_ETAG_SIZE - MD5_HEX_SIZE + 1, "-%llu",
                     (unsigned long long)parts);
    }
    md5_release(&hash);
    free(reading.block);
    return status;
}
