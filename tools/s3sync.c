/*
 * s3sync - puts files into a bucket, the file that says "complete" last. See s3sync(1).
 */
#include "tools/cli/cli.h"
#include "tools/cli/exit_status.h"
#include "tools/join/s3sync_run.h"
#include "tools/s3/http.h"

int main(int argc, char **argv) {
    struct s3sync_settings settings;
    s3sync_settings_init(&settings);
    const struct option_spec options[] = {
        option_letter('n', option_flag("dry-run", &settings.dry_run,
                                       "print what would go where, a line each; send nothing")),
        option_letter('j', option_whole("concurrency", &settings.concurrency, 1, 128, "N",
                                        "files on their way at a time")),
        option_default("AWS_REGION, the profile's, or us-east-1",
                       option_text("region", &settings.region, "NAME", "the bucket's region")),
        option_default("AWS_PROFILE, or default",
                       option_text("profile", &settings.profile, "NAME",
                                   "profile of the AWS configuration files")),
        option_default("AWS_ENDPOINT_URL_S3, AWS_ENDPOINT_URL, or AWS",
                       option_text("endpoint-url", &settings.endpoint_url, "URL", "S3 server")),
        option_flag("path-style", &settings.path_style,
                    "name the bucket in the path, as is done anyway with servers other than AWS"),
        option_flag("virtual-host-style", &settings.virtual_host_style,
                    "name the bucket in the host, as is done anyway with AWS"),
        option_whole("max-attempts", &settings.max_attempts, 1, 1000, "N",
                     "times a request is tried before its file counts as failed"),
        option_whole("retry-base-delay", &settings.retry_base_delay, 0, 20000, "MS",
                     "longest pause before a second attempt; doubles with each, up to 20 s"),
        option_whole("connect-timeout", &settings.connect_timeout, 1, 3600, "S",
                     "seconds to wait for a connection"),
        option_whole("stall-timeout", &settings.stall_timeout, 1, 3600, "S",
                     "seconds without a byte after which a request is tried again"),
        option_flag("trace", &settings.trace,
                    "show requests and answers on standard error, without their secrets"),
    };
    const struct tool tool = {
        .name = "s3sync",
        .synopsis = "[FILE|FOLDER|-]... s3://BUCKET/PREFIX|file:///FOLDER",
        .summary =
            "Uploads files, folders, or the paths that standard input lists, and ends well only\n"
            "when all of them are up. dataset.json goes up after everything before it is "
            "confirmed.",
        .example = "  wpiece --vocab vocab.txt corpus.txt | mkmlm | h5pack -o out |\n"
                   "      s3sync s3://bucket/prefix",
        .libraries = http_library_version(),
        .options = options,
        .option_count = sizeof options / sizeof *options,
    };
    struct cli cli;
    if (!cli_start(&cli, &tool, argc, argv))
        return cli.exit_code;
    if (s3sync_reads_list(&cli) && cli_would_wait_for_terminal(&cli))
        return EXIT_CODE_USAGE;
    struct error error;
    enum status status = s3sync_run(&settings, &cli, &error);
    return cli_finish(&cli, status, &error);
}
