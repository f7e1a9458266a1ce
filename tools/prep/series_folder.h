/*
 * series_folder - the folder that `mlmprep update` works in: a data set for each dump, of which one
 * is the current one.
 *
 *     run.json          the plan of the series (run_plan.h)
 *     vocab.txt         its vocabulary, when that came from a file
 *     20240101/         a run folder; its state/ has, besides what a run folder's has,
 *         state/series.json     made by update, and so for update to remove
 *         state/verified.json   the data set was verified
 *         state/published.json  it was made the current one, here and in the bucket
 *     current           a symbolic link to the folder of the current one
 *     bucket/current.json   what the bucket says is current
 *     log/20240101.log  what was said while it was made
 *     lock
 *
 * Thread rule: functions touch only their arguments and the files.
 */
#ifndef TOOLS_PREP_SERIES_FOLDER_H
#define TOOLS_PREP_SERIES_FOLDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/base/dump_date.h"
#include "formats/base/status.h"

#define SERIES_FOLDER_CURRENT "current"

enum series_mark { SERIES_MADE, SERIES_VERIFIED, SERIES_PUBLISHED };

struct series_item {
    char date[DUMP_DATE_SIZE];
    bool verified, published;
};

struct series_folder {
    struct series_item *items; /* owned: those that update made, by date */
    size_t count;
    char current[DUMP_DATE_SIZE]; /* where the link leads; "": there is none, or nowhere */
};

/*
 * Looks at what is there. Makes *series on success, to be released. STATUS_FAILED when `current` is
 * something else than a symbolic link to a date.
 */
MUST_USE enum status series_folder_read(struct series_folder *series, const char *folder,
                                        struct error *error);

/* Writes one of the marks of a date, whose folder is made. */
MUST_USE enum status series_folder_mark(const char *folder, const char *date, enum series_mark mark,
                                        struct error *error);

/* The item of a date, or NULL. */
const struct series_item *series_folder_find(const struct series_folder *series, const char *date);

/* The newest date that is, or was, the current one; "" when none was. */
const char *series_folder_newest(const struct series_folder *series);

/*
 * The date to work on, which is newer than those that were published: the newest of `offered` (what
 * a mirror has; "": nothing) and of what was begun. Where there is no current one, the newest that
 * was published will do. "" when there is nothing to do.
 */
void series_folder_next(const struct series_folder *series, const char *offered,
                        char date[DUMP_DATE_SIZE]);

/*
 * Whether an item may go: it is older than the current one and was never finished, or is not among
 * the `keep` newest finished ones that are older. Nothing may go while there is no current one.
 */
bool series_folder_is_old(const struct series_folder *series, const struct series_item *item,
                          uint64_t keep);

/* Makes a date the current one, atomically. */
MUST_USE enum status series_folder_switch(const char *folder, const char *date,
                                          struct error *error);

/*
 * Removes a date's folder; one that was named in this function when the process ended is removed by
 * series_folder_clean. STATUS_TEMPORARY when somebody works in it.
 */
MUST_USE enum status series_folder_remove(const char *folder, const char *date,
                                          struct error *error);

/* Removes what an update that was killed has left half removed, or half written. */
void series_folder_clean(const char *folder);

/* Frees; harmless when zeroed. */
void series_folder_release(struct series_folder *series);

#endif
