#include "tools/mlmprep/verify_folder.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "formats/base/file_state.h"
#include "tools/join/dataset_commit.h"
#include "tools/mlmprep/foreign_files.h"
#include "tools/mlmprep/plan_corpora.h"
#include "tools/mlmprep/shard_facts.h"
#include "tools/mlmprep/verify_shards.h"
#include "tools/prep/run_folder.h"
#include "tools/prep/run_plan.h"

/* Folders in folders: runs of a series, a run, its shards, the root of a data set, its corpora. */
enum { DEEPEST = 8 };

struct folder_search {
    struct verify_report *report;
    struct check_crew *crew;
};

/* A set under verification. */
struct folder_set {
    const char *folder;
    const struct dataset_manifest *manifest;
    struct verify_set *set;
};

static bool has_entry(const char *folder, const char *name) {
    char *path = run_folder_path(folder, "%s", name);
    bool has = path != NULL && access(path, F_OK) == 0;
    free(path);
    return has;
}

static enum status check_shard(void *context, const struct dataset_shard *shard, unsigned worker,
                               const atomic_bool *stopped, enum verify_proof *proof,
                               char text[VERIFY_TEXT_SIZE], struct error *error) {
    const struct folder_set *set = context;
    struct shard_facts facts;
    (void)worker;
    *proof = VERIFY_BY_READING;
    if (!has_entry(set->folder, shard->file)) {
        snprintf(text, VERIFY_TEXT_SIZE, "is missing");
        return STATUS_PARTIAL;
    }
    char *path = run_folder_path(set->folder, "%s", shard->file);
    if (path == NULL)
        return error_no_memory(error, "a file name");
    enum status status = shard_facts_read(&facts, path, shard->file, stopped, error);
    bool is_fault = status != STATUS_OK && status != STATUS_NO_MEMORY && status != STATUS_TEMPORARY;
    if (is_fault)
        verify_fault_of(text, VERIFY_TEXT_SIZE, path, error->message);
    free(path);
    if (status != STATUS_OK)
        return is_fault ? STATUS_PARTIAL : status;
    const struct shard_shape said = set->manifest->shape;
    const char *difference = shard_facts_difference(&facts.shard, shard);
    if (difference == NULL && facts.format != SHARD_FORMAT_HDF5_VARLEN &&
        (facts.shape.max_seq_length != said.max_seq_length ||
         facts.shape.max_predictions_per_seq != said.max_predictions_per_seq))
        difference = "shape";
    shard_facts_release(&facts);
    if (difference == NULL)
        return STATUS_OK;
    snprintf(text, VERIFY_TEXT_SIZE, "is not what dataset.json says: its %s is another",
             difference);
    return STATUS_PARTIAL;
}

static enum status add_foreign(void *context, const char *file, struct error *error) {
    const struct folder_set *set = context;
    return verify_set_add_fault(set->set, file,
                                "is not of this data set, and trainers would read it along", error);
}

/* A dataset.json that is none; *error tells why. */
static enum status add_damaged(struct verify_set *set, const char *folder, struct error *error) {
    char text[VERIFY_TEXT_SIZE];
    char *path = run_folder_path(folder, "%s", DATASET_COMMIT_NAME);
    if (path == NULL)
        return error_no_memory(error, "a file name");
    verify_fault_of(text, sizeof text, path, error->message);
    free(path);
    set->damaged = true;
    return verify_set_add_fault(set, DATASET_COMMIT_NAME, text, error);
}

/* Reads a dataset.json. What is no file counts as damaged: opening a pipe would wait. */
static enum status read_manifest(struct dataset_manifest *manifest, const char *folder,
                                 struct error *error) {
    struct file_state state;
    char *path = run_folder_path(folder, "%s", DATASET_COMMIT_NAME);
    if (path == NULL)
        return error_no_memory(error, "a file name");
    enum status status = file_state_look(&state, path)
                             ? dataset_commit_read(manifest, folder, error)
                             : error_set(error, STATUS_CORRUPT, "'%s' is not a regular file", path);
    free(path);
    return status;
}

static enum status check_set(struct folder_search *search, const char *folder,
                             struct error *error) {
    struct dataset_manifest manifest;
    struct folder_set set = {.folder = folder, .manifest = &manifest};
    enum status status = verify_report_add(search->report, &set.set, folder, error);
    if (status != STATUS_OK)
        return status;
    status = read_manifest(&manifest, folder, error);
    if (status == STATUS_CORRUPT || status == STATUS_NOT_OURS || status == STATUS_CUT_SHORT)
        return add_damaged(set.set, folder, error);
    if (status != STATUS_OK)
        return status;
    verify_set_count(set.set, &manifest);
    status = verify_shards_run(set.set, &manifest, search->crew, check_shard, &set, error);
    if (status == STATUS_OK)
        status = foreign_files_find(folder, &manifest, add_foreign, &set, error);
    dataset_manifest_release(&manifest);
    return status;
}

