#include "tools/s3/folder_walk.h"

#include <dirent.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "formats/base/buffer.h"
#include "tools/s3/folder_visits.h"

/*
 * Times that a folder below links is walked: more than people make links to one folder, few enough
 * that links which multiply come to an end.
 */
static const uint64_t MOST_VISITS = 100;

/* A folder on the way down, to notice a link that leads back up. */
struct level {
    const struct level *above;
    dev_t device;
    ino_t inode;
    bool below_link; /* a link is on the way */
};

struct walk {
    enum folder_walk_links links;
    folder_walk_file_function *file;
    folder_walk_refuse_function *refuse;
    void *context;
    struct buffer path; /* of what is being looked at, with a NUL at its end, not counted */
    size_t relative_start;
    struct folder_visits visits; /* of folders below links */
};

struct entry_list {
    char **names; /* owned; a folder's ends in a slash, and so sorts as its keys do */
    size_t count;
    size_t capacity;
};

static void refuse(struct walk *walk, int number, const char *why) {
    struct error error;
    const char *path = (const char *)walk->path.data;
    if (number != 0)
        error_system(&error, number, why, path);
    else
        error_set(&error, STATUS_FAILED, "'%s' %s", path, why);
    walk->refuse(walk->context, path, &error);
}

static int compare_names(const void *left, const void *right) {
    return strcmp(*(char *const *)left, *(char *const *)right);
}

static bool is_unfinished(const char *name) {
    size_t length = strlen(name);
    return strncmp(name, ".mlmprep-", 9) == 0 && length > 4 &&
           strcmp(name + length - 4, ".tmp") == 0;
}

static enum status append_name(struct walk *walk, const char *name, struct error *error) {
    enum status status = buffer_append(&walk->path, name, strlen(name), error);
    if (status == STATUS_OK)
        status = buffer_reserve(&walk->path, 1, error);
    if (status == STATUS_OK)
        walk->path.data[walk->path.size] = '\0';
    return status;
}

static void cut_path(struct walk *walk, size_t size) {
    walk->path.size = size;
    walk->path.data[size] = '\0';
}

static enum status add_entry(struct entry_list *list, const char *name, bool is_folder,
                             struct error *error) {
    if (list->count == list->capacity) {
        size_t capacity = list->capacity == 0 ? 64 : list->capacity * 2;
        char **names = reallocarray(list->names, capacity, sizeof *names);
        if (names == NULL)
            return error_no_memory(error, "the names in a folder");
        list->names = names;
        list->capacity = capacity;
    }
    char *copy = NULL;
    if (asprintf(&copy, "%s%s", name, is_folder ? "/" : "") < 0)
        return error_no_memory(error, "the names in a folder");
    list->names[list->count++] = copy;
    return STATUS_OK;
}

/* Looks at one name in the folder: onto the list with it, or refuse it. */
static enum status sort_out(struct walk *walk, struct entry_list *list, const char *name,
                            struct error *error) {
    size_t size = walk->path.size;
    struct stat info;
    if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0 || is_unfinished(name))
        return STATUS_OK;
    enum status status = append_name(walk, name, error);
    if (status != STATUS_OK)
        return status;
    const char *path = (const char *)walk->path.data;
    if (walk->links == FOLDER_WALK_PASS && lstat(path, &info) == 0 && !S_ISDIR(info.st_mode) &&
        !S_ISREG(info.st_mode)) {
        cut_path(walk, size);
        return STATUS_OK;
    }
    if (stat(path, &info) != 0 && (errno == ENOENT || errno == ELOOP))
        refuse(walk, 0, "is a link that leads nowhere");
    else if (stat(path, &info) != 0)
        refuse(walk, errno, "cannot look at");
    else if (!S_ISDIR(info.st_mode) && !S_ISREG(info.st_mode))
        refuse(walk, 0, "is neither a regular file nor a folder");
    else
        status = add_entry(list, name, S_ISDIR(info.st_mode), error);
    cut_path(walk, size);
    return status;
}

