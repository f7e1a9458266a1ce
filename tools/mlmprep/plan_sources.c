#include "tools/mlmprep/plan_sources.h"

#include <errno.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "formats/base/byte_source.h"
#include "formats/base/file_state.h"
#include "formats/base/sha256.h"
#include "tokenizer/vocabulary.h"
#include "tools/cli/numbers.h"
#include "tools/fetch/url_facts.h"
#include "tools/prep/known_file.h"

/* Files of this size take seconds to read. */
static const uint64_t LARGE = (uint64_t)1 << 30;

void plan_sources_clear(struct run_plan *plan) {
    for (size_t i = 0; i < plan->source_count; i++) {
        free(plan->sources[i].location);
        free(plan->sources[i].name);
    }
    free(plan->sources);
    plan->sources = NULL;
    plan->source_count = 0;
    free(plan->series.mirror);
    free(plan->series.wiki);
    free(plan->series.files);
    plan->series = (struct run_series){.keep = 1};
}

/*
 * A path from the root, as the user sees it: symbolic links stay, so that other machines, which may
 * have the same folder at another place, find it.
 */
static enum status make_absolute(char **absolute, const char *path, struct error *error) {
    while (strncmp(path, "./", 2) == 0) {
        path += 2;
        path += strspn(path, "/");
    }
    if (*path == '/') {
        *absolute = strdup(path);
        return *absolute == NULL ? error_no_memory(error, "a path") : STATUS_OK;
    }
    char *here = get_current_dir_name();
    if (here == NULL)
        return error_system(error, errno, "cannot tell the folder of", path);
    if (asprintf(absolute, "%s/%s", strcmp(here, "/") == 0 ? "" : here, path) < 0)
        *absolute = NULL;
    free(here);
    return *absolute == NULL ? error_no_memory(error, "a path") : STATUS_OK;
}

/* What is behind the last slash; of a URL as it is fetched. */
static enum status make_name(char **name, const char *location, struct error *error) {
    char fetched[URL_FACTS_NAME];
    const char *slash = strrchr(location, '/');
    const char *base = slash == NULL ? location : slash + 1;
    if (run_plan_is_url(location)) {
        enum status status = url_facts_name(fetched, location, error);
        if (status != STATUS_OK)
            return status;
        base = fetched;
    }
    *name = strdup(base);
    return *name == NULL ? error_no_memory(error, "a source") : STATUS_OK;
}

static enum status hash_file(struct run_source *source, struct stop_signal *stop,
                             struct error *error) {
    struct known_file file;
    enum status status = known_file_read_steady(&file, source->location, stop, error);
    if (status != STATUS_OK)
        return status;
    source->bytes = file.state.size;
    snprintf(source->sha256, sizeof source->sha256, "%s", file.sha256);
    return STATUS_OK;
}

static void tell_of_large(const struct run_source *source, const struct messages *messages) {
    char size[NUMBERS_SIZE];
    struct file_state state;
    if (messages == NULL || !file_state_look(&state, source->location) || state.size < LARGE)
        return;
    numbers_format_size(state.size, size);
    messages_summary(messages, "reading '%s', %s, for its SHA-256", source->location, size);
}

static enum status check_file(const char *location, struct error *error) {
    struct file_state state;
    int descriptor;
    enum status status = file_state_open(&descriptor, &state, location, error);
    if (status != STATUS_OK)
        return status;
    close(descriptor);
    if (state.size == 0)
        return error_set(error, STATUS_USAGE, "the source '%s' is empty", location);
    return STATUS_OK;
}

