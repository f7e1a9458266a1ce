#include "formats/base/atomic_file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "formats/base/descriptor_write.h"

static const char TEMPORARY_PREFIX[] = ".mlmprep-";
static const char TEMPORARY_SUFFIX[] = ".tmp";

/* The length of the folder part of a path, its last slash included; 0 for a bare name. */
static size_t folder_length(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash == NULL ? 0 : (size_t)(slash - path) + 1;
}

enum status atomic_file_prepare(struct atomic_file *file, const char *path, struct error *error) {
    *file = (struct atomic_file){.descriptor = -1};
    unsigned long long number;
    if (getrandom(&number, sizeof number, 0) != (ssize_t)sizeof number)
        return error_system(error, errno, "cannot make up a temporary name for", path);
    file->path = strdup(path);
    if (file->path == NULL ||
        asprintf(&file->temporary, "%.*s%s%ld-%016llx%s", (int)folder_length(path), path,
                 TEMPORARY_PREFIX, (long)getpid(), number, TEMPORARY_SUFFIX) < 0) {
        file->temporary = NULL;
        atomic_file_abandon(file);
        return error_no_memory(error, "a file name");
    }
    return STATUS_OK;
}

/* A name that is no file's and no link's must not be taken away: /dev/null is such a one. */
static bool is_special(const char *path) {
    struct stat info;
    return lstat(path, &info) == 0 && !S_ISREG(info.st_mode) && !S_ISLNK(info.st_mode) &&
           !S_ISDIR(info.st_mode);
}

enum status atomic_file_check(const char *path, struct error *error) {
    if (!is_special(path))
        return STATUS_OK;
    return error_set(error, STATUS_FAILED,
                     "'%s' is a device, pipe or socket, and would be replaced; name a file", path);
}

/*
 * Between its creation and its lock the file looks like an orphan. Only a clean-up by another
 * process can hold the lock then, for a moment, and it removes the file: hence once more.
 */
enum status atomic_file_create(struct atomic_file *file, struct error *error) {
    enum status status = atomic_file_check(file->path, error);
    if (status != STATUS_OK)
        return status;
    for (;;) {
        int descriptor = open(file->temporary, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (descriptor < 0)
            return error_system(error, errno, "cannot create", file->temporary);
        /* Where the file system knows no locks, clean-up by later runs leaves the file alone. */
        (void)flock(descriptor, LOCK_EX);
        if (access(file->temporary, F_OK) == 0) {
            file->descriptor = descriptor;
            return STATUS_OK;
        }
        close(descriptor);
    }
}

/* Makes the names in the folder of `path` durable. */
static enum status sync_folder_of(const char *path, struct error *error) {
    size_t length = folder_length(path);
    char *folder = length == 0 ? strdup(".") : strndup(path, length);
    if (folder == NULL)
        return error_no_memory(error, "a file name");
    enum status status = STATUS_OK;
    int descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0)
        status = error_system(error, errno, "cannot open the folder", folder);
    /* Some network file systems refuse to sync a folder: EINVAL says so, and no data are lost. */
    else if (fsync(descriptor) != 0 && errno != EINVAL)
        status = error_system(error, errno, "cannot sync the folder", folder);
    if (descriptor >= 0)
        close(descriptor);
    free(folder);
    return status;
}

enum status atomic_file_sync(struct atomic_file *file, struct error *error) {
    if (!file->synced && fsync(file->descriptor) != 0)
        return error_system(error, errno, "cannot write", file->path);
    file->synced = true;
    return STATUS_OK;
}

enum status atomic_file_publish(struct atomic_file *file, struct error *error) {
    enum status status = atomic_file_sync(file, error);
    if (status == STATUS_OK && rename(file->temporary, file->path) != 0)
        status = error_system(error, errno, "cannot give a finished file its name", file->path);
    if (status == STATUS_OK) {
        /* From here on the temporary name is nobody's: abandoning must not touch it. */
        free(file->temporary);
        file->temporary = NULL;
        status = sync_folder_of(file->path, error);
    }
    atomic_file_abandon(file);
    return status;
}