static enum status list_folder(struct walk *walk, struct entry_list *list, struct error *error) {
    DIR *folder = opendir((const char *)walk->path.data);
    if (folder == NULL) {
        refuse(walk, errno, "cannot read the folder");
        return STATUS_OK;
    }
    enum status status = STATUS_OK;
    const struct dirent *entry;
    errno = 0;
    while (status == STATUS_OK && (entry = readdir(folder)) != NULL) {
        status = sort_out(walk, list, entry->d_name, error);
        errno = 0;
    }
    if (status == STATUS_OK && errno != 0)
        refuse(walk, errno, "cannot read the folder");
    closedir(folder);
    if (list->count > 0)
        qsort(list->names, list->count, sizeof *list->names, compare_names);
    return status;
}

static bool leads_back(const struct level *level) {
    for (const struct level *above = level->above; above != NULL; above = above->above) {
        if (above->device == level->device && above->inode == level->inode)
            return true;
    }
    return false;
}

/* Whether the folder walk->path, which ends in a slash, is a link. */
static bool is_link(struct walk *walk) {
    struct stat info;
    size_t size = walk->path.size;
    cut_path(walk, size - 1);
    bool answer = lstat((const char *)walk->path.data, &info) == 0 && S_ISLNK(info.st_mode);
    walk->path.data[size - 1] = '/';
    walk->path.data[size] = '\0';
    walk->path.size = size;
    return answer;
}

/* Looks at the folder walk->path before it is walked; *pass when it is not to be. */
static enum status enter(struct walk *walk, struct level *level, bool *pass, struct error *error) {
    struct stat info;
    uint64_t times = 0;
    *pass = true;
    if (stat((const char *)walk->path.data, &info) != 0) {
        refuse(walk, errno, "cannot look at");
        return STATUS_OK;
    }
    level->device = info.st_dev;
    level->inode = info.st_ino;
    level->below_link = level->above != NULL && (level->above->below_link || is_link(walk));
    if (leads_back(level)) {
        refuse(walk, 0, "is a link that leads back to a folder it lies in");
        return STATUS_OK;
    }
    enum status status =
        level->below_link ? folder_visits_add(&walk->visits, &times, &info, error) : STATUS_OK;
    /* Told once: there may be a milliard more. */
    if (times == MOST_VISITS + 1)
        refuse(walk, 0, "is not walked, nor are other ways to it: links lead to it in 100 ways");
    *pass = status != STATUS_OK || times > MOST_VISITS;
    return status;
}

/* Walks the folder walk->path, which ends in a slash. As deep as folders nest. */
static enum status walk_folder(struct walk *walk, const struct level *above, struct error *error) {
    struct level level = {.above = above};
    bool pass;
    enum status status = enter(walk, &level, &pass, error);
    if (status != STATUS_OK || pass)
        return status;
    struct entry_list list = {NULL, 0, 0};
    status = list_folder(walk, &list, error);
    size_t size = walk->path.size;
    for (size_t i = 0; i < list.count && status == STATUS_OK; i++) {
        status = append_name(walk, list.names[i], error);
        if (status != STATUS_OK)
            break;
        const char *path = (const char *)walk->path.data;
        if (path[walk->path.size - 1] == '/')
            status = walk_folder(walk, &level, error);
        else
            status = walk->file(walk->context, path, path + walk->relative_start, error);
        cut_path(walk, size);
    }
    for (size_t i = 0; i < list.count; i++)
        free(list.names[i]);
    free(list.names);
    return status;
}

enum status folder_walk(const char *path, enum folder_walk_links links,
                        folder_walk_file_function *file,
                        folder_walk_refuse_function *refuse_function, void *context,
                        struct error *error) {
    struct walk walk = {
        .links = links, .file = file, .refuse = refuse_function, .context = context};
    size_t length = strlen(path);
    enum status status = append_name(&walk, path, error);
    if (status == STATUS_OK && (length == 0 || path[length - 1] != '/'))
        status = append_name(&walk, "/", error);
    walk.relative_start = walk.path.size;
    if (status == STATUS_OK)
        status = walk_folder(&walk, NULL, error);
    folder_visits_release(&walk.visits);
    buffer_release(&walk.path);
    return status;
}
