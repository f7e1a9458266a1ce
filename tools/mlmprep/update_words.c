#include "tools/mlmprep/update_words.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "tools/join/s3sync_options.h"
#include "tools/mlmprep/verify_options.h"

enum status update_words_add(struct run_words *words, struct error *error, ...) {
    enum status status = STATUS_OK;
    va_list arguments;
    va_start(arguments, error);
    for (const char *word; status == STATUS_OK && (word = va_arg(arguments, const char *)) != NULL;)
        status = run_words_add(words, word, error);
    va_end(arguments);
    return status;
}

enum status update_words_number(struct run_words *words, const char *option, uint64_t number,
                                struct error *error) {
    char text[24];
    snprintf(text, sizeof text, "%" PRIu64, number);
    return update_words_add(words, error, option, text, NULL);
}

/* The row that a word begins: by its name or a beginning of it ('_' for '-'), or by its letter. */
static const struct option_spec *find_row(const struct option_spec *rows, size_t count,
                                          const char *word) {
    size_t length = strcspn(word, "=");
    const struct option_spec *found = NULL;
    for (size_t i = 0; i < count; i++) {
        if (word[0] == '-' && word[1] != '-' && word[1] != '\0' && rows[i].letter == word[1])
            return &rows[i];
        if (length < 3 || strncmp(word, "--", 2) != 0)
            continue;
        size_t same = 2;
        while (same < length && (rows[i].name[same - 2] == word[same] ||
                                 (rows[i].name[same - 2] == '-' && word[same] == '_')))
            same++;
        if (same == length && rows[i].name[same - 2] == '\0')
            return &rows[i];
        if (same == length && found == NULL)
            found = &rows[i];
    }
    return found;
}

/* Whether a word is followed by its argument. */
static bool has_argument_behind(const struct option_spec *row, const char *word) {
    if (row->kind == OPTION_FLAG)
        return false;
    return word[1] == '-' ? strchr(word, '=') == NULL : word[2] == '\0';
}

enum status update_words_of_bucket(struct run_words *words, const struct run_words *options,
                                   struct error *error) {
    struct s3sync_options all;
    struct verify_options taken;
    struct option_spec all_rows[S3SYNC_OPTIONS_ROWS], taken_rows[VERIFY_OPTIONS_ROWS];
    s3sync_options_init(&all);
    verify_options_init(&taken);
    size_t all_count = s3sync_options_rows(&all, all_rows);
    size_t taken_count = verify_options_rows(&taken, taken_rows);
    enum status status = STATUS_OK;
    for (size_t i = 0; i < options->count && status == STATUS_OK; i++) {
        const char *word = options->words[i];
        const struct option_spec *row = find_row(all_rows, all_count, word);
        if (row == NULL)
            continue;
        bool behind = has_argument_behind(row, word) && i + 1 < options->count, is_taken = false;
        for (size_t j = 0; j < taken_count; j++)
            is_taken = is_taken || strcmp(taken_rows[j].name, row->name) == 0;
        if (is_taken)
            status =
                update_words_add(words, error, word, behind ? options->words[i + 1] : NULL, NULL);
        i += behind;
    }
    s3sync_options_release(&all);
    s3sync_options_release(&taken.s3);
    return status;
}
