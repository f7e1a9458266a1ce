#include "formats/wiki/dump_unit.h"

/* May a unit of Cirrus end before `at`? The next line has to be one of "index". */
static bool pair_ends(struct view text, size_t at, bool all) {
    static const char *const BEGINS[] = {"{\"index\"", "{ \"index\""};
    if (all)
        return true;
    for (size_t i = 0; i < 2; i++) {
        size_t size = strlen(BEGINS[i]);
        if (text.size - at >= size && memcmp(text.data + at, BEGINS[i], size) == 0)
            return true;
    }
    return false;
}

size_t dump_unit_last(enum dump_format format, struct view text, size_t searched, bool all) {
    const char *mark = dump_format_unit_end(format);
    size_t size = strlen(mark);
    /* An end may begin in what was searched; a pair's may be what was the last byte. */
    size_t from = searched > 16 ? searched - 16 : 0;
    size_t left = text.size;
    while (left > from) {
        /* The last byte of all of these marks is rare in the text. */
        const unsigned char *last = memrchr(text.data + from, mark[size - 1], left - from);
        if (last == NULL)
            return 0;
        left = (size_t)(last - text.data);
        if (left + 1 >= size && memcmp(text.data + left + 1 - size, mark, size) == 0 &&
            (format != DUMP_FORMAT_CIRRUS || pair_ends(text, left + 1, all)))
            return left + 1;
    }
    return 0;
}

size_t dump_unit_first(enum dump_format format, struct view text) {
    const char *mark = dump_format_unit_end(format);
    size_t size = strlen(mark);
    const unsigned char *found = text.size == 0 ? NULL : memmem(text.data, text.size, mark, size);
    return found == NULL ? 0 : (size_t)(found - text.data) + size;
}
