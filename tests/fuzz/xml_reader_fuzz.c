/* xml_reader and s3_error: any bytes as the body of an answer. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "tools/s3/s3_error.h"
#include "tools/s3/xml_reader.h"

static void check(int holds) {
    if (!holds)
        abort();
}

static void on_element(void *context, const char *path, const char *text) {
    size_t *count = context;
    check(strlen(path) > 0 && strlen(path) <= XML_READER_LONGEST);
    check(strlen(text) <= XML_READER_LONGEST);
    ++*count;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct error error = {.message = ""};
    struct s3_error got;
    size_t count = 0;
    if (xml_reader_read((struct view){data, size}, on_element, &count, &error) == STATUS_OK)
        check(count > 0);
    else
        check(error.message[0] != '\0');
    bool found = s3_error_read(&got, (struct view){data, size});
    check(found == (got.code[0] != '\0'));
    for (const char *at = got.message; *at != '\0'; at++)
        check((unsigned char)*at >= 0x20);
    return 0;
}
