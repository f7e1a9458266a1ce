#include "tools/fetch/dump_mirror.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "tools/fetch/dump_folder.h"
#include "tools/fetch/local_copy.h"
#include "tools/fetch/mirror_reader.h"

/* So many dates are looked at, newest first: dumps come once or twice a month. */
#define MOST_DATES 24

struct dates {
    char text[MOST_DATES][DUMP_DATE_SIZE]; /* the newest, newest first */
    size_t count;
};

enum status dump_mirror_check(const struct dump_place *place, const char *date,
                              struct error *error) {
    bool is_web =
        strncmp(place->mirror, "http://", 7) == 0 || strncmp(place->mirror, "https://", 8) == 0;
    if (!is_web && !local_copy_is(place->mirror))
        return error_set(error, STATUS_USAGE,
                         "the mirror '%.300s' is no URL; mirrors look like "
                         "'https://dumps.wikimedia.org' or 'file:///mnt/dumps'",
                         place->mirror);
    for (const char *at = place->wiki; *at != '\0' || at == place->wiki; at++) {
        if (!isalnum((unsigned char)*at) && *at != '_' && *at != '-')
            return error_set(error, STATUS_USAGE,
                             "'%.100s' is no name of a wiki; names look like 'enwiki'",
                             place->wiki);
    }
    if (date != NULL && !dump_date_is(date))
        return error_set(error, STATUS_USAGE,
                         "'%.100s' is no date of a dump; dates look like '20240101'", date);
    return STATUS_OK;
}

/* Puts a date where it belongs; the oldest falls out when there are too many. */
static void add_date(struct dates *dates, const char *text) {
    size_t at = 0;
    while (at < dates->count && strcmp(dates->text[at], text) > 0)
        at++;
    if (at == MOST_DATES || (at < dates->count && strcmp(dates->text[at], text) == 0))
        return;
    if (dates->count < MOST_DATES)
        dates->count++;
    memmove(dates->text[at + 1], dates->text[at], (dates->count - 1 - at) * sizeof *dates->text);
    memcpy(dates->text[at], text, DUMP_DATE_SIZE);
}

/* The dates of the listing, and the one that "latest" is of where that is all there is. */
static enum status list_dates(struct dates *dates, struct dump_folder *folder,
                              struct error *error) {
    struct mirror_names names = {NULL, 0, 0};
    char *url = NULL;
    bool there;
    enum status status = dump_folder_url(&url, folder, "", "", error);
    if (status == STATUS_OK)
        status = mirror_reader_list(&names, &there, folder->session, url, error);
    for (size_t i = 0; status == STATUS_OK && i < names.count; i++) {
        if (dump_date_is(names.names[i].name))
            add_date(dates, names.names[i].name);
    }
    if (status == STATUS_OK && dates->count == 0) {
        status = dump_folder_read_latest(folder, error);
        if (status == STATUS_OK && *folder->latest_date != '\0')
            add_date(dates, folder->latest_date);
    }
    if (status == STATUS_OK && dates->count == 0)
        status = error_set(error, STATUS_FAILED,
                           "there are no dumps at '%.300s'; check --mirror and --wiki", url);
    mirror_names_release(&names);
    free(url);
    return status;
}

enum status dump_mirror_find(struct dump_files *found, struct fetch_session *session,
                             const struct dump_place *place, const char *date, const char *after,
                             struct error *error) {
    struct dates dates = {.count = 0};
    struct dump_folder folder;
    *found = (struct dump_files){.date = ""};
    enum status status = dump_mirror_check(place, date, error);
    if (status != STATUS_OK)
        return status;
    dump_folder_init(&folder, session, place);
    if (date != NULL)
        add_date(&dates, date);
    else
        status = list_dates(&dates, &folder, error);
    bool is_new = false;
    for (size_t i = 0; status == STATUS_OK && *found->date == '\0' && i < dates.count; i++) {
        if (date == NULL && after != NULL && strcmp(dates.text[i], after) <= 0)
            break;
        is_new = true;
        status = dump_folder_find(found, &folder, dates.text[i], error);
    }
    if (status == STATUS_OK && *found->date == '\0' && is_new && after == NULL)
        status =
            error_set(error, STATUS_FAILED, "the dump of %s at '%.300s/%s' is not whole: %s",
                      date == NULL ? dates.text[0] : date, place->mirror, place->wiki, folder.why);
    dump_folder_release(&folder);
    if (status != STATUS_OK)
        dump_files_release(found);
    return status;
}
