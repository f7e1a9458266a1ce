#include "tools/mlmprep/update_run.h"

#include <stdlib.h>
#include <string.h>

#include "tools/cli/numbers.h"
#include "tools/fetch/dump_mirror.h"
#include "tools/mlmprep/update_bucket.h"
#include "tools/mlmprep/update_making.h"
#include "tools/mlmprep/update_plan.h"
#include "tools/prep/folder_tree.h"
#include "tools/prep/run_folder.h"

/* Whether there is a data set that was begun and is newer than those that were published. */
static bool has_begun(const struct update_run *update) {
    char date[DUMP_DATE_SIZE];
    series_folder_next(&update->series, "", date);
    return *date != '\0';
}

static enum status ask_mirror(struct update_run *update, struct error *error) {
    const struct run_series *series = &update->plan.series;
    const struct dump_place place = {series->mirror, series->wiki, series->files};
    const char *newest = series_folder_newest(&update->series);
    enum status status = dump_mirror_find(&update->dump, &update->web->session, &place, NULL,
                                          *newest == '\0' ? NULL : newest, error);
    /* What was begun has its sources, or will say what is wrong with them. */
    if (status != STATUS_OK && update->stop->number == 0 && has_begun(update))
        status = STATUS_OK;
    return status;
}

enum status update_run_look(struct update_run *update, struct error *error) {
    enum status status = run_plan_load(&update->plan, update->folder, error);
    if (status != STATUS_OK)
        return status;
    if (update->plan.series.mirror == NULL)
        return error_set(error, STATUS_USAGE,
                         "'%s' has the plan of one data set, for 'mlmprep run'; a series is begun "
                         "by 'mlmprep init DIR --source latest'",
                         update->folder);
    status = series_folder_read(&update->series, update->folder, error);
    if (status == STATUS_OK)
        status = ask_mirror(update, error);
    if (status == STATUS_OK)
        series_folder_next(&update->series, update->dump.date, update->date);
    /* One that was killed before it had a plan, and whose dump is gone, is nothing to go on with.
     */
    if (status == STATUS_OK && strcmp(update->date, update->dump.date) != 0 &&
        !update_plan_is_there(update->folder, update->date))
        *update->date = '\0';
    return status;
}

/* Adds the dates that may go, with words in front of the first; *count counts them. */
static enum status list_old(struct update_run *update, const char *before, size_t *count,
                            struct error *error) {
    enum status status = STATUS_OK;
    *count = 0;
    for (size_t i = 0; i < update->series.count && status == STATUS_OK; i++) {
        const struct series_item *item = &update->series.items[i];
        if (series_folder_is_old(&update->series, item, update->plan.series.keep))
            status = buffer_format(&update->done, error, "%s%s", (*count)++ == 0 ? before : ", ",
                                   item->date);
    }
    return status;
}

/* What the folder will be like once the date is the current one. */
static enum status pretend(struct series_folder *series, const char *date, struct error *error) {
    for (size_t i = 0; i < series->count; i++) {
        if (strcmp(series->items[i].date, date) == 0)
            series->items[i].verified = true;
    }
    if (series_folder_find(series, date) == NULL) {
        struct series_item *items = reallocarray(series->items, series->count + 1, sizeof *items);
        if (items == NULL)
            return error_no_memory(error, "the data sets of a series");
        series->items = items;
        items[series->count] = (struct series_item){.verified = true};
        memcpy(items[series->count++].date, date, DUMP_DATE_SIZE);
    }
    memcpy(series->current, date, DUMP_DATE_SIZE);
    return STATUS_OK;
}

static enum status tell_making(struct update_run *update, struct error *error) {
    char size[NUMBERS_SIZE];
    uint64_t bytes = 0;
    enum status status = STATUS_OK;
    for (size_t i = 0; i < update->dump.count; i++)
        bytes += update->dump.files[i].bytes;
    numbers_format_size(bytes, size);
    if (series_folder_find(&update->series, update->date) != NULL)
        status = buffer_format(&update->done, error, "would go on with the data set of %s\n",
                               update->date);
    else
        status = buffer_format(&update->done, error,
                               "would make the data set of %s from %zu file%s, %s\n", update->date,
                               update->dump.count, update->dump.count == 1 ? "" : "s", size);
    if (status == STATUS_OK)
        status = buffer_format(&update->done, error, "would make it the current one%s%s\n",
                               *update->series.current == '\0' ? "" : ", after ",
                               update->series.current);
    return status == STATUS_OK ? pretend(&update->series, update->date, error) : status;
}

enum status update_run_tell(struct update_run *update, struct error *error) {
    size_t count = 0;
    enum status status = STATUS_OK;
    if (*update->date != '\0')
        status = tell_making(update, error);
    if (status == STATUS_OK)
        status = list_old(update, "would remove ", &count, error);
    return status == STATUS_OK && count > 0 ? buffer_append(&update->done, "\n", 1, error) : status;
}

