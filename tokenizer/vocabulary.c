#include "tokenizer/vocabulary.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tokenizer/text/unicode_tables.h"
#include "tokenizer/vocabulary_lines.h"
#include "tokenizer/vocabulary_sort.h"

struct vocabulary {
    struct buffer bytes; /* the file */
    struct view *tokens; /* by line */
    uint32_t *previous;  /* the line before with the same token, or TOKEN_TRIE_NONE */
    uint32_t *next;      /* the line after with the same token, or TOKEN_TRIE_NONE */
    uint32_t size;
    struct token_trie trie;
    uint32_t continuation;
    uint32_t special[SPECIAL_TOKENS];
    uint32_t *repeated_lines;
    struct vocabulary_repeat *repeats;
    size_t repeat_count;
};

static const char *const SPECIAL_NAMES[SPECIAL_TOKENS] = {"[PAD]", "[UNK]", "[CLS]", "[SEP]",
                                                          "[MASK]"};

const char *special_token_name(enum special_token token) {
    return SPECIAL_NAMES[token];
}

static enum status allocate_lines(struct vocabulary *vocabulary, struct error *error) {
    /* Fits 31 bits, as the largest file has fewer bytes. */
    vocabulary->size = (uint32_t)vocabulary_lines_count(buffer_view(&vocabulary->bytes));
    size_t size = vocabulary->size;
    vocabulary->tokens = calloc(size, sizeof *vocabulary->tokens);
    vocabulary->previous = malloc(size * sizeof *vocabulary->previous);
    vocabulary->next = malloc(size * sizeof *vocabulary->next);
    if (vocabulary->tokens == NULL || vocabulary->previous == NULL || vocabulary->next == NULL)
        return error_no_memory(error, "the vocabulary");
    return STATUS_OK;
}

static bool same_token(struct view a, struct view b) {
    return a.size == b.size && memcmp(a.data, b.data, a.size) == 0;
}

/* Links the lines of equal tokens, and leaves of each token that is not empty the last line. */
static size_t link_repeats(struct vocabulary *vocabulary, struct token_trie_entry *sorted) {
    size_t kept = 0;
    for (size_t i = 0; i < vocabulary->size; i++) {
        uint32_t line = sorted[i].id;
        vocabulary->previous[line] = TOKEN_TRIE_NONE;
        vocabulary->next[line] = TOKEN_TRIE_NONE;
        if (i > 0 && same_token(sorted[i].token, sorted[i - 1].token)) {
            vocabulary->previous[line] = sorted[i - 1].id;
            vocabulary->next[sorted[i - 1].id] = line;
        }
    }
    for (size_t i = 0; i < vocabulary->size; i++) {
        if (sorted[i].token.size > 0 && vocabulary->next[sorted[i].id] == TOKEN_TRIE_NONE)
            sorted[kept++] = sorted[i];
    }
    return kept;
}

static enum status read_lines(struct vocabulary *vocabulary, struct error *error) {
    const struct unicode_tables *tables =
        unicode_tables_get(UNICODE_14_0, FLAVOR_NVIDIA, FOLDING_LOWER_DECOMPOSED);
    struct token_trie_entry *sorted = calloc(vocabulary->size, sizeof *sorted);
    if (sorted == NULL)
        return error_no_memory(error, "the vocabulary");
    struct view rest = buffer_view(&vocabulary->bytes);
    for (uint32_t line = 0; line < vocabulary->size; line++) {
        vocabulary->tokens[line] = vocabulary_lines_next(&rest, tables);
        sorted[line] = (struct token_trie_entry){vocabulary->tokens[line], line};
    }
    enum status status = vocabulary_sort(sorted, vocabulary->size, error);
    if (status == STATUS_OK) {
        size_t count = link_repeats(vocabulary, sorted);
        status = token_trie_build(&vocabulary->trie, sorted, count, error);
    }
    free(sorted);
    return status;
}

static enum status gather_repeats(struct vocabulary *vocabulary, struct error *error) {
    size_t lines = 0;
    for (uint32_t line = 0; line < vocabulary->size; line++) {
        bool first = vocabulary->previous[line] == TOKEN_TRIE_NONE;
        bool last = vocabulary->next[line] == TOKEN_TRIE_NONE;
        vocabulary->repeat_count += first && !last;
        lines += !first || !last;
    }
    vocabulary->repeated_lines = calloc(lines + 1, sizeof *vocabulary->repeated_lines);
    vocabulary->repeats = calloc(vocabulary->repeat_count + 1, sizeof *vocabulary->repeats);
    if (vocabulary->repeated_lines == NULL || vocabulary->repeats == NULL)
        return error_no_memory(error, "the vocabulary");
    uint32_t *to = vocabulary->repeated_lines;
    struct vocabulary_repeat *repeat = vocabulary->repeats;
    for (uint32_t line = 0; line < vocabulary->size; line++) {
        if (vocabulary->previous[line] != TOKEN_TRIE_NONE ||
            vocabulary->next[line] == TOKEN_TRIE_NONE)
            continue;
        repeat->lines = to;
        for (uint32_t at = line; at != TOKEN_TRIE_NONE; at = vocabulary->next[at])
            *to++ = at;
        repeat->count = (size_t)(to - repeat->lines);
        repeat++;
    }
    return STATUS_OK;
}

