/*
 * sentsplit - splits paragraphs into sentences, one a line. See sentsplit(1).
 */
#include <unistd.h>

#include "formats/base/byte_sink.h"
#include "tokenizer/text/library_version.h"
#include "tools/cli/cli.h"
#include "tools/join/sentsplit_run.h"

static enum status run(const struct sentsplit_settings *settings, struct cli *cli,
                       struct error *error) {
    struct byte_sink sink;
    byte_sink_to_descriptor(&sink, STDOUT_FILENO, "standard output");
    enum status status = sentsplit_run(settings, cli, &sink, error);
    byte_sink_release(&sink);
    return status;
}

int main(int argc, char **argv) {
    struct sentsplit_settings settings;
    sentsplit_settings_init(&settings);
    const struct option_spec options[] = {
        option_letter(
            'l',
            option_text(
                "lang", &settings.language, "CODE",
                "the language of the text (de, pt-BR, dewiki); auto: told from its beginning")),
        option_default("2000, or 300 where the script marks no ends",
                       option_whole("max-chars", &settings.max_characters, 0, INT32_MAX, "N",
                                    "cut a sentence of more than N characters; 0 never")),
        option_flag("strict", &settings.strict,
                    "fail at malformed UTF-8 instead of replacing it by U+FFFD"),
    };
    const struct tool tool = {
        .name = "sentsplit",
        .synopsis = "[--lang CODE] [TEXT]...",
        .summary =
            "Splits text, a paragraph a line, into sentences, one a line. Empty lines, which "
            "part documents,\nare kept; between files one is put.",
        .example = "  wikiplain --quiet dewiki.xml.bz2 | sentsplit --lang de >dewiki.txt",
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
