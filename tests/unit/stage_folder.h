/*
 * stage_folder - for tests: a run folder whose sources are shards, so that text and vocabulary are
 * made without any tool.
 */
#ifndef TESTS_UNIT_STAGE_FOLDER_H
#define TESTS_UNIT_STAGE_FOLDER_H

#include "tests/unit/scratch_folder.h"
#include "tools/prep/known_file.h"
#include "tools/prep/run_folder.h"
#include "tools/prep/text_stage.h"
#include "tools/prep/vocabulary_stage.h"

static struct run_plan stage_plan;
static struct stage_request stage_request = {.folder = scratch_folder, .plan = &stage_plan};
static struct error stage_error;

/* Adds a source as it is now. */
static inline bool stage_add_source(const char *name) {
    struct known_file file;
    char path[PATH_MAX + 300];
    strcpy(path, scratch_path(name));
    if (known_file_read(&file, path, NULL, &stage_error) != STATUS_OK ||
        run_plan_add_source(&stage_plan, path, name, &stage_error) != STATUS_OK)
        return false;
    struct run_source *source = &stage_plan.sources[stage_plan.source_count - 1];
    source->bytes = file.state.size;
    strcpy(source->sha256, file.sha256);
    return true;
}

/* Setup: the plan, of "w_training_0.txt", "other" and the vocabulary vocab.txt. */
static inline int stage_folder_make(void **state) {
    struct known_file vocabulary;
    if (scratch_folder_make(state) != 0 ||
        run_folder_make(scratch_folder, &stage_error) != STATUS_OK)
        return -1;
    scratch_write("w_training_0.txt", "one\n");
    scratch_write("other", "two\n");
    scratch_write("vocab.txt", "[PAD]\n");
    run_plan_init(&stage_plan);
    stage_plan.kind = RUN_SOURCE_SHARDS;
    stage_plan.version = strdup("0.1.0");
    stage_plan.corpus = strdup("w");
    stage_plan.training_shards = 0;
    stage_plan.vocabulary = strdup(scratch_path("vocab.txt"));
    if (known_file_read(&vocabulary, scratch_path("vocab.txt"), NULL, &stage_error) != STATUS_OK)
        return -1;
    strcpy(stage_plan.vocabulary_sha256, vocabulary.sha256);
    return stage_add_source("w_training_0.txt") && stage_add_source("other") ? 0 : -1;
}

static inline int stage_folder_remove(void **state) {
    run_plan_release(&stage_plan);
    return scratch_folder_remove(state);
}

/* Both stages; whether both said that they were done. */
static inline bool stages_were_done(void) {
    bool text = false, vocabulary = false;
    if (text_stage_run(&stage_request, &text, &stage_error) != STATUS_OK ||
        vocabulary_stage_run(&stage_request, &vocabulary, &stage_error) != STATUS_OK)
        abort();
    return text && vocabulary;
}

#endif
