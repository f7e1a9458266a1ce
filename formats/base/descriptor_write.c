#include "formats/base/descriptor_write.h"

#include <errno.h>
#include <unistd.h>

enum status descriptor_write(int descriptor, const void *bytes, size_t size, const char *what,
                             const char *name, struct error *error) {
    const unsigned char *at = bytes;
    while (size > 0) {
        ssize_t count = write(descriptor, at, size);
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return error_system(error, errno, what, name);
        at += count;
        size -= (size_t)count;
    }
    return STATUS_OK;
}
