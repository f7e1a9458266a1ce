#include "tools/prep/task_key.h"

#include <string.h>

#include "formats/base/endian.h"

enum status task_key_init(struct task_key *key, struct error *error) {
    return sha256_init(&key->hash, error);
}

/* What fails ends the hash; task_key_finish tells. */
static void add(struct task_key *key, const void *bytes, size_t size) {
    struct error ignored;
    if (key->hash.context != NULL && sha256_update(&key->hash, bytes, size, &ignored) != STATUS_OK)
        sha256_release(&key->hash);
}

static void add_number(struct task_key *key, size_t number) {
    unsigned char bytes[8];
    store_le64(bytes, number);
    add(key, bytes, sizeof bytes);
}

void task_key_add(struct task_key *key, const char *part) {
    size_t length = strlen(part);
    add_number(key, length);
    add(key, part, length);
}

void task_key_add_words(struct task_key *key, const struct run_words *words) {
    add_number(key, words->count);
    for (size_t i = 0; i < words->count; i++)
        task_key_add(key, words->words[i]);
}

void task_key_finish(struct task_key *key, char hexadecimal[RUN_PLAN_SHA256]) {
    unsigned char digest[SHA256_SIZE];
    struct error ignored;
    hexadecimal[0] = '\0';
    if (key->hash.context != NULL && sha256_finish(&key->hash, digest, &ignored) == STATUS_OK)
        sha256_to_hex(digest, hexadecimal);
    sha256_release(&key->hash);
}
