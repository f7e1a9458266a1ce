#include "tools/mlmprep/command_names.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "formats/base/version.h"
#include "formats/h5/library_versions.h"
#include "tools/cli/exit_status.h"
#include "tools/cli/messages.h"
#include "tools/cli/nearest_name.h"
#include "tools/cli/signals.h"
#include "tools/cli/standard_streams.h"
#include "tools/s3/http.h"

const struct command_name *command_names_find(const struct command_name *commands,
                                              const char *name) {
    for (; commands->name != NULL; commands++) {
        if (strcmp(commands->name, name) == 0)
            return commands;
    }
    return NULL;
}

static void tell_help(const struct command_name *commands, FILE *file) {
    fputs("Usage: mlmprep COMMAND [OPTION]... DIR\n"
          "Makes a whole data set, from a dump of Wikipedia to shards in a bucket: by hand, by\n"
          "cron, or by a cluster. What was interrupted goes on when it is called again.\n\n"
          "Commands:\n",
          file);
    for (; commands->name != NULL; commands++)
        fprintf(file, "  %-9s %s\n", commands->name, commands->help);
    fputs("\n"
          "'mlmprep COMMAND --help' tells the options of a command, 'man mlmprep' the rest.\n\n"
          "Example:\n"
          "  mlmprep init wiki --source enwiki-latest-pages-articles.xml.bz2 --vocab vocab.txt \\\n"
          "      --bucket s3://bucket/prefix\n"
          "  mlmprep run wiki\n\n"
          "Exit status: 0 done, 1 failure, 2 wrong usage, 3 input cut short or corrupt,\n"
          "4 some tasks failed, 75 try again later.\n",
          file);
}

static void tell_names(const struct command_name *commands) {
    for (; commands->name != NULL; commands++)
        printf("%s\n", commands->name);
}

static int fail(enum status status, const struct error *error) {
    struct messages messages;
    messages_init(&messages, "mlmprep");
    messages_error(&messages, "%s", error->message);
    return (int)exit_status_of(status);
}

static enum status unknown(const struct command_name *commands, const char *word,
                           struct error *error) {
    struct nearest_name nearest;
    const char *kind = *word == '-' ? "option" : "command";
    nearest_name_init(&nearest, word, strlen(word));
    for (; commands->name != NULL; commands++)
        nearest_name_try(&nearest, commands->name);
    if (nearest.name != NULL)
        return error_set(error, STATUS_USAGE, "there is no %s '%s'; did you mean '%s'?", kind, word,
                         nearest.name);
    return error_set(error, STATUS_USAGE, "there is no %s '%s'; see 'mlmprep --help'", kind, word);
}

int command_names_answer(const struct command_name *commands, int argc, char **argv) {
    struct error error;
    const char *word = argc > 1 ? argv[1] : "";
    if (argc < 2) {
        tell_help(commands, stderr);
        return EXIT_CODE_USAGE;
    }
    if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0 || strcmp(word, "help") == 0)
        tell_help(commands, stdout);
    else if (strcmp(word, "--version") == 0)
        printf("mlmprep (mlmprep) %s\n%s, %s\n", MLMPREP_VERSION, library_versions(),
               http_library_version());
    else if (strcmp(word, "--commands") == 0)
        tell_names(commands);
    else
        return fail(unknown(commands, word, &error), &error);
    enum status status = standard_output_close(&error);
    if (status == STATUS_CLOSED_PIPE)
        signals_die_by(SIGPIPE);
    return status == STATUS_OK ? EXIT_CODE_DONE : fail(status, &error);
}
