#include "formats/wiki/wiki_words.h"

#include <string.h>

const struct wiki_words *wiki_words_look_up(const char *language) {
    size_t low = 0;
    size_t high = WIKI_WORDS_COUNT;
    while (low < high) {
        size_t middle = (low + high) / 2;
        int order = strcmp(language, WIKI_WORDS[middle].language);
        if (order == 0)
            return &WIKI_WORDS[middle];
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return NULL;
}

const struct wiki_words *wiki_words_find(const char *language) {
    const struct wiki_words *words = language == NULL ? NULL : wiki_words_look_up(language);
    return words != NULL ? words : wiki_words_look_up("en");
}
