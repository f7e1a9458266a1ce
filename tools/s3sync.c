/*
 * s3sync - puts files into a bucket, the file that says "complete" last. See s3sync(1).
 */
#include "tools/cli/cli.h"
#include "tools/cli/exit_status.h"
#include "tools/join/s3sync_options.h"
#include "tools/join/s3sync_run.h"
#include "tools/s3/http.h"

int main(int argc, char **argv) {
    struct s3sync_options options;
    struct option_spec rows[S3SYNC_OPTIONS_ROWS];
    s3sync_options_init(&options);
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
        .options = rows,
        .option_count = s3sync_options_rows(&options, rows),
    };
    struct cli cli;
    if (!cli_start(&cli, &tool, argc, argv))
        return cli.exit_code;
    if (s3sync_reads_list(&cli) && cli_would_wait_for_terminal(&cli))
        return EXIT_CODE_USAGE;
    struct error error;
    enum status status = s3sync_run(&options, &cli, &error);
    return cli_finish(&cli, status, &error);
}
