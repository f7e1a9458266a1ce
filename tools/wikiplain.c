/*
 * wikiplain - the reading text of the articles in Wikipedia's dumps. See wikiplain(1).
 */
#include <unistd.h>

#include "formats/base/byte_sink.h"
#include "tokenizer/text/library_version.h"
#include "tools/cli/cli.h"
#include "tools/join/wikiplain_run.h"

static const char *const HOLES[] = {"drop-sentence", "keep", "mark", NULL};
static const char *const LISTS[] = {"prose", "all", "none", NULL};

static enum status run(const struct wikiplain_settings *settings, struct cli *cli,
                       struct error *error) {
    struct byte_sink sink;
    byte_sink_to_descriptor(&sink, STDOUT_FILENO, "standard output");
    enum status status = wikiplain_run(settings, cli, &sink, error);
    byte_sink_release(&sink);
    return status;
}

int main(int argc, char **argv) {
    struct wikiplain_settings settings;
    wikiplain_settings_init(&settings);
    const struct option_spec options[] = {
        option_default("0", option_many("namespace", &settings.namespaces, "N",
                                        "take pages of these namespaces: numbers, or all")),
        option_whole("min-length", &settings.min_length, 0, INT32_MAX, "N",
                     "leave out articles with fewer than N characters of text"),
        option_default("on", option_flag("skip-disambiguation", &settings.skip_disambiguation,
                                         "leave out pages of disambiguation")),
        option_flag("no-skip-disambiguation", &settings.no_skip_disambiguation, "keep them"),
        option_flag("skip-lists", &settings.skip_lists, "leave out pages that are lists"),
        option_default("the dump's",
                       option_text("lang", &settings.language, "CODE", "the language of the wiki")),
        option_choice("holes", &settings.holes, HOLES, "HOW",
                      "a sentence in which an unknown template may have had text: drop it, keep "
                      "it, or mark the place"),
        option_flag("headings", &settings.headings, "headings are lines"),
        option_choice("lists", &settings.lists, LISTS, "WHICH",
                      "list items: those that are prose, all, or none"),
        option_flag("captions", &settings.captions, "captions of images are lines"),
        option_flag("tables", &settings.tables, "cells of tables are lines"),
        option_flag("titles", &settings.titles, "the title is an article's first line"),
        option_flag("reference-sections", &settings.reference_sections,
                    "keep sections of references and links"),
        option_default("the first there is",
                       option_text("variant", &settings.variant, "CODE",
                                   "the variant of the language, such as zh-hant")),
        option_flag("json", &settings.json,
                    "an article a line: JSON with id, title, text, revision, timestamp"),
    };
    const struct tool tool = {
        .name = "wikiplain",
        .synopsis = "[DUMP]...",
        .summary =
            "Reads Wikipedia's dumps and writes the text of their articles, a paragraph a line, an "
            "empty\nline between articles.",
        .example = "  wikiplain enwiki-latest-pages-articles.xml.bz2 | sentsplit >enwiki.txt",
        .libraries = tokenizer_library_version(),
        .options = options,
        .option_count = sizeof options / sizeof *options,
    };
    struct cli cli;
    if (!cli_start(&cli, &tool, argc, argv)) {
        wikiplain_settings_release(&settings);
        return cli.exit_code;
    }
    if (cli.operand_count == 0 && cli_would_wait_for_terminal(&cli))
        return 2;
    struct error error;
    enum status status = run(&settings, &cli, &error);
    wikiplain_settings_release(&settings);
    return cli_finish(&cli, status, &error);
}
