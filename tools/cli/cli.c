#include "tools/cli/cli.h"

#include <signal.h>
#include <stdio.h>

#include "tools/cli/exit_status.h"
#include "tools/cli/signals.h"
#include "tools/cli/standard_streams.h"

static void print_error(const struct cli *cli, const struct error *error) {
    messages_error(&cli->messages, "%s", error->message);
}

bool cli_start(struct cli *cli, const struct tool *tool, int argc, char **argv) {
    standard_streams_occupy();
    signals_install();
    *cli = (struct cli){.tool = tool};
    messages_init(&cli->messages, tool->name);
    run_report_init(&cli->report);
    struct error error;
    int first_operand;
    enum options_outcome outcome;
    enum status status =
        options_parse(tool, &cli->common, argc, argv, &first_operand, &outcome, &error);
    cli->messages.quiet = cli->common.quiet;
    cli->messages.verbose = cli->common.verbose;
    if (status != STATUS_OK || outcome == OPTIONS_DONE) {
        cli->exit_code = cli_finish(cli, status, &error);
        return false;
    }
    cli->operands = argv + first_operand;
    cli->operand_count = argc - first_operand;
    return true;
}

bool cli_would_wait_for_terminal(const struct cli *cli) {
    if (!standard_input_is_terminal())
        return false;
    struct common_options common = {0};
    options_help(cli->tool, &common, stderr);
    return true;
}

int cli_finish(struct cli *cli, enum status status, struct error *error) {
    struct error closing;
    enum status closed = standard_output_close(&closing);
    if (closed != STATUS_OK && (status == STATUS_OK || status == STATUS_END)) {
        status = closed;
        *error = closing;
    }
    int code = (int)exit_status_of(status);
    if (code != 0 && status != STATUS_CLOSED_PIPE)
        print_error(cli, error);
    if (code == 0 && cli->messages.verbose && cli->report.count > 0 && !cli->has_own_summary) {
        char line[512];
        run_report_line(&cli->report, line, sizeof line);
        messages_note(&cli->messages, "%s", line);
    }
    if (cli->common.report != NULL) {
        struct error reporting;
        if (run_report_write(&cli->report, cli->common.report, cli->tool->name, code, &reporting) !=
            STATUS_OK) {
            messages_error(&cli->messages, "%s", reporting.message);
            code = code == 0 ? EXIT_CODE_FAILURE : code;
        }
    }
    run_report_release(&cli->report);
    if (status == STATUS_CLOSED_PIPE)
        signals_die_by(SIGPIPE);
    return code;
}
