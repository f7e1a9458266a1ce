/*
 * upload_plan - from sources (files, folders, a list of paths) to items in the order they go up.
 *
 * What becomes the key: of a path with "/./" in it, what is behind the first "/./" (as with rsync
 * --relative); of a file without it, its base name; of a folder without it, the paths below it.
 * Empty and "." parts are dropped; ".." behind the "/./" is refused, and so is a file whose target
 * another path has taken.
 *
 * "dataset.json" is a commit file: it means that what was named before it is complete. In a list
 * that marks its paths with "/./" it goes up at its place, after all paths before it; everywhere
 * else after all other sources.
 *
 * Such a list is a stream: it ends with a commit file, or it was cut short.
 *
 * Thread rule: one thread at a time per plan.
 */
#ifndef TOOLS_S3_UPLOAD_PLAN_H
#define TOOLS_S3_UPLOAD_PLAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/base/byte_source.h"
#include "formats/base/status.h"
#include "tools/s3/name_set.h"
#include "tools/s3/s3_url.h"
#include "tools/s3/upload_item.h"

/* Takes an item over, in every case. Not STATUS_OK ends the planning with that status. */
typedef enum status upload_plan_emit_function(void *context, struct upload_item *item,
                                              struct error *error);

/* Told a source that cannot be an item, and why; planning goes on. */
typedef void upload_plan_refuse_function(void *context, const char *path, const struct error *why);

struct upload_plan {
    const struct s3_url *to; /* borrowed */
    upload_plan_emit_function *emit;
    upload_plan_refuse_function *refuse;
    void *context;
    struct upload_item **deferred; /* owned: commit files that go last */
    size_t deferred_count;
    struct name_set names;
    uint64_t emitted; /* items so far, deferred ones not counted before their time */
};

void upload_plan_init(struct upload_plan *plan, const struct s3_url *to,
                      upload_plan_emit_function *emit, upload_plan_refuse_function *refuse,
                      void *context);

/* Plans a file, or a folder with all below it. */
MUST_USE enum status upload_plan_add_path(struct upload_plan *plan, const char *path,
                                          struct error *error);

/*
 * Plans a list of paths, one a line, each as soon as its line has come. STATUS_CUT_SHORT when
 * nothing comes at all, when paths carry "/./" and the last is no commit file, or when the
 * list ends in the middle of a line: one without a line feed that carries "/./" or is a folder.
 * STATUS_UPSTREAM, with the producer's sentence, at a line that begins with CANCEL (U+0018).
 */
MUST_USE enum status upload_plan_add_list(struct upload_plan *plan, struct byte_source *list,
                                          struct error *error);

/* Emits the commit files that had to wait. Not to be called when a list was cut short. */
MUST_USE enum status upload_plan_finish(struct upload_plan *plan, struct error *error);

/* Frees; harmless when zeroed. */
void upload_plan_release(struct upload_plan *plan);

/* Plans one line of a list: a commit file marked with "/./" keeps its place. */
MUST_USE enum status upload_plan_add_line(struct upload_plan *plan, const char *path,
                                          struct error *error);

/* Whether a path's base name is that of a commit file. */
bool upload_plan_is_commit(const char *path);

/* Whether a path carries "/./". */
bool upload_plan_has_mark(const char *path);

#endif
