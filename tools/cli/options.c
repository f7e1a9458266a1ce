#include "tools/cli/options.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "formats/base/decimal.h"
#include "formats/base/version.h"
#include "tools/cli/numbers.h"
#include "tools/cli/option_table.h"

/* getopt_long reports a long option by its index above every possible letter. */
enum { FIRST_LONG = 256 };

static enum status bad_value(const struct option_spec *option, const char *text, const char *want,
                             struct error *error) {
    return error_set(error, STATUS_USAGE, "--%s takes %s, not '%s'", option->name, want, text);
}

static enum status store_choice(const struct option_spec *option, const char *text,
                                struct error *error) {
    char names[256] = "";
    for (int i = 0; option->choices[i] != NULL; i++) {
        if (strcmp(option->choices[i], text) == 0) {
            *(int *)option->value = i;
            return STATUS_OK;
        }
        size_t length = strlen(names);
        snprintf(names + length, sizeof names - length, "%s%s", i == 0 ? "" : ", ",
                 option->choices[i]);
    }
    char want[300];
    snprintf(want, sizeof want, "one of %s", names);
    return bad_value(option, text, want, error);
}

static enum status store_whole(const struct option_spec *option, const char *text,
                               struct error *error) {
    uint64_t maximum = option->maximum == 0 ? UINT64_MAX : option->maximum;
    uint64_t number;
    bool parsed = option->kind == OPTION_SIZE ? numbers_parse_size(text, &number)
                                              : numbers_parse_whole(text, &number);
    if (parsed && number >= option->minimum && number <= maximum) {
        *(uint64_t *)option->value = number;
        return STATUS_OK;
    }
    char want[128], end[32] = "on";
    if (option->maximum != 0)
        snprintf(end, sizeof end, "to %llu", (unsigned long long)maximum);
    snprintf(want, sizeof want, "a whole number from %llu %s%s",
             (unsigned long long)option->minimum, end,
             option->kind == OPTION_SIZE ? ", with a unit if you like (64M)" : "");
    return bad_value(option, text, want, error);
}

static enum status store_real(const struct option_spec *option, const char *text,
                              struct error *error) {
    double number;
    if (decimal_to_double(text, &number) && number >= 0 && number <= option->real_maximum) {
        *(double *)option->value = number;
        return STATUS_OK;
    }
    char want[64];
    snprintf(want, sizeof want, "a number from 0 to %g", option->real_maximum);
    return bad_value(option, text, want, error);
}

static enum status store(const struct option_spec *option, const char *text, struct error *error) {
    /* Most often a variable of a script that is not set, and never what was meant. */
    if ((option->kind == OPTION_TEXT || option->kind == OPTION_LIST) && *text == '\0')
        return error_set(error, STATUS_USAGE, "--%s needs an argument that is not empty: --%s %s",
                         option->name, option->name, option->argument);
    switch (option->kind) {
    case OPTION_FLAG:
        *(bool *)option->value = true;
        return STATUS_OK;
    case OPTION_TEXT:
        *(const char **)option->value = text;
        return STATUS_OK;
    case OPTION_WHOLE:
    case OPTION_SIZE:
        return store_whole(option, text, error);
    case OPTION_REAL:
        return store_real(option, text, error);
    case OPTION_CHOICE:
        return store_choice(option, text, error);
    case OPTION_LIST:
        return option_list_add(option->value, option->name, text, error);
    }
    return STATUS_OK;
}

/* Python programs call it --max_seq_length: take that for --max-seq-length. */
static void dashes_for_underscores(int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--") == 0)
            return;
        if (strncmp(argv[i], "--", 2) != 0)
            continue;
        for (char *at = argv[i]; *at != '\0' && *at != '='; at++) {
            if (*at == '_')
                *at = '-';
        }
    }
}

static enum status unknown_option(const struct option_table *table, const char *tool,
                                  const char *argument, struct error *error) {
    if (option_table_begins_several(table, argument))
        return error_set(error, STATUS_USAGE,
                         "'%s' is the beginning of several options; see '%s --help'", argument,
                         tool);
    const char *nearest = option_table_nearest(table, argument);
    if (nearest != NULL)
        return error_set(error, STATUS_USAGE, "there is no option '%s'; did you mean '--%s'?",
                         argument, nearest);
    return error_set(error, STATUS_USAGE, "there is no option '%s'; see '%s --help'", argument,
                     tool);
}

/* The row that getopt_long found; NULL for one of its codes for what is wrong. */
static const struct option_spec *found_row(const struct option_table *table, int code) {
    return code >= FIRST_LONG ? &table->rows[code - FIRST_LONG] : option_table_letter(table, code);
}

