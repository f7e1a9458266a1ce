#include "tools/mlmprep/finish_even.h"

#include <stdlib.h>

#include "tools/join/dataset_commit.h"
#include "tools/mlmprep/even_marker.h"
#include "tools/mlmprep/finish_stage.h"
#include "tools/mlmprep/shard_even.h"
#include "tools/prep/run_folder.h"

struct even_job {
    struct finish_even *even;
    struct finish_shards *shards;
    const struct messages *messages;
    struct stop_signal *stop;
    struct even_marker marker;
    size_t *order;            /* owned: numbers of shards, those of a group together */
    struct even_shard *plans; /* owned: in that order, as all that follow */
    struct shard_even *tasks; /* owned */
    char **folders;           /* owned: of sets */
};

/* Whether any shard has been replaced. */
static bool has_begun(const struct finish_shards *shards) {
    for (size_t i = 0; i < shards->count; i++) {
        if (shards->items[i].state == FINISH_SHARD_EVEN)
            return true;
    }
    return false;
}

static enum status refuse_other_way(const struct even_job *job, struct error *error) {
    const struct finish_shards *shards = job->shards;
    const char *name = even_plan_way_name(job->marker.way);
    return error_set(error, STATUS_USAGE,
                     "the shards of phase %u in '%s' were made equal by --even=%s, which cannot be "
                     "taken back; give --even=%s or no --even, or remove '%s/shards', have them "
                     "made again by 'mlmprep run --until tasks' and finish anew",
                     shards->phase, shards->folder, name, name, shards->folder);
}

/* Decides on the way; *go_on is false when nothing is to be made equal. */
static enum status decide(struct even_job *job, int wanted, bool *go_on, struct error *error) {
    struct even_marker *marker = &job->marker;
    enum even_way way = wanted == RUN_EVEN_TRIM ? EVEN_TRIM : EVEN_MOVE;
    bool asked = wanted == RUN_EVEN_TRIM || wanted == RUN_EVEN_MOVE;
    bool other = marker->there && wanted != FINISH_EVEN_AS_IS && (!asked || marker->way != way);
    if (other && has_begun(job->shards))
        return refuse_other_way(job, error);
    /* What was only planned, or whose shards were all made again, can be forgotten. */
    enum status status = other ? even_marker_remove(job->shards, error) : STATUS_OK;
    if (other)
        even_marker_release(marker);
    *go_on = asked || marker->there;
    job->even->is_even = *go_on;
    job->even->way = marker->there ? marker->way : way;
    return status;
}

static enum status check_kind(const struct finish_shards *shards, struct error *error) {
    const struct shard_facts *first = &shards->items[0].found;
    for (size_t i = 0; i < shards->count; i++) {
        const struct shard_facts *facts = &shards->items[i].found;
        if (facts->format != SHARD_FORMAT_HDF5)
            return error_set(error, STATUS_USAGE,
                             "only shards of --format hdf5 can be made equal, and '%s' is another",
                             facts->shard.file);
        if (facts->shape.max_seq_length != first->shape.max_seq_length ||
            facts->shape.max_predictions_per_seq != first->shape.max_predictions_per_seq)
            return error_set(error, STATUS_FAILED, "the rows of '%s' and '%s' are not alike",
                             facts->shard.file, first->shard.file);
    }
    return STATUS_OK;
}

/* Shards of one folder and one split form a group. */
static size_t group_of(const struct finish_shard *shard) {
    return 2 * shard->set + (shard->split == SHARD_NAME_TEST);
}

static void fill_order(struct even_job *job) {
    const struct finish_shards *shards = job->shards;
    size_t filled = 0;
    for (size_t group = 0; group < 2 * shards->set_count; group++) {
        for (size_t i = 0; i < shards->count; i++) {
            if (group_of(&shards->items[i]) == group)
                job->order[filled++] = i;
        }
    }
}

