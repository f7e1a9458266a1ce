/* Reading `run.json`: see run_plan.h. */
#include <jansson.h>
#include <string.h>

#include "tools/prep/run_plan.h"
#include "tools/prep/run_plan_json.h"

/*
 * What is being read. After the first member that is missing or wrong all reads give nothing, so
 * that a row of them needs one check.
 */
struct plan_text {
    const char *name;
    enum status status;
    struct error *error;
};

static void wrong(struct plan_text *text, const char *member) {
    if (text->status == STATUS_OK)
        text->status = error_set(text->error, STATUS_CORRUPT,
                                 "'%s' is no plan of a data set: its member '%s' is missing or "
                                 "wrong",
                                 text->name, member);
}

static void no_memory(struct plan_text *text) {
    if (text->status == STATUS_OK)
        text->status = error_no_memory(text->error, "the plan");
}

/* An object with just so many members; each of them is asked for by its name then. */
static const json_t *take_object(struct plan_text *text, const json_t *object, const char *member,
                                 size_t members) {
    const json_t *value = json_object_get(object, member);
    if (!json_is_object(value) || json_object_size(value) != members)
        wrong(text, member);
    return value;
}

static const json_t *take_array(struct plan_text *text, const json_t *object, const char *member,
                                size_t most) {
    const json_t *value = json_object_get(object, member);
    if (!json_is_array(value) || json_array_size(value) > most)
        wrong(text, member);
    return value;
}

static uint64_t take_whole(struct plan_text *text, const json_t *object, const char *member,
                           uint64_t highest) {
    const json_t *value = json_object_get(object, member);
    if (!json_is_integer(value) || json_integer_value(value) < 0 ||
        (uint64_t)json_integer_value(value) > highest) {
        wrong(text, member);
        return 0;
    }
    return (uint64_t)json_integer_value(value);
}

/* A copy of a text, owned; NULL for null, where that may be. */
static char *take_text(struct plan_text *text, const json_t *object, const char *member,
                       bool may_be_null) {
    const json_t *value = json_object_get(object, member);
    if (may_be_null && json_is_null(value))
        return NULL;
    if (!json_is_string(value) || json_string_length(value) == 0) {
        wrong(text, member);
        return NULL;
    }
    char *copy = strdup(json_string_value(value));
    if (copy == NULL)
        no_memory(text);
    return copy;
}

/* An index into the names. */
static int take_choice(struct plan_text *text, const json_t *object, const char *member,
                       const char *const *names) {
    const char *value = json_string_value(json_object_get(object, member));
    for (int i = 0; value != NULL && names[i] != NULL; i++) {
        if (strcmp(names[i], value) == 0)
            return i;
    }
    wrong(text, member);
    return 0;
}

/* A hash in hexadecimal digits, "" or just `size` bytes with its NUL. */
static void take_hash(struct plan_text *text, const json_t *object, const char *member, char *hash,
                      size_t size) {
    const char *value = json_string_value(json_object_get(object, member));
    hash[0] = '\0';
    if (value == NULL || (*value != '\0' && (strlen(value) != size - 1 ||
                                             strspn(value, "0123456789abcdef") != size - 1)))
        wrong(text, member);
    else
        memcpy(hash, value, strlen(value) + 1);
}

static void take_source(struct plan_text *text, const json_t *object, struct run_plan *plan) {
    const char *location = json_string_value(json_object_get(object, "location"));
    const char *name = json_string_value(json_object_get(object, "name"));
    if (json_object_size(object) != 5 || location == NULL || *location == '\0' || name == NULL) {
        wrong(text, "sources");
        return;
    }
    text->status = run_plan_add_source(plan, location, name, text->error);
    if (text->status != STATUS_OK)
        return;
    struct run_source *source = &plan->sources[plan->source_count - 1];
    source->bytes = take_whole(text, object, "bytes", INT64_MAX);
    take_hash(text, object, "sha256", source->sha256, sizeof source->sha256);
    take_hash(text, object, "sha1", source->sha1, sizeof source->sha1);
}

static void take_series(struct plan_text *text, const json_t *root, struct run_series *series) {
    if (json_is_null(json_object_get(root, "series"))) {
        series->keep = 1;
        return;
    }
    const json_t *object = take_object(text, root, "series", 4);
    series->mirror = take_text(text, object, "mirror", false);
    series->wiki = take_text(text, object, "wiki", false);
    series->files = take_text(text, object, "files", false);
    series->keep = take_whole(text, object, "keep", INT32_MAX);
}

static void take_shards(struct plan_text *text, const json_t *root, struct run_plan *plan) {
    const json_t *object = take_object(text, root, "shards", 3);
    plan->training_shards = take_whole(text, object, "training", RUN_PLAN_SHARDS);
    plan->test_shards = take_whole(text, object, "test", RUN_PLAN_SHARDS);
    const json_t *fraction = json_object_get(object, "test_fraction");
    plan->test_fraction = json_real_value(fraction);
    if (!json_is_real(fraction) || !(plan->test_fraction >= 0 && plan->test_fraction <= 1))
        wrong(text, "test_fraction");
}

