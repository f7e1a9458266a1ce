#include "tools/prep/task_inputs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/prep/task_key.h"
#include "tools/prep/text_stage.h"
#include "tools/prep/vocabulary_stage.h"

enum status task_inputs_read(struct task_inputs *inputs, const char *folder,
                             const struct run_plan *plan, struct error *error) {
    struct task_marker vocabulary;
    bool has_text, has_vocabulary = false;
    *inputs = (struct task_inputs){0};
    task_marker_init(&inputs->text);
    enum status status = text_stage_read(&inputs->text, &has_text, folder, plan, error);
    if (status != STATUS_OK || !has_text)
        return status;
    status =
        vocabulary_stage_read(&vocabulary, &has_vocabulary, folder, plan, &inputs->text, error);
    if (status == STATUS_OK && has_vocabulary) {
        memcpy(inputs->vocabulary_sha256, vocabulary.files[0].sha256,
               sizeof inputs->vocabulary_sha256);
        inputs->complete = true;
        task_marker_release(&vocabulary);
    }
    if (!inputs->complete)
        task_inputs_release(inputs);
    return status;
}

enum status task_inputs_need(const struct task_inputs *inputs, const char *folder,
                             struct error *error) {
    if (inputs->complete)
        return STATUS_OK;
    return error_set(error, STATUS_FAILED,
                     "text and vocabulary for the tasks of '%s' are not made yet; "
                     "'mlmprep run %s --until vocab' does that",
                     folder, folder);
}

enum status task_inputs_key(char hexadecimal[RUN_PLAN_SHA256], const struct task_inputs *inputs,
                            const struct run_plan *plan, size_t task, unsigned phase,
                            struct error *error) {
    char *name = NULL, number[24];
    struct task_key key;
    enum status status = run_plan_shard_name(plan, task, &name, error);
    if (status != STATUS_OK)
        return status;
    status = task_key_init(&key, error);
    if (status == STATUS_OK) {
        snprintf(number, sizeof number, "%u", phase);
        task_key_add(&key, "task");
        task_key_add(&key, plan->version);
        task_key_add_words(&key, &plan->options[RUN_WPIECE]);
        task_key_add(&key, number);
        task_key_add_words(&key, &plan->options[RUN_MKMLM]);
        task_key_add_words(&key, &plan->options[RUN_H5PACK]);
        task_key_add(&key, inputs->vocabulary_sha256);
        task_key_add(&key, inputs->text.files[task].sha256);
        task_key_add(&key, name);
        task_key_finish(&key, hexadecimal);
    }
    free(name);
    return status;
}

void task_inputs_release(struct task_inputs *inputs) {
    task_marker_release(&inputs->text);
    *inputs = (struct task_inputs){0};
}
