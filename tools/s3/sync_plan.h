/*
 * sync_plan - from sources to the actions that make the target equal to them, in order.
 *
 * Sources are files, folders, a list of paths, and s3:// or file:// URLs; the target is a bucket or
 * a folder. Each file or object is looked up at the target, compared (sync_compare.h), and becomes
 * an action: copied when new or changed, else SYNC_SKIP. Actions are emitted while sources are
 * still being read. The same plan, with another emit function, is what --dry-run prints.
 *
 * What becomes the name at the target: of a path with "/./" in it, what is behind the first "/./"
 * (as with rsync --relative); of a file without it, its base name; of a folder without it, the
 * paths below it. Empty and "." parts of paths are dropped; ".." behind the "/./" is refused. Of an
 * s3:// URL, the keys below its prefix, as they are ("a//b" stays); of one that is the key of an
 * object, its last part. What cannot become a path below a folder (empty, "." or ".." parts) is
 * refused when the target is one; folder markers (empty objects whose keys end in a slash) are
 * passed over there. Two sources that would get one name are refused, and so are names that are no
 * UTF-8 or too long for a key.
 *
 * Commit files (commit_rules.h) come last, each waiting for all before it; in a list that marks its
 * paths with "/./", dataset.json keeps its place. Before something that a commit file at the target
 * names is replaced or deleted, that commit file is deleted (an action that holds all others), and
 * written again at the end even if it has not changed. For dataset.json that is what its list of
 * shards names, for others everything beside or below them. With `force` they stay.
 *
 * --delete: when all else is confirmed, what is at the target and not in the sources is deleted.
 * Sources are then folders, s3:// prefixes, or a list that ends with a commit file (which speaks
 * for the folder of each dataset.json in it). Nothing is deleted when a source is missing or empty,
 * anything at all was refused, or more than `max_delete` would go. What the selection leaves out,
 * folder markers, and links in a target folder are never deleted. Folders that deletions leave
 * empty go with them. Of a key and another below it only the first can be a file; the other is
 * refused.
 *
 * Comparisons that take time are made side by side (compare_queue.h); actions are emitted in the
 * order of their sources all the same.
 *
 * Thread rule: one thread at a time per plan, which also calls emit, refuse and warn; its readers
 * are used in that thread, others like them in threads of the plan's own.
 */
#ifndef TOOLS_S3_SYNC_PLAN_H
#define TOOLS_S3_SYNC_PLAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/base/byte_source.h"
#include "formats/base/status.h"
#include "tools/s3/bucket_reader.h"
#include "tools/s3/commit_rules.h"
#include "tools/s3/compare_queue.h"
#include "tools/s3/name_set.h"
#include "tools/s3/published_commits.h"
#include "tools/s3/remote_index.h"
#include "tools/s3/s3_url.h"
#include "tools/s3/selection.h"
#include "tools/s3/sync_action.h"
#include "tools/s3/sync_cache.h"
#include "tools/s3/sync_compare.h"

/* Takes an action over, in every case. Not STATUS_OK ends the planning with that status. */
typedef enum status sync_plan_emit_function(void *context, struct sync_action *action,
                                            struct error *error);

/* Told a source that cannot be an action, and why; planning goes on. */
typedef void sync_plan_refuse_function(void *context, const char *source, const struct error *why);

/* Told what the user should know though nothing failed. */
typedef void sync_plan_warn_function(void *context, const char *sentence);

