/*
 * h5look - looks at training shards: what is in them, and whether trainers can read them. See
 * h5look(1).
 */
#include <stddef.h>

#include "formats/h5/library_versions.h"
#include "tools/cli/cli.h"
#include "tools/join/h5look_run.h"
#include "tools/join/h5look_verify.h"

static enum status run(struct h5look_settings *settings, struct cli *cli, struct error *error) {
    if (cli->operand_count == 0)
        return error_set(error, STATUS_USAGE, "name shards, or a folder with shards");
    if (settings->show != H5LOOK_NO_ROW &&
        (settings->statistics || settings->verify || settings->html != NULL))
        return error_set(error, STATUS_USAGE,
                         "--show shows one row; give --stats, --verify or --html in a run of its "
                         "own");
    for (size_t i = 0; i < settings->trainers.count; i++) {
        const char *name = settings->trainers.uses[i].text;
        if (h5look_trainers_find(name) < 0)
            return error_set(error, STATUS_USAGE,
                             "there is no trainer '%s'; --verify names all, in brackets", name);
        settings->verify = true;
    }
    return h5look_run(settings, cli, error);
}

static int look(struct h5look_settings *settings, int argc, char **argv) {
    const struct option_spec options[] = {
        option_default("", option_whole("show", &settings->show, 0, H5LOOK_NO_ROW - 1, "N",
                                        "show row N, from 0, piece by piece")),
        option_text("vocab", &settings->vocabulary, "FILE",
                    "the vocabulary, so that ids become pieces"),
        option_flag("stats", &settings->statistics,
                    "lengths, padding, masks, next sentences, pieces"),
        option_flag("verify", &settings->verify,
                    "check files, checksums and rows, and what each known trainer needs"),
        option_many("trainer", &settings->trainers, "NAME",
                    "verify, and fail where trainer NAME could not read the shards"),
        option_flag("json", &settings->json, "write JSON"),
        option_text("html", &settings->html, "FILE", "write a page with plots to FILE"),
    };
    const struct tool tool = {
        .name = "h5look",
        .synopsis = "FILE | FOLDER ...",
        .summary = "Looks at training shards: schema, rows, sizes and provenance, and what else is "
                   "asked for.",
        .example = "  h5look --verify out\n"
                   "  h5look --show 0 --vocab vocab.txt out/hdf5_*/wiki/wiki_training_0.hdf5",
        .libraries = library_versions(),
        .options = options,
        .option_count = sizeof options / sizeof *options,
    };
    struct cli cli;
    if (!cli_start(&cli, &tool, argc, argv))
        return cli.exit_code;
    struct error error;
    enum status status = run(settings, &cli, &error);
    return cli_finish(&cli, status, &error);
}

int main(int argc, char **argv) {
    struct h5look_settings settings = {.show = H5LOOK_NO_ROW};
    int code = look(&settings, argc, argv);
    option_list_release(&settings.trainers);
    return code;
}
