/* mlmprep fetch: a dump and a vocabulary, by URL or as the newest that a mirror has. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "formats/base/atomic_file.h"
#include "tools/cli/numbers.h"
#include "tools/cli/standard_streams.h"
#include "tools/fetch/dump_mirror.h"
#include "tools/fetch/url_facts.h"
#include "tools/mlmprep/mlmprep_command.h"
#include "tools/mlmprep/web_source.h"
#include "tools/prep/run_folder.h"
#include "tools/s3/http.h"

struct fetch_wishes {
    const char *folder;
    struct option_list sources, vocabularies;
    struct dump_place place;
    const char *date, *checksum;
    bool dry_run;
    uint64_t interval;
    struct web_options web;
    uint64_t files, bytes; /* that are there by now */
};

enum { FETCH_ROWS = 10 };

static size_t list_options(struct fetch_wishes *wishes,
                           struct option_spec rows[FETCH_ROWS + WEB_OPTIONS_ROWS]) {
    const struct option_spec own[FETCH_ROWS] = {
        option_letter(
            'o', option_default("the current one",
                                option_text("output", &wishes->folder, "DIR",
                                            "put the files into the folder DIR, which is made"))),
        option_many("source", &wishes->sources, "URL",
                    "what to fetch; latest: the newest whole dump of a mirror"),
        option_text("mirror", &wishes->place.mirror, "URL", "of '--source latest'"),
        option_text("wiki", &wishes->place.wiki, "NAME", "which wiki of the mirror"),
        option_text("dump-files", &wishes->place.files, "GLOB", "which files of the dump"),
        option_default("the newest", option_text("date", &wishes->date, "YYYYMMDD",
                                                 "the dump of that date, with --source latest")),
        option_many("vocab", &wishes->vocabularies, "URL", "a vocabulary to fetch, too"),
        option_default("what the server publishes beside the file",
                       option_text("checksum", &wishes->checksum, "HEX",
                                   "MD5, SHA-1 or SHA-256 of the one file that is named")),
        option_letter('n', option_flag("dry-run", &wishes->dry_run,
                                       "print the URLs and sizes instead; fetch nothing")),
        option_whole("progress-interval", &wishes->interval, 0, 86400, "S",
                     "seconds between lines of progress where there is no terminal; 0: none"),
    };
    memcpy(rows, own, sizeof own);
    return FETCH_ROWS + web_options_rows(&wishes->web, rows + FETCH_ROWS);
}

/* Prints a path or a URL at once: who reads it may begin. */
static enum status tell(const char *line, struct error *error) {
    printf("%s\n", line);
    fflush(stdout);
    return standard_output_check(error);
}

/* Fetches, or tells of, one file. */
static enum status fetch_file(struct web_source *web, struct fetch_wishes *wishes,
                              struct download_wish *wish, const char *name, struct error *error) {
    bool was_there;
    char *path = run_folder_path(wishes->folder, "%s", name);
    if (path == NULL)
        return error_no_memory(error, "a path");
    enum status status = STATUS_OK;
    if (wishes->dry_run) {
        char line[1200], size[NUMBERS_SIZE] = "size unknown";
        if (wish->bytes != 0)
            snprintf(size, sizeof size, "%" PRIu64, wish->bytes);
        snprintf(line, sizeof line, "%.1000s\t%s", wish->url, size);
        status = tell(line, error);
    } else {
        wish->path = path;
        status = atomic_file_make_folders(wishes->folder, error);
        if (status == STATUS_OK)
            status = web_source_download(web, wish, name, &was_there, error);
        progress_finish(web->line);
        if (status == STATUS_OK)
            status = tell(path, error);
        struct stat info;
        if (status == STATUS_OK && stat(path, &info) == 0) {
            wishes->files++;
            wishes->bytes += (uint64_t)info.st_size;
        }
    }
    free(path);
    return status;
}

static enum status fetch_url(struct web_source *web, struct fetch_wishes *wishes, const char *url,
                             struct error *error) {
    char name[URL_FACTS_NAME];
    struct download_wish wish = {.url = url};
    enum status status = url_facts_name(name, url, error);
    if (status == STATUS_OK && wishes->checksum != NULL &&
        !file_digests_take(&wish.digests, wishes->checksum))
        status =
            error_set(error, STATUS_USAGE,
                      "'%.100s' is no checksum: 32, 40 or 64 hexadecimal digits", wishes->checksum);
    else if (status == STATUS_OK && wishes->checksum == NULL && !wishes->dry_run)
        status = url_facts_checksums(&wish.digests, &web->session, url, error);
    return status == STATUS_OK ? fetch_file(web, wishes, &wish, name, error) : status;
}

static enum status fetch_latest(struct web_source *web, struct fetch_wishes *wishes,
                                struct error *error) {
    struct dump_files found;
    enum status status =
        dump_mirror_find(&found, &web->session, &wishes->place, wishes->date, NULL, error);
    if (status != STATUS_OK)
        return status;
    for (size_t i = 0; i < found.count && status == STATUS_OK; i++) {
        const struct dump_file *file = &found.files[i];
        struct download_wish wish = {
            .url = file->url, .bytes = file->bytes, .digests = file->digests};
        status = fetch_file(web, wishes, &wish, file->name, error);
    }
    dump_files_release(&found);
    return status;
}

