/* mlmprep finish: verifies every shard, writes dataset.json, uploads it last. */
#include <unistd.h>

#include "formats/h5/library_versions.h"
#include "tools/mlmprep/finish_stage.h"
#include "tools/mlmprep/mlmprep_command.h"
#include "tools/mlmprep/plan_tools.h"
#include "tools/mlmprep/report_text.h"
#include "tools/prep/run_folder.h"

struct finish_options {
    int even; /* a number of WAYS */
    uint64_t progress_interval;
};

/* As in enum run_even, behind the one that stands for none of them. */
static const char *const WAYS[] = {"plan", "no", "move", "trim", NULL};

/* What the options want; STATUS_USAGE where the plan says another way. */
static enum status choose_even(int *even, const struct run_plan *plan, int chosen,
                               struct error *error) {
    *even = chosen == 0 ? finish_even_wanted(plan) : chosen - 1;
    if (chosen != 0 && plan->even != RUN_EVEN_NO && *even != (int)plan->even)
        return error_set(error, STATUS_USAGE,
                         "the plan of this folder says --even=%s, and so does every run in it; "
                         "make another folder for --even=%s",
                         WAYS[plan->even + 1], WAYS[chosen]);
    return STATUS_OK;
}

static void summarize(struct command *command, const struct finish_result *result,
                      const struct run_plan *plan) {
    struct cli *cli = &command->cli;
    run_report_set(&cli->report, "shards", result->shards);
    run_report_set(&cli->report, "rows", result->rows);
    run_report_set(&cli->report, "bytes", result->bytes);
    run_report_set(&cli->report, "moved_rows", result->moved_rows);
    run_report_set(&cli->report, "lost_rows", result->lost_rows);
    if (result->lost_rows > 0)
        messages_warning(&cli->messages, "%llu rows were cut off to make shards equal",
                         (unsigned long long)result->lost_rows);
    if (result->moved_rows > 0)
        messages_summary(&cli->messages, "%llu rows went from longer shards to shorter ones",
                         (unsigned long long)result->moved_rows);
    messages_summary(&cli->messages, "%s: %llu shards, %llu rows, %.1f MiB%s%s",
                     result->was_done ? "was finished already, all of it verified again"
                                      : "finished",
                     (unsigned long long)result->shards, (unsigned long long)result->rows,
                     (double)result->bytes / 1048576, plan->bucket == NULL ? "" : ", in ",
                     plan->bucket == NULL ? "" : plan->bucket);
    cli->has_own_summary = true;
}

/* The report of the whole: without `mlmprep run` nobody else makes it. */
static enum status report(const char *folder, const struct run_plan *plan,
                          const struct finish_result *result, struct error *error) {
    struct buffer text = BUFFER_INIT;
    if (result->was_done && report_text_is_there(folder))
        return STATUS_OK;
    enum status status = report_text_publish(folder, plan, &text, error);
    buffer_release(&text);
    return status;
}

static enum status finish(struct command *command, const struct run_plan *plan,
                          const struct finish_options *options, struct error *error) {
    struct cli *cli = &command->cli;
    struct progress progress;
    struct finish_result result;
    struct finish_request request = {.folder = command->folder,
                                     .plan = plan,
                                     .threads = cli->common.threads,
                                     .messages = &cli->messages,
                                     .stop = &command->stop,
                                     .progress = &progress};
    int lock;
    enum status status = choose_even(&request.even, plan, options->even, error);
    if (status == STATUS_OK)
        status = run_folder_lock(command->folder, &lock, error);
    if (status != STATUS_OK)
        return status;
    progress_init(&progress, cli->tool->name, "bytes", 0, cli->common.quiet);
    progress_every(&progress, (double)options->progress_interval);
    status = finish_stage_run(&request, &result, error);
    progress_finish(&progress);
    if (status == STATUS_OK)
        status = report(command->folder, plan, &result, error);
    if (status == STATUS_OK)
        summarize(command, &result, plan);
    if (lock >= 0)
        close(lock);
    return status;
}

int finish_command(int argc, char **argv) {
    struct finish_options options = {.progress_interval = 60};
    const struct option_spec rows[] = {
        option_default("as in the plan", option_choice("even", &options.even, WAYS, "HOW",
                                                       "make row counts equal over all shards: "
                                                       "move rows, trim what is too much, or no")),
        option_whole("progress-interval", &options.progress_interval, 0, 86400, "S",
                     "seconds between lines of progress where there is no terminal; 0: none"),
    };
    const struct tool tool = {
        .name = "mlmprep finish",
        .synopsis = "DIR",
        .summary = "Verifies every shard that the tasks of DIR made, writes dataset.json and "
                   "uploads it last.",
        .example = "  mlmprep finish wiki",
        .libraries = library_versions(),
        .options = rows,
        .option_count = sizeof rows / sizeof *rows,
    };
    struct command command;
    struct run_plan plan;
    struct error error;
    if (!command_start(&command, &tool, argc, argv))
        return command.cli.exit_code;
    enum status status = plan_tools_load(&plan, command.folder, &error);
    if (status == STATUS_OK) {
        status = finish(&command, &plan, &options, &error);
        run_plan_release(&plan);
    }
    return command_finish(&command, status, &error);
}
