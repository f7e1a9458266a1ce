#include "tools/prep/series_folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "formats/base/atomic_file.h"
#include "tools/prep/folder_tree.h"
#include "tools/prep/run_folder.h"
#include "tools/prep/state_file.h"
#include "tools/prep/utc_time.h"

static const char *const MARKS[] = {"series", "verified", "published"};
static const char REMOVING[] = ".removing-";
static const char NEW_LINK[] = ".current-new";

static enum status has_mark(bool *has, const char *folder, const char *date, enum series_mark mark,
                            struct error *error) {
    json_t *object = NULL;
    char *path = run_folder_path(folder, "%s", date);
    enum status status = path == NULL ? error_no_memory(error, "a path")
                                      : state_file_read(&object, path, MARKS[mark], ".json", error);
    *has = object != NULL;
    json_decref(object);
    free(path);
    return status;
}

enum status series_folder_mark(const char *folder, const char *date, enum series_mark mark,
                               struct error *error) {
    char now[UTC_TIME_SIZE];
    char *path = run_folder_path(folder, "%s", date);
    utc_time_text(now, time(NULL));
    enum status status = path == NULL ? error_no_memory(error, "a path")
                                      : state_file_write(json_pack("{s:s}", "since", now), path,
                                                         MARKS[mark], ".json", error);
    free(path);
    return status;
}

static enum status add_item(struct series_folder *series, const char *folder, const char *date,
                            struct error *error) {
    struct series_item item = {.date = ""};
    bool ours = false;
    memcpy(item.date, date, DUMP_DATE_SIZE);
    enum status status = has_mark(&ours, folder, date, SERIES_MADE, error);
    if (status == STATUS_OK && ours)
        status = has_mark(&item.verified, folder, date, SERIES_VERIFIED, error);
    if (status == STATUS_OK && ours)
        status = has_mark(&item.published, folder, date, SERIES_PUBLISHED, error);
    if (status != STATUS_OK || !ours)
        return status;
    struct series_item *items = reallocarray(series->items, series->count + 1, sizeof *items);
    if (items == NULL)
        return error_no_memory(error, "the data sets of a series");
    series->items = items;
    size_t at = series->count++;
    for (; at > 0 && strcmp(items[at - 1].date, date) > 0; at--)
        items[at] = items[at - 1];
    items[at] = item;
    return STATUS_OK;
}

/* A link that leads nowhere is as good as none: the update that follows sets a new one. */
static enum status read_link(struct series_folder *series, const char *folder,
                             struct error *error) {
    char target[DUMP_DATE_SIZE + 2];
    char *path = run_folder_path(folder, SERIES_FOLDER_CURRENT);
    if (path == NULL)
        return error_no_memory(error, "a path");
    enum status status = STATUS_OK;
    ssize_t length = readlink(path, target, sizeof target - 1);
    if (length < 0 && errno == ENOENT)
        goto out_free;
    if (length > 0)
        target[length] = '\0';
    if (length > 0 && target[length - 1] == '/')
        target[length - 1] = '\0';
    bool is_date = length > 0 && dump_date_is(target);
    if (is_date && (access(path, F_OK) == 0 || errno != ENOENT))
        memcpy(series->current, target, DUMP_DATE_SIZE);
    else if (!is_date)
        status = error_set(error, STATUS_FAILED,
                           "'%s' is no symbolic link to a folder like '20240101' beside it; move "
                           "it away",
                           path);
out_free:
    free(path);
    return status;
}

enum status series_folder_read(struct series_folder *series, const char *folder,
                               struct error *error) {
    *series = (struct series_folder){.items = NULL};
    DIR *list = opendir(folder);
    if (list == NULL)
        return error_system(error, errno, "cannot open the folder", folder);
    enum status status = read_link(series, folder, error);
    for (const struct dirent *entry; status == STATUS_OK && (entry = readdir(list)) != NULL;) {
        if (dump_date_is(entry->d_name))
            status = add_item(series, folder, entry->d_name, error);
    }
    closedir(list);
    if (status != STATUS_OK)
        series_folder_release(series);
    return status;
}

const struct series_item *series_folder_find(const struct series_folder *series, const char *date) {
    for (size_t i = 0; i < series->count; i++) {
        if (strcmp(series->items[i].date, date) == 0)
            return &series->items[i];
    }
    return NULL;
}

const char *series_folder_newest(const struct series_folder *series) {
    const char *newest = series->current;
    for (size_t i = 0; i < series->count; i++) {
        if (series->items[i].published && strcmp(series->items[i].date, newest) > 0)
            newest = series->items[i].date;
    }
    return newest;
}

