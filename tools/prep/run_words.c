#include "tools/prep/run_words.h"

#include <stdlib.h>
#include <string.h>

#include "formats/base/buffer.h"
#include "formats/base/checked.h"

/* Makes room for a word and the NULL behind it. */
static enum status make_room(struct run_words *words, struct error *error) {
    if (words->count + 1 < words->capacity)
        return STATUS_OK;
    size_t capacity = words->capacity == 0 ? 8 : 2 * words->capacity;
    size_t size;
    char **grown = NULL;
    if (checked_multiply_size(capacity, sizeof *grown, &size))
        grown = realloc(words->words, size);
    if (grown == NULL)
        return error_no_memory(error, "the words of a command");
    words->words = grown;
    words->capacity = capacity;
    return STATUS_OK;
}

enum status run_words_add(struct run_words *words, const char *word, struct error *error) {
    enum status status = make_room(words, error);
    if (status != STATUS_OK)
        return status;
    char *copy = strdup(word);
    if (copy == NULL)
        return error_no_memory(error, "the words of a command");
    words->words[words->count++] = copy;
    words->words[words->count] = NULL;
    return STATUS_OK;
}

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\n';
}

/* Whether a backslash between double quotes takes away the meaning of `c`. */
static bool is_special_in_quotes(char c) {
    return c == '$' || c == '`' || c == '"' || c == '\\' || c == '\n';
}

/*
 * Takes a word off the line, which begins with one, and appends it to `word` without its quotes.
 */
static enum status take_word(const char **line, struct buffer *word, struct error *error) {
    const char *at = *line;
    char quote = '\0';
    enum status status = STATUS_OK;
    for (; *at != '\0' && (quote != '\0' || !is_blank(*at)) && status == STATUS_OK; at++) {
        bool escapes =
            *at == '\\' && quote != '\'' && (quote == '\0' || is_special_in_quotes(at[1]));
        if (escapes && at[1] == '\0')
            return error_set(error, STATUS_USAGE,
                             "nothing stands behind the last backslash; write two for one");
        if (escapes) {
            at++;
            if (*at != '\n')
                status = buffer_append(word, at, 1, error);
        } else if (quote != '\0' && *at == quote) {
            quote = '\0';
        } else if (quote == '\0' && (*at == '\'' || *at == '"')) {
            quote = *at;
        } else {
            status = buffer_append(word, at, 1, error);
        }
    }
    *line = at;
    if (status == STATUS_OK && quote != '\0')
        return error_set(error, STATUS_USAGE, "the quotation mark %c has no end", quote);
    return status;
}

enum status run_words_split(struct run_words *words, const char *line, struct error *error) {
    struct buffer word = BUFFER_INIT;
    enum status status = STATUS_OK;
    while (status == STATUS_OK) {
        while (is_blank(*line))
            line++;
        if (*line == '\0')
            break;
        buffer_clear(&word);
        status = take_word(&line, &word, error);
        if (status == STATUS_OK)
            status = buffer_append(&word, "", 1, error);
        if (status == STATUS_OK)
            status = run_words_add(words, (const char *)word.data, error);
    }
    buffer_release(&word);
    return status;
}

bool run_words_equal(const struct run_words *a, const struct run_words *b) {
    if (a->count != b->count)
        return false;
    for (size_t i = 0; i < a->count; i++) {
        if (strcmp(a->words[i], b->words[i]) != 0)
            return false;
    }
    return true;
}

void run_words_release(struct run_words *words) {
    for (size_t i = 0; i < words->count; i++)
        free(words->words[i]);
    free(words->words);
    *words = (struct run_words){0};
}
