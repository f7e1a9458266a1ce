/*
 * endian - little-endian numbers at any address, on any host.
 *
 * Compilers turn each of these into one move on a little-endian machine.
 */
#ifndef FORMATS_BASE_ENDIAN_H
#define FORMATS_BASE_ENDIAN_H

#include <endian.h>
#include <stdint.h>
#include <string.h>

static inline uint16_t load_le16(const void *at) {
    uint16_t value;
    memcpy(&value, at, sizeof value);
    return le16toh(value);
}

static inline uint32_t load_le32(const void *at) {
    uint32_t value;
    memcpy(&value, at, sizeof value);
    return le32toh(value);
}

static inline uint64_t load_le64(const void *at) {
    uint64_t value;
    memcpy(&value, at, sizeof value);
    return le64toh(value);
}

static inline void store_le16(void *at, uint16_t value) {
    value = htole16(value);
    memcpy(at, &value, sizeof value);
}

static inline void store_le32(void *at, uint32_t value) {
    value = htole32(value);
    memcpy(at, &value, sizeof value);
}

static inline void store_le64(void *at, uint64_t value) {
    value = htole64(value);
    memcpy(at, &value, sizeof value);
}

#endif