static enum status make_by_plan(struct update_run *update, struct run_plan *plan,
                                struct error *error) {
    enum status status = update_plan_write(plan, update->folder, update->date, error);
    if (status == STATUS_OK)
        status = update_making_run(update, plan, error);
    return status == STATUS_OK
               ? series_folder_mark(update->folder, update->date, SERIES_VERIFIED, error)
               : status;
}

/*
 * From the dump to a data set that is verified, here and in the bucket. One that an earlier call
 * verified is verified again, since anything may have happened to it, and made again if need be.
 */
static enum status make(struct update_run *update, struct error *error) {
    const struct series_item *item = series_folder_find(&update->series, update->date);
    struct run_plan plan;
    bool was_verified =
        item != NULL && item->verified && update_plan_is_there(update->folder, update->date);
    bool is_offered = strcmp(update->dump.date, update->date) == 0;
    enum status status =
        is_offered && !was_verified
            ? update_plan_make(&plan, &update->plan, &update->dump, update->stop, error)
            : update_plan_read(&plan, update->folder, update->date, error);
    if (status != STATUS_OK)
        return status;
    if (was_verified)
        status = update_making_verify(update, &plan, error);
    if (!was_verified ||
        (status != STATUS_OK && status != STATUS_TEMPORARY && update->stop->number == 0))
        status = make_by_plan(update, &plan, error);
    run_plan_release(&plan);
    return status;
}

static enum status make_current(struct update_run *update, bool *is_switched, struct error *error) {
    enum status status = make(update, error);
    if (status == STATUS_OK)
        status = series_folder_switch(update->folder, update->date, error);
    *is_switched = status == STATUS_OK;
    if (status == STATUS_OK && update->plan.bucket != NULL)
        status = update_bucket_point(update, error);
    if (status == STATUS_OK)
        status = series_folder_mark(update->folder, update->date, SERIES_PUBLISHED, error);
    if (status == STATUS_OK)
        status =
            buffer_format(&update->done, error, "'%s/%s' is the data set of %s now, %zu shards",
                          update->folder, SERIES_FOLDER_CURRENT, update->date,
                          run_plan_tasks(&update->plan) * update->plan.phase_count);
    return status;
}

static enum status remove_old(struct update_run *update, struct error *error) {
    struct series_folder *series = &update->series;
    size_t count = 0;
    size_t before = update->done.size;
    enum status status = list_old(update, before == 0 ? "removed " : "; removed ", &count, error);
    if (status == STATUS_OK && count > 0 && update->plan.bucket != NULL)
        status = update_bucket_remove(update, error);
    for (size_t i = 0; i < series->count && status == STATUS_OK; i++) {
        if (series_folder_is_old(series, &series->items[i], update->plan.series.keep))
            status = series_folder_remove(update->folder, series->items[i].date, error);
    }
    return status;
}

/*
 * Dumps that were downloaded are used up once their data set is published. Their markers stay, so
 * that everything counts as done; a run that needs one again fetches it.
 */
static void remove_downloads(const struct update_run *update) {
    for (size_t i = 0; i < update->series.count && !update->plan.keep_text; i++) {
        const struct series_item *item = &update->series.items[i];
        char *path = run_folder_path(update->folder, "%s/source", item->date);
        if (path != NULL && item->published)
            folder_tree_remove(path);
        free(path);
    }
}

/* What is the current one after a failure. */
static enum status say_which(const struct update_run *update, bool is_switched,
                             struct error *error) {
    const char *current = update->series.current;
    if (is_switched)
        return error_prefix(error, "'%s/%s' is the data set of %s now, but that is not told yet",
                            update->folder, SERIES_FOLDER_CURRENT, update->date);
    return error_prefix(error, "the data set of %s is not published yet%s%s%s", update->date,
                        *current == '\0' ? "" : ", that of ", current,
                        *current == '\0' ? "" : " stays");
}

enum status update_run_do(struct update_run *update, struct error *error) {
    series_folder_clean(update->folder);
    enum status status = STATUS_OK;
    if (*update->date != '\0') {
        bool is_switched = false;
        status = make_current(update, &is_switched, error);
        if (status != STATUS_OK)
            return say_which(update, is_switched, error);
        series_folder_release(&update->series);
        status = series_folder_read(&update->series, update->folder, error);
    }
    size_t made = update->done.size;
    if (status == STATUS_OK)
        remove_downloads(update);
    if (status == STATUS_OK)
        status = remove_old(update, error);
    if (status == STATUS_OK)
        return STATUS_OK;
    return error_prefix(error, "%.*s%sold data sets stay", (int)made,
                        made == 0 ? "" : (const char *)update->done.data,
                        made == 0 ? "" : ", but ");
}

void update_run_release(struct update_run *update) {
    run_plan_release(&update->plan);
    series_folder_release(&update->series);
    dump_files_release(&update->dump);
    buffer_release(&update->done);
}
