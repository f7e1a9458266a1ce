/*
 * plan_sample - for tests of sync_plan: a plan whose actions become one line of text.
 *
 *     ^ upload, v download, => copy, x delete, = skip; then the target, "!" when it waits for all
 *     before it, "#" when it holds all after it; "-name" for what was refused, "~" for a warning.
 */
#ifndef TESTS_UNIT_PLAN_SAMPLE_H
#define TESTS_UNIT_PLAN_SAMPLE_H

#include <sys/stat.h>

#include "tests/unit/fake_bucket.h"
#include "tests/unit/scratch_folder.h"
#include "tools/s3/sync_plan.h"

struct plan_sample {
    struct sync_plan_options options;
    const char *to;
    const char *sources[4]; /* paths, or URLs */
    const char *list;       /* or a list on standard input */
    struct buffer seen;     /* what came of it */
    struct error error;
    char *manifest; /* the text of a file that goes up from the temporary folder; owned */
};

static inline void plan_sample_note(struct plan_sample *sample, const char *mark, const char *name,
                                    const char *behind) {
    struct error error;
    size_t folder = strlen(scratch_folder);
    if (strncmp(name, scratch_folder, folder) == 0)
        name += folder + 1;
    if (buffer_format(&sample->seen, &error, "%s%s%s;", mark, name, behind) != STATUS_OK)
        abort();
}

static inline enum status plan_sample_emit(void *context, struct sync_action *action,
                                           struct error *error) {
    static const char *const MARKS[] = {
        [SYNC_UPLOAD] = "^",        [SYNC_DOWNLOAD] = "v",      [SYNC_COPY_OBJECT] = "=>",
        [SYNC_COPY_FILE] = "=>",    [SYNC_DELETE_OBJECT] = "x", [SYNC_DELETE_FILE] = "x",
        [SYNC_ABORT_UPLOAD] = "!!", [SYNC_SKIP] = "=",
    };
    struct plan_sample *sample = context;
    (void)error;
    plan_sample_note(sample, MARKS[action->kind], action->target,
                     action->waits_for_all && action->holds_all ? "!#"
                     : action->waits_for_all                    ? "!"
                     : action->holds_all                        ? "#"
                                                                : "");
    if (action->source != NULL && strstr(action->source, "mlmprep-manifest-") != NULL) {
        char text[4096] = "";
        FILE *file = fopen(action->source, "r");
        if (file == NULL)
            abort();
        text[fread(text, 1, sizeof text - 1, file)] = '\0';
        fclose(file);
        free(sample->manifest);
        sample->manifest = strdup(text);
    }
    sync_action_free(action);
    return STATUS_OK;
}

static inline void plan_sample_refuse(void *context, const char *source, const struct error *why) {
    if (why->status == STATUS_OK || why->message[0] == '\0')
        abort();
    plan_sample_note(context, "-", source, "");
}

static inline void plan_sample_warn(void *context, const char *sentence) {
    (void)sentence;
    plan_sample_note(context, "~", "", "");
}

/* Plans; sample->seen is what came of it. Paths of sources are taken below the scratch folder. */
static inline enum status plan_sample_run(struct plan_sample *sample) {
    struct sync_plan plan;
    struct s3_url to, from;
    struct error *error = &sample->error;
    *error = (struct error){.message = ""};
    buffer_clear(&sample->seen);
    sample->options.to = &to;
    sample->options.emit = plan_sample_emit;
    sample->options.refuse = plan_sample_refuse;
    sample->options.warn = plan_sample_warn;
    sample->options.context = sample;
    sample->options.temporary_folder = scratch_folder;
    enum status status = s3_url_parse(&to, sample->to, error);
    if (status != STATUS_OK)
        return status;
    status = sync_plan_init(&plan, &sample->options, error);
    for (size_t i = 0; i < 4 && sample->sources[i] != NULL && status == STATUS_OK; i++) {
        if (!s3_url_is_url(sample->sources[i])) {
            status = sync_plan_add_path(&plan, scratch_path(sample->sources[i]), error);
            continue;
        }
        status = s3_url_parse(&from, sample->sources[i], error);
        if (status != STATUS_OK)
            break;
        status = sync_plan_add_url(&plan, &from, error);
        s3_url_release(&from);
    }
    if (status == STATUS_OK && sample->list != NULL) {
        struct byte_source list;
        byte_source_from_memory(&list, view_of_string(sample->list), "a list");
        status = sync_plan_add_list(&plan, &list, error);
    }
    if (status == STATUS_OK)
        status = sync_plan_finish(&plan, error);
    sync_plan_release(&plan);
    s3_url_release(&to);
    if (buffer_append(&sample->seen, "", 1, error) != STATUS_OK)
        abort();
    return status;
}

/* Runs, and compares status and text. */
static inline void plan_sample_expect(struct plan_sample *sample, enum status status,
                                      const char *wanted) {
    enum status got = plan_sample_run(sample);
    if (got != status)
        fail_msg("status %d, not %d: %s", got, status, sample->error.message);
    assert_string_equal((const char *)sample->seen.data, wanted);
    buffer_release(&sample->seen);
    assert_true(status == STATUS_OK || sample->error.message[0] != '\0');
}

#endif
