#include "tools/mlmprep/plan_making.h"

#include <stdlib.h>
#include <string.h>

#include "formats/base/version.h"
#include "tools/fetch/dump_mirror.h"
#include "tools/mlmprep/plan_names.h"
#include "tools/mlmprep/plan_sources.h"
#include "tools/mlmprep/plan_tools.h"
#include "tools/mlmprep/plan_trial.h"
#include "tools/s3/s3_url.h"

enum { DEFAULT_VOCABULARY = 30522 };
static const double DEFAULT_TEST_FRACTION = 0.1;

/* Replaces an owned text. */
static enum status replace(char **text, const char *by, struct error *error) {
    char *copy = strdup(by);
    if (copy == NULL)
        return error_no_memory(error, "the plan");
    free(*text);
    *text = copy;
    return STATUS_OK;
}

/* Replaces a text by what is given, or by a default where there is none yet. */
static enum status choose(char **text, const char *given, const char *standard,
                          struct error *error) {
    if (given == NULL && *text != NULL)
        return STATUS_OK;
    return replace(text, given != NULL ? given : standard, error);
}

static bool wants_latest(const struct plan_options *options) {
    for (size_t i = 0; i < options->sources.count; i++) {
        if (strcmp(options->sources.uses[i].text, "latest") == 0)
            return true;
    }
    return false;
}

static enum status apply_series(struct run_plan *plan, const struct plan_options *options,
                                struct error *error) {
    struct run_series *series = &plan->series;
    if (wants_latest(options)) {
        if (options->sources.count > 1)
            return error_set(error, STATUS_USAGE,
                             "'--source latest' goes with no other source: it is all that "
                             "--dump-files names");
        plan_sources_clear(plan);
        plan->kind = RUN_SOURCE_DUMP;
        enum status status = choose(&series->mirror, NULL, DUMP_MIRROR_DEFAULT, error);
        if (status != STATUS_OK)
            return status;
    }
    if (series->mirror == NULL) {
        if (options->mirror == NULL && options->wiki == NULL && options->files == NULL &&
            options->keep == PLAN_NO_NUMBER)
            return STATUS_OK;
        return error_set(error, STATUS_USAGE,
                         "--mirror, --wiki, --dump-files and --keep go with '--source latest'");
    }
    enum status status = choose(&series->mirror, options->mirror, DUMP_MIRROR_DEFAULT, error);
    if (status == STATUS_OK)
        status = choose(&series->wiki, options->wiki, DUMP_MIRROR_WIKI, error);
    if (status == STATUS_OK)
        status = choose(&series->files, options->files, DUMP_MIRROR_FILES, error);
    if (options->keep != PLAN_NO_NUMBER)
        series->keep = options->keep;
    return status;
}

static enum status apply_sources(struct run_plan *plan, const struct plan_options *options,
                                 struct error *error) {
    enum status status = apply_series(plan, options, error);
    if (status == STATUS_OK && options->sources.count > 0 && !wants_latest(options))
        status = plan_sources_take(plan, &options->sources, error);
    if (status != STATUS_OK)
        return status;
    if (options->kind > PLAN_KIND_AUTO)
        plan->kind = (enum run_source_kind)(options->kind - 1);
    else if (options->sources.count > 0 && plan->source_count > 0)
        status = plan_names_kind(plan, error);
    return status;
}

static enum status apply_vocabulary(struct run_plan *plan, struct buffer *bytes,
                                    const struct plan_options *options, struct error *error) {
    enum status status = STATUS_OK;
    const char *from = options->vocabulary;
    if (from != NULL && strcmp(from, "train") == 0) {
        free(plan->vocabulary);
        plan->vocabulary = NULL;
        plan->vocabulary_sha256[0] = '\0';
        if (plan->vocabulary_size == 0)
            plan->vocabulary_size = DEFAULT_VOCABULARY;
    } else if (from != NULL) {
        plan->vocabulary_size = 0;
        status = plan_sources_vocabulary(plan, bytes, from, error);
    }
    if (status != STATUS_OK)
        return status;
    if (plan->vocabulary == NULL && plan->vocabulary_size == 0)
        return error_set(error, STATUS_USAGE,
                         "name the vocabulary with --vocab FILE, or have one trained by "
                         "'--vocab train'");
    if (options->vocabulary_size == PLAN_NO_NUMBER)
        return STATUS_OK;
    if (plan->vocabulary != NULL)
        return error_set(error, STATUS_USAGE,
                         "--vocab-size goes with '--vocab train': a vocabulary that is there has "
                         "its size");
    plan->vocabulary_size = options->vocabulary_size;
    return STATUS_OK;
}

