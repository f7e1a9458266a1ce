#include "tools/fetch/dump_folder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/fetch/checksum_list.h"
#include "tools/fetch/dump_status.h"
#include "tools/fetch/mirror_reader.h"
#include "tools/s3/glob_pattern.h"
#include "tools/s3/uri_encoding.h"

static const char *const SUMS[] = {"sha1sums.txt", "md5sums.txt"};

void dump_folder_init(struct dump_folder *folder, struct fetch_session *session,
                      const struct dump_place *place) {
    *folder = (struct dump_folder){.session = session, .place = place};
}

void dump_folder_release(struct dump_folder *folder) {
    buffer_release(&folder->latest);
}

enum status dump_folder_url(char **url, const struct dump_folder *folder, const char *sub,
                            const char *name, struct error *error) {
    struct buffer text = BUFFER_INIT;
    size_t length = strlen(folder->place->mirror);
    while (length > 0 && folder->place->mirror[length - 1] == '/')
        length--;
    enum status status =
        buffer_format(&text, error, "%.*s/%s/%s%s", (int)length, folder->place->mirror,
                      folder->place->wiki, sub, *sub == '\0' ? "" : "/");
    if (status == STATUS_OK)
        status = uri_encoding_append(&text, view_of_string(name), false, error);
    if (status == STATUS_OK)
        status = buffer_append(&text, "", 1, error);
    if (status == STATUS_OK)
        *url = (char *)text.data;
    else
        buffer_release(&text);
    return status;
}

/* Reads "WIKI-<date>-<ending>" below a folder of that date. */
static enum status read_sums(struct buffer *text, bool *there, const struct dump_folder *folder,
                             const char *date, const char *ending, struct error *error) {
    char name[256], *url = NULL;
    snprintf(name, sizeof name, "%s-%s-%s", folder->place->wiki, date, ending);
    enum status status = dump_folder_url(&url, folder, date, name, error);
    if (status == STATUS_OK)
        status = mirror_reader_get(text, there, folder->session, url, error);
    if (status == STATUS_OK && !*there)
        buffer_clear(text);
    free(url);
    return status;
}

/* What stands behind "WIKI-<date>-" in a name, and that date; NULL when it is another name. */
static const char *split_name(const struct dump_folder *folder, const char *name,
                              char date[DUMP_DATE_SIZE]) {
    size_t length = strlen(folder->place->wiki);
    if (strncmp(name, folder->place->wiki, length) != 0 || name[length] != '-' ||
        strlen(name) < length + 10 || name[length + 9] != '-')
        return NULL;
    memcpy(date, name + length + 1, 8);
    date[8] = '\0';
    return dump_date_is(date) ? name + length + 10 : NULL;
}

enum status dump_folder_read_latest(struct dump_folder *folder, struct error *error) {
    bool there = false;
    enum status status = STATUS_OK;
    for (size_t i = 0; !folder->has_latest && !there && status == STATUS_OK && i < 2; i++)
        status = read_sums(&folder->latest, &there, folder, "latest", SUMS[i], error);
    struct view text = buffer_view(&folder->latest);
    struct checksum_line line;
    while (status == STATUS_OK && !folder->has_latest && checksum_list_next(&line, &text)) {
        char date[DUMP_DATE_SIZE];
        if (split_name(folder, line.name, date) != NULL &&
            glob_pattern_matches(folder->place->files, line.name) &&
            strcmp(date, folder->latest_date) > 0)
            memcpy(folder->latest_date, date, sizeof date);
    }
    folder->has_latest = folder->has_latest || status == STATUS_OK;
    return status;
}

/* Adds to the files that are there what a list of checksums says; with `all`, the files too. */
static enum status take_sums(struct dump_files *found, const struct dump_folder *folder,
                             struct view text, const char *date, bool all, struct error *error) {
    struct checksum_line line;
    enum status status = STATUS_OK;
    while (status == STATUS_OK && checksum_list_next(&line, &text)) {
        char of[DUMP_DATE_SIZE];
        bool is_dated = split_name(folder, line.name, of) != NULL;
        if (!dump_files_is_name(line.name) || (is_dated && strcmp(of, date) != 0) ||
            !glob_pattern_matches(folder->place->files, line.name))
            continue;
        struct dump_file *file = dump_files_find(found, line.name);
        if (file == NULL && all)
            status = dump_files_add(found, &file, line.name, error);
        if (status == STATUS_OK && file != NULL)
            file_digests_add(&file->digests, &line.digests);
    }
    return status;
}

/* Sets why the dump is not whole; a status that stops nothing. */
PRINTF_LIKE(3, 4)
static enum status not_whole(struct dump_files *found, struct dump_folder *folder,
                             const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(folder->why, sizeof folder->why, format, arguments);
    va_end(arguments);
    dump_files_release(found);
    return STATUS_OK;
}