void series_folder_next(const struct series_folder *series, const char *offered,
                        char date[DUMP_DATE_SIZE]) {
    const char *newest = series_folder_newest(series), *next = newest;
    /* The link is there before the mark: one that was not published yet is gone on with. */
    const struct series_item *current = series_folder_find(series, series->current);
    if (strcmp(offered, next) > 0)
        next = offered;
    for (size_t i = 0; i < series->count; i++) {
        if (strcmp(series->items[i].date, next) > 0)
            next = series->items[i].date;
    }
    /* Without a current one, the newest there is becomes it again. */
    bool is_new = strcmp(next, newest) > 0 || *series->current == '\0';
    if (!is_new && current != NULL && !current->published && strcmp(current->date, newest) == 0)
        is_new = true;
    memcpy(date, is_new ? next : "", is_new ? DUMP_DATE_SIZE : 1);
}

bool series_folder_is_old(const struct series_folder *series, const struct series_item *item,
                          uint64_t keep) {
    const struct series_item *current = series_folder_find(series, series->current);
    if (current == NULL || !current->verified || strcmp(item->date, current->date) >= 0)
        return false;
    uint64_t newer = 0;
    for (size_t i = 0; i < series->count; i++) {
        const struct series_item *other = &series->items[i];
        newer += other->verified && strcmp(other->date, item->date) > 0 &&
                 strcmp(other->date, current->date) < 0;
    }
    return !item->verified || newer >= keep;
}

static enum status sync_folder(const char *folder, struct error *error) {
    enum status status = STATUS_OK;
    int descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    /* Some network file systems refuse to sync a folder. */
    if (descriptor < 0 || (fsync(descriptor) != 0 && errno != EINVAL))
        status = error_system(error, errno, "cannot sync the folder", folder);
    if (descriptor >= 0)
        close(descriptor);
    return status;
}

enum status series_folder_switch(const char *folder, const char *date, struct error *error) {
    char *path = run_folder_path(folder, SERIES_FOLDER_CURRENT);
    char *made = run_folder_path(folder, "%s", NEW_LINK);
    enum status status = STATUS_OK;
    if (path == NULL || made == NULL)
        status = error_no_memory(error, "a path");
    else if (unlink(made) != 0 && errno != ENOENT)
        status = error_system(error, errno, "cannot remove", made);
    else if (symlink(date, made) != 0)
        status = error_system(error, errno, "cannot make the link", made);
    else if (rename(made, path) != 0)
        status = error_system(error, errno, "cannot switch the link", path);
    if (status == STATUS_OK)
        status = sync_folder(folder, error);
    free(path);
    free(made);
    return status;
}

enum status series_folder_remove(const char *folder, const char *date, struct error *error) {
    int lock = -1;
    char *path = run_folder_path(folder, "%s", date);
    char *away = run_folder_path(folder, "%s%s", REMOVING, date);
    enum status status = path == NULL || away == NULL ? error_no_memory(error, "a path")
                                                      : run_folder_lock(path, &lock, error);
    if (status == STATUS_OK && rename(path, away) != 0)
        status = error_system(error, errno, "cannot remove", path);
    if (status == STATUS_OK)
        folder_tree_remove(away);
    if (status == STATUS_OK && access(away, F_OK) == 0)
        status =
            error_set(error, STATUS_FAILED, "cannot remove all of '%s'; see whose it is", away);
    if (lock >= 0)
        close(lock);
    free(path);
    free(away);
    return status;
}

/* Temporary files of the marks of a date, and of other small files, are no reason to fail. */
static void clean_files(const char *folder, const char *below) {
    struct error ignored;
    char *path = run_folder_path(folder, "%s", below);
    enum status status = path == NULL ? STATUS_OK : atomic_file_clean(path, NULL, &ignored);
    (void)status;
    free(path);
}

void series_folder_clean(const char *folder) {
    DIR *list = opendir(folder);
    for (const struct dirent *entry; list != NULL && (entry = readdir(list)) != NULL;) {
        const size_t length = sizeof REMOVING - 1;
        bool is_rest =
            strncmp(entry->d_name, REMOVING, length) == 0 && dump_date_is(entry->d_name + length);
        char *path = run_folder_path(folder, "%s", entry->d_name);
        if (path != NULL && is_rest)
            folder_tree_remove(path);
        else if (path != NULL && dump_date_is(entry->d_name))
            clean_files(path, "state");
        free(path);
    }
    if (list != NULL)
        closedir(list);
    clean_files(folder, "bucket");
}

void series_folder_release(struct series_folder *series) {
    free(series->items);
    *series = (struct series_folder){.items = NULL};
}