static enum status take_source(struct run_plan *plan, const char *text, struct error *error) {
    bool is_url = run_plan_is_url(text);
    char *location = NULL;
    char *name = NULL;
    enum status status = STATUS_OK;
    if (!is_url && strstr(text, "://") != NULL)
        status = error_set(error, STATUS_USAGE,
                           "the source '%.200s' cannot be fetched; take a file or an http:// or "
                           "https:// URL",
                           text);
    else if (is_url && (location = strdup(text)) == NULL)
        status = error_no_memory(error, "a source");
    else if (!is_url)
        status = make_absolute(&location, text, error);
    if (status == STATUS_OK && !is_url)
        status = check_file(location, error);
    if (status == STATUS_OK)
        status = make_name(&name, location, error);
    if (status == STATUS_OK)
        status = run_plan_add_source(plan, location, name, error);
    free(location);
    free(name);
    return status;
}

/* Whether a text is no file and looks like a pattern of some. */
static bool is_pattern(const char *text) {
    return !run_plan_is_url(text) && strpbrk(text, "*?[") != NULL && access(text, F_OK) != 0;
}

static enum status take_pattern(struct run_plan *plan, const char *pattern, struct error *error) {
    glob_t found;
    int outcome = glob(pattern, 0, NULL, &found);
    if (outcome == GLOB_NOMATCH)
        return error_set(error, STATUS_FAILED, "no file is named like the source '%.200s'",
                         pattern);
    if (outcome != 0)
        return error_no_memory(error, "the sources");
    enum status status = STATUS_OK;
    for (size_t i = 0; i < found.gl_pathc && status == STATUS_OK; i++)
        status = take_source(plan, found.gl_pathv[i], error);
    globfree(&found);
    return status;
}

enum status plan_sources_take(struct run_plan *plan, const struct option_list *sources,
                              struct error *error) {
    plan_sources_clear(plan);
    enum status status = STATUS_OK;
    for (size_t i = 0; i < sources->count && status == STATUS_OK; i++) {
        const char *text = sources->uses[i].text;
        status =
            is_pattern(text) ? take_pattern(plan, text, error) : take_source(plan, text, error);
    }
    return status;
}

enum status plan_sources_examine(struct run_plan *plan, const struct plan_probe *probe,
                                 struct error *error) {
    enum status status = STATUS_OK;
    for (size_t i = 0; i < plan->source_count && status == STATUS_OK; i++) {
        struct run_source *source = &plan->sources[i];
        if (!run_plan_is_url(source->location)) {
            tell_of_large(source, probe->messages);
            status = hash_file(source, probe->stop, error);
        } else if (probe->ask != NULL) {
            status = probe->ask(probe->context, source, error);
        }
    }
    return status;
}

/* Whether bytes are a vocabulary; computes their hash. */
static enum status check_vocabulary(struct run_plan *plan, const struct buffer *bytes,
                                    struct error *error) {
    struct byte_source source;
    struct vocabulary *vocabulary = NULL;
    unsigned char digest[SHA256_SIZE];
    byte_source_from_memory(&source, buffer_view(bytes), plan->vocabulary);
    enum status status = vocabulary_load(&vocabulary, &source, error);
    byte_source_release(&source);
    vocabulary_free(vocabulary);
    if (status == STATUS_OK)
        status = sha256_of(bytes->data, bytes->size, digest, error);
    if (status == STATUS_OK)
        sha256_to_hex(digest, plan->vocabulary_sha256);
    return status;
}

enum status plan_sources_vocabulary(struct run_plan *plan, struct buffer *bytes,
                                    const char *location, struct error *error) {
    free(plan->vocabulary);
    plan->vocabulary = NULL;
    plan->vocabulary_sha256[0] = '\0';
    if (run_plan_is_url(location)) {
        plan->vocabulary = strdup(location);
        return plan->vocabulary == NULL ? error_no_memory(error, "the vocabulary") : STATUS_OK;
    }
    enum status status = make_absolute(&plan->vocabulary, location, error);
    buffer_clear(bytes);
    if (status == STATUS_OK)
        status = byte_source_read_file(plan->vocabulary, VOCABULARY_LARGEST_FILE, bytes, error);
    return status != STATUS_OK ? status : check_vocabulary(plan, bytes, error);
}
