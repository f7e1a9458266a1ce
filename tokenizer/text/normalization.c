#include "tokenizer/text/normalization.h"

#include <stdlib.h>

#include "formats/base/checked.h"

enum sigma normalization_sigma(const struct unicode_tables *tables, const uint32_t *following,
                               size_t size, bool complete) {
    for (size_t i = 0; i < size; i++) {
        uint16_t properties = unicode_tables_class(tables, following[i]);
        if ((properties & CHARACTER_CASE_IGNORABLE) != 0)
            continue;
        return (properties & CHARACTER_CASED) != 0 ? SIGMA_MEDIAL : SIGMA_FINAL;
    }
    return complete ? SIGMA_FINAL : SIGMA_UNDECIDED;
}

enum status normalized_word_init(struct normalized_word *word, size_t limit, struct error *error) {
    size_t size;
    *word = (struct normalized_word){.limit = limit};
    if (!checked_multiply_size(limit, sizeof *word->code_points, &size))
        return error_no_memory(error, "a word");
    word->code_points = malloc(size);
    return word->code_points != NULL ? STATUS_OK : error_no_memory(error, "a word");
}

void normalized_word_release(struct normalized_word *word) {
    free(word->code_points);
    *word = (struct normalized_word){.code_points = NULL};
}

void normalized_word_append_mark(struct normalized_word *word, const struct unicode_tables *tables,
                                 uint32_t code_point) {
    if (word->size == word->limit) {
        word->too_long = true;
        return;
    }
    unsigned combining_class = character_combining_class(unicode_tables_class(tables, code_point));
    size_t at = word->size++;
    /* Insertion is stable, and short: a run is never longer than the longest word. */
    while (at > word->marks && character_combining_class(unicode_tables_class(
                                   tables, word->code_points[at - 1])) > combining_class) {
        word->code_points[at] = word->code_points[at - 1];
        at--;
    }
    word->code_points[at] = code_point;
}
