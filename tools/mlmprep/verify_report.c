#include "tools/mlmprep/verify_report.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tools/cli/messages.h"
#include "tools/join/json_escape.h"

static const char *const PROOFS[VERIFY_PROOFS] = {"reading", "metadata", "checksum"};

enum status verify_report_add(struct verify_report *report, struct verify_set **set,
                              const char *place, struct error *error) {
    struct verify_set *sets = reallocarray(report->sets, report->count + 1, sizeof *sets);
    if (sets == NULL)
        return error_no_memory(error, "the report");
    report->sets = sets;
    *set = &sets[report->count];
    **set = (struct verify_set){.place = strdup(place)};
    if ((*set)->place == NULL)
        return error_no_memory(error, "the report");
    report->count++;
    return STATUS_OK;
}

void verify_set_count(struct verify_set *set, const struct dataset_manifest *manifest) {
    set->shards = manifest->shard_count;
    set->rows = manifest->rows;
    for (size_t i = 0; i < manifest->shard_count; i++)
        set->bytes += manifest->shards[i].bytes;
}

enum status verify_set_add_fault(struct verify_set *set, const char *file, const char *text,
                                 struct error *error) {
    struct verify_fault *faults = reallocarray(set->faults, set->fault_count + 1, sizeof *faults);
    if (faults == NULL)
        return error_no_memory(error, "the report");
    set->faults = faults;
    struct verify_fault *fault = &faults[set->fault_count];
    *fault = (struct verify_fault){strdup(file), strdup(text)};
    if (fault->file != NULL && fault->text != NULL) {
        set->fault_count++;
        return STATUS_OK;
    }
    free(fault->file);
    free(fault->text);
    return error_no_memory(error, "the report");
}

void verify_fault_of(char *text, size_t size, const char *path, const char *sentence) {
    size_t length = strlen(path);
    if (sentence[0] == '\'' && strncmp(sentence + 1, path, length) == 0 &&
        strncmp(sentence + 1 + length, "' ", 2) == 0)
        snprintf(text, size, "%s", sentence + length + 3);
    else
        snprintf(text, size, "cannot be read: %s", sentence);
}

/* The fault of a set as a sentence. */
static void say_fault(char *text, size_t size, const struct verify_set *set, size_t index) {
    const struct verify_fault *fault = &set->faults[index];
    snprintf(text, size, "'%s%s%s' %s", set->place, *fault->file == '\0' ? "" : "/", fault->file,
             fault->text);
}

enum status verify_report_judge(const struct verify_report *report, const char *place,
                                struct error *error) {
    const struct verify_set *first = NULL, *damaged = NULL;
    size_t faults = 0;
    char text[512];
    for (size_t i = 0; i < report->count; i++) {
        const struct verify_set *set = &report->sets[i];
        if (set->fault_count > 0 && first == NULL)
            first = set;
        if (set->damaged && damaged == NULL)
            damaged = set;
        faults += set->fault_count;
    }
    if (report->count == 0)
        return error_set(error, STATUS_FAILED,
                         "there is no data set below '%s': none has a dataset.json, which is "
                         "written last",
                         place);
    if (damaged != NULL) {
        say_fault(text, sizeof text, damaged, 0);
        return error_set(error, STATUS_CORRUPT, "%s", text);
    }
    if (first == NULL)
        return STATUS_OK;
    say_fault(text, sizeof text, first, 0);
    if (faults == 1)
        return error_set(error, STATUS_PARTIAL, "%s", text);
    return error_set(error, STATUS_PARTIAL, "%s; %zu things differ in all", text, faults);
}

/* Prints a name, which may hold anything, so that it stays in its line. */
static void print_name(const char *name, FILE *file) {
    char *text = strdup(name);
    if (text == NULL)
        return;
    messages_make_harmless(text);
    fputs(text, file);
    free(text);
}

static void print_set(const struct verify_set *set, FILE *file) {
    print_name(set->place, file);
    fputs(": ", file);
    if (set->shards > 0)
        fprintf(file, "%" PRIu64 " shards, %" PRIu64 " rows, %.1f MiB, ", set->shards, set->rows,
                (double)set->bytes / 1048576);
    fputs(set->fault_count == 0 ? "whole" : "NOT whole", file);
    for (unsigned i = 0; i < VERIFY_PROOFS; i++) {
        if (set->proofs[i] > 0)
            fprintf(file, "; %" PRIu64 " by %s", set->proofs[i], PROOFS[i]);
    }
    putc('\n', file);
    for (size_t i = 0; i < set->fault_count; i++) {
        const struct verify_fault *fault = &set->faults[i];
        fputs("  ", file);
        print_name(*fault->file == '\0' ? "it" : fault->file, file);
        putc(' ', file);
        print_name(fault->text, file);
        putc('\n', file);
    }
}

void verify_report_print(const struct verify_report *report, FILE *file) {
    for (size_t i = 0; i < report->count; i++)
        print_set(&report->sets[i], file);
}

static void print_set_json(const struct verify_set *set, FILE *file) {
    fputs("{\"place\":", file);
    json_escape_write(file, set->place);
    fprintf(file,
            ",\"whole\":%s,\"manifest_damaged\":%s,\"shards\":%" PRIu64 ",\"rows\":%" PRIu64
            ",\"bytes\":%" PRIu64 ",\"proofs\":{",
            set->fault_count == 0 ? "true" : "false", set->damaged ? "true" : "false", set->shards,
            set->rows, set->bytes);
    for (unsigned i = 0; i < VERIFY_PROOFS; i++)
        fprintf(file, "%s\"%s\":%" PRIu64, i == 0 ? "" : ",", PROOFS[i], set->proofs[i]);
    fputs("},\"faults\":[", file);
    for (size_t i = 0; i < set->fault_count; i++) {
        fputs(i == 0 ? "{\"file\":" : ",{\"file\":", file);
        json_escape_write(file, set->faults[i].file);
        fputs(",\"fault\":", file);
        json_escape_write(file, set->faults[i].text);
        putc('}', file);
    }
    fputs("]}", file);
}

void verify_report_print_json(const struct verify_report *report, FILE *file) {
    bool whole = report->count > 0;
    for (size_t i = 0; i < report->count; i++)
        whole = whole && report->sets[i].fault_count == 0;
    fprintf(file, "{\"whole\":%s,\"sets\":[", whole ? "true" : "false");
    for (size_t i = 0; i < report->count; i++) {
        fputs(i == 0 ? "\n" : ",\n", file);
        print_set_json(&report->sets[i], file);
    }
    fputs("\n]}\n", file);
}

void verify_report_release(struct verify_report *report) {
    for (size_t i = 0; i < report->count; i++) {
        struct verify_set *set = &report->sets[i];
        for (size_t k = 0; k < set->fault_count; k++) {
            free(set->faults[k].file);
            free(set->faults[k].text);
        }
        free(set->faults);
        free(set->place);
    }
    free(report->sets);
    *report = (struct verify_report){.count = 0};
}