enum status atomic_file_write(const char *path, const void *bytes, size_t size,
                              struct error *error) {
    struct atomic_file file;
    enum status status = atomic_file_prepare(&file, path, error);
    if (status != STATUS_OK)
        return status;
    status = atomic_file_create(&file, error);
    if (status == STATUS_OK)
        status = descriptor_write(file.descriptor, bytes, size, "cannot write", file.path, error);
    if (status == STATUS_OK)
        return atomic_file_publish(&file, error);
    atomic_file_abandon(&file);
    return status;
}

void atomic_file_abandon(struct atomic_file *file) {
    if (file->descriptor >= 0 && file->temporary != NULL)
        unlink(file->temporary);
    if (file->path != NULL && file->descriptor >= 0)
        close(file->descriptor);
    free(file->path);
    free(file->temporary);
    *file = (struct atomic_file){.descriptor = -1};
}

static bool is_temporary_name(const char *name) {
    size_t length = strlen(name);
    size_t suffix = sizeof TEMPORARY_SUFFIX - 1;
    return strncmp(name, TEMPORARY_PREFIX, sizeof TEMPORARY_PREFIX - 1) == 0 && length > suffix &&
           strcmp(name + length - suffix, TEMPORARY_SUFFIX) == 0;
}

/* Removes a temporary file unless a live process holds its lock. */
static bool remove_if_orphan(int folder, const char *name) {
    int descriptor = openat(folder, name, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (descriptor < 0)
        return false;
    bool removed = flock(descriptor, LOCK_EX | LOCK_NB) == 0 && unlinkat(folder, name, 0) == 0;
    close(descriptor);
    return removed;
}

enum status atomic_file_clean(const char *folder, unsigned *removed, struct error *error) {
    if (removed != NULL)
        *removed = 0;
    DIR *entries = opendir(folder);
    if (entries == NULL)
        return errno == ENOENT ? STATUS_OK
                               : error_system(error, errno, "cannot read the folder", folder);
    struct dirent *entry;
    while ((entry = readdir(entries)) != NULL) {
        if (is_temporary_name(entry->d_name) && remove_if_orphan(dirfd(entries), entry->d_name) &&
            removed != NULL)
            ++*removed;
    }
    closedir(entries);
    return STATUS_OK;
}

/* Makes one folder, unless it is there; what else may be there does not do. */
static enum status make_folder(const char *path, struct error *error) {
    if (mkdir(path, 0777) == 0)
        return sync_folder_of(path, error);
    int number = errno;
    struct stat info;
    if ((number == EEXIST || number == EISDIR) && stat(path, &info) == 0) {
        if (S_ISDIR(info.st_mode))
            return STATUS_OK;
        number = ENOTDIR;
    }
    return error_system(error, number, "cannot create the folder", path);
}

enum status atomic_file_make_folders(const char *path, struct error *error) {
    char *part = strdup(path);
    if (part == NULL)
        return error_no_memory(error, "a file name");
    enum status status = STATUS_OK;
    size_t length = strlen(part);
    for (size_t end = 1; end <= length && status == STATUS_OK; end++) {
        if (part[end] != '/' && part[end] != '\0')
            continue;
        char kept = part[end];
        part[end] = '\0';
        status = make_folder(part, error);
        part[end] = kept;
    }
    free(part);
    return status;
}

/* rename(2) that fails with EEXIST where the name is taken; network file systems only know link(2).
 */
static int rename_unless_taken(const char *from, const char *to) {
    if (renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE) == 0)
        return 0;
    if (errno != EINVAL && errno != ENOSYS)
        return -1;
    if (link(from, to) == 0)
        return unlink(from);
    if (errno == EEXIST)
        return -1;
    if (access(to, F_OK) == 0) {
        errno = EEXIST;
        return -1;
    }
    return rename(from, to);
}

enum status atomic_file_move(const char *from, const char *to, enum atomic_file_taken how,
                             bool *taken, struct error *error) {
    bool keep = how == ATOMIC_FILE_KEEP;
    int result = keep ? rename_unless_taken(from, to) : rename(from, to);
    if (keep)
        *taken = result != 0 && errno == EEXIST;
    if (result == 0)
        return sync_folder_of(to, error);
    return keep && *taken ? STATUS_OK
                          : error_system(error, errno, "cannot give a finished file its name", to);
}

enum status atomic_file_remove(const char *path, struct error *error) {
    if (unlink(path) != 0)
        return errno == ENOENT ? STATUS_OK : error_system(error, errno, "cannot remove", path);
    return sync_folder_of(path, error);
}
