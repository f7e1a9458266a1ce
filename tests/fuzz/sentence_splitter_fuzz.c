/*
 * sentence_splitter: of any bytes, repaired to UTF-8, the sentences are parts in order that leave
 * out nothing but white space, have at most the length asked for, and depend on nothing else.
 *
 * Input: a byte for the language, a byte for the length, then the text.
 */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "tools/join/sentsplit_batch.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char *const LANGUAGES[] = {"en", "de", "ja", "el", "hi", "th", "ko", "ru",
                                        "hy", "zh", "pl", "he", "fr", "tr", "cs", "xx"};
#define LANGUAGE_COUNT (sizeof LANGUAGES / sizeof *LANGUAGES)

static void require(bool condition) {
    if (!condition)
        abort();
}

static void check_paragraph(const struct sentence_splitter *splitter, struct view text) {
    struct sentence_cursor cursor;
    struct view sentence;
    size_t end = 0;
    size_t before = 0;
    sentence_cursor_init(&cursor, splitter, text);
    while (sentence_cursor_next(&cursor, &sentence, &end)) {
        size_t start = (size_t)(sentence.data - text.data);
        require(sentence.size > 0 && start >= before && start + sentence.size <= end);
        require(end <= text.size);
        size_t characters = 0;
        for (size_t i = 0; i < sentence.size; i++)
            characters += (sentence.data[i] & 0xC0) != 0x80;
        require((sentence.data[0] & 0xC0) != 0x80);
        require(splitter->max_characters == 0 || characters <= splitter->max_characters);
        before = start + sentence.size;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static struct sentence_splitter splitters[LANGUAGE_COUNT];
    struct error error;
    if (size < 2)
        return 0;
    struct sentence_splitter *splitter = &splitters[data[0] % LANGUAGE_COUNT];
    if (splitter->filter.table == NULL) {
        const struct sentence_language *language =
            sentence_language_find(LANGUAGES[data[0] % LANGUAGE_COUNT]);
        if (language == NULL)
            language = &SENTENCE_LANGUAGE_ROOT;
        require(sentence_splitter_init(splitter, language, 0, &error) == STATUS_OK);
    }
    splitter->max_characters = data[1] % 40;
    struct sentsplit_batch batch = {.status = STATUS_OK};
    require(buffer_append(&batch.input, data + 2, size - 2, &error) == STATUS_OK);
    sentsplit_batch_split(&batch, splitter);
    require(batch.status == STATUS_OK);
    require(batch.counts.malformed > 0 || batch.repaired.size == 0);
    struct view text =
        batch.counts.malformed > 0 ? buffer_view(&batch.repaired) : buffer_view(&batch.input);
    if (text.size > 0) {
        check_paragraph(splitter, text);
        size_t cut = sentsplit_batch_cut(splitter, (struct view){data + 2, size - 2});
        require(cut >= 1 && cut <= size - 2);
    }
    sentsplit_batch_release(&batch);
    return 0;
}
