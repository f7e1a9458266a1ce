#include "tokenizer/wordpiece.h"

/* The length of the longest token below `node` that the text begins with, or 0; *id is its id. */
static size_t longest(const struct token_trie *trie, uint32_t node, struct view text,
                      uint32_t *id) {
    size_t length = 0;
    uint32_t last = node;
    for (size_t i = 0; i < text.size; i++) {
        node = token_trie_step(trie, node, text.data[i]);
        if (node == TOKEN_TRIE_LOST)
            break;
        if (token_trie_ends(trie, node)) {
            last = node;
            length = i + 1;
        }
    }
    *id = trie->ids[last];
    return length;
}

size_t wordpiece_split(const struct vocabulary *vocabulary, struct view word, uint32_t *ids) {
    const struct token_trie *trie = vocabulary_trie(vocabulary);
    uint32_t node = TOKEN_TRIE_ROOT;
    size_t count = 0;
    while (word.size > 0) {
        size_t length = node == TOKEN_TRIE_LOST ? 0 : longest(trie, node, word, &ids[count]);
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
