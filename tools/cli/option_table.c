#include "tools/cli/option_table.h"

#include <stdlib.h>
#include <string.h>

#include "tools/cli/nearest_name.h"

static void add_common_rows(struct option_table *table, struct common_options *common) {
    const struct option_spec rows[] = {
        {.name = "threads",
         .kind = OPTION_WHOLE,
         .value = &common->threads,
         .argument = "N",
         .help = "work on N threads; results never depend on it",
         .maximum = 4096,
         .default_text = "all the cores the process may use"},
        {.name = "report",
         .kind = OPTION_TEXT,
         .value = &common->report,
         .argument = "FILE",
         .help = "write counts, times and peak memory to FILE as JSON"},
        {.name = "quiet",
         .letter = 'q',
         .kind = OPTION_FLAG,
         .value = &common->quiet,
         .help = "say nothing but errors"},
        {.name = "verbose",
         .letter = 'v',
         .kind = OPTION_FLAG,
         .value = &common->verbose,
         .help = "say more, and a summary at the end"},
        {.name = "help",
         .letter = 'h',
         .kind = OPTION_FLAG,
         .value = &table->help,
         .help = "show this help"},
        {.name = "version",
         .kind = OPTION_FLAG,
         .value = &table->version,
         .help = "show the version, and those of the libraries"},
    };
    memcpy(table->rows + table->count, rows, sizeof rows);
    table->count += sizeof rows / sizeof *rows;
}

enum { COMMON_ROWS = 6 };

enum status option_table_init(struct option_table *table, const struct tool *tool,
                              struct common_options *common, int first_code, struct error *error) {
    size_t rows = tool->option_count + COMMON_ROWS;
    *table = (struct option_table){.count = tool->option_count};
    table->rows = calloc(rows, sizeof *table->rows);
    table->long_options = calloc(rows + 1, sizeof *table->long_options);
    table->letters = calloc(2 * rows + 2, 1);
    if (table->rows == NULL || table->long_options == NULL || table->letters == NULL) {
        option_table_release(table);
        return error_no_memory(error, "the options");
    }
    memcpy(table->rows, tool->options, tool->option_count * sizeof *table->rows);
    add_common_rows(table, common);
    char *letter = table->letters;
    *letter++ = ':';
    for (size_t i = 0; i < table->count; i++) {
        bool flag = table->rows[i].kind == OPTION_FLAG;
        table->long_options[i] = (struct option){
            .name = table->rows[i].name,
            .has_arg = flag ? no_argument : required_argument,
            .val = first_code + (int)i,
        };
        if (table->rows[i].letter == 0)
            continue;
        *letter++ = table->rows[i].letter;
        if (!flag)
            *letter++ = ':';
    }
    return STATUS_OK;
}

void option_table_release(struct option_table *table) {
    free(table->rows);
    free(table->long_options);
    free(table->letters);
    *table = (struct option_table){0};
}

const struct option_spec *option_table_letter(const struct option_table *table, int letter) {
    for (size_t i = 0; i < table->count; i++) {
        if (table->rows[i].letter != 0 && table->rows[i].letter == letter)
            return &table->rows[i];
    }
    return NULL;
}

bool option_table_begins_several(const struct option_table *table, const char *argument) {
    const char *typed = argument + strspn(argument, "-");
    size_t length = strcspn(typed, "=");
    unsigned count = 0;
    for (size_t i = 0; i < table->count; i++)
        count += strncmp(table->rows[i].name, typed, length) == 0;
    return length > 0 && count > 1;
}

const char *option_table_nearest(const struct option_table *table, const char *argument) {
    const char *typed = argument + strspn(argument, "-");
    struct nearest_name nearest;
    nearest_name_init(&nearest, typed, strcspn(typed, "="));
    for (size_t i = 0; i < table->count; i++)
        nearest_name_try(&nearest, table->rows[i].name);
    return nearest.name;
}
