/*
 * published_commits - the commit files at the target, and what each of them names.
 *
 * Thread rule: one thread at a time per list.
 */
#ifndef TOOLS_S3_PUBLISHED_COMMITS_H
#define TOOLS_S3_PUBLISHED_COMMITS_H

#include <stdbool.h>
#include <stddef.h>

#include "formats/base/status.h"
#include "tools/s3/bucket_reader.h"
#include "tools/s3/commit_rules.h"
#include "tools/s3/name_set.h"

struct published_commit {
    char *name;             /* owned: key, or path */
    size_t folder_length;   /* of the part of it up to and with its last slash */
    bool is_read;           /* `names` is filled, or `names_all` set */
    bool names_all;         /* everything beside or below it */
    bool removed;           /* by this run */
    bool restored;          /* written again, or will be */
    struct name_set shards; /* full names of what it names */
};

struct published_commits {
    struct published_commit *items; /* owned */
    size_t count;
};

/* Adds a commit file; `name` is copied, `is_dataset` tells that it has a list of shards. */
MUST_USE enum status published_commits_add(struct published_commits *commits, const char *name,
                                           bool is_dataset, struct error *error);

/*
 * The next commit file from number *at on that names `name`, is another file, and has not been
 * removed; NULL when there is none. *at moves behind it. Lists of shards are read when they are
 * first needed, through the reader, or from a file when that is NULL; one that cannot be read names
 * everything beside or below it.
 */
MUST_USE enum status published_commits_next(struct published_commits *commits,
                                            struct published_commit **found, size_t *at,
                                            const char *name, struct bucket_reader *reader,
                                            struct error *error);

/* The commit file of that name; NULL when it is none. */
struct published_commit *published_commits_find(const struct published_commits *commits,
                                                const char *name);

/* Frees; harmless when zeroed. */
void published_commits_release(struct published_commits *commits);

#endif
