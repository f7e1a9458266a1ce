/*
 * h5pack - packs an example stream into HDF5 shards and publishes them. See h5pack(1).
 */
#include <string.h>
#include <unistd.h>

#include "formats/base/byte_sink.h"
#include "formats/base/byte_source.h"
#include "formats/h5/library_versions.h"
#include "tools/cli/cli.h"
#include "tools/join/h5pack_recut.h"
#include "tools/join/h5pack_run.h"

static enum status run(const struct h5pack_settings *settings, struct cli *cli,
                       struct error *error) {
    if (settings->directory == NULL)
        return error_set(error, STATUS_USAGE, "name the folder for the data set with -o DIR");
    if (strchr(settings->directory, '\n') != NULL)
        return error_set(error, STATUS_USAGE,
                         "the folder's name has a line end in it, and the list of finished files "
                         "has one path a line");
    if (settings->format != SHARD_FORMAT_HDF5 && settings->compress != NULL)
        return error_set(error, STATUS_USAGE,
                         "--compress is for --format hdf5; files of the others are not compressed");
    if (settings->rows > 0 && settings->shards > 0)
        return error_set(error, STATUS_USAGE, "give --rows or --shards, not both");
    bool folders = cli->operand_count > 0 && h5pack_recut_is_folder(cli->operands[0]);
    if (folders && settings->rows == 0 && settings->shards == 0)
        return error_set(
            error, STATUS_USAGE,
            "'%s' is a folder; a finished data set is cut anew with --shards or --rows",
            cli->operands[0]);
    if (cli->operand_count > 1 && !folders)
        return error_set(
            error, STATUS_USAGE,
            "h5pack reads one stream; join several with cat, as in 'cat a b | h5pack'");
    struct byte_source source;
    struct byte_sink list;
    byte_sink_to_descriptor(&list, STDOUT_FILENO, "standard output");
    enum status status;
    if (folders) {
        status =
            h5pack_recut(settings, cli, cli->operands, (size_t)cli->operand_count, &list, error);
    } else {
        status = byte_source_open(&source, cli->operand_count == 1 ? cli->operands[0] : "-", error);
        if (status == STATUS_OK)
            status = h5pack_run(settings, cli, &source, &list, error);
        byte_source_release(&source);
    }
    byte_sink_release(&list);
    return status;
}

int main(int argc, char **argv) {
    static const char *const FORMATS[] = {"hdf5", "hdf5-varlen", "tfrecord", NULL};
    struct h5pack_settings settings = {0};
    const struct option_spec options[] = {
        option_letter('o', option_text("output", &settings.directory, "DIR",
                                       "put the data set under DIR, in a folder named after its "
                                       "parameters")),
        option_default("the shard's own name",
                       option_text("corpus", &settings.corpus, "NAME",
                                   "corpus of shards whose names do not tell it")),
        option_choice("format", &settings.format, FORMATS, "FORMAT",
                      "hdf5, hdf5-varlen for MLPerf, or tfrecord for TensorFlow"),
        option_default("one shard for each in the stream",
                       option_whole("rows", &settings.rows, 1, (uint64_t)1 << 40, "N",
                                    "cut anew into equal shards of at most N rows")),
        option_default("one shard for each in the stream",
                       option_whole("shards", &settings.shards, 1, (uint64_t)1 << 32, "N",
                                    "cut anew into N equal shards of each corpus")),
        option_default("huffman",
                       option_text("compress", &settings.compress, "METHOD",
                                   "huffman, isal, libdeflate, zlib or none, with a level if you "
                                   "like (libdeflate:6)")),
        option_flag("remove-others", &settings.remove_others,
                    "remove shards in the folder that are not of this data set, and replace one "
                    "made in another way"),
        option_flag("strict", &settings.strict,
                    "refuse what a known trainer stumbles over, instead of warning"),
    };
    const struct tool tool = {
        .name = "h5pack",
        .synopsis = "-o DIR [FILE | FOLDER ...]",
        .summary =
            "Packs an example stream (FILE or standard input), or the rows of finished data sets "
            "(FOLDERs),\ninto HDF5 shards. Prints the path of each finished one, and that of "
            "dataset.json last.",
        .example = "  wpiece --vocab vocab.txt corpus.txt | mkmlm | h5pack -o out | s3sync "
                   "s3://bucket/prefix",
        .libraries = library_versions(),
        .options = options,
        .option_count = sizeof options / sizeof *options,
    };
    struct cli cli;
    if (!cli_start(&cli, &tool, argc, argv))
        return cli.exit_code;
    if (cli.operand_count == 0 && settings.directory != NULL && cli_would_wait_for_terminal(&cli))
        return 2;
    struct error error;
    enum status status = run(&settings, &cli, &error);
    return cli_finish(&cli, status, &error);
}
