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
        {.name = "dry-run",
         .letter = 'n',
         .kind = OPTION_FLAG,
         .value = &settings.dry_run,
         .help = "print what would go where, a line each, and send nothing"},
        {.name = "concurrency",
         .letter = 'j',
         .kind = OPTION_WHOLE,
         .value = &settings.concurrency,
         .argument = "N",
         .help = "files on their way at a time",
         .minimum = 1,
         .maximum = 128},
        {.name = "region",
         .kind = OPTION_TEXT,
         .value = &settings.region,
         .argument = "NAME",
         .help = "the bucket's region",
         .default_text = "AWS_REGION, the profile's, or us-east-1"},
        {.name = "profile",
         .kind = OPTION_TEXT,
         .value = &settings.profile,
         .argument = "NAME",
         .help = "profile of the AWS configuration files",
         .default_text = "AWS_PROFILE, or default"},
        {.name = "endpoint-url",
         .kind = OPTION_TEXT,
         .value = &settings.endpoint_url,
         .argument = "URL",
         .help = "S3 server",
         .default_text = "AWS_ENDPOINT_URL_S3, AWS_ENDPOINT_URL, or AWS"},
        {.name = "path-style",
         .kind = OPTION_FLAG,
         .value = &settings.path_style,
         .help = "name the bucket in the path, as is done anyway with servers other than AWS"},
        {.name = "virtual-host-style",
         .kind = OPTION_FLAG,
         .value = &settings.virtual_host_style,
         .help = "name the bucket in the host, as is done anyway with AWS"},
        {.name = "max-attempts",
         .kind = OPTION_WHOLE,
         .value = &settings.max_attempts,
         .argument = "N",
         .help = "times a request is tried before its file counts as failed",
         .minimum = 1,
         .maximum = 1000},
        {.name = "retry-base-delay",
         .kind = OPTION_WHOLE,
         .value = &settings.retry_base_delay,
         .argument = "MS",
         .help = "longest pause before a second attempt; doubles with each, up to 20 s",
         .maximum = 20000},
        {.name = "connect-timeout",
         .kind = OPTION_WHOLE,
         .value = &settings.connect_timeout,
         .argument = "S",
         .help = "seconds to wait for a connection",
         .minimum = 1,
         .maximum = 3600},
        {.name = "stall-timeout",
         .kind = OPTION_WHOLE,
         .value = &settings.stall_timeout,
         .argument = "S",
         .help = "seconds without a byte after which a request is tried again",
         .minimum = 1,
         .maximum = 3600},
        {.name = "trace",
         .kind = OPTION_FLAG,
         .value = &settings.trace,
         .help = "show requests and answers on standard error, without their secrets"},
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
