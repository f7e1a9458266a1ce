/*
 * wpvocab - trains a WordPiece vocabulary on text. See wpvocab(1).
 */
#include <stdio.h>
#include <unistd.h>

#include "formats/base/byte_sink.h"
#include "tokenizer/text/unicode_tables.h"
#include "tools/cli/cli.h"
#include "tools/join/wpvocab_run.h"

static const char *const WHOSE[] = {"nvidia", "google", NULL};
static const char *const YES_NO[] = {"yes", "no", NULL};
static const char *const SCORES[] = {"frequency", "likelihood", NULL};

static enum status run(const struct wpvocab_settings *settings, struct cli *cli,
                       struct error *error) {
    struct byte_sink sink;
    byte_sink_to_descriptor(&sink, STDOUT_FILENO, "standard output");
    enum status status = wpvocab_run(settings, cli, &sink, error);
    byte_sink_release(&sink);
    return status;
}

static int train(struct wpvocab_settings *settings, int argc, char **argv) {
    char libraries[64];
    snprintf(libraries, sizeof libraries, "Unicode %s, tables from %s",
             unicode_pin_name(UNICODE_14_0), unicode_tables_origin);
    const struct option_spec options[] = {
        option_letter(
            'o', option_default("standard output", option_text("output", &settings->output, "FILE",
                                                               "write the vocabulary to FILE"))),
        option_whole("vocab-size", &settings->size, 1, WPVOCAB_MOST, "N",
                     "entries, all kinds together"),
        option_whole("min-frequency", &settings->min_frequency, 1, INT64_MAX, "N",
                     "merge no pair of pieces that occurs fewer than N times"),
        option_default("all",
                       option_whole("limit-alphabet", &settings->limit_alphabet, 1, INT32_MAX, "N",
                                    "keep the N most frequent characters; words with "
                                    "others are left out")),
        option_many("special-tokens", &settings->special_tokens, "LIST",
                    "more special tokens, parted by commas, behind [MASK]"),
        option_whole("unused", &settings->unused, 0, WPVOCAB_MOST, "N",
                     "entries [unused0] and on, behind [PAD]"),
        option_choice("flavor", &settings->flavor, WHOSE, "WHOSE",
                      "cut text into words as NVIDIA's or as Google's program"),
        option_flag("cased", &settings->cased, "keep case and accents, for a cased vocabulary"),
        option_default("yes, no when cased",
                       option_choice("strip-accents", &settings->strip_accents, YES_NO, "WHETHER",
                                     "whether letters lose their accents, whatever their case")),
        option_choice("score", &settings->score, SCORES, "HOW",
                      "which pair is merged next: the most frequent, or the one whose merge "
                      "makes the text most likely"),
        option_from(1 << 20, option_size("memory", &settings->memory, INT64_MAX, "SIZE",
                                         "drop the rarest words when they take more memory")),
        option_flag("strict", &settings->strict, "fail at malformed UTF-8 instead of dropping it"),
    };
    const struct tool tool = {
        .name = "wpvocab",
        .synopsis = "[-o FILE] [TEXT]...",
        .summary = "Trains a WordPiece vocabulary on text: special tokens, characters, and the "
                   "pieces of words that\noccur most, one a line, as wpiece and BERT read it.",
        .example = "  wpvocab --vocab-size 30522 -o vocab.txt text/*.txt",
        .libraries = libraries,
        .options = options,
        .option_count = sizeof options / sizeof *options,
    };
    struct cli cli;
    if (!cli_start(&cli, &tool, argc, argv))
        return cli.exit_code;
    if (cli.operand_count == 0 && cli_would_wait_for_terminal(&cli))
        return 2;
    struct error error;
    enum status status = run(settings, &cli, &error);
    return cli_finish(&cli, status, &error);
}

int main(int argc, char **argv) {
    struct wpvocab_settings settings;
    wpvocab_settings_init(&settings);
    int code = train(&settings, argc, argv);
    wpvocab_settings_release(&settings);
    return code;
}
