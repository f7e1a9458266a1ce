/* Any bytes as dataset.json: refused with a sentence, or read, written and read again as equal. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "formats/h5/dataset_manifest.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void write_or_abort(const struct dataset_manifest *manifest, struct buffer *text) {
    struct error error;
    if (dataset_manifest_write(manifest, text, &error) != STATUS_OK)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct error error = {.message = ""};
    struct dataset_manifest manifest;
    if (dataset_manifest_parse(&manifest, (struct view){data, size}, "fuzz", &error) != STATUS_OK) {
        if (error.message[0] == '\0')
            abort();
        return 0;
    }
    struct buffer first = BUFFER_INIT;
    struct buffer second = BUFFER_INIT;
    write_or_abort(&manifest, &first);
    dataset_manifest_release(&manifest);
    if (dataset_manifest_parse(&manifest, buffer_view(&first), "again", &error) != STATUS_OK)
        abort();
    write_or_abort(&manifest, &second);
    if (first.size != second.size || memcmp(first.data, second.data, first.size) != 0)
        abort();
    dataset_manifest_release(&manifest);
    buffer_release(&first);
    buffer_release(&second);
    return 0;
}
