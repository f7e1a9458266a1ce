#include "tools/fetch/download_part.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "formats/base/atomic_file.h"

/*
 * After how many bytes the part is synced: what a loss of power can cost of a download that nothing
 * checks. Each sync writes the state as well, so far less would be felt.
 */
static const uint64_t SYNC_EVERY = (uint64_t)64 << 20;

/* The largest state that is read; ours are below 1 KiB. */
#define STATE_SIZE 4096

static enum status make_names(struct download_part *part, const char *target, const char *url,
                              struct error *error) {
    const char *slash = strrchr(target, '/'), *name = slash == NULL ? target : slash + 1;
    unsigned char digest[SHA256_SIZE];
    char hex[SHA256_HEX_SIZE];
    enum status status = download_state_of(&part->state, url, error);
    if (status == STATUS_OK)
        status = sha256_of(name, strlen(name), digest, error);
    if (status != STATUS_OK)
        return status;
    sha256_to_hex(digest, hex);
    int folder = (int)(name - target);
    part->target = strdup(target);
    if (asprintf(&part->path, "%.*s.mlmprep-fetch-%.16s.part", folder, target, hex) < 0)
        part->path = NULL;
    if (asprintf(&part->state_path, "%.*s.mlmprep-fetch-%.16s.json", folder, target, hex) < 0)
        part->state_path = NULL;
    return part->target == NULL || part->path == NULL || part->state_path == NULL
               ? error_no_memory(error, "a file name")
               : STATUS_OK;
}

