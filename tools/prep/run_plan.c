#include "tools/prep/run_plan.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "formats/base/byte_source.h"
#include "formats/base/version.h"

/* A plan of 65536 sources takes 30 MB. */
static const size_t LARGEST_PLAN = (size_t)64 << 20;

static const char *const TOOLS[] = {
    [RUN_WIKIPLAIN] = "wikiplain", [RUN_SENTSPLIT] = "sentsplit", [RUN_DOCSHARD] = "docshard",
    [RUN_WPVOCAB] = "wpvocab",     [RUN_WPIECE] = "wpiece",       [RUN_MKMLM] = "mkmlm",
    [RUN_H5PACK] = "h5pack",       [RUN_S3SYNC] = "s3sync",
};

const char *run_tool_name(enum run_tool tool) {
    return TOOLS[tool];
}

void run_plan_init(struct run_plan *plan) {
    *plan = (struct run_plan){.training_shards = 256,
                              .phases = {1},
                              .phase_count = 1,
                              .keep_text = true,
                              .series = {.keep = 1}};
}

void run_plan_release(struct run_plan *plan) {
    free(plan->version);
    free(plan->corpus);
    for (size_t i = 0; i < plan->source_count; i++) {
        free(plan->sources[i].location);
        free(plan->sources[i].name);
    }
    free(plan->sources);
    free(plan->series.mirror);
    free(plan->series.wiki);
    free(plan->series.files);
    free(plan->vocabulary);
    for (size_t i = 0; i < RUN_TOOLS; i++)
        run_words_release(&plan->options[i]);
    free(plan->bucket);
    *plan = (struct run_plan){0};
}

bool run_plan_is_url(const char *location) {
    return strncmp(location, "http://", 7) == 0 || strncmp(location, "https://", 8) == 0;
}

enum status run_plan_add_source(struct run_plan *plan, const char *location, const char *name,
                                struct error *error) {
    size_t count = plan->source_count;
    if (count == RUN_PLAN_SOURCES)
        return error_set(error, STATUS_USAGE, "there are more than %d sources; join some",
                         RUN_PLAN_SOURCES);
    /* Room for 1, 2, 4, 8 and so on. */
    if ((count & (count - 1)) == 0) {
        struct run_source *grown =
            realloc(plan->sources, (count == 0 ? 1 : 2 * count) * sizeof *grown);
        if (grown == NULL)
            return error_no_memory(error, "the sources");
        plan->sources = grown;
    }
    struct run_source source = {.location = strdup(location), .name = strdup(name)};
    if (source.location == NULL || source.name == NULL) {
        free(source.location);
        free(source.name);
        return error_no_memory(error, "a source");
    }
    plan->sources[plan->source_count++] = source;
    return STATUS_OK;
}

static enum status check_version(const struct run_plan *plan, const char *path,
                                 struct error *error) {
    /* A series makes plans of its own, by the tools of the day. */
    if (plan->series.mirror != NULL || strcmp(plan->version, MLMPREP_VERSION) == 0)
        return STATUS_OK;
    return error_set(error, STATUS_FAILED,
                     "'%s' was written by mlmprep %.32s, and this is %s: take those tools, or "
                     "begin again in another folder",
                     path, plan->version, MLMPREP_VERSION);
}

enum status run_plan_read(struct run_plan *plan, const char *path, struct error *error) {
    struct buffer text = BUFFER_INIT;
    *plan = (struct run_plan){0};
    enum status status = byte_source_read_file(path, LARGEST_PLAN, &text, error);
    if (status == STATUS_OK)
        status = run_plan_parse(plan, buffer_view(&text), path, error);
    buffer_release(&text);
    return status;
}

enum status run_plan_load(struct run_plan *plan, const char *folder, struct error *error) {
    char *path = NULL;
    *plan = (struct run_plan){0};
    if (asprintf(&path, "%s/%s", folder, RUN_PLAN_NAME) < 0)
        return error_no_memory(error, "a path");
    enum status status;
    if (access(path, F_OK) != 0 && (errno == ENOENT || errno == ENOTDIR))
        status = error_set(error, STATUS_USAGE,
                           "'%s' is not there: 'mlmprep init' makes a run folder", path);
    else
        status = run_plan_read(plan, path, error);
    if (status == STATUS_OK) {
        status = check_version(plan, path, error);
        if (status != STATUS_OK)
            run_plan_release(plan);
    }
    free(path);
    return status;
}

enum status run_plan_copy(struct run_plan *copy, const struct run_plan *plan, struct error *error) {
    struct buffer text = BUFFER_INIT;
    *copy = (struct run_plan){0};
    enum status status = run_plan_write(plan, &text, error);
    if (status == STATUS_OK)
        status = run_plan_parse(copy, buffer_view(&text), RUN_PLAN_NAME, error);
    buffer_release(&text);
    return status;
}

size_t run_plan_tasks(const struct run_plan *plan) {
    if (plan->kind == RUN_SOURCE_SHARDS)
        return plan->source_count;
    return (size_t)(plan->training_shards + plan->test_shards);
}

/* Length of the name up to the "_training_<n>" or "_test_<n>" it ends with; 0 when it does not. */
static size_t corpus_length(const char *name, size_t length) {
    size_t end = length;
    while (end > 0 && name[end - 1] >= '0' && name[end - 1] <= '9')
        end--;
    size_t digits = length - end;
    if (digits == 0 || digits > 18 || (digits > 1 && name[end] == '0') || *name == '.')
        return 0;
    static const char *const MARKERS[] = {"_training_", "_test_"};
    for (size_t i = 0; i < 2; i++) {
        size_t size = strlen(MARKERS[i]);
        if (end > size && memcmp(name + end - size, MARKERS[i], size) == 0)
            return end - size;
    }
    return 0;
}

static char *name_of_source(const struct run_plan *plan, size_t task) {
    char *name = NULL;
    const char *base = plan->sources[task].name;
    size_t length = strlen(base);
    if (length > 4 && strcmp(base + length - 4, ".txt") == 0)
        length -= 4;
    if (corpus_length(base, length) > 0)
        return strndup(base, length);
    return asprintf(&name, "%s_training_%zu", plan->corpus, task) < 0 ? NULL : name;
}

enum status run_plan_shard_name(const struct run_plan *plan, size_t task, char **name,
                                struct error *error) {
    *name = NULL;
    if (plan->kind == RUN_SOURCE_SHARDS) {
        *name = name_of_source(plan, task);
    } else {
        bool trains = task < plan->training_shards;
        size_t number = trains ? task : task - (size_t)plan->training_shards;
        if (asprintf(name, "%s_%s_%zu", plan->corpus, trains ? "training" : "test", number) < 0)
            *name = NULL;
    }
    return *name == NULL ? error_no_memory(error, "the name of a shard") : STATUS_OK;
}
