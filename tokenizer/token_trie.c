#include "tokenizer/token_trie.h"

#include <stdlib.h>

#include "formats/base/checked.h"

/*
 * Free cells at which to try to fit the children of a node before they go to the end of the array.
 * Most nodes have one child and fit the first; more tries would save little memory.
 */
#define TRIES 32

/* The children of the node on `path_length` bytes are those of entries first to end - 1. */
struct pending {
    uint32_t node;
    size_t path_length;
    size_t first;
    size_t end;
};

/*
 * Free cells form a ring through cell 0, in ascending order: the next one stands in `base`, the one
 * before in `ids`.
 */
struct builder {
    struct token_trie *trie;
    const struct token_trie_entry *entries;
    struct pending *stack; /* of disjoint ranges, so never more than there are entries */
    size_t stack_size;
    size_t used; /* cells from here on have never been taken */
};

static enum status no_memory(struct error *error) {
    return error_no_memory(error, "the vocabulary");
}

/* Makes at least one block of 256 beyond `used`, so that any children fit there. */
static enum status extend(struct builder *builder, struct error *error) {
    struct token_trie *trie = builder->trie;
    size_t capacity = trie->capacity;
    if (builder->used + 512 <= capacity)
        return STATUS_OK;
    size_t larger;
    size_t size;
    if (!checked_multiply_size(capacity < 512 ? 512 : capacity, 2, &larger) ||
        larger >= TOKEN_TRIE_ENDS || !checked_multiply_size(larger, sizeof *trie->cells, &size))
        return no_memory(error);
    struct token_trie_cell *cells = realloc(trie->cells, size);
    if (cells == NULL)
        return no_memory(error);
    trie->cells = cells;
    uint32_t *ids = realloc(trie->ids, larger * sizeof *ids);
    if (ids == NULL)
        return no_memory(error);
    trie->ids = ids;
    /* Links the new cells behind the last free one, which cell 0 knows. */
    uint32_t last = capacity == 0 ? 0 : ids[0];
    for (size_t i = capacity == 0 ? 1 : capacity; i < larger; i++) {
        cells[i] = (struct token_trie_cell){0, TOKEN_TRIE_LOST};
        cells[last].base = (uint32_t)i;
        ids[i] = last;
        last = (uint32_t)i;
    }
    cells[last].base = 0;
    cells[0].parent = TOKEN_TRIE_LOST;
    ids[0] = last;
    trie->capacity = larger;
    return STATUS_OK;
}

static void take_cell(struct builder *builder, uint32_t cell, uint32_t parent) {
    struct token_trie *trie = builder->trie;
    uint32_t next = trie->cells[cell].base;
    uint32_t before = trie->ids[cell];
    trie->cells[before].base = next;
    trie->ids[next] = before;
    trie->cells[cell] = (struct token_trie_cell){0, parent};
    trie->ids[cell] = TOKEN_TRIE_NONE;
    if (cell >= builder->used)
        builder->used = (size_t)cell + 1;
}

/* Cell 0 is no node's, yet not free. */
static bool is_free(const struct token_trie_cell *cells, uint32_t cell) {
    return cell != 0 && cells[cell].parent == TOKEN_TRIE_LOST;
}

/* A base at which all children fall on free cells. */
static uint32_t find_base(const struct builder *builder, const unsigned char *bytes, size_t count) {
    const struct token_trie_cell *cells = builder->trie->cells;
    uint32_t cell = cells[0].base;
    for (unsigned tries = 0; tries < TRIES && cell != 0 && cell < builder->used; tries++) {
        uint32_t base = cell ^ bytes[0];
        size_t fits = 1;
        while (fits < count && is_free(cells, base ^ bytes[fits]))
            fits++;
        if (fits == count)
            return base;
        cell = cells[cell].base;
    }
    return (uint32_t)((builder->used + 255) & ~(size_t)255);
}