static enum status apply_shards(struct run_plan *plan, const struct plan_options *options,
                                struct error *error) {
    bool given = options->training_shards != PLAN_NO_NUMBER ||
                 options->test_shards != PLAN_NO_NUMBER || options->test_fraction != PLAN_NO_SHARE;
    if (plan->kind == RUN_SOURCE_SHARDS) {
        plan->training_shards = plan->test_shards = 0;
        plan->test_fraction = 0;
        if (given)
            return error_set(error, STATUS_USAGE,
                             "--shards, --test-shards and --test-fraction do not go with sources "
                             "that are shards already");
        return STATUS_OK;
    }
    if (options->training_shards != PLAN_NO_NUMBER)
        plan->training_shards = options->training_shards;
    if (options->test_shards != PLAN_NO_NUMBER)
        plan->test_shards = options->test_shards;
    if (options->test_fraction != PLAN_NO_SHARE)
        plan->test_fraction = options->test_fraction;
    else if (plan->test_shards > 0 && plan->test_fraction == 0)
        plan->test_fraction = DEFAULT_TEST_FRACTION;
    if (plan->test_shards == 0 && options->test_fraction > 0)
        return error_set(error, STATUS_USAGE, "--test-fraction needs --test-shards");
    if (plan->test_shards > 0 && plan->test_fraction == 0)
        return error_set(error, STATUS_USAGE, "--test-shards need a --test-fraction above 0");
    if (plan->test_shards == 0)
        plan->test_fraction = 0;
    return STATUS_OK;
}

static enum status apply_ends(struct run_plan *plan, const struct plan_options *options,
                              struct error *error) {
    if (options->phase != PLAN_NO_CHOICE) {
        plan->phase_count = options->phase == PLAN_PHASE_BOTH ? 2 : 1;
        plan->phases[0] = options->phase == PLAN_PHASE_2 ? 2 : 1;
        plan->phases[1] = options->phase == PLAN_PHASE_BOTH ? 2 : 0;
    }
    if (options->delete_text)
        plan->keep_text = false;
    if (options->even != PLAN_NO_CHOICE)
        plan->even = (enum run_even)options->even;
    if (options->upload != PLAN_NO_CHOICE)
        plan->upload = (enum run_upload)options->upload;
    if (options->bucket != NULL) {
        struct s3_url url;
        enum status status = s3_url_parse(&url, options->bucket, error);
        if (status == STATUS_OK) {
            s3_url_release(&url);
            status = replace(&plan->bucket, options->bucket, error);
        }
        if (status != STATUS_OK)
            return status;
    }
    if (plan->bucket == NULL && options->upload != PLAN_NO_CHOICE)
        return error_set(error, STATUS_USAGE, "--upload needs --bucket");
    return STATUS_OK;
}

/* Makes a plan say what is given, but for what is in the sources. */
static enum status apply(struct run_plan *plan, struct buffer *vocabulary,
                         const struct plan_options *options, struct error *error) {
    enum status status = apply_sources(plan, options, error);
    if (status == STATUS_OK)
        status = apply_vocabulary(plan, vocabulary, options, error);
    if (status == STATUS_OK)
        status = apply_shards(plan, options, error);
    if (status == STATUS_OK)
        status = apply_ends(plan, options, error);
    if (status == STATUS_OK && options->corpus != NULL)
        status = replace(&plan->corpus, options->corpus, error);
    else if (status == STATUS_OK && plan->corpus == NULL)
        status = plan_names_corpus(plan, error);
    if (status == STATUS_OK)
        status = plan_tools_take(plan, options, error);
    return status;
}

/* The rest, last because it takes its time. */
static enum status complete(struct run_plan *plan, const struct plan_options *options,
                            const struct plan_probe *probe, struct error *error) {
    enum status status = STATUS_OK;
    if (options->sources.count > 0)
        status = plan_sources_examine(plan, probe, error);
    return status != STATUS_OK ? status : run_plan_check(plan, error);
}

enum status plan_making_make(struct run_plan *plan, struct buffer *vocabulary,
                             const struct plan_options *options, const struct plan_probe *probe,
                             struct error *error) {
    run_plan_init(plan);
    enum status status = replace(&plan->version, MLMPREP_VERSION, error);
    if (status == STATUS_OK && options->sources.count == 0)
        status = error_set(error, STATUS_USAGE,
                           "name what the data are to be made of with --source FILE");
    if (status == STATUS_OK)
        status = apply(plan, vocabulary, options, error);
    if (status == STATUS_OK)
        status = plan_trial_run(plan, probe->stop, error);
    if (status == STATUS_OK)
        status = complete(plan, options, probe, error);
    if (status != STATUS_OK)
        run_plan_release(plan);
    return status;
}

enum status plan_making_compare(const struct run_plan *plan, const struct plan_options *options,
                                const struct plan_probe *probe, struct error *error) {
    if (!plan_options_given(options))
        return STATUS_OK;
    struct run_plan wanted;
    enum status status = run_plan_copy(&wanted, plan, error);
    if (status != STATUS_OK)
        return status;
    struct buffer vocabulary = BUFFER_INIT;
    status = apply(&wanted, &vocabulary, options, error);
    if (status == STATUS_OK)
        status = complete(&wanted, options, probe, error);
    if (status == STATUS_OK)
        status = run_plan_compare(plan, &wanted, error);
    buffer_release(&vocabulary);
    run_plan_release(&wanted);
    return status;
}
