#include "formats/h5/byte_shuffle.h"

#include "formats/h5/byte_planes.h"

void byte_shuffle_undo(void *restrict plain, const void *restrict shuffled, size_t elements) {
    const unsigned char *first = shuffled;
    const unsigned char *const planes[4] = {first, first + elements, first + 2 * elements,
                                            first + 3 * elements};
    byte_planes_join(plain, planes, 4, elements);
}
