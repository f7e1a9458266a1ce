/* Whether the parts of a plan fit together: see run_plan.h. */
#include <stdlib.h>
#include <string.h>

#include "tools/prep/run_plan.h"

/* With a number and an ending, the longest name stays below the 255 bytes of file systems. */
static const size_t LONGEST_CORPUS = 200;

/* Not empty, no way out of its folder, nothing that disturbs a line. */
static bool is_file_name(const char *name) {
    if (*name == '\0' || strcmp(name, ".") == 0 || strcmp(name, "..") == 0 || strlen(name) > 255)
        return false;
    for (; *name != '\0'; name++) {
        if (*name == '/' || (unsigned char)*name < 0x20 || *name == 0x7f)
            return false;
    }
    return true;
}

static enum status check_corpus(const struct run_plan *plan, struct error *error) {
    if (plan->corpus != NULL && is_file_name(plan->corpus) && plan->corpus[0] != '.' &&
        strlen(plan->corpus) <= LONGEST_CORPUS)
        return STATUS_OK;
    return error_set(error, STATUS_USAGE,
                     "the corpus cannot be named '%.60s': that takes 1 to 200 bytes without "
                     "slashes, control characters and a dot in front",
                     plan->corpus == NULL ? "" : plan->corpus);
}

static enum status check_series(const struct run_plan *plan, struct error *error) {
    const struct run_series *series = &plan->series;
    if (!run_plan_is_url(series->mirror) && strncmp(series->mirror, "file:///", 8) != 0)
        return error_set(error, STATUS_USAGE,
                         "the mirror '%.200s' is no http://, https:// or file:/// URL",
                         series->mirror);
    if (series->wiki == NULL || !is_file_name(series->wiki) || series->files == NULL ||
        !is_file_name(series->files))
        return error_set(error, STATUS_USAGE,
                         "a series of dumps needs the name of the wiki, like 'enwiki', and a "
                         "pattern of file names");
    if (plan->source_count > 0)
        return error_set(error, STATUS_USAGE,
                         "the latest dump and other sources cannot go together");
    if (plan->kind != RUN_SOURCE_DUMP)
        return error_set(error, STATUS_USAGE, "the latest source is a dump and nothing else");
    return STATUS_OK;
}

static enum status check_source(const struct run_source *source, struct error *error) {
    bool is_url = run_plan_is_url(source->location);
    if (!is_url && source->location[0] != '/')
        return error_set(error, STATUS_USAGE,
                         "the source '%.200s' is neither an absolute path nor a URL",
                         source->location);
    if (!is_file_name(source->name))
        return error_set(error, STATUS_USAGE,
                         "the source '%.200s' has no name that a file can have", source->location);
    if (is_url)
        return STATUS_OK;
    if (strcmp(strrchr(source->location, '/') + 1, source->name) != 0)
        return error_set(error, STATUS_USAGE, "the source '%.200s' cannot be named '%.200s'",
                         source->location, source->name);
    if (source->sha256[0] == '\0' || source->sha1[0] != '\0')
        return error_set(error, STATUS_USAGE, "the source '%.200s' has %s", source->location,
                         source->sha1[0] != '\0' ? "a SHA-1, as files of servers have"
                                                 : "no SHA-256");
    return STATUS_OK;
}

