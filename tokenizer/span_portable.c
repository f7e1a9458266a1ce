/* The passes of span_tokenizer in portable C. */
#include "tokenizer/span_loop.h"

size_t span_portable_take(struct span_tokenizer *spans, struct span_lines *lines,
                          const unsigned char *bytes, size_t size) {
    return span_take(spans, lines, bytes, size);
}