/* Makes the path of a token that no other one goes along with, to its end. */
static enum status expand_tail(struct builder *builder, struct pending at, struct error *error) {
    const struct token_trie_entry *entry = &builder->entries[at.first];
    uint32_t node = at.node;
    for (size_t i = at.path_length; i < entry->token.size; i++) {
        unsigned char byte = entry->token.data[i];
        enum status status = extend(builder, error);
        if (status != STATUS_OK)
            return status;
        uint32_t base = find_base(builder, &byte, 1);
        builder->trie->cells[node].base = base;
        take_cell(builder, base ^ byte, node);
        node = base ^ byte;
    }
    builder->trie->cells[node].base = TOKEN_TRIE_ENDS;
    builder->trie->ids[node] = entry->id;
    return STATUS_OK;
}

/* Gives a node its id and its children, and notes the children for later. */
static enum status expand(struct builder *builder, struct pending at, struct error *error) {
    if (at.end - at.first == 1)
        return expand_tail(builder, at, error);
    enum status status = extend(builder, error);
    if (status != STATUS_OK)
        return status;
    struct token_trie *trie = builder->trie;
    const struct token_trie_entry *entries = builder->entries;
    uint32_t ends = 0;
    if (entries[at.first].token.size == at.path_length) {
        trie->ids[at.node] = entries[at.first++].id;
        ends = TOKEN_TRIE_ENDS;
    }
    unsigned char bytes[256];
    size_t firsts[257];
    size_t count = 0;
    for (size_t i = at.first; i < at.end; i++) {
        unsigned char byte = entries[i].token.data[at.path_length];
        if (count == 0 || bytes[count - 1] != byte) {
            bytes[count] = byte;
            firsts[count++] = i;
        }
    }
    firsts[count] = at.end;
    uint32_t base = count == 0 ? 0 : find_base(builder, bytes, count);
    trie->cells[at.node].base = base | ends;
    for (size_t i = 0; i < count; i++) {
        take_cell(builder, base ^ bytes[i], at.node);
        builder->stack[builder->stack_size++] =
            (struct pending){base ^ bytes[i], at.path_length + 1, firsts[i], firsts[i + 1]};
    }
    return STATUS_OK;
}

enum status token_trie_build(struct token_trie *trie, const struct token_trie_entry *entries,
                             size_t count, struct error *error) {
    *trie = (struct token_trie){.cells = NULL};
    struct builder builder = {.trie = trie, .entries = entries, .used = TOKEN_TRIE_ROOT};
    builder.stack = calloc(count + 1, sizeof *builder.stack);
    if (builder.stack == NULL)
        return no_memory(error);
    enum status status = extend(&builder, error);
    if (status == STATUS_OK) {
        /* No node has the number the root names as its parent, so no step leads to it. */
        take_cell(&builder, TOKEN_TRIE_ROOT, UINT32_MAX);
        if (count > 0)
            builder.stack[builder.stack_size++] = (struct pending){TOKEN_TRIE_ROOT, 0, 0, count};
    }
    while (status == STATUS_OK && builder.stack_size > 0)
        status = expand(&builder, builder.stack[--builder.stack_size], error);
    free(builder.stack);
    if (status != STATUS_OK) {
        token_trie_release(trie);
        return status;
    }
    /* The links of free cells are of no more use, and must not be taken for bases. */
    for (size_t i = 0; i < trie->capacity; i++) {
        if (trie->cells[i].parent == TOKEN_TRIE_LOST)
            trie->cells[i].base = 0;
    }
    return STATUS_OK;
}

void token_trie_release(struct token_trie *trie) {
    free(trie->cells);
    free(trie->ids);
    *trie = (struct token_trie){.cells = NULL};
}

uint32_t token_trie_walk(const struct token_trie *trie, struct view text) {
    uint32_t node = TOKEN_TRIE_ROOT;
    for (size_t i = 0; i < text.size && node != TOKEN_TRIE_LOST; i++)
        node = token_trie_step(trie, node, text.data[i]);
    return node;
}
