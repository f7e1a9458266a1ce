#include "tools/join/h5look_run.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "formats/base/atomic_file.h"
#include "formats/base/byte_source.h"
#include "tools/cli/signals.h"
#include "tools/join/h5look_html.h"
#include "tools/join/h5look_json.h"
#include "tools/join/h5look_scan.h"
#include "tools/join/h5look_show.h"
#include "tools/join/h5look_text.h"

struct look {
    const struct h5look_settings *settings;
    struct cli *cli;
    struct vocabulary *vocabulary; /* owned, or NULL */
    struct h5look_sets sets;
    struct h5look_verification *verifications; /* owned: of each set, or NULL */
};

static enum status load_vocabulary(struct look *look, struct error *error) {
    struct byte_source source;
    if (look->settings->vocabulary == NULL)
        return STATUS_OK;
    enum status status = byte_source_open(&source, look->settings->vocabulary, error);
    if (status == STATUS_OK)
        status = vocabulary_load(&look->vocabulary, &source, error);
    byte_source_release(&source);
    return status;
}

static enum status scan(struct look *look, struct error *error) {
    const struct h5look_settings *settings = look->settings;
    struct h5look_depth depth = {.rows = settings->statistics || settings->html != NULL,
                                 .digests = settings->verify};
    struct progress progress;
    uint64_t total = 0;
    uint64_t done = 0, files = 0, rows = 0;
    for (size_t i = 0; i < look->sets.count; i++) {
        for (size_t k = 0; k < look->sets.items[i].count; k++)
            total += look->sets.items[i].files[k].bytes;
    }
    progress_init(&progress, look->cli->tool->name, "bytes", total, look->cli->common.quiet);
    enum status status = STATUS_OK;
    for (size_t i = 0; i < look->sets.count && status == STATUS_OK; i++) {
        struct h5look_set *set = &look->sets.items[i];
        status = h5look_scan(set, depth, look->vocabulary, &progress, &done, error);
        if (status == STATUS_OK && look->vocabulary != NULL)
            status =
                h5look_scan_check_vocabulary(set, look->vocabulary, settings->vocabulary, error);
        files += set->count;
        rows += set->rows;
    }
    progress_finish(&progress);
    run_report_set(&look->cli->report, "files", files);
    run_report_set(&look->cli->report, "rows", rows);
    return status;
}

static enum status verify(struct look *look, struct error *error) {
    if (!look->settings->verify)
        return STATUS_OK;
    look->verifications = calloc(look->sets.count + 1, sizeof *look->verifications);
    if (look->verifications == NULL)
        return error_no_memory(error, "the checks");
    for (size_t i = 0; i < look->sets.count; i++)
        h5look_verify(&look->verifications[i], &look->sets.items[i]);
    return STATUS_OK;
}

/* Fills the page's temporary file, through a stream of its own. */
static enum status fill_page(const struct look *look, int descriptor, struct error *error) {
    int copy = dup(descriptor);
    FILE *file = copy < 0 ? NULL : fdopen(copy, "w");
    if (file == NULL) {
        enum status status = error_system(error, errno, "cannot write", look->settings->html);
        if (copy >= 0)
            close(copy);
        return status;
    }
    enum status status =
        h5look_html(file, &look->sets, look->vocabulary, look->verifications, error);
    bool failed = ferror(file) != 0;
    if ((fclose(file) != 0 || failed) && status == STATUS_OK)
        status = error_system(error, errno, "cannot write", look->settings->html);
    return status;
}

static enum status write_page(const struct look *look, struct error *error) {
    struct atomic_file page;
    enum status status = atomic_file_prepare(&page, look->settings->html, error);
    if (status != STATUS_OK)
        return status;
    int slot = signals_remember(page.temporary);
    status = atomic_file_create(&page, error);
    if (status == STATUS_OK)
        status = fill_page(look, page.descriptor, error);
    if (status == STATUS_OK)
        status = atomic_file_sync(&page, error);
    signals_forget(slot);
    if (status == STATUS_OK)
        return atomic_file_publish(&page, error);
    atomic_file_abandon(&page);
    return status;
}

