/*
 * s3sync - makes a bucket or a folder equal to files, folders or another bucket, the files that say
 * "complete" last. See s3sync(1).
 */
#include <stdlib.h>

#include "tools/cli/cli.h"
#include "tools/cli/exit_status.h"
#include "tools/join/s3sync_options.h"
#include "tools/join/s3sync_run.h"
#include "tools/s3/http.h"

static int run(struct s3sync_options *options, struct cli *cli) {
    const struct s3sync_environment environment = {
        .home = getenv("HOME"),
        .cache_home = getenv("XDG_CACHE_HOME"),
        .state_home = getenv("XDG_STATE_HOME"),
        .temporary = getenv("TMPDIR"),
    };
    struct error error;
    enum status status = s3sync_run(options, &environment, cli, &error);
    return cli_finish(cli, status, &error);
}

int main(int argc, char **argv) {
    struct s3sync_options options;
    struct option_spec rows[S3SYNC_OPTIONS_ROWS];
    s3sync_options_init(&options);
    const struct tool tool = {
        .name = "s3sync",
        .synopsis = "[FILE|FOLDER|URL|-]... s3://BUCKET/PREFIX|file:///FOLDER|FOLDER",
        .summary =
            "Makes a bucket or a folder equal to files, folders, the paths that standard input\n"
            "lists, or another bucket. dataset.json goes up after everything else is confirmed.",
        .example = "  wpiece --vocab vocab.txt corpus.txt | mkmlm | h5pack -o out |\n"
                   "      s3sync s3://bucket/prefix",
        .libraries = http_library_version(),
        .options = rows,
        .option_count = s3sync_options_rows(&options, rows),
    };
    struct cli cli;
    int code;
    if (!cli_start(&cli, &tool, argc, argv))
        code = cli.exit_code;
    else if (s3sync_reads_list(&cli) && cli_would_wait_for_terminal(&cli))
        code = EXIT_CODE_USAGE;
    else
        code = run(&options, &cli);
    s3sync_options_release(&options);
    return code;
}