static enum status find_special_tokens(struct vocabulary *vocabulary, const char *name,
                                       struct error *error) {
    char missing[64] = "";
    size_t length = 0;
    for (size_t i = 0; i < SPECIAL_TOKENS; i++) {
        vocabulary->special[i] = vocabulary_find(vocabulary, view_of_string(SPECIAL_NAMES[i]));
        if (vocabulary->special[i] != TOKEN_TRIE_NONE)
            continue;
        length += (size_t)snprintf(missing + length, sizeof missing - length, "%s%s",
                                   length > 0 ? ", " : "", SPECIAL_NAMES[i]);
    }
    if (length == 0)
        return STATUS_OK;
    bool marked =
        vocabulary->bytes.size >= 3 && memcmp(vocabulary->bytes.data, "\xEF\xBB\xBF", 3) == 0;
    return error_set(error, STATUS_NOT_OURS, "the vocabulary '%s' (%lu lines) lacks %s; %s", name,
                     (unsigned long)vocabulary->size, missing,
                     marked ? "it begins with a byte order mark, which is part of its first token: "
                              "remove that"
                            : "each stands on a line of its own in a BERT vocabulary, so check "
                              "that this is one");
}

enum status vocabulary_load(struct vocabulary **result, struct byte_source *source,
                            struct error *error) {
    *result = NULL;
    struct vocabulary *vocabulary = calloc(1, sizeof *vocabulary);
    if (vocabulary == NULL)
        return error_no_memory(error, "the vocabulary");
    enum status status =
        byte_source_read_all(source, VOCABULARY_LARGEST_FILE, &vocabulary->bytes, error);
    if (status == STATUS_OK)
        status = vocabulary_lines_check(buffer_view(&vocabulary->bytes), source->name, error);
    if (status == STATUS_OK)
        status = allocate_lines(vocabulary, error);
    if (status == STATUS_OK)
        status = read_lines(vocabulary, error);
    if (status == STATUS_OK)
        status = gather_repeats(vocabulary, error);
    if (status == STATUS_OK)
        status = find_special_tokens(vocabulary, source->name, error);
    if (status != STATUS_OK) {
        vocabulary_free(vocabulary);
        return status;
    }
    vocabulary->continuation = token_trie_walk(&vocabulary->trie, view_of_string("##"));
    *result = vocabulary;
    return STATUS_OK;
}

void vocabulary_free(struct vocabulary *vocabulary) {
    if (vocabulary == NULL)
        return;
    buffer_release(&vocabulary->bytes);
    token_trie_release(&vocabulary->trie);
    free(vocabulary->tokens);
    free(vocabulary->previous);
    free(vocabulary->next);
    free(vocabulary->repeated_lines);
    free(vocabulary->repeats);
    free(vocabulary);
}

uint32_t vocabulary_size(const struct vocabulary *vocabulary) {
    return vocabulary->size;
}

enum status vocabulary_check_size(const struct vocabulary *vocabulary, uint64_t expected,
                                  struct error *error) {
    if (vocabulary->size == expected)
        return STATUS_OK;
    return error_set(error, STATUS_FAILED,
                     "the vocabulary has %lu lines where %llu are expected; give the right "
                     "vocabulary or size",
                     (unsigned long)vocabulary->size, (unsigned long long)expected);
}

struct view vocabulary_bytes(const struct vocabulary *vocabulary) {
    return buffer_view(&vocabulary->bytes);
}

uint32_t vocabulary_find(const struct vocabulary *vocabulary, struct view token) {
    const struct token_trie *trie = &vocabulary->trie;
    uint32_t node = token_trie_walk(trie, token);
    if (token.size == 0 || node == TOKEN_TRIE_LOST || !token_trie_ends(trie, node))
        return TOKEN_TRIE_NONE;
    return trie->ids[node];
}

struct view vocabulary_token(const struct vocabulary *vocabulary, uint32_t id) {
    return vocabulary->tokens[id];
}

uint32_t vocabulary_special(const struct vocabulary *vocabulary, enum special_token token) {
    return vocabulary->special[token];
}

const struct vocabulary_repeat *vocabulary_repeats(const struct vocabulary *vocabulary,
                                                   size_t *count) {
    *count = vocabulary->repeat_count;
    return vocabulary->repeats;
}

const struct token_trie *vocabulary_trie(const struct vocabulary *vocabulary) {
    return &vocabulary->trie;
}

uint32_t vocabulary_continuation(const struct vocabulary *vocabulary) {
    return vocabulary->continuation;
}
