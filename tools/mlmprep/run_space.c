#include "tools/mlmprep/run_space.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tools/cli/numbers.h"
#include "tools/prep/run_folder.h"

/* Bytes of the files in DIR/source/, unfinished ones included; 0 when it cannot be read. */
static uint64_t fetched_bytes(const char *folder) {
    char *path = run_folder_path(folder, "source");
    DIR *directory = path == NULL ? NULL : opendir(path);
    uint64_t bytes = 0;
    free(path);
    if (directory == NULL)
        return 0;
    for (struct dirent *entry; (entry = readdir(directory)) != NULL;) {
        struct stat info;
        if (fstatat(dirfd(directory), entry->d_name, &info, AT_SYMLINK_NOFOLLOW) == 0 &&
            S_ISREG(info.st_mode))
            bytes += (uint64_t)info.st_size;
    }
    closedir(directory);
    return bytes;
}

enum status run_space_fits(const struct disk_estimate *estimate, const char *folder,
                           const struct run_plan *plan, uint64_t room, struct error *error) {
    char most[NUMBERS_SIZE], free_room[NUMBERS_SIZE], part[NUMBERS_SIZE];
    char parts[4 * NUMBERS_SIZE];
    size_t used = 0;
    if (estimate->most <= room)
        return STATUS_OK;
    const struct {
        const char *name;
        uint64_t bytes;
    } PARTS[] = {
        {"sources", estimate->sources}, {"text", estimate->text}, {"shards", estimate->shards}};
    for (size_t i = 0; i < sizeof PARTS / sizeof *PARTS; i++) {
        if (PARTS[i].bytes == 0)
            continue;
        numbers_format_size(PARTS[i].bytes, part);
        used += (size_t)snprintf(parts + used, sizeof parts - used, "%s%s %s",
                                 used == 0 ? "" : ", ", PARTS[i].name, part);
    }
    numbers_format_size(estimate->most, most);
    numbers_format_size(room, free_room);
    return error_set(error, STATUS_FAILED,
                     "'%s' will need about %s more (%s), and its disk has %s left; make room%s, or "
                     "give --no-space-check if you know better",
                     folder, most, parts, free_room,
                     plan->keep_text && plan->kind != RUN_SOURCE_SHARDS
                         ? ", have text deleted as it is used up (init --delete-text)"
                         : "");
}

enum status run_space_check(const char *folder, const struct run_plan *plan,
                            const struct task_census *census, struct error *error) {
    struct disk_made made = {.sources = fetched_bytes(folder)};
    struct disk_estimate estimate;
    uint64_t room = 0;
    task_census_disk(census, &made);
    disk_estimate_make(&estimate, plan, &made);
    enum status status = disk_estimate_free(folder, &room, error);
    return status == STATUS_OK ? run_space_fits(&estimate, folder, plan, room, error) : status;
}
