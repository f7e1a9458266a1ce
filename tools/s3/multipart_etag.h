/*
 * multipart_etag - what ETags tell about content, and what the ETag of a file would be.
 *
 * The ETag of an object from one PUT, not under SSE-KMS or SSE-C, is the MD5 of its content: 32
 * hexadecimal digits. That of a multipart upload is the MD5 of the MD5s of its parts, a hyphen, and
 * their number ("Checking object integrity", Amazon S3 user guide), on every server known.
 *
 * Thread rule: functions touch only their arguments.
 */
#ifndef TOOLS_S3_MULTIPART_ETAG_H
#define TOOLS_S3_MULTIPART_ETAG_H

#include <stdbool.h>
#include <stdint.h>

#include "formats/base/md5.h"
#include "formats/base/status.h"

#define MULTIPART_ETAG_SIZE 48

/* Whether an ETag without quotes looks like an MD5. */
MUST_USE bool multipart_etag_is_md5(const char *etag);

/* The ETag of a multipart upload, from the ETags of its parts in order. */
struct multipart_etag_sum {
    struct md5 hash;
    unsigned parts;
};

MUST_USE enum status multipart_etag_sum_init(struct multipart_etag_sum *sum, struct error *error);

/* Adds a part's ETag, with quotes or without; STATUS_NOT_OURS for one that is no MD5. */
MUST_USE enum status multipart_etag_sum_add(struct multipart_etag_sum *sum, const char *etag,
                                            struct error *error);

MUST_USE enum status multipart_etag_sum_finish(struct multipart_etag_sum *sum,
                                               char etag[MULTIPART_ETAG_SIZE], struct error *error);

/* Frees; harmless when zeroed. */
void multipart_etag_sum_release(struct multipart_etag_sum *sum);

/* The number of parts in the ETag of a multipart upload, 0 in any other. */
MUST_USE uint64_t multipart_etag_parts(const char *etag);

/* Whether a file of `size` bytes in parts of `part_size` has that many: 1 at least. */
MUST_USE bool multipart_etag_fits(uint64_t size, uint64_t part_size, uint64_t parts);

/*
 * Part sizes that clients use by default and that would cut `size` bytes into `parts` parts, the
 * likeliest first; their number. For servers that do not tell the size of a part.
 */
unsigned multipart_etag_guess(uint64_t part_sizes[4], uint64_t size, uint64_t parts);

/*
 * The ETag a file's `size` bytes would have: of one PUT when part_size is 0, else of a multipart
 * upload. STATUS_FAILED when the file cannot be read or is shorter.
 */
MUST_USE enum status multipart_etag_of_file(char etag[MULTIPART_ETAG_SIZE], int descriptor,
                                            const char *path, uint64_t size, uint64_t part_size,
                                            struct error *error);

#endif
