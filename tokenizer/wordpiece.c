#include "tokenizer/wordpiece.h"

/* The length of the longest token below `node` that the text begins with, or 0; *id is its id. */
static size_t longest(const struct token_trie *trie, uint32_t node, struct view text,
                      uint32_t *id) {
    size_t length = 0;
    for (size_t i = 0; i < text.size && node != TOKEN_TRIE_LOST; i++) {
        uint32_t ends;
        node = token_trie_step(trie, node, text.data[i], &ends);
        if (ends != TOKEN_TRIE_NONE) {
            *id = ends;
            length = i + 1;
        }
    }
    return length;
}

size_t wordpiece_split(const struct vocabulary *vocabulary, struct view word, uint32_t *ids) {
    const struct token_trie *trie = vocabulary_trie(vocabulary);
    uint32_t node = TOKEN_TRIE_ROOT;
    size_t count = 0;
    while (word.size > 0) {
        size_t length = longest(trie, node, word, &ids[count]);
        if (length == 0) {
            ids[0] = vocabulary_special(vocabulary, SPECIAL_UNK);
            return 1;
        }
        count++;
        word.data += length;
        word.size -= length;
        node = vocabulary_continuation(vocabulary);
    }
    return count;
}
