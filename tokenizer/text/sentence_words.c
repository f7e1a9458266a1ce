#include "tokenizer/text/sentence_words.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

#include "tokenizer/text/utf8.h"

struct sentence_word_slot {
    struct view word; /* data is NULL in a free slot */
    unsigned lists;
};

/* FNV-1a (Fowler, Noll, Vo), with its upper half mixed into the lower, which chooses the slot. */
static size_t hash_of(struct view word) {
    uint64_t hash = 0xCBF29CE484222325u;
    for (size_t i = 0; i < word.size; i++)
        hash = (hash ^ word.data[i]) * 0x100000001B3u;
    return (size_t)(hash ^ hash >> 32);
}

static struct sentence_word_slot *slot_of(const struct sentence_words *words, struct view word) {
    size_t at = hash_of(word) & words->mask;
    for (;; at = (at + 1) & words->mask) {
        struct sentence_word_slot *slot = &words->slots[at];
        if (slot->word.data == NULL ||
            (slot->word.size == word.size && memcmp(slot->word.data, word.data, word.size) == 0))
            return slot;
    }
}

static size_t count_words(const char *list) {
    size_t count = 0;
    for (; list != NULL; list = strchr(list, ' '), list = list == NULL ? NULL : list + 1)
        count++;
    return count;
}

static void add_words(struct sentence_words *words, const char *list, unsigned bit) {
    while (list != NULL && *list != '\0') {
        size_t size = strcspn(list, " ");
        struct view word = {(const unsigned char *)list, size};
        struct sentence_word_slot *slot = slot_of(words, word);
        slot->word = word;
        slot->lists |= bit;
        list += size;
        list += *list == ' ';
    }
}

enum status sentence_words_init(struct sentence_words *words,
                                const struct sentence_language *language, struct error *error) {
    const struct sentence_language *root = &SENTENCE_LANGUAGE_ROOT;
    size_t count = count_words(root->titles) + count_words(root->numbers) +
                   count_words(language->titles) + count_words(language->numbers) +
                   count_words(language->measures) + count_words(language->others) +
                   count_words(language->starters) + count_words(language->counted);
    size_t slots = 16;
    while (slots < count * 2)
        slots *= 2;
    words->slots = calloc(slots, sizeof *words->slots);
    if (words->slots == NULL)
        return error_no_memory(error, "the words of a language");
    words->mask = slots - 1;
    add_words(words, root->titles, SENTENCE_WORD_TITLE);
    add_words(words, root->numbers, SENTENCE_WORD_NUMBER);
    add_words(words, language->titles, SENTENCE_WORD_TITLE);
    add_words(words, language->numbers, SENTENCE_WORD_NUMBER);
    add_words(words, language->measures, SENTENCE_WORD_MEASURE);
    add_words(words, language->others, SENTENCE_WORD_OTHER);
    add_words(words, language->starters, SENTENCE_WORD_STARTER);
    add_words(words, language->counted, SENTENCE_WORD_COUNTED);
    return STATUS_OK;
}

void sentence_words_release(struct sentence_words *words) {
    free(words->slots);
    *words = (struct sentence_words){NULL, 0};
}

unsigned sentence_words_find(const struct sentence_words *words, struct view word) {
    if (word.size == 0 || word.size > SENTENCE_WORD_LONGEST)
        return 0;
    return slot_of(words, word)->lists;
}

/* The lists of the word with another first character. */
static unsigned find_beginning_with(const struct sentence_words *words, struct view word,
                                    size_t length, utf8proc_int32_t first) {
    unsigned char folded[SENTENCE_WORD_LONGEST + UTF8_LONGEST];
    size_t size = utf8_encode((uint32_t)first, folded);
    memcpy(folded + size, word.data + length, word.size - length);
    return sentence_words_find(words, (struct view){folded, size + word.size - length});
}

unsigned sentence_words_find_folded(const struct sentence_words *words, struct view word) {
    unsigned lists = sentence_words_find(words, word);
    uint32_t first;
    size_t length = word.size == 0 ? 0 : utf8_decode(word.data, word.size, &first);
    if (length == 0 || word.size > SENTENCE_WORD_LONGEST)
        return lists;
    utf8proc_int32_t lower = utf8proc_tolower((utf8proc_int32_t)first);
    if (lower != (utf8proc_int32_t)first)
        return lists | find_beginning_with(words, word, length, lower);
    utf8proc_int32_t upper = utf8proc_toupper((utf8proc_int32_t)first);
    if (lists != 0 || upper == (utf8proc_int32_t)first)
        return lists;
    bool title = (find_beginning_with(words, word, length, upper) & SENTENCE_WORD_TITLE) != 0;
    return title ? SENTENCE_WORD_OTHER : 0;
}
