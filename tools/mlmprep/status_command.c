#include <stdio.h>

#include "formats/base/buffer.h"
#include "tools/mlmprep/mlmprep_command.h"
#include "tools/mlmprep/status_text.h"
#include "tools/prep/folder_state.h"

static enum status tell(struct command *command, bool json, struct error *error) {
    struct run_plan plan;
    struct folder_state state;
    struct buffer text = BUFFER_INIT;
    enum status status = run_plan_load(&plan, command->folder, error);
    if (status != STATUS_OK)
        return status;
    command_end_by_signals(command);
    status = folder_state_read(&state, command->folder, &plan, error);
    if (status == STATUS_OK) {
        status = json ? status_text_json(&state, &plan, &text, error)
                      : status_text_write(&state, command->folder, &plan, &text, error);
        folder_state_release(&state);
    }
    if (status == STATUS_OK)
        fwrite(text.data, 1, text.size, stdout);
    buffer_release(&text);
    run_plan_release(&plan);
    return status;
}

int status_command(int argc, char **argv) {
    bool json = false;
    const struct option_spec options[] = {
        option_flag("json", &json, "as one JSON object, for programs"),
    };
    const struct tool tool = {
        .name = "mlmprep status",
        .synopsis = "DIR",
        .summary = "Tells how far a data set is: what is done, running, missing, and failed why.",
        .example = "  mlmprep status wiki",
        .options = options,
        .option_count = sizeof options / sizeof *options,
    };
    struct command command;
    struct error error;
    if (!command_start(&command, &tool, argc, argv))
        return command.cli.exit_code;
    return command_finish(&command, tell(&command, json, &error), &error);
}