static void write_text(const struct look *look) {
    const struct h5look_settings *settings = look->settings;
    for (size_t i = 0; i < look->sets.count; i++) {
        const struct h5look_set *set = &look->sets.items[i];
        const struct h5look_verification *verification =
            look->verifications == NULL ? NULL : &look->verifications[i];
        if (settings->json) {
            fputs(i == 0 ? "[" : ",\n", stdout);
            h5look_json_set(stdout, set, settings->statistics, look->vocabulary, verification);
            fputs(i + 1 == look->sets.count ? "]\n" : "", stdout);
            continue;
        }
        h5look_text_schema(stdout, set);
        if (settings->statistics)
            h5look_text_statistics(stdout, set, look->vocabulary);
        if (verification != NULL)
            h5look_text_verification(stdout, verification);
    }
}

/* What damage or misfit there is, as the status of the run. */
static enum status conclude(const struct look *look, struct error *error) {
    uint64_t damaged = 0;
    const struct h5look_file *first = NULL;
    for (size_t i = 0; i < look->sets.count; i++) {
        const struct h5look_set *set = &look->sets.items[i];
        if (set->manifest_fault != NULL)
            return error_set(error, STATUS_CORRUPT, "%s", set->manifest_fault);
        damaged += set->damaged;
        for (size_t k = 0; k < set->count && first == NULL; k++)
            first = set->files[k].fault != NULL ? &set->files[k] : NULL;
    }
    if (first != NULL) {
        error_set(error, first->fault_status, "%s", first->fault);
        return damaged == 1
                   ? first->fault_status
                   : error_prefix(error, "%" PRIu64 " files are damaged, the first", damaged);
    }
    for (size_t i = 0; look->verifications != NULL && i < look->sets.count; i++) {
        const struct h5look_verification *found = &look->verifications[i];
        const char *folder = look->sets.items[i].folder;
        enum h5look_verdict worst = h5look_verify_worst(found);
        for (unsigned k = 0; k < H5LOOK_CHECKS && worst >= H5LOOK_FAILS; k++) {
            if (found->checks[k].verdict == worst)
                return error_set(error, worst == H5LOOK_DAMAGED ? STATUS_CORRUPT : STATUS_PARTIAL,
                                 "'%s': %s: %s", folder, found->checks[k].name,
                                 found->checks[k].text);
        }
        for (size_t k = 0; k < look->settings->trainers.count; k++) {
            int number = h5look_trainers_find(look->settings->trainers.uses[k].text);
            const struct h5look_check *trainer = &found->trainers[number];
            if (trainer->verdict != H5LOOK_FITS)
                return error_set(error, STATUS_PARTIAL, "'%s' does not fit %s: %s", folder,
                                 trainer->title, trainer->text);
        }
    }
    return STATUS_OK;
}

static enum status look_at(struct look *look, struct error *error) {
    const struct h5look_settings *settings = look->settings;
    enum status status = load_vocabulary(look, error);
    if (status == STATUS_OK)
        status = h5look_sets_find(&look->sets, look->cli->operands,
                                  (size_t)look->cli->operand_count, error);
    if (status == STATUS_OK)
        status = scan(look, error);
    if (status == STATUS_OK)
        status = verify(look, error);
    if (status == STATUS_OK && settings->html != NULL)
        status = write_page(look, error);
    if (status != STATUS_OK)
        return status;
    if (settings->show != H5LOOK_NO_ROW)
        status = h5look_show(stdout, &look->sets, settings->show, look->vocabulary, settings->json,
                             error);
    else if (settings->html == NULL || settings->json || settings->statistics || settings->verify)
        write_text(look);
    return status == STATUS_OK ? conclude(look, error) : status;
}

enum status h5look_run(const struct h5look_settings *settings, struct cli *cli,
                       struct error *error) {
    struct look look = {.settings = settings, .cli = cli};
    enum status status = look_at(&look, error);
    h5look_sets_release(&look.sets);
    vocabulary_free(look.vocabulary);
    free(look.verifications);
    return status;
}
