/*
 * sync_plan_steps - what the files of sync_plan share: the steps from a source to its action.
 *
 * A part of sync_plan.h, with its thread rule.
 */
#ifndef TOOLS_S3_SYNC_PLAN_STEPS_H
#define TOOLS_S3_SYNC_PLAN_STEPS_H

#include "tools/s3/sync_plan.h"

/* A commit file that waits for the end. */
struct sync_deferred {
    struct sync_content source; /* path, or key and etag, are owned */
    char *target;               /* owned */
    const char *reason;
    unsigned rank;
    size_t order; /* in which they came */
    bool equal;
};

/*
 * Plans a file or object that will be called `relative` below the target. `in_place`: a
 * dataset.json is not to wait for the end.
 */
MUST_USE enum status sync_plan_take(struct sync_plan *plan, const struct sync_content *source,
                                    const char *relative, bool in_place, struct error *error);

/* Makes the name at the target and books it; *refused, and told, when it cannot have that name. */
MUST_USE enum status sync_plan_name(struct sync_plan *plan, struct buffer *target, bool *refused,
                                    const struct sync_content *source, const char *relative,
                                    struct error *error);

/* The path, or the key, of a source. */
const char *sync_plan_source_name(const struct sync_content *source);

/*
 * Looks at the target of a source, and compares; the action is emitted in its turn, behind those of
 * sources before it (sync_plan_settle).
 */
MUST_USE enum status sync_plan_compare(struct sync_plan *plan, const struct sync_content *source,
                                       const char *target, bool is_commit, struct error *error);

/* The same for a commit file that waits for the end: its decision is noted there. */
MUST_USE enum status sync_plan_compare_deferred(struct sync_plan *plan, size_t number,
                                                struct error *error);

/* Emits what comparisons have led to so far; `all`: waits until none is left. */
MUST_USE enum status sync_plan_settle(struct sync_plan *plan, bool all, struct error *error);

/* Settles all, whatever `status` the planning had so far, which it returns when it is a failure. */
MUST_USE enum status sync_plan_settle_after(struct sync_plan *plan, enum status status,
                                            struct error *error);

/* Emits the action for a source: a copy, or a skip when `equal`. */
MUST_USE enum status sync_plan_emit(struct sync_plan *plan, const struct sync_content *source,
                                    const char *target, bool equal, const char *reason,
                                    bool is_commit, struct error *error);

/* Emits the deletion of a name at the target. */
MUST_USE enum status sync_plan_emit_deletion(struct sync_plan *plan, const char *target,
                                             const char *reason, bool holds_all, bool waits_for_all,
                                             struct error *error);

/*
 * To be called before `name` at the target is replaced or deleted: emits the deletion of every
 * commit file that names it. `waits`: those wait for all before them.
 */
MUST_USE enum status sync_plan_before_change(struct sync_plan *plan, const char *name, bool waits,
                                             struct error *error);

/* Keeps a commit file for the end. */
MUST_USE enum status sync_plan_defer(struct sync_plan *plan, const struct sync_content *source,
                                     const char *target, unsigned rank, struct error *error);

/* Decides about the deferred commit files, then emits them; deletions come between. */
MUST_USE enum status sync_plan_decide_deferred(struct sync_plan *plan, struct error *error);
MUST_USE enum status sync_plan_emit_deferred(struct sync_plan *plan, struct error *error);

/*
 * Deletes what the sources do not have. *refusal is set, and STATUS_OK returned, when nothing may
 * be deleted.
 */
MUST_USE enum status sync_plan_delete_others(struct sync_plan *plan, struct error *refusal,
                                             struct error *error);

/* Writes and plans SageMaker's manifest. */
MUST_USE enum status sync_plan_add_manifest(struct sync_plan *plan, struct error *error);

/* Counts and tells a source that cannot be planned; with a sentence "'<source>' <why>". */
void sync_plan_refuse(struct sync_plan *plan, const char *source, const struct error *why);
void sync_plan_refuse_because(struct sync_plan *plan, const char *source, const char *why);

/* The prefix of names at the target below `relative` ("" for all) is spoken for. */
MUST_USE enum status sync_plan_add_scope(struct sync_plan *plan, const char *relative,
                                         struct error *error);

/* Plans the objects below the prefix of an s3:// URL, or the one it names. */
MUST_USE enum status sync_plan_add_prefix(struct sync_plan *plan, const struct s3_url *url,
                                          struct error *error);

/* Plans one line of a list. */
MUST_USE enum status sync_plan_add_line(struct sync_plan *plan, const char *path,
                                        struct error *error);

/* Appends a copy of a text to a list of owned texts. */
MUST_USE enum status sync_plan_keep_text(char ***texts, size_t *count, const char *text,
                                         struct error *error);

/* Whether a path carries "/./". */
MUST_USE bool sync_plan_has_mark(const char *path);

/* The rank of commit files, SageMaker's manifest included; 0 for all else. */
MUST_USE unsigned sync_plan_rank(const struct sync_plan *plan, const char *relative);

#endif