static int compare_texts(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/*
 * Whether two of the names are the same, of which *which is one: of those that URLs get below
 * source/, or of the shards that sources make. Names are owned by the list where `owned` says so.
 */
static enum status check_twins(char **names, size_t count, const char *what, struct error *error) {
    if (count > 1)
        qsort(names, count, sizeof *names, compare_texts);
    for (size_t i = 1; i < count; i++) {
        if (strcmp(names[i - 1], names[i]) == 0)
            return error_set(error, STATUS_USAGE,
                             "two sources would be the %s '%.200s'; name one "
                             "differently",
                             what, names[i]);
    }
    return STATUS_OK;
}

static enum status check_url_names(const struct run_plan *plan, char **names, struct error *error) {
    size_t count = 0;
    for (size_t i = 0; i < plan->source_count; i++) {
        if (run_plan_is_url(plan->sources[i].location))
            names[count++] = plan->sources[i].name;
    }
    return check_twins(names, count, "file", error);
}

static enum status check_shard_names(const struct run_plan *plan, char **names,
                                     struct error *error) {
    size_t count = 0;
    enum status status = STATUS_OK;
    while (count < plan->source_count && status == STATUS_OK) {
        status = run_plan_shard_name(plan, count, &names[count], error);
        count += status == STATUS_OK;
    }
    if (status == STATUS_OK)
        status = check_twins(names, count, "shard", error);
    for (size_t i = 0; i < count; i++)
        free(names[i]);
    return status;
}

static enum status check_sources(const struct run_plan *plan, struct error *error) {
    if (plan->source_count == 0)
        return error_set(error, STATUS_USAGE, "there is no source; name one with --source");
    enum status status = STATUS_OK;
    for (size_t i = 0; i < plan->source_count && status == STATUS_OK; i++)
        status = check_source(&plan->sources[i], error);
    if (status != STATUS_OK)
        return status;
    char **names = calloc(plan->source_count, sizeof *names);
    if (names == NULL)
        return error_no_memory(error, "the names of the sources");
    status = check_url_names(plan, names, error);
    if (status == STATUS_OK && plan->kind == RUN_SOURCE_SHARDS)
        status = check_shard_names(plan, names, error);
    free(names);
    return status;
}

static enum status check_shards(const struct run_plan *plan, struct error *error) {
    uint64_t least = plan->kind == RUN_SOURCE_SHARDS ? 0 : 1;
    uint64_t most = plan->kind == RUN_SOURCE_SHARDS ? 0 : RUN_PLAN_SHARDS;
    if (plan->training_shards < least || plan->training_shards > most || plan->test_shards > most)
        return error_set(error, STATUS_USAGE,
                         most == 0 ? "sources that are shards are not cut into others"
                                   : "there can be 1 to 4096 training and 4096 test shards");
    bool holds_out = plan->test_fraction > 0 && plan->test_fraction <= 1;
    if (plan->test_shards > 0 ? !holds_out : plan->test_fraction != 0)
        return error_set(error, STATUS_USAGE,
                         "test shards and the share of documents for them go together");
    if (!plan->keep_text && plan->kind == RUN_SOURCE_SHARDS)
        return error_set(error, STATUS_USAGE,
                         "sources that are shards are not deleted; leave out --delete-text");
    return STATUS_OK;
}

static enum status check_vocabulary(const struct run_plan *plan, struct error *error) {
    const char *from = plan->vocabulary;
    bool known = plan->vocabulary_sha256[0] != '\0';
    if (from == NULL) {
        if (plan->vocabulary_size == 0 || plan->vocabulary_size > INT32_MAX || known)
            return error_set(error, STATUS_USAGE, "a vocabulary to train needs a size");
        return STATUS_OK;
    }
    if (plan->vocabulary_size != 0)
        return error_set(error, STATUS_USAGE, "a vocabulary that is there needs no size");
    if (!run_plan_is_url(from) && (from[0] != '/' || !known))
        return error_set(error, STATUS_USAGE,
                         "the vocabulary '%.200s' is no URL, nor an absolute path with its SHA-256",
                         from);
    return STATUS_OK;
}

static enum status check_work(const struct run_plan *plan, struct error *error) {
    bool one = plan->phase_count == 1 && (plan->phases[0] == 1 || plan->phases[0] == 2);
    bool both = plan->phase_count == 2 && plan->phases[0] == 1 && plan->phases[1] == 2;
    if (!one && !both)
        return error_set(error, STATUS_USAGE, "the phases are 1, 2, or both");
    const char *bucket = plan->bucket;
    if (bucket != NULL && (strncmp(bucket, "s3://", 5) != 0 || bucket[5] == '/' || !bucket[5]) &&
        strncmp(bucket, "file:///", 8) != 0)
        return error_set(error, STATUS_USAGE,
                         "the bucket '%.200s' is no URL like 's3://bucket/prefix' or "
                         "'file:///folder'",
                         bucket);
    return STATUS_OK;
}

enum status run_plan_check(const struct run_plan *plan, struct error *error) {
    enum status status = check_corpus(plan, error);
    if (status == STATUS_OK)
        status =
            plan->series.mirror != NULL ? check_series(plan, error) : check_sources(plan, error);
    if (status == STATUS_OK)
        status = check_shards(plan, error);
    if (status == STATUS_OK)
        status = check_vocabulary(plan, error);
    return status != STATUS_OK ? status : check_work(plan, error);
}
