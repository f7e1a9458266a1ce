#include "formats/h5/library_versions.h"

#include <hdf5.h>
#include <stdio.h>
#include <zlib.h>

#ifdef HAVE_ISAL
#include <isa-l.h>
#endif
#ifdef HAVE_LIBDEFLATE
#include <libdeflate.h>
#endif

const char *library_versions(void) {
    static char text[128];
    unsigned major = 0, minor = 0, release = 0;
    H5get_libversion(&major, &minor, &release);
    int length = snprintf(text, sizeof text, "HDF5 %u.%u.%u", major, minor, release);
#ifdef HAVE_ISAL
    length += snprintf(text + length, sizeof text - (size_t)length, ", ISA-L %d.%d.%d",
                       ISAL_MAJOR_VERSION, ISAL_MINOR_VERSION, ISAL_PATCH_VERSION);
#endif
#ifdef HAVE_LIBDEFLATE
    length += snprintf(text + length, sizeof text - (size_t)length, ", libdeflate %s",
                       LIBDEFLATE_VERSION_STRING);
#endif
    snprintf(text + length, sizeof text - (size_t)length, ", zlib %s", zlibVersion());
    return text;
}
