#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "formats/base/atomic_file.h"
#include "tools/prep/file_clock.h"
#include "tools/prep/folder_tree.h"
#include "tools/prep/life_sign.h"
#include "tools/prep/lock_file.h"
#include "tools/prep/run_folder.h"

/* A clean-up of one run folder. */
struct cleaning {
    bool all_seen; /* the locks of every host that has the folder */
    time_t now;    /* by the file server's clock */
};

static bool ends_with(const char *name, const char *end) {
    size_t length = strlen(name), wanted = strlen(end);
    return length > wanted && strcmp(name + length - wanted, end) == 0;
}

static bool is_old(const struct cleaning *cleaning, const char *path) {
    return cleaning->now - folder_tree_newest(path) > WORK_FOLDER_DEAD;
}

/* Whether the process of a lock that is open is dead. */
static bool is_dead(const struct cleaning *cleaning, int descriptor, const char *lock,
                    const char *path) {
    struct process_identity holder;
    if (flock(descriptor, LOCK_EX | LOCK_NB) == 0) {
        if (cleaning->all_seen)
            return true;
    } else if (errno == EWOULDBLOCK) {
        return false;
    }
    if (lock_file_read(descriptor, &holder) && process_identity_is_near(&holder))
        return process_identity_is_gone(&holder);
    return is_old(cleaning, lock) && is_old(cleaning, path);
}

/* "work/<name>.lock": the folder of that name, and the lock, unless their process lives. */
static void clean_locked(const struct cleaning *cleaning, const char *lock) {
    char *path = strndup(lock, strlen(lock) - strlen(".lock"));
    int descriptor = open(lock, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (path != NULL && descriptor >= 0 && is_dead(cleaning, descriptor, lock, path)) {
        folder_tree_remove(path);
        unlink(lock);
    }
    if (descriptor >= 0)
        close(descriptor);
    free(path);
}

/* "work/<name>" whose lock somebody has removed. */
static void clean_unlocked(const struct cleaning *cleaning, const char *path) {
    char *lock;
    if (asprintf(&lock, "%s.lock", path) < 0)
        return;
    if (access(lock, F_OK) != 0 && errno == ENOENT && is_old(cleaning, path))
        folder_tree_remove(path);
    free(lock);
}

static enum status clean_work(const struct cleaning *cleaning, const char *work,
                              struct error *error) {
    DIR *entries = opendir(work);
    if (entries == NULL)
        return errno == ENOENT ? STATUS_OK
                               : error_system(error, errno, "cannot read the folder", work);
    struct dirent *entry;
    while ((entry = readdir(entries)) != NULL) {
        if (entry->d_name[0] == '.')
            continue;
        char *path = run_folder_path(work, "%s", entry->d_name);
        if (path != NULL && ends_with(path, ".lock"))
            clean_locked(cleaning, path);
        else if (path != NULL)
            clean_unlocked(cleaning, path);
        free(path);
    }
    closedir(entries);
    return STATUS_OK;
}

/* Temporary files, where a lock of another host may not be seen: those that are old. */
static void clean_old_temporaries(const struct cleaning *cleaning, const char *folder) {
    DIR *entries = opendir(folder);
    struct dirent *entry;
    while (entries != NULL && (entry = readdir(entries)) != NULL) {
        struct stat info;
        if (strncmp(entry->d_name, ".mlmprep-", 9) == 0 && ends_with(entry->d_name, ".tmp") &&
            fstatat(dirfd(entries), entry->d_name, &info, AT_SYMLINK_NOFOLLOW) == 0 &&
            S_ISREG(info.st_mode) && cleaning->now - info.st_mtime > WORK_FOLDER_DEAD)
            unlinkat(dirfd(entries), entry->d_name, 0);
    }
    if (entries != NULL)
        closedir(entries);
}

/* In a folder, and so many levels below it; work/ has a rule of its own. */
static enum status clean_temporaries(const struct cleaning *cleaning, const char *folder,
                                     unsigned levels, struct error *error) {
    enum status status = STATUS_OK;
    if (cleaning->all_seen)
        status = atomic_file_clean(folder, NULL, error);
    else
        clean_old_temporaries(cleaning, folder);
    DIR *entries = levels == 0 || status != STATUS_OK ? NULL : opendir(folder);
    struct dirent *entry;
    while (entries != NULL && status == STATUS_OK && (entry = readdir(entries)) != NULL) {
        struct stat info;
        if (entry->d_name[0] == '.' || ends_with(entry->d_name, ".hdf5") ||
            ends_with(entry->d_name, ".json") ||
            fstatat(dirfd(entries), entry->d_name, &info, AT_SYMLINK_NOFOLLOW) != 0 ||
            !S_ISDIR(info.st_mode))
            continue;
        char *path = run_folder_path(folder, "%s", entry->d_name);
        status = path == NULL ? error_no_memory(error, "a file name")
                              : clean_temporaries(cleaning, path, levels - 1, error);
        free(path);
    }
    if (entries != NULL)
        closedir(entries);
    return status;
}

/* Of tasks that were killed when all they do was done, and that nobody starts again. */
static void clean_life_signs(const struct cleaning *cleaning, const char *folder) {
    static const char SUFFIX[] = ".running";
    char *state = run_folder_path(folder, "state");
    DIR *entries = state == NULL ? NULL : opendir(state);
    struct dirent *entry;
    while (entries != NULL && (entry = readdir(entries)) != NULL) {
        if (!ends_with(entry->d_name, SUFFIX))
            continue;
        entry->d_name[strlen(entry->d_name) - strlen(SUFFIX)] = '\0';
        life_sign_clean(folder, entry->d_name, cleaning->now);
    }
    if (entries != NULL)
        closedir(entries);
    free(state);
}

enum status work_folder_clean(const char *folder, struct error *error) {
    static const char *const PARTS[] = {"source", "text", "state", "shards", "log"};
    struct cleaning cleaning = {.all_seen = false};
    char *work = run_folder_path(folder, "work");
    if (work == NULL)
        return error_no_memory(error, "a file name");
    int descriptor = open(work, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor >= 0) {
        cleaning.all_seen = lock_file_is_seen_by_all(descriptor);
        close(descriptor);
    }
    cleaning.now = file_clock_now(work);
    clean_life_signs(&cleaning, folder);
    enum status status = clean_work(&cleaning, work, error);
    if (status == STATUS_OK)
        status = clean_temporaries(&cleaning, work, 0, error);
    if (status == STATUS_OK)
        status = clean_temporaries(&cleaning, folder, 0, error);
    for (size_t i = 0; i < sizeof PARTS / sizeof *PARTS && status == STATUS_OK; i++) {
        char *part = run_folder_path(folder, "%s", PARTS[i]);
        /* shards/<phase>/<corpus> lies the deepest. */
        status = part == NULL ? error_no_memory(error, "a file name")
                              : clean_temporaries(&cleaning, part, 2, error);
        free(part);
    }
    free(work);
    return status;
}
