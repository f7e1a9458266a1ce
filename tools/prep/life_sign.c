#include "tools/prep/life_sign.h"

#include <fcntl.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tools/prep/child_process.h"
#include "tools/prep/run_folder.h"
#include "tools/prep/state_file.h"
#include "tools/prep/utc_time.h"

static const char SUFFIX[] = ".running";
static const char FORMAT[] = "mlmprep running 1";

static char *path_of(const char *folder, const char *name) {
    return run_folder_path(folder, "state/%s%s", name, SUFFIX);
}

static void open_file(struct life_sign *sign) {
    char *path = path_of(sign->folder, sign->name);
    if (sign->descriptor >= 0)
        close(sign->descriptor);
    sign->descriptor = path == NULL ? -1 : open(path, O_RDONLY | O_CLOEXEC);
    free(path);
}

static enum status publish(struct life_sign *sign, struct error *error) {
    struct process_identity self;
    char job[ENGINE_JOB_SIZE], started[UTC_TIME_SIZE];
    process_identity_self(&self);
    engine_index_job(job);
    utc_time_text(started, sign->started);
    json_t *object = json_pack("{s:s, s:s, s:s}", "format", FORMAT, "job", job, "started", started);
    enum status status = object == NULL ? STATUS_OK : process_identity_put(object, &self, error);
    if (status != STATUS_OK)
        json_decref(object);
    else
        status = state_file_write(object, sign->folder, sign->name, SUFFIX, error);
    if (status == STATUS_OK)
        open_file(sign);
    return status;
}

enum status life_sign_start(struct life_sign *sign, const char *folder, const char *name,
                            struct error *error) {
    *sign = (struct life_sign){.folder = strdup(folder),
                               .name = strdup(name),
                               .descriptor = -1,
                               .touched = child_process_now(),
                               .started = time(NULL)};
    enum status status = sign->folder == NULL || sign->name == NULL
                             ? error_no_memory(error, "a sign of life")
                             : publish(sign, error);
    if (status != STATUS_OK)
        life_sign_end(sign);
    return status;
}

/* Whether the name is still our file's. */
static bool is_ours(const struct life_sign *sign) {
    struct stat ours, named;
    char *path = path_of(sign->folder, sign->name);
    bool same = path != NULL && sign->descriptor >= 0 && fstat(sign->descriptor, &ours) == 0 &&
                stat(path, &named) == 0 && ours.st_dev == named.st_dev &&
                ours.st_ino == named.st_ino;
    free(path);
    return same;
}

void life_sign_touch(struct life_sign *sign) {
    double now = child_process_now();
    if (sign->folder == NULL || now - sign->touched < LIFE_SIGN_TOUCHED)
        return;
    sign->touched = now;
    if (is_ours(sign)) {
        (void)futimens(sign->descriptor, NULL);
        return;
    }
    struct life_sign_info info;
    struct error ignored;
    /* Only one of this machine is known to be gone without the server's time. */
    enum life_sign_state state = life_sign_look(&info, sign->folder, sign->name, 0);
    if (state != LIFE_SIGN_ALIVE)
        (void)!publish(sign, &ignored);
}

void life_sign_end(struct life_sign *sign) {
    struct error ignored;
    if (sign->folder != NULL && sign->name != NULL && is_ours(sign))
        (void)!state_file_remove(sign->folder, sign->name, SUFFIX, &ignored);
    if (sign->folder != NULL && sign->descriptor >= 0)
        close(sign->descriptor);
    free(sign->folder);
    free(sign->name);
    *sign = (struct life_sign){.descriptor = -1};
}

static bool read_object(struct life_sign_info *info, const json_t *object) {
    const char *format, *job, *started;
    *info = (struct life_sign_info){.touched = 0};
    if (json_unpack((json_t *)(uintptr_t)object, "{s:s, s:s, s:s}", "format", &format, "job", &job,
                    "started", &started) != 0 ||
        strcmp(format, FORMAT) != 0 || strlen(job) >= sizeof info->job ||
        !utc_time_parse(&info->started, started))
        return false;
    snprintf(info->job, sizeof info->job, "%s", job);
    return process_identity_get(&info->process, object);
}

bool life_sign_parse(struct life_sign_info *info, struct view text) {
    json_t *object = state_file_parse(text);
    bool whole = object != NULL && read_object(info, object);
    json_decref(object);
    return whole;
}

enum life_sign_state life_sign_look(struct life_sign_info *info, const char *folder,
                                    const char *name, time_t now) {
    struct error ignored;
    struct stat file;
    json_t *object;
    if (state_file_read(&object, folder, name, SUFFIX, &ignored) != STATUS_OK || object == NULL)
        return LIFE_SIGN_NONE;
    bool whole = read_object(info, object);
    json_decref(object);
    char *path = path_of(folder, name);
    whole = whole && path != NULL && stat(path, &file) == 0;
    free(path);
    if (!whole)
        return LIFE_SIGN_NONE;
    info->touched = file.st_mtime;
    if (process_identity_is_gone(&info->process) || now - info->touched > LIFE_SIGN_DEAD)
        return LIFE_SIGN_STOPPED;
    return LIFE_SIGN_ALIVE;
}

void life_sign_clean(const char *folder, const char *name, time_t now) {
    struct life_sign_info info;
    struct error ignored;
    if (life_sign_look(&info, folder, name, now) != LIFE_SIGN_ALIVE)
        (void)!state_file_remove(folder, name, SUFFIX, &ignored);
}
