/*
 * docshard - spreads documents evenly over shards. See docshard(1).
 */
#include <unistd.h>

#include "formats/base/byte_sink.h"
#include "tools/cli/cli.h"
#include "tools/join/docshard_run.h"

static enum status run(const struct docshard_settings *settings, struct cli *cli,
                       struct error *error) {
    struct byte_sink list;
    byte_sink_to_descriptor(&list, STDOUT_FILENO, "standard output");
    enum status status = docshard_run(settings, cli, &list, error);
    byte_sink_release(&list);
    return status;
}

int main(int argc, char **argv) {
    struct docshard_settings settings;
    docshard_settings_init(&settings);
    const struct option_spec options[] = {
        option_letter('o',
                      option_text("output", &settings.directory, "DIR", "put the shards into DIR")),
        option_letter('n', option_whole("shards", &settings.training_shards, 1, DOCSHARD_MOST, "N",
                                        "training shards")),
        option_whole("test-shards", &settings.test_shards, 0, DOCSHARD_MOST, "N",
                     "test shards, which get the held-out documents"),
        option_default("0.1 where there are test shards",
                       option_real("test-fraction", &settings.test_fraction, 1, "F",
                                   "hold out this share of the documents, chosen by their hash")),
        option_flag("dedupe", &settings.dedupe, "drop documents that equal an earlier one"),
        option_flag("remove-others", &settings.remove_others,
                    "remove shards of NAME in the folder that this run does not replace"),
    };
    const struct tool tool = {
        .name = "docshard",
        .synopsis = "-o DIR NAME [TEXT]...",
        .summary = "Spreads documents (a sentence a line, an empty line between them) over shards "
                   "with equal numbers\nof sentences: NAME_training_0.txt and on, "
                   "NAME_test_0.txt and on. Prints the path of each.",
        .example = "  sentsplit paragraphs.txt | docshard -n 64 --test-shards 4 -o shards wiki",
        .options = options,
        .option_count = sizeof options / sizeof *options,
    };
    struct cli cli;
    if (!cli_start(&cli, &tool, argc, argv))
        return cli.exit_code;
    if (cli.operand_count == 1 && settings.directory != NULL && cli_would_wait_for_terminal(&cli))
        return 2;
    struct error error;
    enum status status = run(&settings, &cli, &error);
    return cli_finish(&cli, status, &error);
}