/* Without dumpstatus.json: the listing may have no wanted file that has no checksum yet. */
static enum status compare_with_listing(struct dump_files *found, struct dump_folder *folder,
                                        const char *date, struct error *error) {
    struct mirror_names names = {NULL, 0, 0};
    char *url = NULL;
    bool there = false;
    enum status status = dump_folder_url(&url, folder, date, "", error);
    if (status == STATUS_OK)
        status = mirror_reader_list(&names, &there, folder->session, url, error);
    for (size_t i = 0; status == STATUS_OK && i < names.count && found->count > 0; i++) {
        const char *name = names.names[i].name;
        if (!names.names[i].is_folder && glob_pattern_matches(folder->place->files, name) &&
            dump_files_find(found, name) == NULL)
            status = not_whole(found, folder, "'%.255s' has no checksum yet", name);
    }
    mirror_names_release(&names);
    free(url);
    return status;
}

/* Finds where a file is, by its date or as the latest; its URL stays NULL when it is nowhere. */
static enum status locate(struct dump_file *file, struct dump_folder *folder, const char *date,
                          uint64_t *bytes, struct error *error) {
    char of[DUMP_DATE_SIZE], latest[300], *url = NULL;
    const char *rest = split_name(folder, file->name, of);
    bool there = false;
    enum status status = dump_folder_url(&url, folder, date, file->name, error);
    if (status == STATUS_OK)
        status = mirror_reader_look(&there, bytes, folder->session, url, error);
    if (status == STATUS_OK && !there)
        status = dump_folder_read_latest(folder, error);
    if (status == STATUS_OK && !there && rest != NULL && strcmp(folder->latest_date, date) == 0) {
        free(url);
        url = NULL;
        snprintf(latest, sizeof latest, "%s-latest-%s", folder->place->wiki, rest);
        status = dump_folder_url(&url, folder, "latest", latest, error);
        if (status == STATUS_OK)
            status = mirror_reader_look(&there, bytes, folder->session, url, error);
    }
    if (status == STATUS_OK && there)
        file->url = url;
    else
        free(url);
    return status;
}

static enum status locate_all(struct dump_files *found, struct dump_folder *folder,
                              const char *date, struct error *error) {
    for (size_t i = 0; i < found->count; i++) {
        struct dump_file *file = &found->files[i];
        uint64_t bytes = 0;
        enum status status = locate(file, folder, date, &bytes, error);
        if (status != STATUS_OK)
            return status;
        if (file->url == NULL)
            return not_whole(found, folder, "'%.255s' is not there", file->name);
        if (file->bytes != 0 && bytes != 0 && bytes != file->bytes)
            return not_whole(found, folder, "'%.200s' has %llu of %llu bytes", file->name,
                             (unsigned long long)bytes, (unsigned long long)file->bytes);
        if (bytes != 0)
            file->bytes = bytes;
    }
    return STATUS_OK;
}

/* The wanted files by dumpstatus.json, or by the checksums where that is not there. */
static enum status name_files(struct dump_files *found, struct dump_folder *folder,
                              const char *date, struct error *error) {
    struct buffer text = BUFFER_INIT;
    char *url = NULL;
    bool there = false, done = true;
    enum status status = dump_folder_url(&url, folder, date, "dumpstatus.json", error);
    if (status == STATUS_OK)
        status = mirror_reader_get(&text, &there, folder->session, url, error);
    bool is_told = status == STATUS_OK && there &&
                   dump_status_read(found, &done, buffer_view(&text), folder->place->files);
    for (size_t i = 0; status == STATUS_OK && i < 2; i++) {
        status = read_sums(&text, &there, folder, date, SUMS[i], error);
        if (status == STATUS_OK && there)
            status = take_sums(found, folder, buffer_view(&text), date, !is_told, error);
    }
    if (status == STATUS_OK && !is_told && found->count == 0) {
        status = dump_folder_read_latest(folder, error);
        if (status == STATUS_OK)
            status = take_sums(found, folder, buffer_view(&folder->latest), date, true, error);
    }
    if (status == STATUS_OK && found->count == 0)
        status =
            not_whole(found, folder, "no file like '%.100s' is finished", folder->place->files);
    else if (status == STATUS_OK && !done)
        status = not_whole(found, folder, "its files are still being written");
    else if (status == STATUS_OK && !is_told)
        status = compare_with_listing(found, folder, date, error);
    free(url);
    buffer_release(&text);
    return status;
}

enum status dump_folder_find(struct dump_files *found, struct dump_folder *folder, const char *date,
                             struct error *error) {
    enum status status = name_files(found, folder, date, error);
    if (status == STATUS_OK && found->count > 0)
        status = locate_all(found, folder, date, error);
    if (status == STATUS_OK && found->count > 0) {
        dump_files_sort(found);
        memcpy(found->date, date, DUMP_DATE_SIZE);
    }
    return status;
}
