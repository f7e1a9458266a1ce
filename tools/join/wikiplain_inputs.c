#include "tools/join/wikiplain_inputs.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tools/s3/folder_walk.h"

struct gathering {
    struct wikiplain_inputs *inputs;
    size_t capacity;
    bool size_unknown;
    struct error refused; /* what the walk told first; its status is STATUS_OK while nothing */
};

static enum status add(struct gathering *gathering, const char *path, struct error *error) {
    struct wikiplain_inputs *inputs = gathering->inputs;
    if (inputs->count == gathering->capacity) {
        size_t capacity = gathering->capacity == 0 ? 16 : 2 * gathering->capacity;
        char **grown = realloc(inputs->paths, capacity * sizeof *grown);
        if (grown == NULL)
            return error_no_memory(error, "the names of the files");
        inputs->paths = grown;
        gathering->capacity = capacity;
    }
    char *copy = strdup(path);
    if (copy == NULL)
        return error_no_memory(error, "the names of the files");
    inputs->paths[inputs->count++] = copy;
    struct stat info;
    if (strcmp(path, "-") != 0 && stat(path, &info) == 0 && S_ISREG(info.st_mode))
        inputs->bytes += (uint64_t)info.st_size;
    else
        gathering->size_unknown = true;
    return STATUS_OK;
}

static enum status check(const char *path, struct error *error) {
    return access(path, R_OK) == 0 ? STATUS_OK : error_system(error, errno, "cannot open", path);
}

static enum status take_file(void *context, const char *path, const char *relative,
                             struct error *error) {
    if (relative[0] == '.' || strstr(relative, "/.") != NULL)
        return STATUS_OK;
    enum status status = check(path, error);
    return status == STATUS_OK ? add(context, path, error) : status;
}

static void refuse(void *context, const char *path, const struct error *why) {
    struct gathering *gathering = context;
    (void)path;
    if (gathering->refused.status == STATUS_OK)
        gathering->refused = *why;
}

static enum status add_folder(struct gathering *gathering, const char *path, struct error *error) {
    size_t before = gathering->inputs->count;
    enum status status = folder_walk(path, FOLDER_WALK_FOLLOW, take_file, refuse, gathering, error);
    if (status == STATUS_OK && gathering->refused.status != STATUS_OK) {
        *error = gathering->refused;
        return error->status;
    }
    if (status == STATUS_OK && gathering->inputs->count == before)
        return error_set(error, STATUS_FAILED, "the folder '%s' holds no file", path);
    return status;
}

enum status wikiplain_inputs_init(struct wikiplain_inputs *inputs, char *const *operands,
                                  int operand_count, struct error *error) {
    *inputs = (struct wikiplain_inputs){.count = 0};
    struct gathering gathering = {.inputs = inputs};
    gathering.refused.status = STATUS_OK;
    enum status status = operand_count == 0 ? add(&gathering, "-", error) : STATUS_OK;
    for (int i = 0; i < operand_count && status == STATUS_OK; i++) {
        const char *path = operands[i];
        struct stat info;
        if (strcmp(path, "-") != 0 && stat(path, &info) == 0 && S_ISDIR(info.st_mode)) {
            status = add_folder(&gathering, path, error);
            continue;
        }
        status = strcmp(path, "-") == 0 ? STATUS_OK : check(path, error);
        if (status == STATUS_OK)
            status = add(&gathering, path, error);
    }
    if (gathering.size_unknown)
        inputs->bytes = 0;
    if (status != STATUS_OK)
        wikiplain_inputs_release(inputs);
    return status;
}

void wikiplain_inputs_release(struct wikiplain_inputs *inputs) {
    for (size_t i = 0; i < inputs->count; i++)
        free(inputs->paths[i]);
    free(inputs->paths);
    *inputs = (struct wikiplain_inputs){.count = 0};
}
