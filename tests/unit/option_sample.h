/*
 * option_sample - for tests: a tool with an option of each kind, and calls of the parser.
 */
#ifndef TESTS_UNIT_OPTION_SAMPLE_H
#define TESTS_UNIT_OPTION_SAMPLE_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/cli/options.h"

enum { SAMPLE_ARGUMENTS = 16 };

/* What the latest call of parse() left. */
static struct {
    bool flag;
    const char *text;
    uint64_t whole, size, whale;
    double real;
    int choice;
    struct common_options common;
    char *operands[SAMPLE_ARGUMENTS];
    int operand_count;
    enum options_outcome outcome;
    struct error error;
    char *printed; /* to standard output */
    char *arguments[SAMPLE_ARGUMENTS + 1];
} sample;

static const char *const SAMPLE_CHOICES[] = {"red", "green", "blue", NULL};

static inline void sample_clear(void) {
    for (int i = 0; i < SAMPLE_ARGUMENTS; i++)
        free(sample.arguments[i]);
    free(sample.printed);
    memset(&sample, 0, sizeof sample);
    sample.whole = 5;
    sample.size = 65536;
    sample.real = 0.15;
    sample.choice = 2;
}

/* Calls options_parse or options_help on a tool with the sample's options. */
static inline enum status sample_call(int count, FILE *help) {
    const struct option_spec options[] = {
        option_letter('f', option_flag("flag", &sample.flag, "raise the flag")),
        option_letter('o', option_text("text", &sample.text, "FILE", "write to FILE")),
        option_whole("whole-number", &sample.whole, 3, 10, "N", "some of it"),
        option_size("size", &sample.size, 0, "SIZE", "a size"),
        option_real("real", &sample.real, 1, "P", "a probability"),
        option_choice("choice", &sample.choice, SAMPLE_CHOICES, "COLOUR", "a colour"),
        option_default("any", option_whole("whale", &sample.whale, 0, 0, "N", "a number")),
    };
    const struct tool tool = {
        .name = "sample",
        .synopsis = "[FILE]...",
        .summary = "Shows what options do.",
        .example = "  sample --flag",
        .libraries = "library 1.2.3",
        .options = options,
        .option_count = sizeof options / sizeof *options,
    };
    if (help != NULL) {
        options_help(&tool, &sample.common, help);
        return STATUS_OK;
    }
    int first;
    enum status status = options_parse(&tool, &sample.common, count, sample.arguments, &first,
                                       &sample.outcome, &sample.error);
    for (int i = first; status == STATUS_OK && i < count; i++)
        sample.operands[sample.operand_count++] = sample.arguments[i];
    return status;
}

/* Parses up to a NULL, from the defaults on; what is printed meanwhile is kept. */
static inline enum status parse(const char *argument, ...) {
    sample_clear();
    va_list arguments;
    va_start(arguments, argument);
    int count = 0;
    sample.arguments[count++] = strdup("sample");
    for (; argument != NULL; argument = va_arg(arguments, const char *))
        sample.arguments[count++] = strdup(argument);
    va_end(arguments);
    size_t size;
    FILE *kept = stdout;
    stdout = open_memstream(&sample.printed, &size);
    enum status status = sample_call(count, NULL);
    fclose(stdout);
    stdout = kept;
    return status;
}

/* The text of the help, to be freed. */
static inline char *sample_help(void) {
    char *text = NULL;
    size_t size;
    sample_clear();
    FILE *file = open_memstream(&text, &size);
    sample_call(0, file);
    fclose(file);
    return text;
}

/* The arguments are fine, and nothing is printed. */
#define assert_parsed(...)                                                                         \
    do {                                                                                           \
        if (parse(__VA_OPT__(__VA_ARGS__, ) NULL) != STATUS_OK)                                    \
            fail_msg("%s", sample.error.message);                                                  \
        assert_int_equal(sample.outcome, OPTIONS_RUN);                                             \
        assert_string_equal(sample.printed, "");                                                   \
    } while (0)

/* They are not, for the reason given. */
#define assert_refused(sentence, ...)                                                              \
    do {                                                                                           \
        assert_int_equal(parse(__VA_ARGS__, NULL), STATUS_USAGE);                                  \
        assert_string_equal(sample.error.message, sentence);                                       \
        assert_string_equal(sample.printed, "");                                                   \
    } while (0)

static inline void assert_refused_value(const char *option, const char *value, const char *format) {
    const char *place = strstr(format, "%s");
    char sentence[ERROR_MESSAGE_SIZE];
    snprintf(sentence, sizeof sentence, "%.*s%s%s", (int)(place - format), format, value,
             place + 2);
    assert_refused(sentence, option, value);
}

#endif
