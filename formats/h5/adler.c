#include "formats/h5/adler.h"

#include <zlib.h>

#if HAVE_LIBDEFLATE
#include <libdeflate.h>
#endif

static const uint64_t BASE = 65521;

uint32_t adler_of_bytes(uint32_t adler, const void *bytes, size_t size) {
#if HAVE_LIBDEFLATE
    return libdeflate_adler32(adler, bytes, size);
#else
    return (uint32_t)adler32_z(adler, bytes, size);
#endif
}

/* The low half adds up the bytes; the high half adds up the low half after each. */
uint32_t adler_of_run(uint32_t adler, unsigned char value, uint64_t count) {
    uint64_t low = adler & 0xFFFF;
    uint64_t high = adler >> 16;
    uint64_t times = count % BASE;
    /* times * (times + 1) / 2, with count's own parity: the factors of 2 are taken before. */
    uint64_t half =
        count % 2 == 0 ? count / 2 % BASE * ((count + 1) % BASE) : times * ((count / 2 + 1) % BASE);
    high = (high + times * low + half % BASE * value) % BASE;
    low = (low + times * value) % BASE;
    return (uint32_t)(high << 16 | low);
}
