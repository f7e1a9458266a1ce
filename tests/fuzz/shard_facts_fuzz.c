/*
 * Any JSON as what a marker says of its shard. What is taken can be written, and says the same when
 * it is read back.
 */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "tools/mlmprep/shard_facts.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_again(const struct shard_facts *facts) {
    struct error error = {.message = ""};
    struct shard_facts again;
    json_t *written;
    if (shard_facts_write(facts, &written, &error) != STATUS_OK ||
        shard_facts_parse(&again, written, "again", &error) != STATUS_OK ||
        shard_facts_difference(&again.shard, &facts->shard) != NULL ||
        strcmp(again.shard.file, facts->shard.file) != 0)
        abort();
    shard_facts_release(&again);
    json_decref(written);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct error error = {.message = ""};
    struct shard_facts facts;
    json_t *object = json_loadb((const char *)data, size, JSON_DECODE_ANY | JSON_ALLOW_NUL, NULL);
    if (object == NULL)
        return 0;
    if (shard_facts_parse(&facts, object, "fuzz", &error) == STATUS_OK) {
        check_again(&facts);
        shard_facts_release(&facts);
    } else if (error.message[0] == '\0') {
        abort();
    }
    json_decref(object);
    return 0;
}
