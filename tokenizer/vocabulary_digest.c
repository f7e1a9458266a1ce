#include "tokenizer/vocabulary_digest.h"

#include "formats/base/sha256_alone.h"

void vocabulary_digest(const struct vocabulary *vocabulary, char hex[SHA256_HEX_SIZE]) {
    unsigned char digest[SHA256_SIZE];
    struct view bytes = vocabulary_bytes(vocabulary);
    sha256_alone(bytes.data, bytes.size, digest);
    sha256_to_hex(digest, hex);
}