static enum status missing_argument(const struct option_table *table, int code,
                                    struct error *error) {
    const struct option_spec *option = found_row(table, code);
    return error_set(error, STATUS_USAGE, "--%s needs an argument: --%s %s", option->name,
                     option->name, option->argument);
}

/*
 * Takes what getopt_long found, one option a step, until the operands; tells each by its name when
 * options are only checked.
 */
static enum status take_options(const struct option_table *table, const struct tool *tool, int argc,
                                char **argv, struct error *error) {
    opterr = 0;
    optind = 0; /* glibc: start over, also for a second call */
    for (;;) {
        int code = getopt_long(argc, argv, table->letters, table->long_options, NULL);
        if (code == -1)
            return STATUS_OK;
        if (code == ':')
            return missing_argument(table, optopt, error);
        if (code == '?') {
            /* optopt is a letter that is unknown, or a flag that was given an argument. */
            if (optopt >= FIRST_LONG)
                return error_set(error, STATUS_USAGE, "--%s takes no argument",
                                 table->rows[optopt - FIRST_LONG].name);
            if (optopt != 0)
                return error_set(error, STATUS_USAGE, "there is no option '-%c'; see '%s --help'",
                                 optopt, tool->name);
            return unknown_option(table, tool->name, argv[optind - 1], error);
        }
        const struct option_spec *option = found_row(table, code);
        enum status status = store(option, optarg, error);
        if (status != STATUS_OK)
            return status;
        if (table->check)
            printf("--%s\n", option->name);
    }
}

/* --check-options, in front of all else, does nothing but tell what was given. */
static enum status check_options(const struct option_table *table, const struct tool *tool,
                                 int argc, char **argv, struct error *error) {
    /* getopt_long takes its first word for the name of the tool. */
    enum status status = take_options(table, tool, argc - 1, argv + 1, error);
    if (status == STATUS_OK && optind < argc - 1)
        printf("%s\n", argv[1 + optind]);
    return status;
}

/*
 * Finds what is asked for before any option changes a variable, because help shows the defaults.
 * The whole words count wherever they stand: help is given whatever else is wrong.
 */
static enum status find_questions(struct option_table *table, int argc, char **argv,
                                  struct error *error) {
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
        table->help |= strcmp(argv[i], "--help") == 0;
        table->version |= strcmp(argv[i], "--version") == 0;
        table->table |= strcmp(argv[i], "--option-table") == 0;
    }
    /* getopt_long moves the operands to the end, and where an argument is missing one too far. */
    char **copy = calloc((size_t)argc + 1, sizeof *copy);
    if (copy == NULL)
        return error_no_memory(error, "the options");
    memcpy(copy, argv, (size_t)argc * sizeof *copy);
    opterr = 0;
    optind = 0;
    int code;
    while ((code = getopt_long(argc, copy, table->letters, table->long_options, NULL)) != -1) {
        const struct option_spec *option = found_row(table, code);
        if (option != NULL && (option->value == &table->help || option->value == &table->version))
            *(bool *)option->value = true;
    }
    free(copy);
    return STATUS_OK;
}

/* Prints what was asked for; false when nothing was. */
static bool answer(const struct option_table *table, const struct tool *tool,
                   const struct common_options *common) {
    if (table->help)
        options_help(tool, common, stdout);
    else if (table->version)
        printf("%s (mlmprep) %s\n%s%s", tool->name, MLMPREP_VERSION,
               tool->libraries == NULL ? "" : tool->libraries, tool->libraries == NULL ? "" : "\n");
    else if (table->table)
        options_table(tool, common, stdout);
    else
        return false;
    return true;
}

enum status options_parse(const struct tool *tool, struct common_options *common, int argc,
                          char **argv, int *first_operand, enum options_outcome *outcome,
                          struct error *error) {
    struct option_table table;
    *outcome = OPTIONS_RUN;
    enum status status = option_table_init(&table, tool, common, FIRST_LONG, error);
    if (status != STATUS_OK)
        return status;
    dashes_for_underscores(argc, argv);
    table.check = argc > 1 && strcmp(argv[1], "--check-options") == 0;
    if (table.check) {
        *outcome = OPTIONS_DONE;
        *first_operand = argc;
        status = check_options(&table, tool, argc, argv, error);
        common->report = NULL; /* of a run that is none */
        option_table_release(&table);
        return status;
    }
    status = find_questions(&table, argc, argv, error);
    if (status == STATUS_OK && answer(&table, tool, common))
        *outcome = OPTIONS_DONE;
    else if (status == STATUS_OK)
        status = take_options(&table, tool, argc, argv, error);
    *first_operand = optind;
    option_table_release(&table);
    return status;
}