/* The URL of a number: operands first, then sources, then vocabularies; NULL for "latest". */
static const char *url_at(const struct fetch_wishes *wishes, const struct cli *cli, size_t at) {
    size_t operands = (size_t)cli->operand_count;
    if (at < operands)
        return cli->operands[at];
    at -= operands;
    const char *text = at < wishes->sources.count
                           ? wishes->sources.uses[at].text
                           : wishes->vocabularies.uses[at - wishes->sources.count].text;
    return at < wishes->sources.count && strcmp(text, "latest") == 0 ? NULL : text;
}

/* Of two URLs whose files have one name the second would replace the first. */
static enum status check_names(const struct fetch_wishes *wishes, const struct cli *cli,
                               struct error *error) {
    size_t count = (size_t)cli->operand_count + wishes->sources.count + wishes->vocabularies.count;
    for (size_t i = 0; i < count; i++) {
        char name[URL_FACTS_NAME], other[URL_FACTS_NAME];
        const char *url = url_at(wishes, cli, i);
        enum status status = url == NULL ? STATUS_OK : url_facts_name(name, url, error);
        for (size_t j = 0; j < i && status == STATUS_OK && url != NULL; j++) {
            const char *before = url_at(wishes, cli, j);
            if (before != NULL && url_facts_name(other, before, error) == STATUS_OK &&
                strcmp(name, other) == 0)
                status = error_set(error, STATUS_USAGE,
                                   "'%.200s' and '%.200s' would both become '%.200s'; fetch them "
                                   "into different folders",
                                   before, url, name);
        }
        if (status != STATUS_OK)
            return status;
    }
    return STATUS_OK;
}

static enum status check(const struct fetch_wishes *wishes, const struct cli *cli,
                         struct error *error) {
    size_t urls = (size_t)cli->operand_count + wishes->vocabularies.count, latest = 0;
    for (size_t i = 0; i < wishes->sources.count; i++)
        latest += strcmp(wishes->sources.uses[i].text, "latest") == 0;
    urls += wishes->sources.count - latest;
    if (urls + latest == 0)
        return error_set(error, STATUS_USAGE,
                         "name a URL to fetch, or '--source latest' for the newest dump");
    if (wishes->checksum != NULL && (urls != 1 || latest != 0))
        return error_set(error, STATUS_USAGE, "--checksum goes with one URL and nothing else");
    if (wishes->date != NULL && latest == 0)
        return error_set(error, STATUS_USAGE, "--date goes with '--source latest'");
    enum status status = check_names(wishes, cli, error);
    return status != STATUS_OK || latest == 0
               ? status
               : dump_mirror_check(&wishes->place, wishes->date, error);
}

static enum status fetch_all(struct web_source *web, struct fetch_wishes *wishes,
                             const struct cli *cli, struct error *error) {
    size_t count = (size_t)cli->operand_count + wishes->sources.count + wishes->vocabularies.count;
    enum status status = STATUS_OK;
    for (size_t i = 0; i < count && status == STATUS_OK; i++) {
        const char *url = url_at(wishes, cli, i);
        status =
            url == NULL ? fetch_latest(web, wishes, error) : fetch_url(web, wishes, url, error);
    }
    return status;
}

static enum status run(struct fetch_wishes *wishes, struct command *command, struct error *error) {
    struct progress line;
    struct web_source web;
    enum status status = check(wishes, &command->cli, error);
    if (status != STATUS_OK)
        return status;
    progress_init(&line, command->cli.tool->name, "bytes", 0, command->cli.common.quiet);
    progress_every(&line, (double)wishes->interval);
    status =
        web_source_init(&web, &wishes->web, command->cli.tool->name, &line, &command->stop, error);
    if (status == STATUS_OK) {
        status = fetch_all(&web, wishes, &command->cli, error);
        run_report_set(&command->cli.report, "files", wishes->files);
        run_report_set(&command->cli.report, "bytes", wishes->bytes);
        web_source_release(&web);
    }
    progress_finish(&line);
    return status;
}

int fetch_command(int argc, char **argv) {
    struct fetch_wishes wishes = {
        .folder = ".",
        .place = {DUMP_MIRROR_DEFAULT, DUMP_MIRROR_WIKI, DUMP_MIRROR_FILES},
        .interval = 60,
    };
    struct option_spec rows[FETCH_ROWS + WEB_OPTIONS_ROWS];
    web_options_init(&wishes.web);
    const struct tool tool = {
        .name = "mlmprep fetch",
        .synopsis = "[-o DIR] [URL]... [--source latest]",
        .summary = "Downloads files, or the newest whole dump of a mirror, and prints their paths. "
                   "A download\nthat was interrupted goes on where it was; checksums are compared.",
        .example = "  mlmprep fetch -o dumps --source latest --wiki simplewiki",
        .libraries = http_library_version(),
        .options = rows,
        .option_count = list_options(&wishes, rows),
    };
    struct command command;
    struct error error;
    int code;
    if (command_begin(&command, &tool, argc, argv))
        code = command_finish(&command, run(&wishes, &command, &error), &error);
    else
        code = command.cli.exit_code;
    option_list_release(&wishes.sources);
    option_list_release(&wishes.vocabularies);
    return code;
}
