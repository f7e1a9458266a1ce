#include "tools/mlmprep/plan_trial.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/mlmprep/tool_question.h"
#include "tools/prep/folder_tree.h"
#include "tools/prep/run_folder.h"
#include "tools/prep/tool_pipe.h"

/* Two documents, so that there are pairs. */
static const char TEXT[] = "A cat sat on a mat.\nIt was a black cat.\nThe mat was red.\n\n"
                           "The sun is a star.\nIt is far away.\nAll see it by day.\n";

/* Enough for a tokenizer, where the vocabulary is not there yet. */
static const char VOCABULARY[] = "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\na\nthe\nit\nis\nwas\n.\n";

struct trial {
    const struct run_plan *plan;
    struct stop_signal *stop;
    char *text, *vocabulary, *log, *output; /* owned: paths below the folder */
    char *target;                           /* owned: a URL of a folder below it */
};

static enum status write_text(const char *path, const char *text, struct error *error) {
    FILE *file = fopen(path, "we");
    bool written = file != NULL && fputs(text, file) >= 0;
    int number = errno;
    if (file != NULL && fclose(file) != 0 && written) {
        number = errno;
        written = false;
    }
    return written ? STATUS_OK : error_system(error, number, "cannot write", path);
}

static enum status begin(struct trial *trial, const char *folder, struct error *error) {
    trial->text = run_folder_path(folder, "text.txt");
    trial->vocabulary = run_folder_path(folder, "vocab.txt");
    trial->log = run_folder_path(folder, "log");
    trial->output = run_folder_path(folder, "out");
    trial->target = run_folder_path("file:/", "%s/bucket", folder);
    if (trial->text == NULL || trial->vocabulary == NULL || trial->log == NULL ||
        trial->output == NULL || trial->target == NULL)
        return error_no_memory(error, "a path");
    enum status status = write_text(trial->text, TEXT, error);
    return status != STATUS_OK ? status : write_text(trial->vocabulary, VOCABULARY, error);
}

/* What a failure says of the plan. */
static enum status judge(enum status status) {
    return status == STATUS_USAGE || status == STATUS_TEMPORARY || status == STATUS_NO_MEMORY
               ? status
               : STATUS_OK;
}

static enum status add(struct tool_pipe *pipe, const struct run_plan *plan, enum run_tool tool,
                       struct error *error) {
    enum status status = tool_pipe_add(pipe, run_tool_name(tool), NULL, error);
    return status != STATUS_OK ? status : tool_pipe_words(pipe, &plan->options[tool], error);
}

/* wpiece | mkmlm | h5pack */
static enum status try_phase(const struct trial *trial, unsigned phase, struct error *error) {
    const struct run_plan *plan = trial->plan;
    bool is_here = plan->vocabulary != NULL && !run_plan_is_url(plan->vocabulary);
    struct tool_pipe pipe;
    tool_pipe_init(&pipe, trial->log, trial->stop);
    enum status status = add(&pipe, plan, RUN_WPIECE, error);
    if (status == STATUS_OK)
        status = tool_pipe_arguments(&pipe, error, "--vocab",
                                     is_here ? plan->vocabulary : trial->vocabulary, "--",
                                     trial->text, NULL);
    if (status == STATUS_OK)
        status = add(&pipe, plan, RUN_MKMLM, error);
    if (status == STATUS_OK)
        status = tool_pipe_arguments(&pipe, error, "--phase", phase == 1 ? "1" : "2", NULL);
    if (status == STATUS_OK)
        status = add(&pipe, plan, RUN_H5PACK, error);
    if (status == STATUS_OK)
        status = tool_pipe_arguments(&pipe, error, "--output", trial->output, NULL);
    if (status == STATUS_OK)
        status = judge(tool_pipe_run(&pipe, error));
    tool_pipe_release(&pipe);
    return status;
}

/* A tool by itself, with more words up to a NULL: it looks at its options before it misses input.
 */
static enum status try_alone(const struct run_plan *plan, enum run_tool tool, struct error *error,
                             const char *const *more) {
    struct run_words words = {0};
    struct buffer answer = BUFFER_INIT;
    enum status status = STATUS_OK;
    for (size_t i = 0; i < plan->options[tool].count && status == STATUS_OK; i++)
        status = run_words_add(&words, plan->options[tool].words[i], error);
    for (; *more != NULL && status == STATUS_OK; more++)
        status = run_words_add(&words, *more, error);
    if (status == STATUS_OK)
        status = judge(tool_question_ask(&answer, run_tool_name(tool), &words, error));
    run_words_release(&words);
    buffer_release(&answer);
    return status;
}

static enum status try_wpvocab(const struct run_plan *plan, struct error *error) {
    char size[40];
    const char *const more[] = {size, NULL};
    snprintf(size, sizeof size, "--vocab-size=%llu", (unsigned long long)plan->vocabulary_size);
    return try_alone(plan, RUN_WPVOCAB, error, more);
}

/* To a folder, whatever the bucket: nobody is asked over the network. */
static enum status try_s3sync(const struct trial *trial, struct error *error) {
    const struct run_words *words = &trial->plan->options[RUN_S3SYNC];
    /* --abort-stale and --sagemaker-manifest make sense with a bucket alone. */
    for (size_t i = 0; i < words->count; i++) {
        if (strncmp(words->words[i], "--ab", 4) == 0 || strncmp(words->words[i], "--sa", 4) == 0)
            return STATUS_OK;
    }
    const char *const more[] = {"--dry-run", "--", trial->text, trial->target, NULL};
    return try_alone(trial->plan, RUN_S3SYNC, error, more);
}

static enum status try_all(const struct trial *trial, struct error *error) {
    static const char *const NOTHING[] = {NULL};
    const struct run_plan *plan = trial->plan;
    enum status status = STATUS_OK;
    if (plan->kind == RUN_SOURCE_DUMP)
        status = try_alone(plan, RUN_WIKIPLAIN, error, NOTHING);
    if (status == STATUS_OK && plan->vocabulary == NULL)
        status = try_wpvocab(plan, error);
    for (size_t i = 0; i < plan->phase_count && status == STATUS_OK; i++)
        status = try_phase(trial, plan->phases[i], error);
    if (status == STATUS_OK && plan->bucket != NULL)
        status = try_s3sync(trial, error);
    return status;
}

enum status plan_trial_run(const struct run_plan *plan, struct stop_signal *stop,
                           struct error *error) {
    struct trial trial = {.plan = plan, .stop = stop};
    const char *place = getenv("TMPDIR");
    char *folder =
        run_folder_path(place == NULL || *place != '/' ? "/tmp" : place, "mlmprep-trial.XXXXXX");
    if (folder == NULL)
        return error_no_memory(error, "a path");
    enum status status = STATUS_OK;
    /* Without a place for it there is no trial. */
    if (mkdtemp(folder) == NULL)
        goto out_folder;
    status = begin(&trial, folder, error);
    status = status == STATUS_OK ? try_all(&trial, error) : judge(status);
    folder_tree_remove(folder);
    free(trial.text);
    free(trial.vocabulary);
    free(trial.log);
    free(trial.output);
    free(trial.target);
out_folder:
    free(folder);
    return status;
}
