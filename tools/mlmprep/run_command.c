#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "formats/base/buffer.h"
#include "tools/mlmprep/mlmprep_command.h"
#include "tools/mlmprep/plan_making.h"
#include "tools/mlmprep/plan_options.h"
#include "tools/mlmprep/plan_tools.h"
#include "tools/mlmprep/report_text.h"
#include "tools/mlmprep/run_stages.h"
#include "tools/prep/folder_report.h"
#include "tools/prep/run_folder.h"

static const char *const UNTIL[] = {"fetch", "text", "vocab", "tasks", "finish", NULL};

struct run_settings {
    uint64_t jobs, retries, interval;
    int until;
    bool any_space;
    struct plan_options plan;
};

enum { OWN_ROWS = 5 };

/* Plan options are no orders here: they ask whether the folder's plan is the one that is meant. */
static enum status load_plan(struct run_plan *plan, const char *folder,
                             struct plan_options *options, struct error *error) {
    const struct plan_probe nobody = {0};
    enum status status = plan_tools_load(plan, folder, error);
    if (status != STATUS_OK || !plan_options_given(options))
        return status;
    status = plan_options_read_config(options, error);
    if (status == STATUS_OK)
        status = plan_making_compare(plan, options, &nobody, error);
    if (status != STATUS_OK)
        run_plan_release(plan);
    return status;
}

/* What there is to say at the end; the sentence of a failure is not. */
static enum status report(const struct run_stages *run, struct cli *cli, enum status status,
                          struct error *error) {
    struct buffer text = BUFFER_INIT;
    struct error reporting;
    if (run->tasks_done == 0 || run->until < RUN_UNTIL_TASKS ||
        (run->was_done && report_text_is_there(run->folder))) {
        if (status == STATUS_OK && run->was_done)
            messages_summary(&cli->messages, "nothing to do: '%s' is done%s%s", run->folder,
                             run->until == RUN_UNTIL_FINISH ? "" : " up to ",
                             run->until == RUN_UNTIL_FINISH ? "" : UNTIL[run->until]);
        return status;
    }
    enum status reported = report_text_publish(run->folder, run->plan, &text, &reporting);
    if (status == STATUS_OK && reported != STATUS_OK) {
        *error = reporting;
        status = reported;
    }
    if (status == STATUS_OK && !cli->common.quiet)
        fwrite(text.data, 1, text.size, stdout);
    buffer_release(&text);
    return status;
}

static enum status do_run(struct command *command, struct run_settings *settings,
                          struct error *error) {
    struct run_plan plan;
    int lock = -1;
    enum status status = load_plan(&plan, command->folder, &settings->plan, error);
    if (status != STATUS_OK)
        return status;
    struct run_stages run = {.folder = command->folder,
                             .plan = &plan,
                             .until = settings->until,
                             .jobs = settings->jobs,
                             .threads = command->cli.common.threads,
                             .retries = settings->retries,
                             .any_space = settings->any_space,
                             .interval = (double)settings->interval,
                             .messages = &command->cli.messages,
                             .stop = &command->stop};
    status = run_folder_make(command->folder, error);
    if (status == STATUS_OK)
        status = run_folder_lock(command->folder, &lock, error);
    if (status != STATUS_OK)
        goto out_plan;
    status = work_folder_clean(command->folder, error);
    if (status == STATUS_OK)
        status = run_stages_do(&run, error);
    if (command->stop.number == 0)
        status = report(&run, &command->cli, status, error);
    run_report_set(&command->cli.report, "tasks", run.tasks);
    run_report_set(&command->cli.report, "done", run.tasks_done);
    run_report_set(&command->cli.report, "shards", run.finished.shards);
    run_report_set(&command->cli.report, "rows", run.finished.rows);
    run_report_set(&command->cli.report, "bytes", run.finished.bytes);
    if (lock >= 0)
        close(lock);
out_plan:
    run_plan_release(&plan);
    return status;
}

int run_command(int argc, char **argv) {
    struct run_settings settings = {.retries = 2, .interval = 60, .until = RUN_UNTIL_FINISH};
    struct option_spec options[OWN_ROWS + PLAN_OPTIONS_ROWS] = {
        option_letter('j', option_default("as many as there are cores to use",
                                          option_whole("jobs", &settings.jobs, 1, 4096, "N",
                                                       "tasks to work on at a time"))),
        option_whole("retries", &settings.retries, 0, 1000, "N",
                     "how often a task is tried again that failed for now"),
        option_choice("until", &settings.until, UNTIL, "STAGE", "the last stage to do"),
        option_whole("progress-interval", &settings.interval, 0, 86400, "SECONDS",
                     "time between lines of progress where there is no terminal, 0 for none"),
        option_flag("no-space-check", &settings.any_space,
                    "begin, whether the disk seems large enough or not"),
    };
    plan_options_init(&settings.plan);
    size_t plan_rows = plan_options_rows(&settings.plan, options + OWN_ROWS);
    const struct tool tool = {
        .name = "mlmprep run",
        .synopsis = "DIR",
        .summary = "Does all that is missing of a data set, from the sources to the bucket.",
        .example = "  mlmprep run wiki -j 8",
        .options = options,
        .option_count = OWN_ROWS + plan_rows,
    };
    struct command command;
    struct error error;
    int code;
    if (command_start(&command, &tool, argc, argv))
        code = command_finish(&command, do_run(&command, &settings, &error), &error);
    else
        code = command.cli.exit_code;
    plan_options_release(&settings.plan);
    return code;
}
