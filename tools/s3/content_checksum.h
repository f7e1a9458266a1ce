/*
 * content_checksum - the additional checksums that S3 can check and keep: x-amz-checksum-*.
 *
 * CRC32C: polynomial 0x1EDC6F41, reflected, as in RFC 3720 (iSCSI). CRC64NVME: polynomial
 * 0xAD93D23594C93659, reflected, all ones before and after (NVM Express NVM Command Set
 * Specification 1.0, section 5.2.1.3.4). Both by tables of eight bytes at a time ("slicing-by-8",
 * Kounavis and Berry, 2005). Check values of "123456789": E3069283 and AE8B14860A799888.
 *
 * An object of several parts has for CRC32C and SHA256 the checksum of the parts' checksums and
 * "-<parts>" behind it (COMPOSITE), for CRC64NVME the checksum of all its bytes (FULL_OBJECT),
 * which content_checksum_join makes from those of the parts.
 *
 * Thread rule: functions touch only their arguments; tables are made once, by whoever comes first.
 */
#ifndef TOOLS_S3_CONTENT_CHECKSUM_H
#define TOOLS_S3_CONTENT_CHECKSUM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/base/sha256.h"

enum content_checksum_algorithm {
    CONTENT_CHECKSUM_NONE,
    CONTENT_CHECKSUM_CRC32C,
    CONTENT_CHECKSUM_CRC64NVME,
    CONTENT_CHECKSUM_SHA256,
};

/* Base64 of 32 bytes, "-10000", NUL. */
#define CONTENT_CHECKSUM_TEXT_SIZE 56

/* A checksum as big-endian bytes, the order in which S3 writes it. */
struct content_checksum {
    unsigned char bytes[SHA256_SIZE];
    unsigned size; /* 4, 8 or 32; 0 for none */
};

/* "crc32c", "crc64nvme", "sha256" in any case; false for anything else. */
bool content_checksum_parse(enum content_checksum_algorithm *algorithm, const char *text);

/* "CRC32C" as in headers and documents ("ChecksumCRC32C"); "" for none. */
const char *content_checksum_name(enum content_checksum_algorithm algorithm);

/* "x-amz-checksum-crc32c"; NULL for none. */
const char *content_checksum_header(enum content_checksum_algorithm algorithm);

/* Takes bytes into a CRC; begin with 0. `algorithm` is one of the two CRCs. */
uint64_t content_checksum_update(enum content_checksum_algorithm algorithm, uint64_t crc,
                                 const void *bytes, size_t size);

/* The CRC of a ++ b from their CRCs and the length of b. */
uint64_t content_checksum_join(enum content_checksum_algorithm algorithm, uint64_t a, uint64_t b,
                               uint64_t b_size);

/* A CRC as bytes. */
struct content_checksum content_checksum_of_crc(enum content_checksum_algorithm algorithm,
                                                uint64_t crc);

/*
 * Reads a checksum of this algorithm from base64; false, with size 0, for any other text (NULL,
 * too).
 */
MUST_USE bool content_checksum_from_text(struct content_checksum *checksum,
                                         enum content_checksum_algorithm algorithm,
                                         const char *text);

/* The CRC that content_checksum_of_crc made a checksum of. */
uint64_t content_checksum_to_crc(const struct content_checksum *checksum);

/* Writes the checksum in base64. */
void content_checksum_to_text(char text[CONTENT_CHECKSUM_TEXT_SIZE],
                              const struct content_checksum *checksum);

#endif
