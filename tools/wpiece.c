/*
 * wpiece - turns text into WordPiece token ids, as BERT's tokenizer does. See wpiece(1).
 */
#include <unistd.h>

#include "formats/base/byte_sink.h"
#include "tokenizer/bert_tokenizer.h"
#include "tokenizer/text/library_version.h"
#include "tools/cli/cli.h"
#include "tools/join/wpiece_run.h"

static const char *const OUTPUTS[] = {"auto", "stream", "ids", "tokens", NULL};
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
    struct wpiece_settings settings;
    wpiece_settings_init(&settings);
    const struct option_spec options[] = {
        {.name = "vocab",
         .kind = OPTION_TEXT,
         .value = &settings.vocabulary,
         .argument = "FILE",
         .help = "the vocabulary: one token a line, its id the line's number from 0"},
        {.name = "vocab-size",
         .kind = OPTION_WHOLE,
         .value = &settings.vocabulary_size,
         .argument = "N",
         .help = "fail unless the vocabulary has N lines",
         .maximum = INT32_MAX,
         .default_text = "any"},
        {.name = "cased",
         .kind = OPTION_FLAG,
         .value = &settings.cased,
         .help = "keep case and accents, for a cased vocabulary"},
        {.name = "output",
         .kind = OPTION_CHOICE,
         .value = &settings.output,
         .argument = "KIND",
         .help = "stream, ids or tokens; auto is tokens on a terminal, else stream",
         .choices = OUTPUTS},
        {.name = "name",
         .kind = OPTION_TEXT,
         .value = &settings.name,
         .argument = "NAME",
         .help = "name of the shards of standard input; a file's shard is named after the file"},
        {.name = "shard-tokens",
         .kind = OPTION_SIZE,
         .value = &settings.shard_tokens,
         .argument = "N",
         .help = "cut standard input into shards of N tokens, at the next document; 0 never",
         .maximum = UINT32_MAX},
        {.name = "shard-docs",
         .kind = OPTION_SIZE,
         .value = &settings.shard_documents,
         .argument = "N",
         .help = "also cut it after N documents",
         .maximum = UINT32_MAX,
         .default_text = "never"},
        {.name = "shard-bytes",
         .kind = OPTION_SIZE,
         .value = &settings.shard_bytes,
         .argument = "SIZE",
         .help = "also cut it after SIZE bytes of text (64M)",
         .maximum = INT64_MAX,
         .default_text = "never"},
        {.name = "special-literals",
         .kind = OPTION_CHOICE,
         .value = &settings.special_literals,
         .argument = "HOW",
         .help = "what [MASK] and its like, typed in the text, become: the real token, or text",
         .choices = LITERALS},
        {.name = "max-chars-per-word",
         .kind = OPTION_WHOLE,
         .value = &settings.max_chars_per_word,
         .argument = "N",
         .help = "a word of more code points becomes [UNK]",
         .minimum = 1,
         .maximum = BERT_TOKENIZER_LONGEST_WORD},
        {.name = "unicode",
         .kind = OPTION_CHOICE,
         .value = &settings.unicode,
         .argument = "VERSION",
         .help = "Unicode version that classes and foldings follow",
         .choices = UNICODE},
        {.name = "strict",
         .kind = OPTION_FLAG,
         .value = &settings.strict,
         .help = "fail at malformed UTF-8 instead of dropping it"},
    };
    const struct tool tool = {
        .name = "wpiece",
        .synopsis = "--vocab FILE [TEXT]...",
        .summary =
            "Turns text, a sentence a line and an empty line between documents, into WordPiece "
            "ids.\nEach file is a shard of its own; standard input is cut into shards.",
        .example = "  echo 'unaffable' | wpiece --vocab vocab.txt --output tokens",
        .libraries = tokenizer_library_version(),
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
