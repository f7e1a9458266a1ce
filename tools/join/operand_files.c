#include "tools/join/operand_files.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

uint64_t operand_files_size(char *const *paths, int count) {
    uint64_t total = 0;
    for (int i = 0; i < count; i++) {
        struct stat info;
        if (stat(paths[i], &info) != 0 || !S_ISREG(info.st_mode))
            return 0;
        total += (uint64_t)info.st_size;
    }
    return total;
}

enum status operand_files_check(char *const *paths, int count, struct error *error) {
    for (int i = 0; i < count; i++) {
        if (strcmp(paths[i], "-") != 0 && access(paths[i], R_OK) != 0)
            return error_system(error, errno, "cannot open", paths[i]);
    }
    return STATUS_OK;
}

/* Looks at a file that is read; "-" is standard input. */
static bool look(const char *path, struct stat *info) {
    return (strcmp(path, "-") == 0 ? fstat(STDIN_FILENO, info) : stat(path, info)) == 0;
}

bool operand_files_include(char *const *paths, int count, const char *path) {
    struct stat wanted;
    if (stat(path, &wanted) != 0)
        return false;
    for (int i = 0; i == 0 || i < count; i++) {
        struct stat info;
        if (look(count == 0 ? "-" : paths[i], &info) && info.st_dev == wanted.st_dev &&
            info.st_ino == wanted.st_ino)
            return true;
    }
    return false;
}
