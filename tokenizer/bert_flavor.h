/*
 * bert_flavor - the options that make the tokenizer equal to a certain program's.
 *
 * Thread rule: pure functions.
 */
#ifndef TOKENIZER_BERT_FLAVOR_H
#define TOKENIZER_BERT_FLAVOR_H

#include "tokenizer/bert_tokenizer.h"

/* "nvidia" or "google". */
const char *bert_flavor_name(enum flavor flavor);

/*
 * The options of the program when uncased. NVIDIA's takes literals of special tokens for these and
 * words of up to 100 code points; Google's knows no words that are never split, and takes 200.
 */
struct bert_tokenizer_options bert_flavor_options(enum flavor flavor);

#endif
