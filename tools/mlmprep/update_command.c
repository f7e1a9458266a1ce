/* mlmprep update: the data set of a newer dump, for cron. */
#include <stdio.h>
#include <string.h>
#include <syslog.h>
#include <unistd.h>

#include "tools/cli/standard_streams.h"
#include "tools/mlmprep/mlmprep_command.h"
#include "tools/mlmprep/update_run.h"
#include "tools/mlmprep/web_options.h"
#include "tools/prep/run_folder.h"
#include "tools/s3/http.h"

struct update_options {
    uint64_t jobs, retries;
    bool any_space, dry_run, syslog;
    struct web_options web;
};

enum { UPDATE_ROWS = 5 };

static size_t list_options(struct update_options *options,
                           struct option_spec rows[UPDATE_ROWS + WEB_OPTIONS_ROWS]) {
    const struct option_spec own[UPDATE_ROWS] = {
        option_letter('n', option_flag("dry-run", &options->dry_run,
                                       "print what would be done, a line each; change nothing")),
        option_letter('j', option_default("as many as there are cores to use",
                                          option_whole("jobs", &options->jobs, 1, 4096, "N",
                                                       "tasks to work on at a time"))),
        option_whole("retries", &options->retries, 0, 1000, "N",
                     "how often a task is tried again that failed for now"),
        option_flag("no-space-check", &options->any_space,
                    "begin, whether the disk seems large enough or not"),
        option_flag("syslog", &options->syslog,
                    "tell the system's log, too, what was done or went wrong"),
    };
    memcpy(rows, own, sizeof own);
    return UPDATE_ROWS + web_options_rows(&options->web, rows + UPDATE_ROWS);
}

/* The one line, or those of a dry run. */
static enum status tell(const struct update_run *update, const struct update_options *options,
                        struct cli *cli, struct error *error) {
    int length = (int)update->done.size;
    const char *text = (const char *)update->done.data;
    cli->has_own_summary = true;
    if (length == 0) {
        messages_note(&cli->messages, "there is nothing to do");
        return STATUS_OK;
    }
    if (options->dry_run) {
        printf("%.*s", length, text);
        return standard_output_check(error);
    }
    messages_summary(&cli->messages, "%.*s", length, text);
    if (options->syslog)
        syslog(LOG_INFO, "%.*s", length, text);
    return STATUS_OK;
}

static enum status do_update(struct command *command, struct update_options *options,
                             struct progress *line, struct web_source *web, struct error *error) {
    struct cli *cli = &command->cli;
    struct update_run update = {.folder = command->folder,
                                .tool = cli->tool->name,
                                .threads = cli->common.threads,
                                .jobs = options->jobs,
                                .retries = options->retries,
                                .any_space = options->any_space,
                                .web = web,
                                .line = line,
                                .stop = &command->stop};
    enum status status = update_run_look(&update, error);
    if (status == STATUS_OK)
        status = options->dry_run ? update_run_tell(&update, error) : update_run_do(&update, error);
    progress_finish(line);
    if (status == STATUS_OK)
        status = tell(&update, options, cli, error);
    update_run_release(&update);
    return status;
}

static enum status run(struct command *command, struct update_options *options,
                       struct error *error) {
    const char *tool = command->cli.tool->name;
    struct progress line;
    struct web_source web;
    struct run_plan plan;
    int lock = -1;
    /* A lock is a file: none is left in a folder that is no series. */
    enum status status = run_plan_load(&plan, command->folder, error);
    if (status != STATUS_OK)
        return status;
    run_plan_release(&plan);
    if (!options->dry_run)
        status = run_folder_lock(command->folder, &lock, error);
    if (status != STATUS_OK)
        return status;
    progress_init(&line, tool, "bytes", 0, command->cli.common.quiet);
    status = web_source_init(&web, &options->web, tool, &line, &command->stop, error);
    if (status == STATUS_OK) {
        status = do_update(command, options, &line, &web, error);
        web_source_release(&web);
    }
    if (lock >= 0)
        close(lock);
    return status;
}

int update_command(int argc, char **argv) {
    struct update_options options = {.retries = 2};
    struct option_spec rows[UPDATE_ROWS + WEB_OPTIONS_ROWS];
    web_options_init(&options.web);
    const struct tool tool = {
        .name = "mlmprep update",
        .synopsis = "DIR",
        .summary = "Makes, verifies and publishes the data set of a newer dump when there is one; "
                   "for cron. Says\nnothing when there is nothing to do, one line when there was.",
        .example =
            "  mlmprep init wiki --source latest --vocab vocab.txt --bucket s3://bucket/wiki\n"
            "  mlmprep update wiki",
        .libraries = http_library_version(),
        .options = rows,
        .option_count = list_options(&options, rows),
    };
    struct command command;
    struct error error;
    if (!command_start(&command, &tool, argc, argv))
        return command.cli.exit_code;
    enum status status = run(&command, &options, &error);
    if (status != STATUS_OK && options.syslog)
        syslog(LOG_ERR, "%s", error.message);
    return command_finish(&command, status, &error);
}
