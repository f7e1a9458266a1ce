#include "tokenizer/vocabulary_digest.h"

enum status vocabulary_digest(const struct vocabulary *vocabulary, char hex[SHA256_HEX_SIZE],
                              struct error *error) {
    unsigned char digest[SHA256_SIZE];
    struct view bytes = vocabulary_bytes(vocabulary);
    enum status status = sha256_of(bytes.data, bytes.size, digest, error);
    if (status == STATUS_OK)
        sha256_to_hex(digest, hex);
    return status;
}
