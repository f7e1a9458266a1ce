/*
 * vocabulary_digest - which vocabulary it is, as streams record it.
 *
 * Thread rule: a pure function.
 */
#ifndef TOKENIZER_VOCABULARY_DIGEST_H
#define TOKENIZER_VOCABULARY_DIGEST_H

#include "formats/base/sha256.h"
#include "tokenizer/vocabulary.h"

/* SHA-256 of the file's bytes, in lower-case hexadecimal digits. */
void vocabulary_digest(const struct vocabulary *vocabulary, char hex[SHA256_HEX_SIZE]);

#endif
