#include "tokenizer/text/library_version.h"

#include <stdio.h>
#include <utf8proc.h>

#include "tokenizer/text/unicode_pin.h"

const char *tokenizer_library_version(void) {
    static char text[96];
    snprintf(text, sizeof text, "utf8proc %s (Unicode %s), followed as Unicode %s",
             utf8proc_version(), utf8proc_unicode_version(), unicode_pin_name(UNICODE_14_0));
    return text;
}
