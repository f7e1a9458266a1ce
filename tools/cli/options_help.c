#include "tools/cli/options.h"

#include <stdio.h>
#include <string.h>

#include "formats/base/decimal.h"
#include "tools/cli/option_table.h"

/* Where the help text of an option begins, and where lines end. */
enum { HELP_COLUMN = 30, LINE_END = 98 };

/* "default 128", or nothing; the variable still holds the default. */
static void default_of(const struct option_spec *option, char *text, size_t size) {
    char number[DECIMAL_SIZE];
    *text = '\0';
    if (option->default_text != NULL) {
        if (*option->default_text != '\0')
            snprintf(text, size, "default: %s", option->default_text);
        return;
    }
    switch (option->kind) {
    case OPTION_FLAG:
    case OPTION_LIST:
        break;
    case OPTION_TEXT:
        if (*(const char **)option->value != NULL)
            snprintf(text, size, "default: %s", *(const char **)option->value);
        break;
    case OPTION_WHOLE:
    case OPTION_SIZE:
        snprintf(text, size, "default: %llu", (unsigned long long)*(uint64_t *)option->value);
        break;
    case OPTION_REAL:
        decimal_from_double(*(double *)option->value, number);
        snprintf(text, size, "default: %s", number);
        break;
    case OPTION_CHOICE:
        snprintf(text, size, "default: %s", option->choices[*(int *)option->value]);
        break;
    }
}

/* Writes words from the help column on, breaking lines before LINE_END. */
static void write_wrapped(FILE *file, int column, const char *text) {
    if (column >= HELP_COLUMN - 1) {
        fputc('\n', file);
        column = 0;
    }
    fprintf(file, "%*s", HELP_COLUMN - column, "");
    column = HELP_COLUMN;
    while (*text != '\0') {
        int length = (int)strcspn(text, " ");
        if (column > HELP_COLUMN && column + 1 + length > LINE_END) {
            fprintf(file, "\n%*s", HELP_COLUMN, "");
            column = HELP_COLUMN;
        } else if (column > HELP_COLUMN) {
            fputc(' ', file);
            column++;
        }
        fprintf(file, "%.*s", length, text);
        column += length;
        text += length;
        text += strspn(text, " ");
    }
    fputc('\n', file);
}

static void write_option(FILE *file, const struct option_spec *option) {
    char help[1024];
    char standard[128];
    default_of(option, standard, sizeof standard);
    snprintf(help, sizeof help, *standard == '\0' ? "%s%s" : "%s (%s)", option->help, standard);
    int column =
        option->letter != 0 ? fprintf(file, "  -%c, ", option->letter) : fprintf(file, "      ");
    column += fprintf(file, "--%s", option->name);
    if (option->argument != NULL)
        column += fprintf(file, " %s", option->argument);
    write_wrapped(file, column, help);
}

void options_help(const struct tool *tool, const struct common_options *common, FILE *file) {
    struct common_options shown = *common;
    struct option_table table;
    struct error error;
    if (option_table_init(&table, tool, &shown, 0, &error) != STATUS_OK)
        return;
    fprintf(file, "Usage: %s [OPTION]... %s\n%s\n\n", tool->name, tool->synopsis, tool->summary);
    for (size_t i = 0; i < table.count; i++)
        write_option(file, &table.rows[i]);
    fprintf(file,
            "\nExample:\n%s\n\nExit status: 0 done, 1 failure, 2 wrong usage, 3 input cut short "
            "or corrupt,\n4 finished but some items failed, 75 try again later. More: man %.*s\n",
            tool->example, (int)strcspn(tool->name, " "), tool->name);
    option_table_release(&table);
}

void options_table(const struct tool *tool, const struct common_options *common, FILE *file) {
    struct common_options shown = *common;
    struct option_table table;
    struct error error;
    if (option_table_init(&table, tool, &shown, 0, &error) != STATUS_OK)
        return;
    for (size_t i = 0; i < table.count; i++) {
        const struct option_spec *option = &table.rows[i];
        char standard[128];
        default_of(option, standard, sizeof standard);
        fprintf(file, "--%s\t%s\t%s", option->name,
                option->argument == NULL ? "" : option->argument, standard);
        for (int j = 0; option->choices != NULL && option->choices[j] != NULL; j++)
            fprintf(file, "%s%s", j == 0 ? "\t" : ",", option->choices[j]);
        fputc('\n', file);
    }
    option_table_release(&table);
}
