#include "tools/fetch/local_copy.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "formats/base/file_state.h"
#include "tools/s3/uri_encoding.h"

static const char START[] = "file:///";
static const size_t STEP = (size_t)1 << 20;

bool local_copy_is(const char *url) {
    return strncmp(url, START, sizeof START - 1) == 0;
}

enum status local_copy_path(char **path, const char *url, struct error *error) {
    /* The path begins with the third slash. */
    char *made = strdup(url + sizeof START - 2);
    if (made == NULL)
        return error_no_memory(error, "a file name");
    if (!uri_encoding_decode_path(made)) {
        free(made);
        return error_set(error, STATUS_FAILED, "'%.300s' is no URL: write %% as %%25", url);
    }
    *path = made;
    return STATUS_OK;
}

static enum status open_file(int *descriptor, struct file_state *state, const char *url,
                             struct error *error) {
    char *path = NULL;
    enum status status = local_copy_path(&path, url, error);
    if (status == STATUS_OK)
        status = file_state_open(descriptor, state, path, error);
    free(path);
    return status;
}

enum status local_copy_is_same(const char *url, const struct stat *info, bool *same,
                               struct error *error) {
    struct file_state state;
    int descriptor;
    enum status status = open_file(&descriptor, &state, url, error);
    if (status != STATUS_OK)
        return status;
    close(descriptor);
    *same = state.size == (uint64_t)info->st_size && state.modified.tv_sec == info->st_mtim.tv_sec;
    return STATUS_OK;
}

static enum status copy(struct fetch_session *session, struct download_part *part, int descriptor,
                        const char *url, struct error *error) {
    enum status status = STATUS_OK;
    char *block = malloc(STEP);
    if (block == NULL)
        return error_no_memory(error, "copying a file");
    while (status == STATUS_OK) {
        ssize_t count = read(descriptor, block, STEP);
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            status = error_system(error, errno, "cannot read", url);
        else if (count == 0)
            break;
        else if (!fetch_session_goes_on(session))
            status = error_set(error, STATUS_TEMPORARY, "told to stop");
        else
            status = download_part_add(part, block, (size_t)count, error);
        session->there = part->held;
    }
    free(block);
    return status;
}

enum status local_copy_run(struct fetch_session *session, const struct download_wish *wish,
                           struct download_part *part, struct error *error) {
    struct file_state state;
    int descriptor;
    enum status status = open_file(&descriptor, &state, wish->url, error);
    if (status != STATUS_OK)
        return status;
    session->total = state.size;
    status = download_part_begin(part, NULL, NULL, state.size, error);
    if (status == STATUS_OK)
        status = copy(session, part, descriptor, wish->url, error);
    close(descriptor);
    if (status == STATUS_OK && part->held != state.size)
        status = error_set(error, STATUS_FAILED, "'%.300s' changed while it was copied", wish->url);
    part->modified = state.modified.tv_sec;
    return status;
}
