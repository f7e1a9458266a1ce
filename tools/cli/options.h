/*
 * options - one table behind the parser, --help, the man page check and completion.
 *
 * A tool fills its variables with the defaults, lists them in a table and calls options_parse. Long
 * options come first; "--name value" and "--name=value" are the same, an unambiguous beginning of a
 * name will do, and '_' may be typed for '-' (the names Python programs use).
 *
 * Thread rule: call from main before other threads start (getopt_long keeps process-wide state).
 */
#ifndef TOOLS_CLI_OPTIONS_H
#define TOOLS_CLI_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "formats/base/status.h"
#include "tools/cli/option_list.h"

enum option_kind {
    OPTION_FLAG,   /* bool: set to true */
    OPTION_TEXT,   /* const char *: borrowed from argv; NULL when not given */
    OPTION_WHOLE,  /* uint64_t within minimum..maximum */
    OPTION_SIZE,   /* uint64_t, units allowed, within minimum..maximum */
    OPTION_REAL,   /* double within minimum..maximum (as doubles in real_maximum) */
    OPTION_CHOICE, /* int: index into choices */
    OPTION_LIST,   /* struct option_list: may be given many times */
};

struct option_spec {
    const char *name; /* without dashes */
    char letter;      /* or 0 */
    enum option_kind kind;
    void *value;                /* of the type the kind says; holds the default before parsing */
    const char *argument;       /* what help calls the argument: "FILE", "N"; NULL for a flag */
    const char *help;           /* a phrase; the default is added to it */
    uint64_t minimum, maximum;  /* OPTION_WHOLE and OPTION_SIZE; maximum 0 is no bound */
    double real_maximum;        /* OPTION_REAL: values from 0 to this */
    const char *const *choices; /* OPTION_CHOICE: names, then NULL */
    const char *default_text;   /* shown instead of the variable's value; "" shows none */
};

/*
 * Rows of a table, each variable of the type its kind needs. `argument` is what help calls the
 * argument; a maximum of 0 is no bound.
 */
static inline struct option_spec option_flag(const char *name, bool *value, const char *help) {
    return (struct option_spec){.name = name, .kind = OPTION_FLAG, .value = value, .help = help};
}

static inline struct option_spec option_text(const char *name, const char **value,
                                             const char *argument, const char *help) {
    return (struct option_spec){
        .name = name, .kind = OPTION_TEXT, .value = value, .argument = argument, .help = help};
}

static inline struct option_spec option_whole(const char *name, uint64_t *value, uint64_t minimum,
                                              uint64_t maximum, const char *argument,
                                              const char *help) {
    return (struct option_spec){.name = name,
                                .kind = OPTION_WHOLE,
                                .value = value,
                                .argument = argument,
                                .help = help,
                                .minimum = minimum,
                                .maximum = maximum};
}

static inline struct option_spec option_size(const char *name, uint64_t *value, uint64_t maximum,
                                             const char *argument, const char *help) {
    struct option_spec option = option_whole(name, value, 0, maximum, argument, help);
    option.kind = OPTION_SIZE;
    return option;
}

/* The same row, for numbers and sizes from `minimum` on. */
static inline struct option_spec option_from(uint64_t minimum, struct option_spec option) {
    option.minimum = minimum;
    return option;
}

/* A real number from 0 to `maximum`. */
static inline struct option_spec option_real(const char *name, double *value, double maximum,
                                             const char *argument, const char *help) {
    return (struct option_spec){.name = name,
                                .kind = OPTION_REAL,
                                .value = value,
                                .argument = argument,
                                .help = help,
                                .real_maximum = maximum};
}

/* `value` is an index into the NULL-terminated choices. */
static inline struct option_spec option_choice(const char *name, int *value,
                                               const char *const *choices, const char *argument,
                                               const char *help) {
    return (struct option_spec){.name = name,
                                .kind = OPTION_CHOICE,
                                .value = value,
                                .argument = argument,
                                .help = help,
                                .choices = choices};
}

/* May be given many times; rows may share a list. It is the caller's to release. */
static inline struct option_spec option_many(const char *name, struct option_list *list,
                                             const char *argument, const char *help) {
    return (struct option_spec){
        .name = name, .kind = OPTION_LIST, .value = list, .argument = argument, .help = help};
}

/* The same row with a one-letter form. */
static inline struct option_spec option_letter(char letter, struct option_spec option) {
    option.letter = letter;
    return option;
}

/* The same row with another text for its default, "" for none, than the variable's value. */
static inline struct option_spec option_default(const char *text, struct option_spec option) {
    option.default_text = text;
    return option;
}

struct tool {
    const char *name;
    const char *synopsis;  /* what stands behind the name in a call: "--vocab FILE [FILE]..." */
    const char *summary;   /* one line */
    const char *example;   /* lines to show under "Example:" */
    const char *libraries; /* for --version: "utf8proc 2.8.0, Unicode 14.0" */
    const struct option_spec *options;
    size_t option_count;
};

/* What every tool takes. */
struct common_options {
    uint64_t threads; /* 0: as many as the process may use */
    bool quiet;
    bool verbose;
    const char *report; /* file for the run report, or NULL */
};

enum options_outcome {
    OPTIONS_RUN,  /* go on with the operands */
    OPTIONS_DONE, /* help, version or table printed to standard output: exit 0 */
};

/*
 * Parses argv; the operands are argv[*first_operand] and on. STATUS_USAGE, with a sentence that
 * names the option and suggests the nearest name, when something is wrong.
 *
 * With "--check-options" as its first word, nothing is done but to read the rest, and to tell on
 * standard output which options were given, "--name" on a line each, and then the first operand:
 * for programs that pass a user's options on.
 */
MUST_USE enum status options_parse(const struct tool *tool, struct common_options *common, int argc,
                                   char **argv, int *first_operand, enum options_outcome *outcome,
                                   struct error *error);

/* Writes the help: synopsis, summary, options with defaults, example. */
void options_help(const struct tool *tool, const struct common_options *common, FILE *file);

/*
 * One line per option, "--name<TAB>argument<TAB>default: value<TAB>choice,choice", without what it
 * does not have: for completion and the man page check.
 */
void options_table(const struct tool *tool, const struct common_options *common, FILE *file);

#endif
