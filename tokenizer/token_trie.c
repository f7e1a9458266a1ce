#include "tokenizer/token_trie.h"

#include <stdlib.h>

#include "formats/base/checked.h"

static enum status allocate(struct token_trie *trie, size_t capacity, struct error *error) {
    size_t size;
    if (!checked_multiply_size(capacity, sizeof *trie->edges, &size))
        return error_no_memory(error, "the vocabulary");
    trie->edges = malloc(size);
    if (trie->edges == NULL)
        return error_no_memory(error, "the vocabulary");
    trie->capacity = capacity;
    trie->shift = 64 - (unsigned)__builtin_ctzll(capacity);
    for (size_t i = 0; i < capacity; i++)
        trie->edges[i] = (struct token_trie_edge){0, TOKEN_TRIE_LOST, TOKEN_TRIE_NONE};
    return STATUS_OK;
}

enum status token_trie_init(struct token_trie *trie, struct error *error) {
    *trie = (struct token_trie){.nodes = TOKEN_TRIE_ROOT + 1};
    return allocate(trie, 1024, error);
}

void token_trie_release(struct token_trie *trie) {
    free(trie->edges);
    *trie = (struct token_trie){.edges = NULL};
}

/* Doubles the table; half full at the most, so that a probe rarely needs a second slot. */
static enum status grow(struct token_trie *trie, struct error *error) {
    struct token_trie old = *trie;
    size_t capacity;
    if (!checked_multiply_size(old.capacity, 2, &capacity))
        return error_no_memory(error, "the vocabulary");
    enum status status = allocate(trie, capacity, error);
    if (status != STATUS_OK) {
        *trie = old;
        return status;
    }
    for (size_t i = 0; i < old.capacity; i++) {
        const struct token_trie_edge *edge = &old.edges[i];
        if (edge->child != TOKEN_TRIE_LOST)
            *token_trie_find(trie, (uint32_t)(edge->key >> 8), edge->key & 0xFF) = *edge;
    }
    free(old.edges);
    return STATUS_OK;
}

enum status token_trie_add(struct token_trie *trie, struct view token, uint32_t id,
                           uint32_t *before, struct error *error) {
    struct token_trie_edge *edge = NULL;
    uint32_t node = TOKEN_TRIE_ROOT;
    for (size_t i = 0; i < token.size; i++) {
        edge = token_trie_find(trie, node, token.data[i]);
        if (edge->child == TOKEN_TRIE_LOST) {
            if (trie->nodes >= trie->capacity / 2) {
                enum status status = grow(trie, error);
                if (status != STATUS_OK)
                    return status;
                edge = token_trie_find(trie, node, token.data[i]);
            }
            edge->key = (uint64_t)node << 8 | token.data[i];
            edge->child = trie->nodes++;
        }
        node = edge->child;
    }
    *before = edge == NULL ? TOKEN_TRIE_NONE : edge->id;
    if (edge != NULL)
        edge->id = id;
    return STATUS_OK;
}

uint32_t token_trie_walk(const struct token_trie *trie, struct view text, uint32_t *id) {
    uint32_t node = TOKEN_TRIE_ROOT;
    *id = TOKEN_TRIE_NONE;
    for (size_t i = 0; i < text.size && node != TOKEN_TRIE_LOST; i++)
        node = token_trie_step(trie, node, text.data[i], id);
    return node;
}
