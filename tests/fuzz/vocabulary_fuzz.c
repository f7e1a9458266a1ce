/*
 * vocabulary: any bytes are refused with a sentence or give a vocabulary that agrees with itself.
 *
 * Input: a byte that says whether the special tokens come first, then the file.
 */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "tokenizer/vocabulary.h"
#include "tokenizer/wordpiece.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(const struct vocabulary *vocabulary) {
    uint32_t lines = vocabulary_size(vocabulary);
    size_t repeat_count;
    const struct vocabulary_repeat *repeats = vocabulary_repeats(vocabulary, &repeat_count);
    for (size_t i = 0; i < repeat_count; i++) {
        struct view token = vocabulary_token(vocabulary, repeats[i].lines[0]);
        if (repeats[i].count < 2 || (token.size > 0 && vocabulary_find(vocabulary, token) !=
                                                           repeats[i].lines[repeats[i].count - 1]))
            abort();
    }
    for (uint32_t line = 0; line < lines; line++) {
        struct view token = vocabulary_token(vocabulary, line);
        if (token.size == 0)
            continue;
        uint32_t id = vocabulary_find(vocabulary, token);
        if (id == TOKEN_TRIE_NONE || id < line)
            abort();
        uint32_t *pieces = malloc(token.size * sizeof *pieces);
        if (pieces == NULL || wordpiece_split(vocabulary, token, pieces) != 1 || pieces[0] != id)
            abort();
        free(pieces);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct buffer file = BUFFER_INIT;
    struct byte_source source;
    struct vocabulary *vocabulary;
    struct error error = {STATUS_OK, ""};
    if (size == 0)
        return 0;
    if ((data[0] & 1) != 0 &&
        buffer_format(&file, &error, "[PAD]\n[UNK]\r\n[CLS]\r[SEP]\n[MASK]\n") != STATUS_OK)
        abort();
    if (buffer_append(&file, data + 1, size - 1, &error) != STATUS_OK)
        abort();
    byte_source_from_memory(&source, buffer_view(&file), "fuzz");
    if (vocabulary_load(&vocabulary, &source, &error) == STATUS_OK)
        check(vocabulary);
    else if (error.message[0] == '\0' || vocabulary != NULL)
        abort();
    vocabulary_free(vocabulary);
    buffer_release(&file);
    return 0;
}
