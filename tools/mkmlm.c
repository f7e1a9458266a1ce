/*
 * mkmlm - makes masked-LM and next-sentence examples from a token stream. See mkmlm(1).
 */
#include <stdio.h>
#include <unistd.h>

#include "formats/base/byte_sink.h"
#include "formats/base/byte_source.h"
#include "tools/cli/cli.h"
#include "tools/cli/standard_streams.h"
#include "tools/join/mkmlm_run.h"
#include "tools/mlm/example_options.h"

static enum status run(const struct mkmlm_settings *settings, struct cli *cli,
                       struct error *error) {
    if (cli->operand_count > 1)
        return error_set(error, STATUS_USAGE,
                         "mkmlm reads one stream; join several with cat, as in 'cat a b | mkmlm'");
    enum status status = standard_output_refuse_terminal("an example stream", error);
    if (status != STATUS_OK)
        return status;
    struct byte_source source;
    struct byte_sink sink;
    const char *path = cli->operand_count == 1 ? cli->operands[0] : "-";
    byte_sink_to_descriptor(&sink, STDOUT_FILENO, "standard output");
    status = byte_source_open(&source, path, error);
    if (status == STATUS_OK)
        status = mkmlm_run(settings, cli, &source, &sink, error);
    byte_source_release(&source);
    byte_sink_release(&sink);
    return status;
}

int main(int argc, char **argv) {
    struct mkmlm_settings settings;
    mkmlm_settings_init(&settings);
    const struct option_spec options[] = {
        {.name = "max-seq-length",
         .kind = OPTION_WHOLE,
         .value = &settings.max_seq_length,
         .argument = "N",
         .help = "tokens of a row, [CLS] and [SEP] included",
         .minimum = EXAMPLE_LENGTH_MIN,
         .maximum = EXAMPLE_LENGTH_MAX},
        {.name = "max-predictions-per-seq",
         .kind = OPTION_WHOLE,
         .value = &settings.max_predictions_per_seq,
         .argument = "N",
         .help = "the most masked tokens of a row",
         .maximum = EXAMPLE_LENGTH_MAX},
        {.name = "masked-lm-prob",
         .kind = OPTION_REAL,
         .value = &settings.masked_lm_prob,
         .argument = "P",
         .help = "share of a row's tokens to mask",
         .real_maximum = 1},
        {.name = "short-seq-prob",
         .kind = OPTION_REAL,
         .value = &settings.short_seq_prob,
         .argument = "P",
         .help = "share of documents that are cut into shorter rows",
         .real_maximum = 1},
        {.name = "dupe-factor",
         .kind = OPTION_WHOLE,
         .value = &settings.dupe_factor,
         .argument = "N",
         .help = "times each document is used, with other masks",
         .minimum = 1,
         .maximum = UINT32_MAX},
        {.name = "random-seed",
         .kind = OPTION_TEXT,
         .value = &settings.random_seed,
         .argument = "N",
         .help = "seed of the random numbers, a whole number of any size"},
        {.name = "seed-per-shard",
         .kind = OPTION_FLAG,
         .value = &settings.seed_per_shard,
         .help = "derive a seed for each shard from the seed and the shard's name"},
        {.name = "strict",
         .kind = OPTION_FLAG,
         .value = &settings.strict,
         .help = "refuse what a known trainer stumbles over, instead of warning"},
        {.name = "memory",
         .kind = OPTION_SIZE,
         .value = &settings.memory,
         .argument = "SIZE",
         .help = "refuse a shard that takes more memory (64M, 2G)",
         .default_text = "no limit"},
    };
    const struct tool tool = {
        .name = "mkmlm",
        .synopsis = "[FILE]",
        .summary =
            "Makes masked-LM and next-sentence examples from a stream of token ids, as BERT's\n"
            "create_pretraining_data.py does. Reads FILE or standard input, writes an example "
            "stream.",
        .example = "  wpiece --vocab vocab.txt corpus.txt | mkmlm --random-seed 7 | h5pack -o out",
        .options = options,
        .option_count = sizeof options / sizeof *options,
    };
    struct cli cli;
    if (!cli_start(&cli, &tool, argc, argv))
        return cli.exit_code;
    if (cli.operand_count == 0 && cli_would_wait_for_terminal(&cli))
        return 2;
    struct error error;
    enum status status = run(&settings, &cli, &error);
    return cli_finish(&cli, status, &error);
}
