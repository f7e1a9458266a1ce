#include "tokenizer/train/word_alphabet.h"

#include <stdlib.h>

#include "tokenizer/text/utf8.h"

struct character {
    uint64_t frequency;
    uint32_t code_point;
};

static int by_frequency(const void *a, const void *b) {
    const struct character *first = a;
    const struct character *second = b;
    if (first->frequency != second->frequency)
        return first->frequency > second->frequency ? -1 : 1;
    return (first->code_point > second->code_point) - (first->code_point < second->code_point);
}

static void count(struct word_alphabet *alphabet, const struct string_counts *words) {
    for (size_t i = 0; i < words->size; i++) {
        struct view word = string_counts_string(words, i);
        bool first = true;
        for (size_t at = 0; at < word.size;) {
            uint32_t code_point;
            at += utf8_decode(word.data + at, word.size - at, &code_point);
            if (alphabet->frequencies[code_point] == 0)
                alphabet->size++;
            if (code_point >= alphabet->end)
                alphabet->end = code_point + 1;
            alphabet->frequencies[code_point] += words->entries[i].count;
            alphabet->continues[code_point] |= !first;
            first = false;
        }
    }
}

/* Takes the least frequent characters beyond the limit out. */
static enum status keep(struct word_alphabet *alphabet, size_t limit, struct error *error) {
    struct character *characters = calloc(alphabet->size, sizeof *characters);
    if (characters == NULL)
        return error_no_memory(error, "the alphabet");
    size_t size = 0;
    for (uint32_t i = 0; i < alphabet->end; i++) {
        if (alphabet->frequencies[i] > 0)
            characters[size++] = (struct character){alphabet->frequencies[i], i};
    }
    qsort(characters, size, sizeof *characters, by_frequency);
    for (size_t i = limit; i < size; i++)
        alphabet->frequencies[characters[i].code_point] = 0;
    free(characters);
    alphabet->left_out = size - limit;
    alphabet->size = limit;
    return STATUS_OK;
}

enum status word_alphabet_init(struct word_alphabet *alphabet, const struct string_counts *words,
                               size_t limit, struct error *error) {
    *alphabet = (struct word_alphabet){.size = 0};
    enum status status = STATUS_OK;
    /* Google's tables know the ideographs that Unicode 14 has not assigned, which NVIDIA's drop.
     * What both keep is of the same class in both. */
    alphabet->tables = unicode_tables_get(UNICODE_14_0, FLAVOR_GOOGLE, FOLDING_LOWER_DECOMPOSED);
    alphabet->frequencies = calloc(CODE_POINT_END, sizeof *alphabet->frequencies);
    alphabet->continues = calloc(CODE_POINT_END, sizeof *alphabet->continues);
    if (alphabet->frequencies == NULL || alphabet->continues == NULL) {
        word_alphabet_release(alphabet);
        return error_no_memory(error, "the alphabet");
    }
    count(alphabet, words);
    if (limit > 0 && limit < alphabet->size)
        status = keep(alphabet, limit, error);
    if (status == STATUS_OK && alphabet->size > 0) {
        alphabet->characters = calloc(alphabet->size, sizeof *alphabet->characters);
        if (alphabet->characters == NULL)
            status = error_no_memory(error, "the alphabet");
    }
    size_t size = 0;
    for (uint32_t i = 0; alphabet->characters != NULL && i < alphabet->end; i++) {
        if (alphabet->frequencies[i] > 0)
            alphabet->characters[size++] = i;
    }
    if (status != STATUS_OK)
        word_alphabet_release(alphabet);
    return status;
}

void word_alphabet_release(struct word_alphabet *alphabet) {
    free(alphabet->characters);
    free(alphabet->frequencies);
    free(alphabet->continues);
    *alphabet = (struct word_alphabet){.size = 0};
}

bool word_alphabet_continues(const struct word_alphabet *alphabet, uint32_t code_point) {
    enum character_class class =
        character_class_of(unicode_tables_class(alphabet->tables, code_point));
    return (class != CHARACTER_PUNCTUATION && class != CHARACTER_CJK) ||
           alphabet->continues[code_point];
}
