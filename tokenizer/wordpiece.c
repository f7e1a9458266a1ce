#include "tokenizer/wordpiece.h"

/*
 * The node of the longest token that the text begins with, or TOKEN_TRIE_LOST; *length is its
 * length. For one that continues a word the path begins at the node of "##".
 */
static uint32_t longest(const struct token_trie *trie, uint32_t start, struct view text,
                        size_t *length) {
    uint32_t last = TOKEN_TRIE_LOST;
    struct token_trie_cell cell = trie->cells[start];
    uint32_t node = start;
    for (size_t i = 0; i < text.size; i++) {
        uint32_t child = (cell.base & ~TOKEN_TRIE_ENDS) ^ text.data[i];
        cell = trie->cells[child];
        if (cell.parent != node)
            break;
        node = child;
        if ((cell.base & TOKEN_TRIE_ENDS) != 0) {
            last = node;
            *length = i + 1;
        }
    }
    return last;
}

size_t wordpiece_split(const struct vocabulary *vocabulary, struct view word, uint32_t *ids) {
    const struct token_trie *trie = vocabulary_trie(vocabulary);
    uint32_t start = TOKEN_TRIE_ROOT;
    size_t count = 0;
    while (word.size > 0) {
        size_t length = 0;
        uint32_t node = start == TOKEN_TRIE_LOST ? start : longest(trie, start, word, &length);
        if (node == TOKEN_TRIE_LOST) {
            ids[0] = vocabulary_special(vocabulary, SPECIAL_UNK);
            return 1;
        }
        ids[count++] = trie->ids[node];
        word.data += length;
        word.size -= length;
        start = vocabulary_continuation(vocabulary);
    }
    return count;
}
