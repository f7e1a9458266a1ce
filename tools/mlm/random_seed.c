#include "tools/mlm/random_seed.h"

#include <string.h>

#include "formats/base/buffer.h"
#include "formats/base/endian.h"
#include "formats/base/sha256.h"

/* Finds the digits of `text`, without sign and leading zeros; "0" keeps its one digit. */
static enum status find_digits(struct view *digits, const char *text, struct error *error) {
    const char *at = text;
    if (*at == '-' || *at == '+')
        at++;
    size_t length = strspn(at, "0123456789");
    if (length == 0 || at[length] != '\0')
        return error_set(error, STATUS_USAGE,
                         "seed '%.40s' is not a whole decimal number; write one such as 12345",
                         text);
    while (length > 1 && *at == '0') {
        at++;
        length--;
    }
    if (length > RANDOM_SEED_DIGITS)
        return error_set(error, STATUS_USAGE, "a seed of %zu digits is too long; use at most %d",
                         length, RANDOM_SEED_DIGITS);
    *digits = (struct view){(const unsigned char *)at, length};
    return STATUS_OK;
}

static void multiply_and_add(struct random_seed *seed, uint32_t factor, uint32_t carry) {
    for (size_t i = 0; i < seed->count; i++) {
        uint64_t product = (uint64_t)seed->words[i] * factor + carry;
        seed->words[i] = (uint32_t)product;
        carry = (uint32_t)(product >> 32);
    }
    if (carry != 0)
        seed->words[seed->count++] = carry;
}

enum status random_seed_from_text(struct random_seed *seed, const char *text, struct error *error) {
    struct view digits;
    enum status status = find_digits(&digits, text, error);
    if (status != STATUS_OK)
        return status;
    memset(seed, 0, sizeof *seed);
    seed->count = 1;
    for (size_t i = 0; i < digits.size; i++)
        multiply_and_add(seed, 10, (uint32_t)(digits.data[i] - '0'));
    return STATUS_OK;
}

static void seed_from_u64(struct random_seed *seed, uint64_t value) {
    memset(seed, 0, sizeof *seed);
    seed->words[0] = (uint32_t)value;
    seed->words[1] = (uint32_t)(value >> 32);
    seed->count = seed->words[1] != 0 ? 2 : 1;
}

enum status random_seed_for_shard(struct random_seed *seed, const char *text,
                                  const char *shard_name, struct error *error) {
    struct view digits;
    enum status status = find_digits(&digits, text, error);
    if (status != STATUS_OK)
        return status;
    struct buffer message = BUFFER_INIT;
    unsigned char digest[SHA256_SIZE];
    status = buffer_format(&message, error, "%.*s:%s", (int)digits.size, (const char *)digits.data,
                           shard_name);
    if (status == STATUS_OK)
        status = sha256_of(message.data, message.size, digest, error);
    if (status == STATUS_OK)
        seed_from_u64(seed, load_le64(digest));
    buffer_release(&message);
    return status;
}