/* All pointers are borrowed for the plan's life. */
struct sync_plan_options {
    const struct s3_url *to;
    struct bucket_reader *target;       /* of a bucket target; NULL for a folder */
    struct bucket_reader *source;       /* of s3:// sources; NULL when there are none */
    const struct selection *selection;  /* --include, --exclude; NULL: everything */
    const struct commit_rules *commits; /* --last; NULL: the built-in ones */
    struct sync_cache *cache;           /* --cache, --no-cache; NULL for none */
    enum sync_compare_mode mode;        /* --size-only, --checksum */
    bool delete_others;                 /* --delete */
    bool one_source;                    /* no other source can claim a name: they are not kept */
    bool force;                         /* --force: published commit files stay */
    bool no_overwrite;                  /* --no-overwrite: what exists is skipped */
    bool null_list;                     /* --null: paths of a list end with a NUL */
    unsigned workers;                   /* --concurrency: comparisons at a time */
    uint64_t max_delete;                /* --max-delete; UINT64_MAX for no limit */
    const char *sagemaker_manifest;     /* --sagemaker-manifest NAME, below the prefix; or NULL */
    const char *temporary_folder;       /* for that file; NULL: /tmp */
    int (*remember)(const char *path);  /* tell the signal handler of it; NULL for nobody */
    void (*forget)(int number);         /* likewise */
    sync_plan_emit_function *emit;
    sync_plan_refuse_function *refuse;
    sync_plan_warn_function *warn;
    void *context;
};

/* A commit file that waits for the end. */
struct sync_deferred;

struct sync_plan {
    struct sync_plan_options options;
    char *base; /* owned: what every name at the target begins with: "prefix/", "", "/folder/" */
    struct remote_index index;          /* of a bucket target */
    struct published_commits published; /* at the target */
    uint64_t index_scanned;             /* changes of the index until it was searched for them */
    bool target_walked;                 /* a folder target was looked through for them */
    struct name_set names;              /* at the target, so far */
    struct compare_queue queue;         /* sources whose actions are still to be emitted */
    struct sync_deferred *deferred;     /* owned */
    size_t deferred_count;
    char **scopes; /* owned: prefixes of names at the target that the sources speak for */
    size_t scope_count;
    char **datasets; /* owned: in turn the source of a dataset.json and its name at the target */
    size_t dataset_count;
    const char *hint; /* while a folder is read: what all its names at the target begin with */
    bool in_list;     /* while a list is read */
    uint64_t asked;   /* keys looked up one by one */
    uint64_t found;   /* files and objects that are selected */
    uint64_t emitted; /* actions, skips included */
    uint64_t refused;
    bool ended; /* an action was not taken: the run stops */
    bool empty_source;
    bool no_scope;  /* a source that cannot say what should not be there */
    char *manifest; /* owned: the temporary file of --sagemaker-manifest */
    int manifest_number;
};

/* Copies the options; what they point at is borrowed. STATUS_USAGE for ones that exclude each
 * other.
 */
MUST_USE enum status sync_plan_init(struct sync_plan *plan, const struct sync_plan_options *options,
                                    struct error *error);

/* Plans a file, or a folder with all below it. */
MUST_USE enum status sync_plan_add_path(struct sync_plan *plan, const char *path,
                                        struct error *error);

/* Plans what is below an s3:// (of options.source's bucket) or file:// URL. */
MUST_USE enum status sync_plan_add_url(struct sync_plan *plan, const struct s3_url *from,
                                       struct error *error);

/*
 * Plans a list of paths, one a line (or NUL bytes at their ends, by options.null_list), each as
 * soon as its line has come. STATUS_CUT_SHORT when nothing comes at all, when paths carry "/./" and
 * the last is no dataset.json, or when the list ends in the middle of a line: one without a line
 * feed that carries "/./" or is a folder. STATUS_UPSTREAM, with the producer's sentence, at a line
 * that begins with CANCEL (U+0018).
 */
MUST_USE enum status sync_plan_add_list(struct sync_plan *plan, struct byte_source *list,
                                        struct error *error);

/*
 * After all sources: deletions, commit files, SageMaker's manifest. Not to be called when a source
 * failed. When deleting is refused, all else is emitted, and then the refusal is returned.
 */
MUST_USE enum status sync_plan_finish(struct sync_plan *plan, struct error *error);

/*
 * Frees; harmless when zeroed. Removes the temporary manifest, so call it when the actions are
 * done.
 */
void sync_plan_release(struct sync_plan *plan);

#endif
