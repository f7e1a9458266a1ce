#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "tools/cli/exit_status.h"
#include "tools/cli/numbers.h"
#include "tools/mlmprep/mlmprep_command.h"
#include "tools/mlmprep/plan_tools.h"
#include "tools/prep/engine_index.h"
#include "tools/prep/failure_note.h"
#include "tools/prep/task_run.h"

struct task_settings {
    const char *task; /* a number, or "auto" */
    uint64_t offset;
    bool check;
};

/* Which task is meant: a number, or the engine's index, and the offset besides. */
static enum status find_task(size_t *task, const struct task_settings *settings,
                             const struct run_plan *plan, struct error *error) {
    size_t tasks = run_plan_tasks(plan);
    uint64_t number;
    if (settings->task == NULL)
        return error_set(
            error, STATUS_USAGE,
            "which task? give --task with a number from 0 to %zu, or with 'auto' where "
            "an engine counts",
            tasks - 1);
    if (strcmp(settings->task, "auto") == 0)
        return engine_index_find(task, settings->offset, tasks, error);
    if (!numbers_parse_whole(settings->task, &number))
        return error_set(error, STATUS_USAGE, "--task takes a number or 'auto', not '%s'",
                         settings->task);
    if (number >= tasks && settings->offset == 0)
        return error_set(error, STATUS_USAGE,
                         "there is no task %" PRIu64 "; the plan has the tasks 0 to %zu", number,
                         tasks - 1);
    if (number >= tasks || settings->offset >= tasks - number)
        return error_set(error, STATUS_USAGE,
                         "there is no task %" PRIu64 " + %" PRIu64
                         "; the plan has the tasks 0 to %zu",
                         number, settings->offset, tasks - 1);
    *task = (size_t)(number + settings->offset);
    return STATUS_OK;
}

/* Who asks for the state of the whole is told why this task failed, unless it was only stopped. */
static void note_failure(const struct command *command, size_t task, enum status status,
                         const struct error *failure) {
    char name[TASK_RUN_NAME], log[TASK_RUN_NAME + 16];
    struct error error;
    if (command->stop.number != 0)
        return;
    task_run_name(name, task);
    snprintf(log, sizeof log, "log/%s.log", name);
    if (failure_note_add(command->folder, name, failure->message, (int)exit_status_of(status), log,
                         &error) != STATUS_OK)
        messages_warning(&command->cli.messages, "%s", error.message);
}

static void tell_outcome(const struct command *command, size_t task, enum task_outcome outcome) {
    char seconds[NUMBERS_SIZE];
    numbers_format_seconds(run_report_seconds(&command->cli.report), seconds);
    if (outcome == TASK_WAS_DONE)
        messages_summary(&command->cli.messages, "task %zu is done already", task);
    else
        messages_summary(&command->cli.messages, "task %zu is done, in %s", task, seconds);
}

static enum status run(struct command *command, const struct task_settings *settings,
                       struct error *error) {
    struct run_plan plan;
    size_t task;
    enum task_outcome outcome;
    enum status status = plan_tools_load(&plan, command->folder, error);
    if (status != STATUS_OK)
        return status;
    status = find_task(&task, settings, &plan, error);
    if (status == STATUS_OK) {
        const struct task_request request = {.folder = command->folder,
                                             .plan = &plan,
                                             .task = task,
                                             .threads = command->cli.common.threads,
                                             .check = settings->check,
                                             .stop = &command->stop};
        status = task_run(&request, &outcome, error);
        if (status == STATUS_OK)
            tell_outcome(command, task, outcome);
        else
            note_failure(command, task, status, error);
    }
    run_plan_release(&plan);
    return status;
}

int task_command(int argc, char **argv) {
    struct task_settings settings = {0};
    const struct option_spec options[] = {
        option_text("task", &settings.task, "N",
                    "which task, from 0; 'auto': the index that Slurm, AWS Batch or Kubernetes "
                    "gives"),
        option_whole("offset", &settings.offset, 0, 0, "N", "add N to it"),
        option_flag("check", &settings.check,
                    "read a shard that is there, instead of trusting its size"),
    };
    const struct tool tool = {
        .name = "mlmprep task",
        .synopsis = "DIR --task N",
        .summary = "Makes one shard of a run folder, in each phase, and uploads it where the plan "
                   "says so.\nWhat is done already is left as it is.",
        .example = "  mlmprep task wiki --task 3\n"
                   "  sbatch --array=0-255 --wrap 'mlmprep task wiki --task auto'",
        .options = options,
        .option_count = sizeof options / sizeof *options,
    };
    struct command command;
    if (!command_start(&command, &tool, argc, argv))
        return command.cli.exit_code;
    struct error error;
    enum status status = run(&command, &settings, &error);
    return command_finish(&command, status, &error);
}
