#include <stdio.h>
#include <stdlib.h>

#include "formats/base/buffer.h"
#include "tools/mlmprep/mlmprep_command.h"
#include "tools/prep/index_ranges.h"
#include "tools/prep/task_census.h"

struct missing_settings {
    uint64_t most, offset;
    bool check, lines;
};

static enum status write_lines(struct buffer *text, const size_t *tasks, size_t count,
                               size_t offset, struct error *error) {
    enum status status = STATUS_OK;
    for (size_t i = 0; status == STATUS_OK && i < count; i++)
        status = buffer_format(text, error, "%zu\n", tasks[i] - offset);
    return status;
}

/* Tasks from the offset on, so many at most, less the offset: numbers as an array wants them. */
static enum status write_missing(const struct task_census *census,
                                 const struct missing_settings *settings, struct buffer *text,
                                 struct error *error) {
    size_t *tasks = NULL, count = 0, first = 0;
    enum status status = task_census_list(census, ~(1U << TASK_STATE_DONE), &tasks, &count, error);
    if (status != STATUS_OK)
        return status;
    while (first < count && tasks[first] < settings->offset)
        first++;
    size_t left = count - first;
    if (settings->most > 0 && left > settings->most)
        left = (size_t)settings->most;
    size_t offset = (size_t)settings->offset;
    if (settings->lines) {
        status = write_lines(text, tasks + first, left, offset, error);
    } else if (left > 0) {
        status = index_ranges_write(text, tasks + first, left, offset, error);
        if (status == STATUS_OK)
            status = buffer_append(text, "\n", 1, error);
    }
    free(tasks);
    return status;
}

static enum status list_missing(struct command *command, const struct missing_settings *settings,
                                struct error *error) {
    struct run_plan plan;
    struct task_census census;
    struct buffer text = BUFFER_INIT;
    enum status status = run_plan_load(&plan, command->folder, error);
    if (status != STATUS_OK)
        return status;
    command_end_by_signals(command);
    status = task_census_take(&census, command->folder, &plan,
                              settings->check ? MARKER_CHECK_HASHES : MARKER_CHECK_SIZES, error);
    if (status == STATUS_OK) {
        status = write_missing(&census, settings, &text, error);
        if (status == STATUS_OK && text.size > 0)
            fwrite(text.data, 1, text.size, stdout);
        run_report_set(&command->cli.report, "tasks", census.count);
        run_report_set(&command->cli.report, "missing",
                       census.count - census.states[TASK_STATE_DONE]);
        task_census_release(&census);
    }
    buffer_release(&text);
    run_plan_release(&plan);
    return status;
}

int missing_command(int argc, char **argv) {
    struct missing_settings settings = {0};
    const struct option_spec options[] = {
        option_default(
            "all", option_whole("max", &settings.most, 1, 0, "K", "list the first K of them only")),
        option_whole("offset", &settings.offset, 0, 0, "N",
                     "list tasks from N on, each less N: for 'task --offset N'"),
        option_flag("lines", &settings.lines, "a task a line, not ranges"),
        option_flag("check", &settings.check,
                    "read the shards: one with other bytes than its task made is missing"),
    };
    const struct tool tool = {
        .name = "mlmprep missing",
        .synopsis = "DIR",
        .summary = "Lists the tasks that are not done, as batch systems take them: 3,7-9.",
        .example = "  sbatch --array=$(mlmprep missing wiki) job.sh\n"
                   "  mlmprep missing wiki --lines | parallel mlmprep task wiki --task {}",
        .options = options,
        .option_count = sizeof options / sizeof *options,
    };
    struct command command;
    struct error error;
    if (!command_start(&command, &tool, argc, argv))
        return command.cli.exit_code;
    return command_finish(&command, list_missing(&command, &settings, &error), &error);
}
