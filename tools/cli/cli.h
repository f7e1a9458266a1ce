/*
 * cli - the frame around every tool's main: cli_start, work, cli_finish.
 *
 *     struct cli cli;
 *     if (!cli_start(&cli, &tool, argc, argv))
 *         return cli.exit_code;
 *     struct error error;
 *     enum status status = run(&cli, &error);
 *     return cli_finish(&cli, status, &error);
 */
#ifndef TOOLS_CLI_CLI_H
#define TOOLS_CLI_CLI_H

#include <stdbool.h>

#include "formats/base/status.h"
#include "tools/cli/messages.h"
#include "tools/cli/options.h"
#include "tools/cli/run_report.h"

struct cli {
    const struct tool *tool;
    struct common_options common;
    struct messages messages;
    struct run_report report;
    char **operands; /* NULL-terminated rest of argv */
    int operand_count;
    int exit_code;        /* set when cli_start returns false */
    bool has_own_summary; /* the tool has told its summary itself: cli_finish adds none */
};

/*
 * Occupies closed standard descriptors, installs the signal handlers, parses the options and starts
 * the clock. False when there is nothing more to do: help was shown, or usage was wrong and said
 * so.
 */
MUST_USE bool cli_start(struct cli *cli, const struct tool *tool, int argc, char **argv);

/* True, with the help on standard error, when input would have to be typed at a terminal. */
MUST_USE bool cli_would_wait_for_terminal(const struct cli *cli);

/*
 * Closes standard output, prints the sentence of a failure once, writes the run report, and returns
 * the exit code. Where the reader of standard output has gone, dies by SIGPIPE without a word.
 */
MUST_USE int cli_finish(struct cli *cli, enum status status, struct error *error);

#endif
