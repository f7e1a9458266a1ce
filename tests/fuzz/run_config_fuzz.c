/* Any bytes as a file of settings, whose values are parted into words. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "tools/prep/run_config.h"
#include "tools/prep/run_words.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static enum status take(void *context, const char *name, const char *value, struct error *error) {
    struct run_words *words = context;
    if (*name == '\0' || strpbrk(name, "\n=") != NULL || strchr(value, '\n') != NULL)
        abort();
    return run_words_split(words, value, error);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct error error = {.message = ""};
    struct run_words words = {0};
    enum status status = run_config_read((struct view){data, size}, "fuzz", take, &words, &error);
    if (status != STATUS_OK && error.message[0] == '\0')
        abort();
    run_words_release(&words);
    return 0;
}
