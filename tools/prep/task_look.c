#include "tools/prep/task_look.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/prep/task_key.h"

enum status task_look_marker_name(char **name, size_t task, unsigned phase, struct error *error) {
    if (asprintf(name, "task-%05zu.phase%u", task, phase) >= 0)
        return STATUS_OK;
    *name = NULL;
    return error_no_memory(error, "the name of a marker");
}

void task_look_uploaded_name(char name[TASK_LOOK_UPLOADED], size_t task) {
    snprintf(name, TASK_LOOK_UPLOADED, "task-%05zu.uploaded", task);
}

bool task_look_uploads(const struct run_plan *plan) {
    return plan->bucket != NULL && plan->upload == RUN_UPLOAD_EACH && plan->even == RUN_EVEN_NO;
}

/* Reads a marker; *ours: it has the key. *made, and kept: its file is there, too. */
static enum status take_marker(struct task_marker *marker, bool *ours, bool *made,
                               const char *folder, const char *name, const char *key,
                               enum marker_check check, struct error *error) {
    bool there;
    *ours = false;
    enum status status = task_marker_read(marker, &there, folder, name, error);
    if (status != STATUS_OK || !there)
        return status;
    *ours = marker->file_count == 1 && strcmp(marker->key, key) == 0;
    *made = *ours && task_marker_holds(marker, folder, key, check);
    if (!*made)
        task_marker_release(marker);
    return STATUS_OK;
}

/* What a shard became counts only beside what it was: finish cannot do without that. */
static enum status look_at_phase(struct task_look *look, size_t index, const char *folder,
                                 const char *name, const char *key, enum marker_check check,
                                 struct error *error) {
    bool *made = &look->made[index], ours;
    struct task_marker *marker = &look->shards[index];
    char even[64];
    enum status status = take_marker(marker, &ours, made, folder, name, key, check, error);
    if (status != STATUS_OK || !ours || *made)
        return status;
    snprintf(even, sizeof even, "%s.even", name);
    status = take_marker(marker, &ours, made, folder, even, key, check, error);
    look->even = look->even || *made;
    return status;
}

static enum status look_for_upload(struct task_look *look, const char *folder,
                                   const struct run_plan *plan, size_t task, struct error *error) {
    char key[RUN_PLAN_SHA256], name[TASK_LOOK_UPLOADED];
    struct task_marker marker;
    bool there;
    look->uploaded = look->even || !task_look_uploads(plan);
    if (look->uploaded || !look->all_made)
        return STATUS_OK;
    enum status status = task_look_upload_key(key, look, plan, error);
    if (status != STATUS_OK)
        return status;
    task_look_uploaded_name(name, task);
    status = task_marker_read(&marker, &there, folder, name, error);
    if (status == STATUS_OK && there) {
        look->uploaded = strcmp(marker.key, key) == 0;
        task_marker_release(&marker);
    }
    return status;
}

enum status task_look_at(struct task_look *look, const char *folder, const struct run_plan *plan,
                         const struct task_inputs *inputs, size_t task, enum marker_check check,
                         struct error *error) {
    *look = (struct task_look){.all_made = inputs->complete};
    enum status status = STATUS_OK;
    for (size_t i = 0; i < plan->phase_count && inputs->complete && status == STATUS_OK; i++) {
        char key[RUN_PLAN_SHA256], *name = NULL;
        status = task_inputs_key(key, inputs, plan, task, plan->phases[i], error);
        if (status == STATUS_OK)
            status = task_look_marker_name(&name, task, plan->phases[i], error);
        if (status == STATUS_OK)
            status = look_at_phase(look, i, folder, name, key, check, error);
        free(name);
        look->all_made = look->all_made && look->made[i];
    }
    if (status == STATUS_OK)
        status = look_for_upload(look, folder, plan, task, error);
    look->done = look->all_made && look->uploaded;
    if (status != STATUS_OK)
        task_look_release(look);
    return status;
}

enum status task_look_upload_key(char hexadecimal[RUN_PLAN_SHA256], const struct task_look *look,
                                 const struct run_plan *plan, struct error *error) {
    struct task_key key;
    enum status status = task_key_init(&key, error);
    if (status != STATUS_OK)
        return status;
    task_key_add(&key, "upload");
    task_key_add(&key, plan->bucket);
    for (size_t i = 0; i < plan->phase_count; i++) {
        task_key_add(&key, look->shards[i].files[0].path);
        task_key_add(&key, look->shards[i].files[0].sha256);
    }
    task_key_finish(&key, hexadecimal);
    return STATUS_OK;
}

void task_look_release(struct task_look *look) {
    for (size_t i = 0; i < RUN_PLAN_PHASES; i++) {
        if (look->made[i])
            task_marker_release(&look->shards[i]);
    }
    *look = (struct task_look){0};
}
