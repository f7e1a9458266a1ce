/*
 * mlmprep_command - what the commands of mlmprep have in common.
 *
 * Each command is a function of its own file, "<name>_command": it makes its option table, calls
 * command_start, does its work and ends with command_finish, whose value is the exit code. The
 * name of its struct tool is "mlmprep init" and so on.
 *
 * Thread rule: one thread.
 */
#ifndef TOOLS_MLMPREP_MLMPREP_COMMAND_H
#define TOOLS_MLMPREP_MLMPREP_COMMAND_H

#include <stdbool.h>

#include "formats/base/status.h"
#include "tools/cli/cli.h"
#include "tools/prep/run_plan.h"
#include "tools/prep/stop_signal.h"

typedef int command_function(int argc, char **argv);

command_function init_command, run_command, task_command, missing_command, status_command,
    finish_command, verify_command, slurm_command, fetch_command, update_command;

/* What a command works with, once its options are read. */
struct command {
    struct cli cli;
    const char *folder;      /* borrowed: the first operand; NULL when there is none */
    struct stop_signal stop; /* deadly signals come here until command_finish */
    int stop_writer;         /* the other end of its pipe; -1: there is none */
};

/*
 * cli_start; operands are the command's own affair. False when there is nothing more to do, and
 * command->cli.exit_code says the exit code. Diverts deadly signals to command->stop.
 */
MUST_USE bool command_begin(struct command *command, const struct tool *tool, int argc,
                            char **argv);

/* STATUS_USAGE unless there is just one operand, and no empty one. */
MUST_USE enum status command_check_folder(const struct command *command, struct error *error);

/* command_begin and command_check_folder in one. */
MUST_USE bool command_start(struct command *command, const struct tool *tool, int argc,
                            char **argv);

/*
 * For a command, or a part of it, that looks at command->stop nowhere: from now on a signal ends
 * the process at once, temporary files that are registered (tools/cli/signals.h) removed. Does not
 * return when one has come.
 */
void command_end_by_signals(struct command *command);

/*
 * cli_finish. After a signal that ended the work (status is not STATUS_OK) dies by it, or, under an
 * engine (engine_index.h) and for SIGTERM, returns 75.
 */
MUST_USE int command_finish(struct command *command, enum status status, struct error *error);

#endif