static enum status make_room(struct even_job *job, struct error *error) {
    const struct finish_shards *shards = job->shards;
    job->order = calloc(shards->count + 1, sizeof *job->order);
    job->plans = calloc(shards->count + 1, sizeof *job->plans);
    job->tasks = calloc(shards->count + 1, sizeof *job->tasks);
    job->folders = calloc(shards->set_count + 1, sizeof *job->folders);
    if (job->order == NULL || job->plans == NULL || job->tasks == NULL || job->folders == NULL)
        return error_no_memory(error, "a plan of equal shards");
    for (size_t i = 0; i < shards->set_count; i++) {
        job->folders[i] = run_folder_path(shards->folder, "%s", shards->sets[i].folder);
        if (job->folders[i] == NULL)
            return error_no_memory(error, "a plan of equal shards");
    }
    return STATUS_OK;
}

static struct finish_shard *shard_at(const struct even_job *job, size_t place) {
    return &job->shards->items[job->order[place]];
}

/* Whether the shard is still to be replaced. */
static bool is_due(const struct even_job *job, size_t place) {
    return job->plans[place].wanted != job->plans[place].rows &&
           shard_at(job, place)->state != FINISH_SHARD_EVEN;
}

/* What a shard became before has to be what it is to be now. */
static enum status check_done(const struct even_job *job, size_t place, struct error *error) {
    const struct finish_shard *shard = shard_at(job, place);
    if (shard->state != FINISH_SHARD_EVEN || shard->even.shard.rows == job->plans[place].wanted)
        return STATUS_OK;
    return error_set(error, STATUS_FAILED,
                     "'%s/%s' was made equal to shards that are others now; remove '%s/shards' and "
                     "have them made again by 'mlmprep run'",
                     job->shards->folder, shard->path, job->shards->folder);
}

static enum status plan(struct even_job *job, struct error *error) {
    struct finish_shards *shards = job->shards;
    enum status status = make_room(job, error);
    if (status != STATUS_OK)
        return status;
    fill_order(job);
    for (size_t i = 0; i < shards->count; i++)
        job->plans[i] = (struct even_shard){.group = group_of(shard_at(job, i)),
                                            .rows = shard_at(job, i)->made.shard.rows};
    status = even_plan_make(job->plans, &job->even->totals, shards->count, job->even->way, error);
    for (size_t i = 0; i < shards->count && status == STATUS_OK; i++) {
        const struct finish_shard *shard = shard_at(job, i);
        const struct even_shard *planned = &job->plans[i];
        job->tasks[i] = (struct shard_even){.folder = job->folders[shard->set],
                                            .made = &shard->made,
                                            .kept = planned->kept,
                                            .travel_first = planned->travel_first,
                                            .taken = planned->taken,
                                            .stop = job->stop};
        if (planned->wanted != planned->rows)
            shards->sets[shard->set].changed = true;
        status = check_done(job, i, error);
    }
    return status;
}

/* Collects the rows that travel, while every shard that gives some still has them. */
static enum status collect(struct even_job *job, const char *path, struct error *error) {
    for (size_t i = 0; i < job->shards->count; i++) {
        if (job->plans[i].kept < job->plans[i].rows && shard_at(job, i)->state != FINISH_SHARD_MADE)
            return error_set(error, STATUS_FAILED,
                             "'%s', which holds the rows that move between shards, is missing or "
                             "damaged; remove '%s/shards' and have them made again by 'mlmprep "
                             "run'",
                             path, job->shards->folder);
    }
    shard_facts_release(&job->marker.rows);
    enum status status =
        shard_even_collect(&job->marker.rows, path, job->tasks, job->shards->count, error);
    job->marker.has_rows = status == STATUS_OK;
    return status;
}

/* Opens the file of rows, which is made where it is missing. */
static enum status open_rows(struct even_job *job, struct finished_shard *rows,
                             struct error *error) {
    struct even_marker *marker = &job->marker;
    char *path = even_marker_rows_path(job->shards);
    char *folder = run_folder_path(job->shards->folder, "state");
    enum status status =
        path == NULL || folder == NULL ? error_no_memory(error, "a file name") : STATUS_OK;
    struct error ignored;
    bool open = status == STATUS_OK && marker->has_rows &&
                finished_shard_open(rows, folder, &marker->rows.shard, marker->rows.shape,
                                    &ignored) == STATUS_OK;
    if (status == STATUS_OK && !open) {
        marker->there = false;
        status = collect(job, path, error);
        if (status == STATUS_OK)
            status =
                finished_shard_open(rows, folder, &marker->rows.shard, marker->rows.shape, error);
    }
    free(path);
    free(folder);
    return status;
}

