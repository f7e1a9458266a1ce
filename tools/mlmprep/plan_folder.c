#include "tools/mlmprep/plan_folder.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "formats/base/atomic_file.h"
#include "formats/base/byte_sink.h"
#include "formats/base/byte_source.h"
#include "tokenizer/vocabulary.h"
#include "tools/cli/signals.h"
#include "tools/prep/run_folder.h"
#include "tools/prep/vocabulary_stage.h"

/* What file systems, and an init that was killed, leave in a folder. */
static bool is_nothing(const char *name) {
    static const char *const NAMES[] = {".", "..", "lost+found", "lock"};
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++) {
        if (strcmp(NAMES[i], name) == 0)
            return true;
    }
    return strncmp(name, ".mlmprep-", 9) == 0;
}

/* Looks for what does not belong; run.json ends the search. */
static enum status look_in(DIR *list, const char *folder, bool *has_plan, struct error *error) {
    char other[256] = "";
    const struct dirent *entry;
    while ((errno = 0, entry = readdir(list)) != NULL) {
        if (strcmp(entry->d_name, RUN_PLAN_NAME) == 0) {
            *has_plan = true;
            return STATUS_OK;
        }
        if (!is_nothing(entry->d_name) && strcmp(entry->d_name, VOCABULARY_STAGE_FILE) != 0 &&
            *other == '\0')
            snprintf(other, sizeof other, "%s", entry->d_name);
    }
    if (errno != 0)
        return error_system(error, errno, "cannot list", folder);
    if (*other != '\0')
        return error_set(error, STATUS_USAGE,
                         "'%s' is neither new nor empty ('%s' is in it) and has no plan; take "
                         "another folder",
                         folder, other);
    return STATUS_OK;
}

enum status plan_folder_look(const char *folder, bool *has_plan, struct error *error) {
    *has_plan = false;
    DIR *list = opendir(folder);
    if (list == NULL && errno == ENOENT)
        return STATUS_OK;
    if (list == NULL && errno == ENOTDIR)
        return error_set(error, STATUS_USAGE, "'%s' is no folder; name another", folder);
    if (list == NULL)
        return error_system(error, errno, "cannot open", folder);
    enum status status = look_in(list, folder, has_plan, error);
    closedir(list);
    return status;
}

static enum status write_bytes(struct atomic_file *file, struct view bytes, struct error *error) {
    struct byte_sink sink;
    byte_sink_to_descriptor(&sink, file->descriptor, file->path);
    enum status status = byte_sink_write(&sink, bytes.data, bytes.size, error);
    if (status == STATUS_OK)
        status = byte_sink_flush(&sink, error);
    byte_sink_release(&sink);
    return status;
}

static enum status publish(const char *folder, const char *name, struct view bytes,
                           struct error *error) {
    struct atomic_file file = {.descriptor = -1};
    char *path = run_folder_path(folder, "%s", name);
    if (path == NULL)
        return error_no_memory(error, "a path");
    enum status status = atomic_file_prepare(&file, path, error);
    int slot = -1;
    if (status == STATUS_OK) {
        slot = signals_remember(file.temporary);
        status = atomic_file_create(&file, error);
    }
    if (status == STATUS_OK)
        status = write_bytes(&file, bytes, error);
    if (status == STATUS_OK)
        status = atomic_file_sync(&file, error);
    signals_forget(slot);
    if (status == STATUS_OK)
        status = atomic_file_publish(&file, error);
    else
        atomic_file_abandon(&file);
    free(path);
    return status;
}

/*
 * A vocabulary that is there already, which *is_there tells, must be the plan's: somebody may have
 * no other copy of it.
 */
static enum status check_vocabulary(bool *is_there, const char *folder, struct view vocabulary,
                                    struct error *error) {
    struct buffer there = BUFFER_INIT;
    char *path = run_folder_path(folder, "%s", VOCABULARY_STAGE_FILE);
    enum status status = STATUS_OK;
    if (path == NULL)
        return error_no_memory(error, "a path");
    *is_there = access(path, F_OK) == 0;
    if (!*is_there)
        goto out_path;
    status = byte_source_read_file(path, VOCABULARY_LARGEST_FILE, &there, error);
    if (status == STATUS_OK &&
        (there.size != vocabulary.size ||
         (there.size > 0 && memcmp(there.data, vocabulary.data, there.size) != 0)))
        status = error_set(error, STATUS_USAGE,
                           "'%s' is another vocabulary than the plan's; put it elsewhere", path);
    buffer_release(&there);
out_path:
    free(path);
    return status;
}

/* Removes a file that we have made, when it is there. */
static void take_back(const char *folder, const char *name) {
    char *path = run_folder_path(folder, "%s", name);
    if (path != NULL)
        unlink(path);
    free(path);
}

static enum status write_both(const char *folder, struct view plan, struct view vocabulary,
                              struct error *error) {
    bool is_there = false;
    enum status status = check_vocabulary(&is_there, folder, vocabulary, error);
    bool is_ours = status == STATUS_OK && !is_there && vocabulary.size > 0;
    if (is_ours)
        status = publish(folder, VOCABULARY_STAGE_FILE, vocabulary, error);
    if (status == STATUS_OK)
        status = publish(folder, RUN_PLAN_NAME, plan, error);
    if (status != STATUS_OK && is_ours)
        take_back(folder, VOCABULARY_STAGE_FILE);
    return status;
}

static enum status write_files(const char *folder, const struct run_plan *plan,
                               struct view vocabulary, struct error *error) {
    struct buffer text = BUFFER_INIT;
    bool has_plan = false;
    enum status status = run_plan_write(plan, &text, error);
    if (status == STATUS_OK)
        status = atomic_file_clean(folder, NULL, error);
    /* Another may have been here before we had the lock. */
    if (status == STATUS_OK)
        status = plan_folder_look(folder, &has_plan, error);
    if (status == STATUS_OK && has_plan)
        status = error_set(error, STATUS_TEMPORARY,
                           "'%s' has got a plan meanwhile; run again to see whether it is yours",
                           folder);
    if (status == STATUS_OK)
        status = write_both(folder, buffer_view(&text), vocabulary, error);
    buffer_release(&text);
    return status;
}

/* Lists of files, which tools write and read, have a path a line. */
static enum status check_place(const char *folder, struct error *error) {
    char *whole = realpath(folder, NULL);
    enum status status = STATUS_OK;
    if (whole == NULL)
        status = error_system(error, errno, "cannot tell the place of", folder);
    else if (strchr(whole, '\n') != NULL)
        status =
            error_set(error, STATUS_USAGE,
                      "the path of '%s' has a line end in it, and lists of files have a path a "
                      "line; take another folder",
                      folder);
    free(whole);
    return status;
}

enum status plan_folder_write(const char *folder, const struct run_plan *plan,
                              struct view vocabulary, struct error *error) {
    struct stat info;
    bool is_new = stat(folder, &info) != 0 && errno == ENOENT;
    int lock = -1;
    enum status status = atomic_file_make_folders(folder, error);
    if (status == STATUS_OK)
        status = check_place(folder, error);
    if (status == STATUS_OK)
        status = run_folder_lock(folder, &lock, error);
    if (status == STATUS_OK)
        status = write_files(folder, plan, vocabulary, error);
    if (status != STATUS_OK && status != STATUS_TEMPORARY && is_new) {
        take_back(folder, "lock");
        rmdir(folder);
    }
    if (lock >= 0)
        close(lock);
    return status;
}