static void take_vocabulary(struct plan_text *text, const json_t *root, struct run_plan *plan) {
    const json_t *object = take_object(text, root, "vocabulary", 3);
    plan->vocabulary = take_text(text, object, "location", true);
    take_hash(text, object, "sha256", plan->vocabulary_sha256, sizeof plan->vocabulary_sha256);
    plan->vocabulary_size = take_whole(text, object, "train", INT32_MAX);
}

static void take_words(struct plan_text *text, const json_t *object, const char *tool,
                       struct run_words *words) {
    const json_t *array = take_array(text, object, tool, SIZE_MAX);
    for (size_t i = 0; i < json_array_size(array) && text->status == STATUS_OK; i++) {
        const char *word = json_string_value(json_array_get(array, i));
        if (word == NULL)
            wrong(text, tool);
        else
            text->status = run_words_add(words, word, text->error);
    }
}

static void take_phases(struct plan_text *text, const json_t *root, struct run_plan *plan) {
    const json_t *array = take_array(text, root, "phases", RUN_PLAN_PHASES);
    for (size_t i = 0; i < json_array_size(array) && text->status == STATUS_OK; i++) {
        json_int_t phase = json_integer_value(json_array_get(array, i));
        plan->phases[plan->phase_count++] = phase == 1 || phase == 2 ? (unsigned)phase : 0;
    }
}

static void check_format(struct plan_text *text, const json_t *root) {
    const char *format = json_string_value(json_object_get(root, "format"));
    if (format == NULL || strcmp(format, RUN_PLAN_FORMAT) != 0) {
        text->status =
            error_set(text->error, STATUS_NOT_OURS, "'%s' is not a plan of a data set", text->name);
        return;
    }
    uint64_t version = take_whole(text, root, "version", INT64_MAX);
    if (text->status == STATUS_OK && version != RUN_PLAN_VERSION)
        text->status = error_set(text->error, STATUS_NOT_OURS,
                                 "'%s' is a plan of version %llu, and only version %d is known "
                                 "here",
                                 text->name, (unsigned long long)version, RUN_PLAN_VERSION);
    else if (json_object_size(root) != 15)
        wrong(text, "format");
}

static void take_root(struct plan_text *text, const json_t *root, struct run_plan *plan) {
    check_format(text, root);
    if (text->status != STATUS_OK)
        return;
    plan->version = take_text(text, root, "tools", false);
    plan->corpus = take_text(text, root, "corpus", false);
    plan->kind = (enum run_source_kind)take_choice(text, root, "kind", run_plan_kinds);
    const json_t *sources = take_array(text, root, "sources", RUN_PLAN_SOURCES);
    for (size_t i = 0; i < json_array_size(sources) && text->status == STATUS_OK; i++)
        take_source(text, json_array_get(sources, i), plan);
    take_series(text, root, &plan->series);
    take_vocabulary(text, root, plan);
    take_shards(text, root, plan);
    const json_t *options = take_object(text, root, "options", RUN_TOOLS);
    for (int tool = 0; tool < RUN_TOOLS; tool++)
        take_words(text, options, run_tool_name((enum run_tool)tool), &plan->options[tool]);
    take_phases(text, root, plan);
    plan->bucket = take_text(text, root, "bucket", true);
    plan->upload = (enum run_upload)take_choice(text, root, "upload", run_plan_uploads);
    const json_t *keep = json_object_get(root, "keep_text");
    if (!json_is_boolean(keep))
        wrong(text, "keep_text");
    plan->keep_text = json_is_true(keep);
    plan->even = (enum run_even)take_choice(text, root, "even", run_plan_evens);
}

enum status run_plan_parse(struct run_plan *plan, struct view text, const char *name,
                           struct error *error) {
    *plan = (struct run_plan){0};
    struct plan_text input = {name, STATUS_OK, error};
    json_error_t fault;
    json_t *root = json_loadb((const char *)text.data, text.size, JSON_REJECT_DUPLICATES, &fault);
    if (root == NULL)
        return error_set(error, STATUS_CORRUPT, "'%s' is not JSON: line %d: %s", name, fault.line,
                         fault.text);
    take_root(&input, root, plan);
    json_decref(root);
    if (input.status == STATUS_OK)
        input.status = run_plan_check(plan, error);
    if (input.status == STATUS_USAGE) {
        error_prefix(error, "'%s' is no plan of a data set", name);
        input.status = error->status = STATUS_CORRUPT;
    }
    if (input.status != STATUS_OK)
        run_plan_release(plan);
    return input.status;
}
