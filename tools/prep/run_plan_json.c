#include "tools/prep/run_plan_json.h"

#include <stdlib.h>
#include <string.h>

const char *const run_plan_kinds[] = {
    [RUN_SOURCE_DUMP] = "dump",
    [RUN_SOURCE_PARAGRAPHS] = "paragraphs",
    [RUN_SOURCE_SENTENCES] = "sentences",
    [RUN_SOURCE_SHARDS] = "shards",
    NULL,
};

const char *const run_plan_uploads[] = {
    [RUN_UPLOAD_EACH] = "each",
    [RUN_UPLOAD_FINISH] = "finish",
    NULL,
};

const char *const run_plan_evens[] = {
    [RUN_EVEN_NO] = "no",
    [RUN_EVEN_MOVE] = "move",
    [RUN_EVEN_TRIM] = "trim",
    NULL,
};

/* A value in the making, so that a row of members needs one check at its end. */
struct plan_maker {
    enum status status;
    struct error *error;
};

static void set(struct plan_maker *maker, json_t *object, const char *name, json_t *value) {
    /* Takes the value over, and fails for NULL. */
    if (json_object_set_new(object, name, value) != 0 && maker->status == STATUS_OK)
        maker->status = error_no_memory(maker->error, "the plan");
}

/* A text; null for NULL. */
static json_t *text_value(struct plan_maker *maker, const char *text) {
    json_t *value = text == NULL ? json_null() : json_string(text);
    if (value != NULL || maker->status != STATUS_OK)
        return value;
    /* jansson tells a lack of memory and what is not UTF-8 apart by this alone. */
    value = json_string_nocheck(text);
    if (value != NULL)
        maker->status = error_set(maker->error, STATUS_USAGE,
                                  "'%.300s' is not UTF-8, which a plan is written in", text);
    json_decref(value);
    return NULL;
}

static void set_text(struct plan_maker *maker, json_t *object, const char *name, const char *text) {
    set(maker, object, name, text_value(maker, text));
}

static void set_whole(struct plan_maker *maker, json_t *object, const char *name, uint64_t number) {
    set(maker, object, name, json_integer((json_int_t)number));
}

/* Appends to an array, takes the value over. */
static void append(struct plan_maker *maker, json_t *array, json_t *value) {
    if (json_array_append_new(array, value) != 0 && maker->status == STATUS_OK)
        maker->status = error_no_memory(maker->error, "the plan");
}

static json_t *sources_value(struct plan_maker *maker, const struct run_plan *plan) {
    json_t *array = json_array();
    for (size_t i = 0; i < plan->source_count; i++) {
        const struct run_source *source = &plan->sources[i];
        json_t *object = json_object();
        set_text(maker, object, "location", source->location);
        set_text(maker, object, "name", source->name);
        set_whole(maker, object, "bytes", source->bytes);
        set_text(maker, object, "sha256", source->sha256);
        set_text(maker, object, "sha1", source->sha1);
        append(maker, array, object);
    }
    return array;
}

static json_t *series_value(struct plan_maker *maker, const struct run_series *series) {
    if (series->mirror == NULL)
        return json_null();
    json_t *object = json_object();
    set_text(maker, object, "mirror", series->mirror);
    set_text(maker, object, "wiki", series->wiki);
    set_text(maker, object, "files", series->files);
    set_whole(maker, object, "keep", series->keep);
    return object;
}

static json_t *vocabulary_value(struct plan_maker *maker, const struct run_plan *plan) {
    json_t *object = json_object();
    set_text(maker, object, "location", plan->vocabulary);
    set_text(maker, object, "sha256", plan->vocabulary_sha256);
    set_whole(maker, object, "train", plan->vocabulary_size);
    return object;
}

static json_t *shards_value(struct plan_maker *maker, const struct run_plan *plan) {
    json_t *object = json_object();
    set_whole(maker, object, "training", plan->training_shards);
    set_whole(maker, object, "test", plan->test_shards);
    set(maker, object, "test_fraction", json_real(plan->test_fraction));
    return object;
}

static json_t *options_value(struct plan_maker *maker, const struct run_plan *plan) {
    json_t *object = json_object();
    for (int tool = 0; tool < RUN_TOOLS; tool++) {
        json_t *array = json_array();
        for (size_t i = 0; i < plan->options[tool].count; i++)
            append(maker, array, text_value(maker, plan->options[tool].words[i]));
        set(maker, object, run_tool_name((enum run_tool)tool), array);
    }
    return object;
}

static json_t *phases_value(struct plan_maker *maker, const struct run_plan *plan) {
    json_t *array = json_array();
    for (size_t i = 0; i < plan->phase_count; i++)
        append(maker, array, json_integer((json_int_t)plan->phases[i]));
    return array;
}

enum status run_plan_json_make(json_t **root, const struct run_plan *plan, struct error *error) {
    struct plan_maker maker = {STATUS_OK, error};
    json_t *object = json_object();
    set_text(&maker, object, "format", RUN_PLAN_FORMAT);
    set_whole(&maker, object, "version", RUN_PLAN_VERSION);
    set_text(&maker, object, "tools", plan->version);
    set_text(&maker, object, "corpus", plan->corpus);
    set_text(&maker, object, "kind", run_plan_kinds[plan->kind]);
    set(&maker, object, "sources", sources_value(&maker, plan));
    set(&maker, object, "series", series_value(&maker, &plan->series));
    set(&maker, object, "vocabulary", vocabulary_value(&maker, plan));
    set(&maker, object, "shards", shards_value(&maker, plan));
    set(&maker, object, "options", options_value(&maker, plan));
    set(&maker, object, "phases", phases_value(&maker, plan));
    set_text(&maker, object, "bucket", plan->bucket);
    set_text(&maker, object, "upload", run_plan_uploads[plan->upload]);
    set(&maker, object, "keep_text", json_boolean(plan->keep_text));
    set_text(&maker, object, "even", run_plan_evens[plan->even]);
    if (maker.status != STATUS_OK) {
        json_decref(object);
        object = NULL;
    }
    *root = object;
    return maker.status;
}

/* The digits that a share needs to read back exactly. */
static size_t digits_of(double number) {
    char text[40];
    int digits = 1;
    do
        snprintf(text, sizeof text, "%.*g", digits, number);
    while (strtod(text, NULL) != number && ++digits < 17);
    return (size_t)digits;
}

static int append_bytes(const char *bytes, size_t size, void *text) {
    struct error ignored;
    return buffer_append(text, bytes, size, &ignored) == STATUS_OK ? 0 : -1;
}

enum status run_plan_write(const struct run_plan *plan, struct buffer *text, struct error *error) {
    json_t *root;
    enum status status = run_plan_json_make(&root, plan, error);
    if (status != STATUS_OK)
        return status;
    size_t flags = JSON_INDENT(2) | JSON_REAL_PRECISION(digits_of(plan->test_fraction));
    if (json_dump_callback(root, append_bytes, text, flags) != 0)
        status = error_no_memory(error, "the plan");
    json_decref(root);
    return status != STATUS_OK ? status : buffer_append(text, "\n", 1, error);
}
