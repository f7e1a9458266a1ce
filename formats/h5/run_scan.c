#include "formats/h5/run_scan.h"

#include <stdbool.h>
#include <stdint.h>

#include "formats/base/endian.h"
#include "formats/h5/cpu_variant.h"

/* As in byte_shuffle.c: only so does gcc make vectors of the loop that looks at all bytes. */
#if defined __GNUC__ && !defined __clang__
#pragma GCC optimize("O3")
#endif

#define BLOCK 64

/* Whether four equal bytes begin at one of BLOCK places; BLOCK + 3 bytes are there. */
CPU_VARIANT_INLINE bool has_run(const unsigned char *bytes) {
    unsigned char any = 0;
    for (unsigned i = 0; i < BLOCK; i++) {
        unsigned char differ =
            (unsigned char)((bytes[i] ^ bytes[i + 1]) | (bytes[i + 1] ^ bytes[i + 2]) |
                            (bytes[i + 2] ^ bytes[i + 3]));
        any |= differ == 0;
    }
    return any != 0;
}

/* The lowest byte of eight that is zero, as the number of its top bit; 64 when there is none. */
static unsigned first_zero(uint64_t word) {
    uint64_t zeros = (word - UINT64_C(0x0101010101010101)) & ~word & UINT64_C(0x8080808080808080);
    return zeros == 0 ? 64 : (unsigned)__builtin_ctzll(zeros);
}

/* The first place from `at` on where four equal bytes begin, or `size`. */
CPU_VARIANT_INLINE size_t next_run(const unsigned char *bytes, size_t at, size_t size) {
    for (; size - at >= 8 + 3; at += 8) {
        while (size - at >= BLOCK + 3 && !has_run(bytes + at))
            at += BLOCK;
        if (size - at < 8 + 3)
            break;
        uint64_t first = load_le64(bytes + at);
        uint64_t differ = (first ^ load_le64(bytes + at + 1)) |
                          (first ^ load_le64(bytes + at + 2)) | (first ^ load_le64(bytes + at + 3));
        unsigned zero = first_zero(differ);
        if (zero < 64)
            return at + zero / 8;
    }
    for (; size - at >= 4; at++) {
        if (bytes[at] == bytes[at + 1] && bytes[at] == bytes[at + 2] && bytes[at] == bytes[at + 3])
            return at;
    }
    return size;
}

/* Where the equal bytes end that begin before `at`. */
static size_t end_of_run(const unsigned char *bytes, size_t at, size_t size) {
    uint64_t same = UINT64_C(0x0101010101010101) * bytes[at - 1];
    while (size - at >= 8 && load_le64(bytes + at) == same)
        at += 8;
    while (at < size && bytes[at] == (unsigned char)same)
        at++;
    return at;
}

CPU_VARIANT_INLINE size_t scan(struct run_deflate_part *parts, const unsigned char *bytes,
                               size_t size) {
    size_t count = 0;
    size_t at = 0;
    while (at < size) {
        size_t run = next_run(bytes, at, size);
        if (run == size) {
            parts[count++] = (struct run_deflate_part){(uint32_t)(size - at), 0};
            break;
        }
        size_t end = end_of_run(bytes, run + 4, size);
        parts[count++] =
            (struct run_deflate_part){(uint32_t)(run + 1 - at), (uint32_t)(end - run - 1)};
        at = end;
    }
    return count;
}

size_t run_scan(struct run_deflate_part *parts, const unsigned char *bytes, size_t size) {
    return scan(parts, bytes, size);
}

CPU_VARIANT_2013 size_t run_scan_2013(struct run_deflate_part *parts, const unsigned char *bytes,
                                      size_t size) {
    return scan(parts, bytes, size);
}
