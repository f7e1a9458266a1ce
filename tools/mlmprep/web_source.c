#include "tools/mlmprep/web_source.h"

#include <stdio.h>
#include <string.h>

#include "tools/cli/numbers.h"
#include "tools/fetch/mirror_reader.h"
#include "tools/fetch/url_facts.h"
#include "tools/prep/child_process.h"

/* A plan is made by somebody who waits: a server that does not answer is not asked for long. */
static const uint64_t PROBE_ATTEMPTS = 2;

/* A rate is of what came since the file began: a part that had been there came at no speed. */
static void show(const struct web_source *web, uint64_t there, uint64_t total) {
    char text[512], amount[NUMBERS_SIZE], all[NUMBERS_SIZE], rate[NUMBERS_SIZE], left[NUMBERS_SIZE];
    uint64_t before = web->session.before;
    uint64_t came = there > before ? there - before : there; /* less: it began anew */
    double seconds = child_process_now() - web->began;
    double speed = seconds > 0 ? (double)came / seconds : 0;
    numbers_format_size(there, amount);
    numbers_format_size((uint64_t)speed, rate);
    if (total == 0 || there > total) {
        snprintf(text, sizeof text, "%s: %.255s %s, %s/s", web->tool, web->name, amount, rate);
    } else {
        int length;
        numbers_format_size(total, all);
        length = snprintf(text, sizeof text, "%s: %.255s %.0f %%, %s of %s, %s/s", web->tool,
                          web->name, 100 * (double)there / (double)total, amount, all, rate);
        if (speed > 0 && length > 0 && (size_t)length < sizeof text) {
            numbers_format_seconds((double)(total - there) / speed, left);
            snprintf(text + length, sizeof text - (size_t)length, ", %s left", left);
        }
    }
    progress_say(web->line, text);
}

static bool watch(void *context, uint64_t there, uint64_t total) {
    struct web_source *web = context;
    if (web->line != NULL && web->name != NULL && progress_is_due(web->line))
        show(web, there, total);
    return web->stop == NULL || !stop_signal_came(web->stop);
}

enum status web_source_init(struct web_source *web, const struct web_options *options,
                            const char *tool, struct progress *line, struct stop_signal *stop,
                            struct error *error) {
    struct web_options standard;
    struct fetch_settings settings;
    web_options_init(&standard);
    web_options_settings(options == NULL ? &standard : options, &settings);
    *web = (struct web_source){.stop = stop, .line = line, .tool = tool};
    settings.watch = watch;
    settings.watch_context = web;
    return fetch_session_init(&web->session, &settings, error);
}

void web_source_release(struct web_source *web) {
    fetch_session_release(&web->session);
}

enum status web_source_download(struct web_source *web, const struct download_wish *wish,
                                const char *name, bool *was_there, struct error *error) {
    web->name = name;
    web->began = child_process_now();
    enum status status = file_download_run(&web->session, wish, was_there, error);
    web->name = NULL;
    return status;
}

/* The checksums that the plan has; without any, those that are published beside the file. */
static enum status find_digests(struct web_source *web, struct file_digests *digests,
                                const char *url, const char *sha1, const char *sha256,
                                struct error *error) {
    const char *const known[] = {sha1, sha256};
    *digests = (struct file_digests){{""}};
    for (size_t i = 0; i < 2; i++) {
        if (known[i] != NULL && *known[i] != '\0' && !file_digests_take(digests, known[i]))
            return error_set(error, STATUS_CORRUPT, "'%s' is no checksum, of '%.300s'", known[i],
                             url);
    }
    return file_digests_are_known(digests)
               ? STATUS_OK
               : url_facts_checksums(digests, &web->session, url, error);
}

enum status web_source_fetch(void *context, const struct fetched_file *file, struct error *error) {
    struct web_source *web = context;
    const char *slash = strrchr(file->path, '/');
    struct file_digests found = {{""}};
    struct download_wish wish = {
        .url = file->url, .path = file->path, .bytes = file->bytes, .found = &found};
    bool was_there;
    enum status status =
        find_digests(web, &wish.digests, file->url, file->sha1, file->sha256, error);
    if (status == STATUS_OK)
        status = web_source_download(web, &wish, slash == NULL ? file->path : slash + 1, &was_there,
                                     error);
    if (status == STATUS_OK && file->found_sha256 != NULL)
        memcpy(file->found_sha256, found.hex[FILE_DIGEST_SHA256], RUN_PLAN_SHA256);
    return status;
}

enum status web_source_probe(void *context, struct run_source *source, struct error *error) {
    struct web_source *web = context;
    struct fetch_session *session = &web->session;
    struct file_digests digests = {{""}};
    uint64_t attempts = session->settings.policy.max_attempts, bytes = 0;
    bool there = false;
    if (attempts > PROBE_ATTEMPTS)
        session->settings.policy.max_attempts = PROBE_ATTEMPTS;
    enum status status = mirror_reader_look(&there, &bytes, session, source->location, error);
    if (status == STATUS_OK && !there && session->response.status == 404)
        status = error_set(error, STATUS_FAILED, "there is no '%.300s' (404)", source->location);
    if (status == STATUS_OK && there)
        status = url_facts_checksums(&digests, session, source->location, error);
    session->settings.policy.max_attempts = attempts;
    if (status == STATUS_TEMPORARY && fetch_session_goes_on(session))
        status = STATUS_OK;
    if (status == STATUS_OK && there) {
        source->bytes = bytes;
        memcpy(source->sha1, digests.hex[FILE_DIGEST_SHA1], sizeof source->sha1);
    }
    return status;
}
