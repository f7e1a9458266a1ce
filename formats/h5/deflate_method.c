#include "formats/h5/deflate_method.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if HAVE_ISAL
#include <isa-l.h>
#endif

struct library {
    const char *name;
    enum deflate_library library;
    int lowest;
    int highest;
    int usual; /* level: the fastest that makes files no larger than h5py's gzip 4 */
};

/* The default first. Those without levels have a highest of 0; level 0 of zlib and libdeflate would
 * store without compressing. */
static const struct library LIBRARIES[] = {
    {"huffman", DEFLATE_HUFFMAN, 0, 0, 0},
#if HAVE_ISAL
    {"isal", DEFLATE_ISAL, 0, ISAL_DEF_MAX_LEVEL, 1},
#endif
#if HAVE_LIBDEFLATE
    {"libdeflate", DEFLATE_LIBDEFLATE, 1, 12, 1},
#endif
    {"zlib", DEFLATE_ZLIB, 1, 9, 1},
    {"none", DEFLATE_NONE, 0, 0, 0},
};
static const size_t LIBRARY_COUNT = sizeof LIBRARIES / sizeof LIBRARIES[0];

struct deflate_method deflate_method_default(void) {
    return (struct deflate_method){LIBRARIES[0].library, LIBRARIES[0].usual};
}

static bool has_levels(const struct library *library) {
    return library->highest > 0;
}

static enum status unknown_method(const char *text, struct error *error) {
    char list[128] = "";
    size_t used = 0;
    for (size_t i = 0; i < LIBRARY_COUNT; i++) {
        const struct library *library = &LIBRARIES[i];
        const char *separator = i == 0 ? "" : ", ";
        int length =
            !has_levels(library)
                ? snprintf(list + used, sizeof list - used, "%s%s", separator, library->name)
                : snprintf(list + used, sizeof list - used, "%s%s:%d-%d", separator, library->name,
                           library->lowest, library->highest);
        used += (size_t)length;
    }
    return error_set(error, STATUS_USAGE,
                     "'%.64s' is not a compression method of this build; there are %s", text, list);
}

enum status deflate_method_parse(struct deflate_method *method, const char *text,
                                 struct error *error) {
    size_t length = strcspn(text, ":");
    for (size_t i = 0; i < LIBRARY_COUNT; i++) {
        const struct library *library = &LIBRARIES[i];
        if (strlen(library->name) != length || strncmp(library->name, text, length) != 0)
            continue;
        int level = library->usual;
        if (text[length] == ':') {
            const char *digits = text + length + 1;
            size_t count = strspn(digits, "0123456789");
            if (!has_levels(library) || count < 1 || count > 2 || digits[count] != '\0')
                break;
            level = atoi(digits);
        }
        if (level < library->lowest || level > library->highest)
            break;
        *method = (struct deflate_method){library->library, level};
        return STATUS_OK;
    }
    return unknown_method(text, error);
}

void deflate_method_name(struct deflate_method method, char name[DEFLATE_METHOD_NAME_SIZE]) {
    const struct library *library = &LIBRARIES[LIBRARY_COUNT - 1];
    for (size_t i = 0; i < LIBRARY_COUNT; i++) {
        if (LIBRARIES[i].library == method.library)
            library = &LIBRARIES[i];
    }
    if (has_levels(library))
        snprintf(name, DEFLATE_METHOD_NAME_SIZE, "%s:%d", library->name, method.level);
    else
        snprintf(name, DEFLATE_METHOD_NAME_SIZE, "%s", library->name);
}
