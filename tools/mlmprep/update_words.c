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

/* Whether a name is one of these. */
typedef bool name_function(const void *context, const char *name);

/* Adds the options of s3sync whose names are wanted. */
static enum status add_some(struct run_words *words, const struct run_words *options,
                            name_function *is_wanted, const void *context, struct error *error) {
    struct s3sync_options all;
    struct option_spec rows[S3SYNC_OPTIONS_ROWS];
    enum status status = STATUS_OK;
    s3sync_options_init(&all);
    size_t count = s3sync_options_rows(&all, rows);
    for (size_t i = 0; i < options->count && status == STATUS_OK; i++) {
        const char *word = options->words[i];
        const struct option_spec *row = find_row(rows, count, word);
        bool behind = row != NULL && has_argument_behind(row, word) && i + 1 < options->count;
        /* Those that all tools have are no rows here, and of no use for these calls. */
        if (row != NULL && is_wanted(context, row->name))
            status =
                update_words_add(words, error, word, behind ? options->words[i + 1] : NULL, NULL);
        i += behind;
    }
    s3sync_options_release(&all);
    return status;
}

static bool is_for_upload(const void *context, const char *name) {
    static const char *const OTHERS[] = {"exclude",     "include", "delete",  "max-delete",
                                         "last",        "cache",   "dry-run", "json",
                                         "no-cache",    "null",    "force",   "sagemaker-manifest",
                                         "no-overwrite"};
    (void)context;
    for (size_t i = 0; i < sizeof OTHERS / sizeof *OTHERS; i++) {
        if (strcmp(OTHERS[i], name) == 0)
            return false;
    }
    return true;
}

enum status update_words_of_upload(struct run_words *words, const struct run_words *options,
                                   struct error *error) {
    return add_some(words, options, is_for_upload, NULL, error);
}

struct name_rows {
    const struct option_spec *rows;
    size_t count;
};

static bool is_row(const void *context, const char *name) {
    const struct name_rows *names = context;
    for (size_t i = 0; i < names->count; i++) {
        if (strcmp(names->rows[i].name, name) == 0)
            return true;
    }
    return false;
}

enum status update_words_of_bucket(struct run_words *words, const struct run_words *options,
                                   struct error *error) {
    struct verify_options taken;
    struct option_spec rows[VERIFY_OPTIONS_ROWS];
    verify_options_init(&taken);
    const struct name_rows names = {rows, verify_options_rows(&taken, rows)};
    enum status status = add_some(words, options, is_row, &names, error);
    s3sync_options_release(&taken.s3);
    return status;
}
