#include "tools/mlmprep/mlmprep_command.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "tools/cli/exit_status.h"
#include "tools/cli/signals.h"
#include "tools/prep/engine_index.h"

static enum status divert_signals(struct command *command, struct error *error) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0)
        return error_system(error, errno, "cannot make", "a pipe");
    command->stop.descriptor = ends[0];
    command->stop_writer = ends[1];
    signals_divert(ends[1]);
    return STATUS_OK;
}

/* From now on signals take their usual course. One that has come stays in command->stop. */
static void undivert_signals(struct command *command) {
    if (command->stop_writer < 0)
        return;
    signals_divert(-1);
    stop_signal_came(&command->stop);
    close(command->stop.descriptor);
    close(command->stop_writer);
    command->stop.descriptor = command->stop_writer = -1;
}

bool command_begin(struct command *command, const struct tool *tool, int argc, char **argv) {
    struct error error;
    *command = (struct command){.stop = {.descriptor = -1}, .stop_writer = -1};
    if (!cli_start(&command->cli, tool, argc, argv))
        return false;
    enum status status = divert_signals(command, &error);
    if (status != STATUS_OK) {
        command->cli.exit_code = cli_finish(&command->cli, status, &error);
        return false;
    }
    command->folder = command->cli.operands[0];
    return true;
}

enum status command_check_folder(const struct command *command, struct error *error) {
    const struct tool *tool = command->cli.tool;
    if (command->cli.operand_count == 1 && command->folder[0] != '\0')
        return STATUS_OK;
    if (command->cli.operand_count > 1)
        return error_set(error, STATUS_USAGE, "'%s' is too much: call it as '%s %s'",
                         command->cli.operands[1], tool->name, tool->synopsis);
    return error_set(error, STATUS_USAGE, "call it as '%s %s'", tool->name, tool->synopsis);
}

bool command_start(struct command *command, const struct tool *tool, int argc, char **argv) {
    if (!command_begin(command, tool, argc, argv))
        return false;
    struct error error;
    enum status status = command_check_folder(command, &error);
    if (status == STATUS_OK)
        return true;
    command->cli.exit_code = command_finish(command, status, &error);
    return false;
}

void command_end_by_signals(struct command *command) {
    undivert_signals(command);
    if (command->stop.number != 0)
        signals_die_by(command->stop.number);
}

int command_finish(struct command *command, enum status status, struct error *error) {
    undivert_signals(command);
    int number = command->stop.number;
    bool stopped = number != 0 && status != STATUS_OK;
    if (stopped)
        status = error_set(error, STATUS_TEMPORARY,
                           "stopped by a signal (%s); the same command goes on from there",
                           strsignal(number));
    int code = cli_finish(&command->cli, status, error);
    if (stopped && !(number == SIGTERM && engine_index_is_under_engine()))
        signals_die_by(number);
    return code;
}
