#include "tools/s3/content_checksum.h"

#include <pthread.h>
#include <string.h>
#include <strings.h>

#include "formats/base/endian.h"
#include "tools/s3/base64.h"

struct crc {
    unsigned bits;
    uint64_t polynomial; /* reflected: the lowest bit stands for the highest power */
    uint64_t table[8][256];
};

static struct crc crc32c = {32, 0x82F63B78, {{0}}};
static struct crc crc64nvme = {64, 0x9A6C9329AC4BC9B5, {{0}}};
static pthread_once_t tables_once = PTHREAD_ONCE_INIT;

static void make_table(struct crc *crc) {
    for (unsigned byte = 0; byte < 256; byte++) {
        uint64_t value = byte;
        for (unsigned bit = 0; bit < 8; bit++)
            value = (value >> 1) ^ ((value & 1) != 0 ? crc->polynomial : 0);
        crc->table[0][byte] = value;
    }
    for (unsigned slice = 1; slice < 8; slice++) {
        for (unsigned byte = 0; byte < 256; byte++) {
            uint64_t before = crc->table[slice - 1][byte];
            crc->table[slice][byte] = (before >> 8) ^ crc->table[0][before & 255];
        }
    }
}

static void make_tables(void) {
    make_table(&crc32c);
    make_table(&crc64nvme);
}

static const struct crc *crc_of(enum content_checksum_algorithm algorithm) {
    pthread_once(&tables_once, make_tables);
    return algorithm == CONTENT_CHECKSUM_CRC32C ? &crc32c : &crc64nvme;
}

static uint64_t all_ones(const struct crc *crc) {
    return crc->bits == 64 ? UINT64_MAX : UINT32_MAX;
}

uint64_t content_checksum_update(enum content_checksum_algorithm algorithm, uint64_t value,
                                 const void *bytes, size_t size) {
    const struct crc *crc = crc_of(algorithm);
    const unsigned char *at = bytes;
    value ^= all_ones(crc);
    for (; size >= 8; size -= 8, at += 8) {
        uint64_t word = load_le64(at) ^ value;
        value = crc->table[7][word & 255] ^ crc->table[6][(word >> 8) & 255] ^
                crc->table[5][(word >> 16) & 255] ^ crc->table[4][(word >> 24) & 255] ^
                crc->table[3][(word >> 32) & 255] ^ crc->table[2][(word >> 40) & 255] ^
                crc->table[1][(word >> 48) & 255] ^ crc->table[0][word >> 56];
    }
    for (; size > 0; size--)
        value = (value >> 8) ^ crc->table[0][(value ^ *at++) & 255];
    return value ^ all_ones(crc);
}

/* a(x) b(x) modulo the polynomial, reflected as all numbers here are. */
static uint64_t multiply(const struct crc *crc, uint64_t a, uint64_t b) {
    uint64_t product = 0;
    for (uint64_t bit = (uint64_t)1 << (crc->bits - 1); bit != 0; bit >>= 1) {
        if ((a & bit) != 0)
            product ^= b;
        b = (b >> 1) ^ ((b & 1) != 0 ? crc->polynomial : 0);
    }
    return product;
}

uint64_t content_checksum_join(enum content_checksum_algorithm algorithm, uint64_t a, uint64_t b,
                               uint64_t b_size) {
    const struct crc *crc = crc_of(algorithm);
    uint64_t power = (uint64_t)1 << (crc->bits - 1 - 8); /* x^8: one byte further */
    uint64_t shift = (uint64_t)1 << (crc->bits - 1);     /* x^0 */
    for (; b_size > 0; b_size >>= 1) {
        if ((b_size & 1) != 0)
            shift = multiply(crc, shift, power);
        power = multiply(crc, power, power);
    }
    return multiply(crc, shift, a) ^ b;
}

struct content_checksum content_checksum_of_crc(enum content_checksum_algorithm algorithm,
                                                uint64_t value) {
    struct content_checksum checksum = {.size = crc_of(algorithm)->bits / 8};
    for (unsigned i = checksum.size; i-- > 0; value >>= 8)
        checksum.bytes[i] = (unsigned char)(value & 255);
    return checksum;
}

static const struct {
    const char *name;
    const char *header;
} NAMES[] = {{"", NULL},
             {"CRC32C", "x-amz-checksum-crc32c"},
             {"CRC64NVME", "x-amz-checksum-crc64nvme"},
             {"SHA256", "x-amz-checksum-sha256"}};

bool content_checksum_parse(enum content_checksum_algorithm *algorithm, const char *text) {
    for (unsigned i = CONTENT_CHECKSUM_CRC32C; i <= CONTENT_CHECKSUM_SHA256; i++) {
        if (strcasecmp(text, NAMES[i].name) == 0) {
            *algorithm = (enum content_checksum_algorithm)i;
            return true;
        }
    }
    return false;
}

const char *content_checksum_name(enum content_checksum_algorithm algorithm) {
    return NAMES[algorithm].name;
}

const char *content_checksum_header(enum content_checksum_algorithm algorithm) {
    return NAMES[algorithm].header;
}

void content_checksum_to_text(char text[CONTENT_CHECKSUM_TEXT_SIZE],
                              const struct content_checksum *checksum) {
    base64_encode(text, (struct view){checksum->bytes, checksum->size});
}

bool content_checksum_from_text(struct content_checksum *checksum,
                                enum content_checksum_algorithm algorithm, const char *text) {
    static const unsigned SIZES[] = {0, 4, 8, SHA256_SIZE};
    checksum->size = 0;
    if (text == NULL || algorithm == CONTENT_CHECKSUM_NONE ||
        !base64_decode(checksum->bytes, SIZES[algorithm], text))
        return false;
    checksum->size = SIZES[algorithm];
    return true;
}

uint64_t content_checksum_to_crc(const struct content_checksum *checksum) {
    uint64_t crc = 0;
    for (unsigned i = 0; i < checksum->size; i++)
        crc = crc << 8 | checksum->bytes[i];
    return crc;
}
