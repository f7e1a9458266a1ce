#include <dirent.h>
#include <stdio.h>
#include <sys/stat.h>

#include "tools/prep/tool_pipe.h"

/* The position of one descriptor of a process. */
static uint64_t position_of(long process, const char *descriptor) {
    char path[80], line[64];
    unsigned long long position = 0;
    snprintf(path, sizeof path, "/proc/%ld/fdinfo/%.20s", process, descriptor);
    FILE *file = fopen(path, "re");
    if (file == NULL)
        return 0;
    while (fgets(line, sizeof line, file) != NULL) {
        if (sscanf(line, "pos: %llu", &position) == 1)
            break;
    }
    fclose(file);
    return position;
}

uint64_t tool_pipe_position(const struct tool_step *step, const char *file) {
    char path[64];
    struct stat wanted, info;
    uint64_t furthest = 0;
    if (step->process == 0 || step->ended || stat(file, &wanted) != 0)
        return 0;
    snprintf(path, sizeof path, "/proc/%ld/fd", (long)step->process);
    DIR *entries = opendir(path);
    if (entries == NULL)
        return 0;
    struct dirent *entry;
    while ((entry = readdir(entries)) != NULL) {
        if (fstatat(dirfd(entries), entry->d_name, &info, 0) != 0 || info.st_dev != wanted.st_dev ||
            info.st_ino != wanted.st_ino)
            continue;
        uint64_t position = position_of((long)step->process, entry->d_name);
        furthest = position > furthest ? position : furthest;
    }
    closedir(entries);
    return furthest;
}
