#include "tokenizer/wordpiece.h"

/*
 * The length of the longest token of any length that the text begins with, or 0; *id is its id.
 * For one that continues a word the trie's path begins at the node of "##".
 */
static size_t longest_on_path(const struct token_trie *trie, uint32_t node, struct view text,
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

static size_t longest(const struct vocabulary *vocabulary, struct view text,
                      enum token_position position, uint32_t *id) {
    bool longer;
    size_t length = token_table_longest(vocabulary_table(vocabulary), token_key_load(text.data),
                                        text.size, position, id, &longer);
    if (!longer)
        return length;
    uint32_t long_id;
    uint32_t node =
        position == TOKEN_BEGINS ? TOKEN_TRIE_ROOT : vocabulary_continuation(vocabulary);
    size_t long_length = longest_on_path(vocabulary_long_tokens(vocabulary), node, text, &long_id);
    if (long_length <= length)
        return length;
    *id = long_id;
    return long_length;
}

size_t wordpiece_split(const struct vocabulary *vocabulary, struct view word, uint32_t *ids) {
    enum token_position position = TOKEN_BEGINS;
    size_t count = 0;
    while (word.size > 0) {
        size_t length = longest(vocabulary, word, position, &ids[count]);
        if (length == 0) {
            ids[0] = vocabulary_special(vocabulary, SPECIAL_UNK);
            return 1;
        }
        count++;
        word.data += length;
        word.size -= length;
        position = TOKEN_CONTINUES;
    }
    return count;
}

size_t wordpiece_split_short(const struct vocabulary *vocabulary, struct token_key word,
                             size_t size, uint32_t *ids) {
    const struct token_table *table = vocabulary_table(vocabulary);
    enum token_position position = TOKEN_BEGINS;
    size_t count = 0;
    while (size > 0) {
        bool longer;
        size_t length = token_table_longest(table, word, size, position, &ids[count], &longer);
        if (length == 0) {
            ids[0] = vocabulary_special(vocabulary, SPECIAL_UNK);
            return 1;
        }
        count++;
        word = token_key_drop(word, length);
        size -= length;
        position = TOKEN_CONTINUES;
    }
    return count;
}
