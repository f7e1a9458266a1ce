/*
 * library_version - which utf8proc the program runs with.
 */
#ifndef TOKENIZER_TEXT_LIBRARY_VERSION_H
#define TOKENIZER_TEXT_LIBRARY_VERSION_H

/* "utf8proc 2.8.0 (Unicode 14.0.0), followed as Unicode 14.0": static, made at the first call by
 * one thread. */
const char *tokenizer_library_version(void);

#endif
