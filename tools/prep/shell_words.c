#include "tools/prep/shell_words.h"

#include <stdbool.h>
#include <string.h>

static bool is_plain(const char *word) {
    static const char PLAIN[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
                                "%+,-./:=@_";
    return *word != '\0' && word[strspn(word, PLAIN)] == '\0';
}

enum status shell_words_quote(struct buffer *text, const char *word, struct error *error) {
    if (is_plain(word))
        return buffer_append(text, word, strlen(word), error);
    enum status status = buffer_append(text, "'", 1, error);
    for (; *word != '\0' && status == STATUS_OK; word++) {
        /* Out of the quotes, an escaped quote, into them again. */
        status = *word == '\'' ? buffer_append(text, "'\\''", 4, error)
                               : buffer_append(text, word, 1, error);
    }
    return status == STATUS_OK ? buffer_append(text, "'", 1, error) : status;
}
