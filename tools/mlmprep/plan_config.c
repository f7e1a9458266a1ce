/* The options of a plan from a file: see plan_options.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/base/byte_source.h"
#include "tools/cli/nearest_name.h"
#include "tools/mlmprep/plan_options.h"
#include "tools/prep/run_config.h"

/* Larger ones are no settings. */
static const size_t LARGEST_CONFIG = (size_t)16 << 20;

/* A file being read. */
struct config_reader {
    struct plan_options found;
    struct option_spec rows[PLAN_OPTIONS_ROWS];
    size_t count;
    const char *path; /* of the file */
};

static const struct option_spec *find_row(const struct config_reader *reader, const char *name,
                                          struct error *error) {
    struct nearest_name nearest;
    nearest_name_init(&nearest, name, strlen(name));
    /* --config is the first: files name no others. */
    for (size_t i = 1; i < reader->count; i++) {
        if (strcmp(reader->rows[i].name, name) == 0)
            return &reader->rows[i];
        nearest_name_try(&nearest, reader->rows[i].name);
    }
    if (nearest.name != NULL)
        error_set(error, STATUS_USAGE, "there is no setting '%.60s'; did you mean '%s'?", name,
                  nearest.name);
    else
        error_set(error, STATUS_USAGE,
                  "there is no setting '%.60s'; 'mlmprep init --template' shows them", name);
    return NULL;
}

/* Whether a value is a path that is meant to be below the file's folder. */
static bool is_relative_path(const struct option_spec *row, const char *value) {
    bool names_file = strcmp(row->name, "source") == 0 || strcmp(row->name, "vocab") == 0;
    return names_file && *value != '/' && *value != '\0' && !run_plan_is_url(value) &&
           strcmp(value, "latest") != 0 && strcmp(value, "train") != 0;
}

/* Reads "--name=value" as the command line does. */
static enum status parse_word(struct config_reader *reader, const char *word, struct error *error) {
    enum status status = run_words_add(&reader->found.owned, word, error);
    if (status != STATUS_OK)
        return status;
    char name[] = "mlmprep init";
    char *argv[] = {name, reader->found.owned.words[reader->found.owned.count - 1], NULL};
    const struct tool tool = {.name = name, .options = reader->rows, .option_count = reader->count};
    struct common_options common = {0};
    int first_operand;
    enum options_outcome outcome;
    return options_parse(&tool, &common, 2, argv, &first_operand, &outcome, error);
}

static enum status take_flag(const struct option_spec *row, const char *value,
                             struct error *error) {
    bool yes = strcmp(value, "yes") == 0;
    if (!yes && strcmp(value, "no") != 0)
        return error_set(error, STATUS_USAGE, "%s takes yes or no, not '%.60s'", row->name, value);
    *(bool *)row->value = yes;
    return STATUS_OK;
}

static enum status take_setting(void *context, const char *name, const char *value,
                                struct error *error) {
    struct config_reader *reader = context;
    const struct option_spec *row = find_row(reader, name, error);
    if (row == NULL)
        return STATUS_USAGE;
    if (row->kind == OPTION_FLAG)
        return take_flag(row, value, error);
    const char *slash = strrchr(reader->path, '/');
    int folder = 0;
    if (slash != NULL && is_relative_path(row, value))
        folder = (int)(slash - reader->path) + 1;
    char *word;
    if (asprintf(&word, "--%s=%.*s%s", name, folder, reader->path, value) < 0)
        return error_no_memory(error, "a setting");
    enum status status = parse_word(reader, word, error);
    free(word);
    return status;
}

enum status plan_options_read_config(struct plan_options *options, struct error *error) {
    if (options->config == NULL)
        return STATUS_OK;
    struct buffer text = BUFFER_INIT;
    struct config_reader reader = {.path = options->config};
    plan_options_init(&reader.found);
    reader.count = plan_options_rows(&reader.found, reader.rows);
    enum status status = byte_source_read_file(options->config, LARGEST_CONFIG, &text, error);
    if (status == STATUS_OK)
        status = run_config_read(buffer_view(&text), options->config, take_setting, &reader, error);
    if (status == STATUS_OK) {
        plan_options_take(options, &reader.found);
        /* The texts of the file live as long as the options. */
        run_words_release(&options->owned);
        options->owned = reader.found.owned;
        reader.found.owned = (struct run_words){0};
    }
    plan_options_release(&reader.found);
    buffer_release(&text);
    return status;
}
