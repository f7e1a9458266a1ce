/* How two plans differ: see run_plan.h. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/prep/run_plan.h"
#include "tools/prep/run_plan_json.h"

/* Names of members can be this long: "vocabulary.location". */
#define PATH_SIZE 64
/* Of each value so much is shown. */
enum { SHOWN = 60 };

/* The sentence in the making. */
struct difference {
    struct buffer text;
    unsigned count;
    struct error *error;
};

/* A value as short text into `shown`. */
static enum status show(const json_t *value, char shown[SHOWN + 4], struct error *error) {
    char *dumped = json_dumps(value, JSON_ENCODE_ANY | JSON_REAL_PRECISION(15));
    if (dumped == NULL)
        return error_no_memory(error, "two plans");
    snprintf(shown, SHOWN + 4, "%.*s%s", SHOWN, dumped, strlen(dumped) > SHOWN ? "..." : "");
    free(dumped);
    return STATUS_OK;
}

static enum status tell(struct difference *difference, const char *path, const json_t *old,
                        const json_t *wanted) {
    char before[SHOWN + 4];
    char after[SHOWN + 4];
    enum status status = show(old, before, difference->error);
    if (status == STATUS_OK)
        status = show(wanted, after, difference->error);
    if (status != STATUS_OK)
        return status;
    return buffer_format(&difference->text, difference->error,
                         "%s'%s' is %s there, %s is asked for",
                         difference->count++ == 0 ? "" : "; ", path, before, after);
}

/* Whether both are objects, or lists of objects of the same length: these are looked into. */
static bool have_parts(const json_t *old, const json_t *wanted) {
    if (json_is_object(old) && json_is_object(wanted))
        return true;
    return json_is_array(old) && json_is_array(wanted) && json_array_size(old) > 0 &&
           json_array_size(old) == json_array_size(wanted) &&
           json_is_object(json_array_get(old, 0)) && json_is_object(json_array_get(wanted, 0));
}

static enum status compare_members(struct difference *difference, const char *path,
                                   const json_t *old, const json_t *wanted) {
    enum status status = STATUS_OK;
    const char *key;
    json_t *member;
    /* jansson iterates without changing the object; both have the same members. */
    json_object_foreach((json_t *)(uintptr_t)old, key, member) {
        const json_t *other = json_object_get(wanted, key);
        char name[PATH_SIZE];
        snprintf(name, sizeof name, "%s%s%s", path, *path == '\0' ? "" : ".", key);
        if (status != STATUS_OK || json_equal(member, other))
            continue;
        if (json_is_object(member) && json_is_object(other)) {
            status = compare_members(difference, name, member, other);
        } else if (have_parts(member, other)) {
            for (size_t i = 0; i < json_array_size(member) && status == STATUS_OK; i++) {
                char part[PATH_SIZE + 24];
                snprintf(part, sizeof part, "%s[%zu]", name, i);
                status = compare_members(difference, part, json_array_get(member, i),
                                         json_array_get(other, i));
            }
        } else {
            status = tell(difference, name, member, other);
        }
    }
    return status;
}

/* Gives a source what is not known of it and is of another; false without memory. */
static bool learn(json_t *source, const json_t *other) {
    static const char *const NAMES[] = {"bytes", "sha256", "sha1"};
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++) {
        json_t *value = json_object_get(source, NAMES[i]);
        bool known =
            json_is_string(value) ? json_string_length(value) > 0 : json_integer_value(value) > 0;
        if (!known && json_object_set(source, NAMES[i], json_object_get(other, NAMES[i])) != 0)
            return false;
    }
    return true;
}

/* Makes what one of two plans does not know of a URL's file no difference. */
static enum status forget_unknown(json_t *before, json_t *after, struct error *error) {
    json_t *old = json_object_get(before, "sources");
    json_t *wanted = json_object_get(after, "sources");
    for (size_t i = 0; i < json_array_size(old) && i < json_array_size(wanted); i++) {
        json_t *source = json_array_get(old, i);
        json_t *other = json_array_get(wanted, i);
        if (run_plan_is_url(json_string_value(json_object_get(source, "location"))) &&
            (!learn(source, other) || !learn(other, source)))
            return error_no_memory(error, "two plans");
    }
    return STATUS_OK;
}

enum status run_plan_compare(const struct run_plan *old, const struct run_plan *wanted,
                             struct error *error) {
    struct difference difference = {.text = BUFFER_INIT, .error = error};
    json_t *before = NULL;
    json_t *after = NULL;
    enum status status = run_plan_json_make(&before, old, error);
    if (status == STATUS_OK)
        status = run_plan_json_make(&after, wanted, error);
    if (status == STATUS_OK)
        status = forget_unknown(before, after, error);
    if (status == STATUS_OK)
        status = compare_members(&difference, "", before, after);
    if (status == STATUS_OK && difference.count > 0)
        status = error_set(error, STATUS_USAGE,
                           "the folder has another plan, so take another folder for this one: %.*s",
                           (int)difference.text.size, (const char *)difference.text.data);
    buffer_release(&difference.text);
    json_decref(before);
    json_decref(after);
    return status;
}