/* Replaces one shard: new file, marker, rename. */
static enum status replace(struct even_job *job, size_t place, struct finished_shard *rows,
                           struct error *error) {
    struct finish_shard *shard = shard_at(job, place);
    struct atomic_file file;
    struct shard_facts facts;
    if (job->stop != NULL && stop_signal_came(job->stop))
        return error_set(error, STATUS_TEMPORARY, "told to stop; run again to go on");
    enum status status = shard_even_write(&file, &facts, &job->tasks[place], rows, error);
    if (status != STATUS_OK)
        return status;
    status = even_marker_write_shard(job->shards, shard, job->even->way, &facts, error);
    if (status == STATUS_OK)
        status = atomic_file_publish(&file, error);
    else
        atomic_file_abandon(&file);
    if (status != STATUS_OK) {
        shard_facts_release(&facts);
        return status;
    }
    messages_note(job->messages, "'%s' has %llu rows now, and had %llu", shard->path,
                  (unsigned long long)facts.shard.rows, (unsigned long long)shard->made.shard.rows);
    shard_facts_release(&shard->found);
    shard->found = facts;
    shard->state = FINISH_SHARD_EVEN;
    return STATUS_OK;
}

/* A dataset.json of before would tell of files that are about to go. */
static enum status remove_commits(const struct even_job *job, struct error *error) {
    enum status status = STATUS_OK;
    for (size_t i = 0; i < job->shards->set_count && status == STATUS_OK; i++) {
        if (job->shards->sets[i].changed)
            status = dataset_commit_remove(job->folders[i], error);
    }
    return status;
}

/* Replaces those that become shorter, or the others. */
static enum status replace_some(struct even_job *job, struct finished_shard *rows, bool shorter,
                                struct error *error) {
    enum status status = STATUS_OK;
    for (size_t i = 0; i < job->shards->count && status == STATUS_OK; i++) {
        if (is_due(job, i) && (job->plans[i].wanted < job->plans[i].rows) == shorter)
            status = replace(job, i, rows, error);
    }
    return status;
}

static enum status replace_all(struct even_job *job, struct error *error) {
    struct finished_shard rows = {.rows = 0};
    bool due = false, takes = false;
    for (size_t i = 0; i < job->shards->count; i++) {
        due = due || is_due(job, i);
        takes = takes || (is_due(job, i) && job->plans[i].taken > 0);
    }
    /* At the beginning in any case: the first shard to be replaced may be one that gives some. */
    takes = takes || (due && !job->marker.there && job->even->totals.moved > 0);
    enum status status = takes ? open_rows(job, &rows, error) : STATUS_OK;
    if (status == STATUS_OK && !job->marker.there)
        status = even_marker_write(job->shards, job->even->way, &job->even->totals,
                                   job->marker.has_rows ? &job->marker.rows : NULL, error);
    if (status == STATUS_OK && due)
        status = remove_commits(job, error);
    /* First what gives room on the disk, then what takes it. */
    if (status == STATUS_OK)
        status = replace_some(job, &rows, true, error);
    if (status == STATUS_OK)
        status = replace_some(job, &rows, false, error);
    finished_shard_release(&rows);
    return status;
}

static void release(struct even_job *job) {
    for (size_t i = 0; job->folders != NULL && i < job->shards->set_count; i++)
        free(job->folders[i]);
    free(job->folders);
    free(job->order);
    free(job->plans);
    free(job->tasks);
    even_marker_release(&job->marker);
}

enum status finish_even_run(struct finish_even *even, struct finish_shards *shards, int wanted,
                            const struct messages *messages, struct stop_signal *stop,
                            struct error *error) {
    struct even_job job = {.even = even, .shards = shards, .messages = messages, .stop = stop};
    bool go_on = false;
    *even = (struct finish_even){.is_even = false};
    enum status status = even_marker_read(&job.marker, shards, error);
    if (status == STATUS_OK)
        status = decide(&job, wanted, &go_on, error);
    if (status == STATUS_OK && go_on) {
        status = check_kind(shards, error);
        if (status == STATUS_OK)
            status = plan(&job, error);
        if (status == STATUS_OK)
            status = replace_all(&job, error);
    }
    release(&job);
    return status;
}
