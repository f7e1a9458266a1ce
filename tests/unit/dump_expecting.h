/*
 * dump_expecting - what reading a dump has to give, however its text is cut into batches. To be
 * included after cmocka.h.
 */
#ifndef TESTS_UNIT_DUMP_EXPECTING_H
#define TESTS_UNIT_DUMP_EXPECTING_H

#include "tests/unit/dump_reading.h"

static inline void assert_pages(const struct dump_reading *reading, const char *wanted) {
    size_t size = strlen(wanted);
    if (reading->pages.size != size || (size > 0 && memcmp(reading->pages.data, wanted, size) != 0))
        fail_msg("got:\n%.*s\nwanted:\n%s\n(%s)", (int)reading->pages.size,
                 size == 0 ? "" : (const char *)reading->pages.data, wanted,
                 reading->error.message);
}

/* Reads text in batches of several sizes; all must give the same. */
static inline void expect_from(struct dump_reading *reading, struct view text, enum status status,
                               const char *wanted) {
    static const size_t SIZES[] = {0, 1, 100, 1000};
    for (size_t i = 0; i < sizeof SIZES / sizeof SIZES[0]; i++) {
        reading->batch_size = SIZES[i];
        enum status got = dump_reading_memory(reading, text);
        if (got != status)
            fail_msg("status %d, not %d: %s", got, status, reading->error.message);
        assert_pages(reading, wanted);
    }
}

static inline void expect(struct dump_reading *reading, const char *text, enum status status,
                          const char *wanted) {
    expect_from(reading, view_of_string(text), status, wanted);
}

#endif
