/* mlmprep verify: a data set, here or in a bucket, against its own dataset.json. */
#include "formats/h5/library_versions.h"
#include "tools/mlmprep/mlmprep_command.h"
#include "tools/mlmprep/verify_bucket.h"
#include "tools/mlmprep/verify_folder.h"

/* More threads than this only wait for the disk. */
enum { MOST_THREADS = 64 };

static enum status look(struct verify_report *report, struct command *command,
                        const struct verify_options *options, struct check_crew *crew,
                        struct error *error) {
    const char *place = command->folder;
    struct s3_url url;
    if (!s3_url_is_url(place))
        return verify_folder_run(report, place, crew, error);
    enum status status = s3_url_parse(&url, place, error);
    if (status != STATUS_OK)
        return status;
    status = url.kind == S3_URL_FOLDER
                 ? verify_folder_run(report, url.folder, crew, error)
                 : verify_bucket_run(report, &url, options, &command->cli, crew, error);
    s3_url_release(&url);
    return status;
}

static void count(struct run_report *counts, const struct verify_report *report) {
    uint64_t shards = 0, rows = 0, bytes = 0, faults = 0;
    for (size_t i = 0; i < report->count; i++) {
        shards += report->sets[i].shards;
        rows += report->sets[i].rows;
        bytes += report->sets[i].bytes;
        faults += report->sets[i].fault_count;
    }
    run_report_set(counts, "sets", report->count);
    run_report_set(counts, "shards", shards);
    run_report_set(counts, "rows", rows);
    run_report_set(counts, "bytes", bytes);
    run_report_set(counts, "faults", faults);
}

static enum status verify(struct command *command, const struct verify_options *options,
                          struct error *error) {
    struct cli *cli = &command->cli;
    struct verify_report report = {.count = 0};
    struct progress progress;
    struct check_crew crew = {.threads = check_crew_threads(cli->common.threads, MOST_THREADS),
                              .stop = &command->stop,
                              .progress = &progress};
    progress_init(&progress, cli->tool->name, "bytes", 0, cli->common.quiet);
    progress_every(&progress, (double)options->s3.progress_interval);
    enum status status = look(&report, command, options, &crew, error);
    progress_finish(&progress);
    if (status == STATUS_OK) {
        status = verify_report_judge(&report, command->folder, error);
        if (options->json)
            verify_report_print_json(&report, stdout);
        else if (!cli->common.quiet || status != STATUS_OK)
            verify_report_print(&report, stdout);
        count(&cli->report, &report);
        cli->has_own_summary = true;
    }
    verify_report_release(&report);
    return status;
}

int verify_command(int argc, char **argv) {
    struct verify_options options;
    struct option_spec rows[VERIFY_OPTIONS_ROWS];
    verify_options_init(&options);
    const struct tool tool = {
        .name = "mlmprep verify",
        .synopsis = "DIR|s3://BUCKET/PREFIX|file:///FOLDER",
        .summary = "Holds data sets, in a run folder, in any folder or in a bucket, against their "
                   "own\ndataset.json: every shard, and that there is nothing else that trainers "
                   "would read.",
        .example = "  mlmprep verify wiki\n"
                   "  mlmprep verify s3://bucket/prefix",
        .libraries = library_versions(),
        .options = rows,
        .option_count = verify_options_rows(&options, rows),
    };
    struct command command;
    struct error error;
    int code;
    if (!command_start(&command, &tool, argc, argv)) {
        code = command.cli.exit_code;
    } else {
        enum status status = verify(&command, &options, &error);
        code = command_finish(&command, status, &error);
    }
    s3sync_options_release(&options.s3);
    return code;
}
