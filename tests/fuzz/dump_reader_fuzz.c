/* dump_splitter and dump_reader: any bytes as a dump; batches of any size give the same pages. */
#include <stdint.h>

#include "tests/unit/dump_reading.h"

static void check(int holds) {
    if (!holds)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static struct dump_reading large = {.everything = true, .language = "de"};
    static struct dump_reading small = {.everything = true, .language = "de", .batch_size = 1};
    static struct text_source text[2];
    struct byte_source source[2];
    enum status status[2];
    struct dump_reading *readings[] = {&large, &small};
    for (size_t i = 0; i < 2; i++) {
        buffer_clear(&readings[i]->pages);
        byte_source_from_memory(&source[i], (struct view){data, size}, "a");
        status[i] = text_source_init(&text[i], &source[i], &readings[i]->error);
        if (status[i] == STATUS_OK)
            status[i] = dump_reading_source(readings[i], text[i].bytes);
        check(status[i] == STATUS_END || readings[i]->error.message[0] != '\0');
        check(status[i] == STATUS_END || status[i] == STATUS_CORRUPT ||
              status[i] == STATUS_CUT_SHORT || status[i] == STATUS_NOT_OURS);
    }
    check(status[0] == status[1]);
    check(large.pages.size == small.pages.size);
    check(large.pages.size == 0 ||
          memcmp(large.pages.data, small.pages.data, small.pages.size) == 0);
    return 0;
}
