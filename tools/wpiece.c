/*
 * wpiece - turns text into WordPiece token ids, as BERT's tokenizer does. See wpiece(1).
 */
#include <stdio.h>
#include <unistd.h>

#include "formats/base/byte_sink.h"
#include "tokenizer/bert_tokenizer.h"
#include "tokenizer/text/unicode_tables.h"
#include "tools/cli/cli.h"
#include "tools/join/wpiece_run.h"

static const char *const OUTPUTS[] = {"auto", "stream", "ids", "tokens", NULL};
static const char *const WHOSE[] = {"nvidia", "google", NULL};
static const char *const YES_NO[] = {"yes", "no", NULL};
static const char *const LITERALS[] = {"real", "text", NULL};
static const char *const UNICODE[] = {"14.0", NULL};

static enum status run(const struct wpiece_settings *settings, struct cli *cli,
                       struct error *error) {
    struct byte_sink sink;
    byte_sink_to_descriptor(&sink, STDOUT_FILENO, "standard output");
    enum status status = wpiece_run(settings, cli, &sink, error);
    byte_sink_release(&sink);
    return status;
}

int main(int argc, char **argv) {
    char libraries[64];
    snprintf(libraries, sizeof libraries, "Unicode %s, tables from %s",
             unicode_pin_name(UNICODE_14_0), unicode_tables_origin);
    struct wpiece_settings settings;
    wpiece_settings_init(&settings);
    const struct option_spec options[] = {
        option_text("vocab", &settings.vocabulary, "FILE",
                    "the vocabulary: one token a line, its id the line's number from 0"),
        option_default("any", option_whole("vocab-size", &settings.vocabulary_size, 0, INT32_MAX,
                                           "N", "fail unless the vocabulary has N lines")),
        option_choice("flavor", &settings.flavor, WHOSE, "WHOSE",
                      "tokenize as NVIDIA's or as Google's program where the two differ"),
        option_flag("cased", &settings.cased, "keep case and accents, for a cased vocabulary"),
        option_default("yes, no when cased",
                       option_choice("strip-accents", &settings.strip_accents, YES_NO, "WHETHER",
                                     "whether letters lose their accents, whatever their case")),
        option_choice("output", &settings.output, OUTPUTS, "KIND",
                      "stream, ids or tokens; auto is tokens on a terminal, else stream"),
        option_text("name", &settings.name, "NAME",
                    "name of the shards of standard input; a file's shard bears the file's name"),
        option_size("shard-tokens", &settings.shard_tokens, UINT32_MAX, "N",
                    "cut standard input into shards of N tokens, at the next document; 0 never"),
        option_default("never", option_size("shard-docs", &settings.shard_documents, UINT32_MAX,
                                            "N", "also cut it after N documents")),
        option_default("never", option_size("shard-bytes", &settings.shard_bytes, INT64_MAX, "SIZE",
                                            "also cut it after SIZE bytes of text (64M)")),
        option_default(
            "real, text with google",
            option_choice("special-literals", &settings.special_literals, LITERALS, "HOW",
                          "what [MASK] and its like, typed in the text, become: the token, "
                          "or text")),
        option_default("100, 200 with google",
                       option_whole("max-chars-per-word", &settings.max_chars_per_word, 1,
                                    BERT_TOKENIZER_LONGEST_WORD, "N",
                                    "a word of more code points becomes [UNK]")),
        option_choice("unicode", &settings.unicode, UNICODE, "VERSION",
                      "Unicode version that classes and foldings follow"),
        option_flag("strict", &settings.strict, "fail at malformed UTF-8 instead of dropping it"),
    };
    const struct tool tool = {
        .name = "wpiece",
        .synopsis = "--vocab FILE [TEXT]...",
        .summary =
            "Turns text, a sentence a line and an empty line between documents, into WordPiece "
            "ids.\nEach file is a shard of its own; standard input is cut into shards.",
        .example = "  echo 'unaffable' | wpiece --vocab vocab.txt --output tokens",
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
    enum status status = run(&settings, &cli, &error);
    return cli_finish(&cli, status, &error);
}