/* Locks the open part; *again when another process has just taken its name away. */
static enum status lock(struct download_part *part, bool *again, struct error *error) {
    struct stat mine, named;
    if (flock(part->descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
        return error_set(error, STATUS_TEMPORARY,
                         "another process is downloading '%s'; try again when it has ended",
                         part->target);
    if (fstat(part->descriptor, &mine) != 0)
        return error_system(error, errno, "cannot look at", part->path);
    if (!S_ISREG(mine.st_mode))
        return error_set(error, STATUS_FAILED, "'%s' is no file; remove it", part->path);
    *again = lstat(part->path, &named) != 0 || named.st_ino != mine.st_ino ||
             named.st_dev != mine.st_dev;
    part->held = (uint64_t)mine.st_size;
    return STATUS_OK;
}

/* The descriptor is open only when the part is ours: what is not must not be touched. */
static enum status open_locked(struct download_part *part, struct error *error) {
    for (;;) {
        bool again = false;
        part->descriptor =
            open(part->path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0666);
        if (part->descriptor < 0)
            return error_system(error, errno, "cannot create", part->path);
        enum status status = lock(part, &again, error);
        if (status == STATUS_OK && !again)
            return STATUS_OK;
        close(part->descriptor);
        part->descriptor = -1;
        if (status != STATUS_OK)
            return status;
    }
}

/* Reads the state; false when there is none that is of this URL. */
static bool read_state(struct download_part *part) {
    unsigned char bytes[STATE_SIZE];
    struct download_state state;
    int descriptor = open(part->state_path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (descriptor < 0)
        return false;
    ssize_t count = read(descriptor, bytes, sizeof bytes);
    close(descriptor);
    if (count <= 0 || !download_state_parse(&state, (struct view){bytes, (size_t)count}) ||
        strcmp(state.of, part->state.of) != 0)
        return false;
    part->state = state;
    return true;
}

static enum status cut(struct download_part *part, uint64_t size, struct error *error) {
    if (ftruncate(part->descriptor, (off_t)size) != 0)
        return error_system(error, errno, "cannot cut", part->path);
    part->held = size;
    if (part->synced > size)
        part->synced = size;
    return STATUS_OK;
}

/* A process that was killed may have left a state that was half written. */
static void clean(const char *target) {
    struct error ignored;
    const char *slash = strrchr(target, '/');
    char *folder = slash == NULL ? strdup(".") : strndup(target, (size_t)(slash - target) + 1);
    enum status status = folder == NULL ? STATUS_OK : atomic_file_clean(folder, NULL, &ignored);
    (void)status;
    free(folder);
}

enum status download_part_open(struct download_part *part, const char *target, const char *url,
                               bool is_checked, struct error *error) {
    *part = (struct download_part){.descriptor = -1, .modified = (time_t)-1};
    enum status status = make_names(part, target, url, error);
    if (status == STATUS_OK)
        status = open_locked(part, error);
    if (status != STATUS_OK)
        return status;
    clean(target);
    bool is_known = read_state(part);
    part->synced = is_known && part->state.durable < part->held ? part->state.durable : part->held;
    if (!is_known || (!is_checked && download_state_validator(&part->state) == NULL) ||
        (part->state.total != 0 && part->held > part->state.total))
        return download_part_empty(part, error);
    return is_checked ? STATUS_OK : cut(part, part->synced, error);
}

enum status download_part_empty(struct download_part *part, struct error *error) {
    part->state.total = part->state.durable = 0;
    *part->state.etag = *part->state.last_modified = '\0';
    /* The state goes first: a part without one is worth nothing. */
    enum status status = atomic_file_remove(part->state_path, error);
    return status == STATUS_OK ? cut(part, 0, error) : status;
}

static enum status save_state(struct download_part *part, struct error *error) {
    struct buffer text = BUFFER_INIT;
    enum status status = download_state_write(&part->state, &text, error);
    if (status == STATUS_OK)
        status = atomic_file_write(part->state_path, text.data, text.size, error);
    buffer_release(&text);
    return status;
}

/* A header's value, unless it is longer than any that is worth keeping. */
static void keep_text(char text[DOWNLOAD_STATE_TEXT], const char *value) {
    size_t length = value == NULL ? 0 : strlen(value);
    if (length >= DOWNLOAD_STATE_TEXT)
        length = 0;
    memcpy(text, length == 0 ? "" : value, length + 1);
}

enum status download_part_begin(struct download_part *part, const char *etag,
                                const char *last_modified, uint64_t total, struct error *error) {
    enum status status = download_part_empty(part, error);
    if (status != STATUS_OK)
        return status;
    keep_text(part->state.etag, etag);
    keep_text(part->state.last_modified, last_modified);
    part->state.total = total;
    return save_state(part, error);
}

enum status download_part_add(struct download_part *part, const void *bytes, size_t size,
                              struct error *error) {
    const char *at = bytes;
    while (size > 0) {
        ssize_t count = pwrite(part->descriptor, at, size, (off_t)part->held);
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return error_system(error, errno, "cannot write", part->target);
        at += count;
        size -= (size_t)count;
        part->held += (uint64_t)count;
    }
    return part->held - part->synced >= SYNC_EVERY ? download_part_sync(part, error) : STATUS_OK;
}

enum status download_part_sync(struct download_part *part, struct error *error) {
    if (part->synced == part->held && part->state.durable == part->held)
        return STATUS_OK;
    if (fdatasync(part->descriptor) != 0)
        return error_system(error, errno, "cannot write", part->path);
    part->synced = part->state.durable = part->held;
    return save_state(part, error);
}

enum status download_part_publish(struct download_part *part, struct error *error) {
    const struct timespec times[2] = {{.tv_nsec = UTIME_OMIT}, {.tv_sec = part->modified}};
    enum status status = STATUS_OK;
    /* A time that cannot be set costs a question the next time, nothing else. */
    if (part->modified != (time_t)-1)
        (void)futimens(part->descriptor, times);
    if (fsync(part->descriptor) != 0)
        status = error_system(error, errno, "cannot write", part->path);
    else if (rename(part->path, part->target) != 0)
        status = error_system(error, errno, "cannot give a finished file its name", part->target);
    if (status == STATUS_OK) {
        /* Removing the state syncs the folder, and so makes the new name durable. */
        status = atomic_file_remove(part->state_path, error);
        close(part->descriptor);
        part->descriptor = -1;
    }
    download_part_close(part);
    return status;
}

void download_part_close(struct download_part *part) {
    if (part->descriptor >= 0) {
        if (part->held == 0 && part->state_path != NULL) {
            unlink(part->state_path);
            unlink(part->path);
        }
        close(part->descriptor);
    }
    free(part->target);
    free(part->path);
    free(part->state_path);
    *part = (struct download_part){.descriptor = -1};
}
