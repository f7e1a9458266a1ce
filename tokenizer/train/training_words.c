#include "tokenizer/train/training_words.h"

#include <stdlib.h>
#include <string.h>

#include "tokenizer/text/utf8.h"

void training_words_release(struct training_words *training) {
    free(training->words);
    free(training->pieces);
    *training = (struct training_words){.words = NULL};
}

/* The pieces of a character, by code point: alone or first in a word, and behind another. */
struct character_pieces {
    uint32_t *first;
    uint32_t *behind;
};

static enum status enter(struct string_counts *pieces, const char *prefix, uint32_t code_point,
                         uint32_t *piece, struct error *error) {
    unsigned char bytes[2 + UTF8_LONGEST];
    size_t size = strlen(prefix);
    memcpy(bytes, prefix, size);
    size += utf8_encode(code_point, bytes + size);
    return string_counts_add(pieces, (struct view){bytes, size}, 0, piece, error);
}

static enum status enter_alphabet(struct string_counts *pieces,
                                  const struct word_alphabet *alphabet,
                                  const struct character_pieces *characters, struct error *error) {
    enum status status = STATUS_OK;
    for (size_t i = 0; i < alphabet->size && status == STATUS_OK; i++) {
        uint32_t code_point = alphabet->characters[i];
        status = enter(pieces, "", code_point, &characters->first[code_point], error);
    }
    for (size_t i = 0; i < alphabet->size && status == STATUS_OK; i++) {
        uint32_t code_point = alphabet->characters[i];
        if (word_alphabet_continues(alphabet, code_point))
            status = enter(pieces, "##", code_point, &characters->behind[code_point], error);
    }
    return status;
}

/* Writes a word's pieces; returns how many, or 0 for a word that the alphabet cannot write. */
static size_t spell(struct view word, const struct word_alphabet *alphabet,
                    const struct character_pieces *characters, uint32_t *pieces) {
    size_t size = 0;
    for (size_t at = 0; at < word.size;) {
        uint32_t code_point;
        at += utf8_decode(word.data + at, word.size - at, &code_point);
        if (!word_alphabet_has(alphabet, code_point))
            return 0;
        pieces[size] = size == 0 ? characters->first[code_point] : characters->behind[code_point];
        size++;
    }
    return size;
}

static void spell_all(struct training_words *training, struct string_counts *pieces,
                      const struct string_counts *words, const struct word_alphabet *alphabet,
                      const struct character_pieces *characters) {
    size_t used = 0;
    for (size_t i = 0; i < words->size; i++) {
        uint64_t count = words->entries[i].count;
        size_t size =
            spell(string_counts_string(words, i), alphabet, characters, training->pieces + used);
        for (size_t j = 0; j < size; j++)
            pieces->entries[training->pieces[used + j]].count += count;
        if (size == 0)
            training->left_out += count;
        if (size < 2)
            continue;
        training->words[training->size++] = (struct training_word){count, used, size};
        used += size;
    }
}

enum status training_words_init(struct training_words *training, struct string_counts *pieces,
                                const struct string_counts *words,
                                const struct word_alphabet *alphabet, struct error *error) {
    /* A word has at most as many pieces as bytes; one element more, so that no size is 0. */
    *training = (struct training_words){
        .words = calloc(words->size + 1, sizeof *training->words),
        .pieces = calloc(words->bytes.size + 1, sizeof *training->pieces),
    };
    struct character_pieces characters = {
        calloc(CODE_POINT_END, sizeof *characters.first),
        calloc(CODE_POINT_END, sizeof *characters.behind),
    };
    enum status status = STATUS_OK;
    if (training->words == NULL || training->pieces == NULL || characters.first == NULL ||
        characters.behind == NULL)
        status = error_no_memory(error, "the words to train on");
    if (status == STATUS_OK)
        status = enter_alphabet(pieces, alphabet, &characters, error);
    if (status == STATUS_OK)
        spell_all(training, pieces, words, alphabet, &characters);
    else
        training_words_release(training);
    free(characters.first);
    free(characters.behind);
    return status;
}
