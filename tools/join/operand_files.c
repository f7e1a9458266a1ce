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
