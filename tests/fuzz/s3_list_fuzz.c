/* s3_list: any bytes as a page of a listing. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "tools/s3/s3_list.h"

static void check(int holds) {
    if (!holds)
        abort();
}

struct told {
    uint64_t count;
    const char *prefix;
};

static enum status on_object(void *context, const struct s3_list_object *object,
                             struct error *error) {
    struct told *told = context;
    (void)error;
    told->count++;
    check(*object->key != '\0');
    check(strncmp(object->key, told->prefix, strlen(told->prefix)) == 0);
    check(strlen(object->etag) < 128);
    return STATUS_OK;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char *const PREFIXES[] = {"", "p/"};
    for (size_t i = 0; i < 2; i++) {
        struct told told = {0, PREFIXES[i]};
        struct s3_list_page page = {.count = 0};
        struct error error = {.message = ""};
        enum status status = s3_list_read_page(&page, (struct view){data, size}, told.prefix,
                                               on_object, &told, &error);
        if (status == STATUS_OK)
            check(told.count == page.count && (!page.truncated || page.token.size > 1));
        else
            check(told.count == 0 && error.message[0] != '\0');
        s3_list_page_release(&page);
    }
    return 0;
}