static enum status add_incomplete(struct folder_search *search, const char *folder,
                                  const char *text, struct error *error) {
    struct verify_set *set;
    enum status status = verify_report_add(search->report, &set, folder, error);
    return status == STATUS_OK ? verify_set_add_fault(set, "", text, error) : status;
}

static enum status search_below(struct folder_search *search, const char *folder, unsigned depth,
                                struct error *error);

/* Looks at an entry of a folder without dataset.json; *shards counts those that look like one. */
static enum status look_at(struct folder_search *search, const char *folder, const char *name,
                           unsigned depth, size_t *shards, struct error *error) {
    struct stat info;
    enum status status = STATUS_OK;
    if (name[0] == '.')
        return STATUS_OK;
    char *path = run_folder_path(folder, "%s", name);
    if (path == NULL)
        return error_no_memory(error, "a file name");
    /* Links are not followed: "current" leads to what is found by its own name. */
    bool there = lstat(path, &info) == 0;
    if (there && S_ISDIR(info.st_mode) && depth < DEEPEST)
        status = search_below(search, path, depth + 1, error);
    else if (there && !S_ISDIR(info.st_mode))
        *shards += foreign_files_has_ending(name);
    free(path);
    return status;
}

static enum status descend(struct folder_search *search, const char *folder, unsigned depth,
                           struct error *error) {
    struct dirent **entries = NULL;
    size_t shards = 0;
    int count = scandir(folder, &entries, NULL, alphasort);
    if (count < 0)
        return error_system(error, errno, "cannot read the folder", folder);
    enum status status = STATUS_OK;
    for (int i = 0; i < count; i++) {
        if (status == STATUS_OK)
            status = look_at(search, folder, entries[i]->d_name, depth, &shards, error);
        free(entries[i]);
    }
    free(entries);
    if (status == STATUS_OK && shards > 0)
        status =
            add_incomplete(search, folder,
                           "holds shards and no dataset.json: the data set is not complete", error);
    return status;
}

/*
 * A folder that mlmprep works in: its data sets are in shards/, one of each corpus in each phase.
 * `plan` is NULL where it was made by tools of another version, and nobody knows how many there
 * are.
 */
static enum status search_run(struct folder_search *search, const char *folder,
                              const struct run_plan *plan, unsigned depth, struct error *error) {
    size_t before = search->report->count, corpora = 0;
    char *shards = run_folder_path(folder, "shards");
    if (shards == NULL)
        return error_no_memory(error, "a file name");
    enum status status =
        access(shards, F_OK) == 0 ? search_below(search, shards, depth + 1, error) : STATUS_OK;
    free(shards);
    if (status == STATUS_OK && plan != NULL)
        status = plan_corpora_count(&corpora, plan, error);
    if (status == STATUS_OK && plan != NULL &&
        search->report->count - before < plan->phase_count * corpora)
        status = add_incomplete(search, folder,
                                "is not finished in all phases; 'mlmprep run' goes on", error);
    return status;
}

/*
 * A folder with a plan: of a run, or of a series, whose runs are folders in it. One that cannot be
 * loaded is of other tools.
 */
static enum status search_planned(struct folder_search *search, const char *folder, unsigned depth,
                                  struct error *error) {
    struct run_plan plan;
    struct error ignored;
    if (run_plan_load(&plan, folder, &ignored) != STATUS_OK)
        return has_entry(folder, "shards") ? search_run(search, folder, NULL, depth, error)
                                           : descend(search, folder, depth, error);
    enum status status = plan.series.mirror != NULL
                             ? descend(search, folder, depth, error)
                             : search_run(search, folder, &plan, depth, error);
    run_plan_release(&plan);
    return status;
}

static enum status search_below(struct folder_search *search, const char *folder, unsigned depth,
                                struct error *error) {
    if (has_entry(folder, DATASET_COMMIT_NAME))
        return check_set(search, folder, error);
    return has_entry(folder, RUN_PLAN_NAME) ? search_planned(search, folder, depth, error)
                                            : descend(search, folder, depth, error);
}

enum status verify_folder_run(struct verify_report *report, const char *folder,
                              struct check_crew *crew, struct error *error) {
    struct folder_search search = {report, crew};
    size_t length = strlen(folder);
    while (length > 1 && folder[length - 1] == '/')
        length--;
    char *plain = strndup(folder, length);
    if (plain == NULL)
        return error_no_memory(error, "a file name");
    enum status status = search_below(&search, plain, 0, error);
    free(plain);
    return status;
}
