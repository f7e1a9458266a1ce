/*
 * mkmlm - makes masked-LM and next-sentence examples from a token stream. See mkmlm(1).
 */
#include <stdio.h>
#include <unistd.h>

#include "formats/base/byte_sink.h"
#include "tools/cli/cli.h"
#include "tools/cli/standard_streams.h"
#include "tools/join/mkmlm_run.h"
#include "tools/mlm/example_options.h"

static const char *const PHASES[] = {"1", "2", NULL};
static const char *const LABELS[] = {"0", "1", NULL};
static const char *const LITERALS[] = {"real", "text", "either", NULL};

static enum status run(const struct mkmlm_settings *settings, struct cli *cli,
                       struct error *error) {
    if (cli->operand_count > 1)
        return error_set(error, STATUS_USAGE,
                         "mkmlm reads one stream; join several with cat, as in 'cat a b | mkmlm'");
    enum status status = standard_output_refuse_terminal("an example stream", error);
    if (status != STATUS_OK)
        return status;
    struct byte_sink sink;
    byte_sink_to_descriptor(&sink, STDOUT_FILENO, "standard output");
    status =
        mkmlm_run(settings, cli, cli->operand_count == 1 ? cli->operands[0] : "-", &sink, error);
    byte_sink_release(&sink);
    return status;
}

int main(int argc, char **argv) {
    struct mkmlm_settings settings;
    mkmlm_settings_init(&settings);
    const struct option_spec options[] = {
        option_choice("phase", &settings.phase, PHASES, "N",
                      "lengths of BERT's first or second phase of training"),
        option_default("128, 512 in phase 2",
                       option_whole("max-seq-length", &settings.max_seq_length, EXAMPLE_LENGTH_MIN,
                                    EXAMPLE_LENGTH_MAX, "N",
                                    "tokens of a row, [CLS] and [SEP] included")),
        option_default("20, 80 in phase 2",
                       option_whole("max-predictions-per-seq", &settings.max_predictions_per_seq, 0,
                                    EXAMPLE_LENGTH_MAX, "N", "the most masked tokens of a row")),
        option_real("masked-lm-prob", &settings.masked_lm_prob, 1, "P",
                    "share of a row's tokens to mask"),
        option_real("short-seq-prob", &settings.short_seq_prob, 1, "P",
                    "share of documents that are cut into shorter rows"),
        option_whole("dupe-factor", &settings.dupe_factor, 1, UINT32_MAX, "N",
                     "times each document is used, with other masks"),
        option_text("random-seed", &settings.random_seed, "N",
                    "seed of the random numbers, a whole number of any size"),
        option_flag("seed-per-shard", &settings.seed_per_shard,
                    "derive a seed for each shard from the seed and the shard's name"),
        option_flag("whole-word-mask", &settings.whole_word_mask,
                    "mask all pieces of a word or none, as Google's BERT"),
        option_default("none", option_whole("ngram", &settings.ngram, 1, 64, "N",
                                            "mask up to N pieces or words as one, as ALBERT")),
        option_flag("sop", &settings.sentence_order,
                    "pairs in order or swapped instead of random ones, as ALBERT"),
        option_flag("no-nsp", &settings.no_nsp,
                    "rows of full sentences instead of pairs, as RoBERTa"),
        option_flag("within-documents", &settings.within_documents,
                    "with --no-nsp: no row has sentences of two documents"),
        option_flag("no-mask", &settings.no_mask, "mask nothing, for trainers that do it"),
        option_default("0, 1 for whole words",
                       option_choice("same-document-label", &settings.same_document_label, LABELS,
                                     "LABEL", "of a random part that is of the same document")),
        option_flag("random-from-regular", &settings.random_from_regular,
                    "draw no special and unused pieces as random tokens"),
        option_default("as the text was tokenized",
                       option_choice("special-literals", &settings.special_literals, LITERALS,
                                     "HOW", "require that wpiece took [MASK] and its like so")),
        option_flag("strict", &settings.strict,
                    "refuse what a known trainer stumbles over, instead of warning"),
        option_default("no limit", option_size("memory", &settings.memory, 0, "SIZE",
                                               "refuse a shard that takes more memory (2G)")),
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
