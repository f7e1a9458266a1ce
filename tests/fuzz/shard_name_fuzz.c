/* Any bytes as a shard's name and as a compression method: what is read is written back equal. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "formats/h5/deflate_method.h"
#include "formats/h5/shard_name.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_method(const uint8_t *data, size_t size) {
    struct error error;
    struct deflate_method method;
    struct deflate_method again;
    char name[DEFLATE_METHOD_NAME_SIZE];
    char *text = strndup((const char *)data, size);
    if (text == NULL)
        return;
    if (deflate_method_parse(&method, text, &error) == STATUS_OK) {
        deflate_method_name(method, name);
        if (deflate_method_parse(&again, name, &error) != STATUS_OK ||
            again.library != method.library || again.level != method.level)
            abort();
    }
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct error error;
    struct shard_name name;
    if (size == 0)
        return 0;
    check_method(data, size);
    if (!shard_name_parse(&name, (struct view){data, size}))
        return 0;
    struct buffer text = BUFFER_INIT;
    struct shard_name again;
    if (shard_name_append(&name, &text, &error) != STATUS_OK ||
        !shard_name_parse(&again, buffer_view(&text)) || again.number != name.number ||
        again.split != name.split || again.corpus.size != name.corpus.size ||
        memcmp(again.corpus.data, name.corpus.data, name.corpus.size) != 0)
        abort();
    buffer_release(&text);
    return 0;
}
