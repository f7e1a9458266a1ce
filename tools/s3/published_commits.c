#include "tools/s3/published_commits.h"

#include <stdlib.h>
#include <string.h>

#include "formats/base/byte_source.h"

/* A list of shards larger than this is not read: 4 MiB are some thousand shards. */
static const size_t LARGEST_LIST = (size_t)4 << 20;

enum status published_commits_add(struct published_commits *commits, const char *name,
                                  bool is_dataset, struct error *error) {
    struct published_commit *items =
        reallocarray(commits->items, commits->count + 1, sizeof *items);
    if (items == NULL)
        return error_no_memory(error, "the list of commit files");
    commits->items = items;
    const char *slash = strrchr(name, '/');
    struct published_commit *item = &items[commits->count];
    *item =
        (struct published_commit){.name = strdup(name),
                                  .folder_length = slash == NULL ? 0 : (size_t)(slash + 1 - name),
                                  .is_read = !is_dataset,
                                  .names_all = !is_dataset};
    if (item->name == NULL)
        return error_no_memory(error, "the list of commit files");
    commits->count++;
    return STATUS_OK;
}

static enum status read_text(struct buffer *text, bool *found, const char *name,
                             struct bucket_reader *reader, struct error *error) {
    if (reader != NULL)
        return reader->calls->read(reader, text, found, name, LARGEST_LIST, error);
    struct byte_source source;
    struct error ignored;
    *found = false;
    if (byte_source_open(&source, name, &ignored) != STATUS_OK)
        return STATUS_OK;
    *found = byte_source_read_all(&source, LARGEST_LIST, text, &ignored) == STATUS_OK;
    byte_source_release(&source);
    return STATUS_OK;
}

static enum status add_shard(void *context, const char *shard, struct error *error) {
    struct published_commit *commit = context;
    struct buffer name = BUFFER_INIT;
    bool clash;
    enum status status =
        buffer_format(&name, error, "%.*s%s", (int)commit->folder_length, commit->name, shard);
    if (status == STATUS_OK)
        status = buffer_append(&name, "", 1, error);
    if (status == STATUS_OK)
        status = name_set_add(&commit->shards, &clash, (const char *)name.data, "", error);
    buffer_release(&name);
    return status;
}

/* Reads the list of shards of a dataset.json. */
static enum status read_names(struct published_commit *commit, struct bucket_reader *reader,
                              struct error *error) {
    struct buffer text = BUFFER_INIT;
    bool found = false;
    enum status status = read_text(&text, &found, commit->name, reader, error);
    if (status == STATUS_OK && found)
        status = commit_rules_read_shards(buffer_view(&text), add_shard, commit, error);
    /* What cannot be understood is assumed to name everything. */
    commit->names_all = !found || status == STATUS_NOT_OURS;
    if (status == STATUS_NOT_OURS)
        status = STATUS_OK;
    commit->is_read = status == STATUS_OK;
    buffer_release(&text);
    return status;
}

enum status published_commits_next(struct published_commits *commits,
                                   struct published_commit **found, size_t *at, const char *name,
                                   struct bucket_reader *reader, struct error *error) {
    *found = NULL;
    while (*at < commits->count && *found == NULL) {
        struct published_commit *commit = &commits->items[(*at)++];
        if (commit->removed || strncmp(commit->name, name, commit->folder_length) != 0 ||
            strcmp(commit->name, name) == 0)
            continue;
        if (!commit->is_read) {
            enum status status = read_names(commit, reader, error);
            if (status != STATUS_OK)
                return status;
        }
        if (commit->names_all || name_set_has(&commit->shards, name))
            *found = commit;
    }
    return STATUS_OK;
}

struct published_commit *published_commits_find(const struct published_commits *commits,
                                                const char *name) {
    for (size_t i = 0; i < commits->count; i++) {
        if (strcmp(commits->items[i].name, name) == 0)
            return &commits->items[i];
    }
    return NULL;
}

void published_commits_release(struct published_commits *commits) {
    for (size_t i = 0; i < commits->count; i++) {
        free(commits->items[i].name);
        name_set_release(&commits->items[i].shards);
    }
    free(commits->items);
    *commits = (struct published_commits){NULL, 0};
}
