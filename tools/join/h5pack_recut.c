#include "tools/join/h5pack_recut.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "formats/stream/provenance_kind.h"
#include "tools/join/dataset_commit.h"
#include "tools/join/finished_shard.h"

struct recut {
    struct packing packing;
    char *const *folders;
    size_t count;
    struct dataset_manifest *manifests; /* owned: of each folder */
};

bool h5pack_recut_is_folder(const char *path) {
    struct stat info;
    return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

static enum status check_making(const struct recut *recut, size_t index, struct error *error) {
    bool same;
    enum status status =
        provenance_kind_compare(&same, view_of_string(recut->manifests[index].provenance),
                                view_of_string(recut->manifests[0].provenance), error);
    if (status == STATUS_OK && !same)
        status = error_set(error, STATUS_FAILED,
                           "'%s' was made with other options or another vocabulary than '%s'; such "
                           "data sets do not mix",
                           recut->folders[index], recut->folders[0]);
    return status;
}

static enum status check_format(const struct recut *recut, size_t index, struct error *error) {
    char format[PROVENANCE_TEXT_SIZE];
    enum status status =
        provenance_kind_format(format, view_of_string(recut->manifests[index].provenance), error);
    if (status == STATUS_OK && strcmp(format, shard_format_name(SHARD_FORMAT_HDF5)) != 0)
        status = error_set(error, STATUS_USAGE,
                           "'%s' holds files of --format %s, and only hdf5 is read back; cut the "
                           "example streams anew, or pack them with --format hdf5",
                           recut->folders[index], format);
    return status;
}

static enum status read_manifests(struct recut *recut, struct error *error) {
    enum status status = STATUS_OK;
    for (size_t i = 0; i < recut->count && status == STATUS_OK; i++) {
        status = dataset_commit_read(&recut->manifests[i], recut->folders[i], error);
        if (status == STATUS_OK)
            status = check_format(recut, i, error);
        if (status == STATUS_OK)
            status = check_making(recut, i, error);
    }
    return status;
}

/* The shards would be overwritten while they are read. */
static enum status check_places(const struct recut *recut, struct error *error) {
    const struct shard_groups *groups = &recut->packing.cutter.groups;
    for (size_t i = 0; i < groups->count; i++) {
        struct stat here;
        struct stat there;
        char *folder;
        if (asprintf(&folder, "%s/%s", recut->packing.output.root, groups->items[i].corpus) < 0)
            return error_no_memory(error, "a file name");
        bool same = false;
        for (size_t k = 0; k < recut->count && stat(folder, &there) == 0; k++)
            same = same || (stat(recut->folders[k], &here) == 0 && here.st_dev == there.st_dev &&
                            here.st_ino == there.st_ino);
        free(folder);
        if (same)
            return error_set(error, STATUS_USAGE,
                             "the data set cannot be cut anew into its own folder; give -o another "
                             "one");
    }
    return STATUS_OK;
}

/* Shard by shard, counting or packing. */
typedef enum status shard_function(struct recut *recut, const char *folder,
                                   const struct dataset_manifest *manifest,
                                   const struct dataset_shard *shard, const struct shard_name *name,
                                   struct error *error);

static enum status each_shard(struct recut *recut, shard_function *function, struct error *error) {
    enum status status = STATUS_OK;
    for (size_t i = 0; i < recut->count && status == STATUS_OK; i++) {
        const struct dataset_manifest *manifest = &recut->manifests[i];
        for (size_t k = 0; k < manifest->shard_count && status == STATUS_OK; k++) {
            const struct dataset_shard *shard = &manifest->shards[k];
            struct shard_name name = packing_name(&recut->packing, shard->file, k);
            status = function(recut, recut->folders[i], manifest, shard, &name, error);
        }
    }
    return status;
}

static enum status count_shard(struct recut *recut, const char *folder,
                               const struct dataset_manifest *manifest,
                               const struct dataset_shard *shard, const struct shard_name *name,
                               struct error *error) {
    (void)folder, (void)manifest;
    return shard_cutter_count(&recut->packing.cutter, name, shard->rows, error);
}

static enum status pack_shard(struct recut *recut, const char *folder,
                              const struct dataset_manifest *manifest,
                              const struct dataset_shard *named, const struct shard_name *name,
                              struct error *error) {
    struct finished_shard shard;
    struct shard_row row;
    bool wanted;
    enum status status = packing_begin_shard(&recut->packing, name, &wanted, error);
    if (status != STATUS_OK || !wanted)
        return status;
    status = finished_shard_open(&shard, folder, named, manifest->shape, error);
    if (status != STATUS_OK)
        return status;
    while ((status = finished_shard_next(&shard, &row, error)) == STATUS_OK) {
        status = shard_cutter_add(&recut->packing.cutter, &row, error);
        if (status != STATUS_OK)
            break;
    }
    finished_shard_release(&shard);
    progress_update(&recut->packing.progress, recut->packing.cutter.rows);
    return status == STATUS_END ? shard_cutter_end(&recut->packing.cutter, error) : status;
}

static enum status run(struct recut *recut, struct byte_sink *list, struct error *error) {
    const struct h5pack_settings *settings = recut->packing.settings;
    struct shard_cutter *cutter = &recut->packing.cutter;
    enum status status = read_manifests(recut, error);
    if (status != STATUS_OK)
        return status;
    struct view provenance = view_of_string(recut->manifests[0].provenance);
    status = packing_read_provenance(&recut->packing, provenance, error);
    if (status == STATUS_OK)
        status = packing_begin(&recut->packing, provenance, list, error);
    if (status == STATUS_OK)
        status = each_shard(recut, count_shard, error);
    if (status == STATUS_OK)
        status = check_places(recut, error);
    if (status == STATUS_OK)
        status = shard_cutter_plan(cutter, settings->rows, settings->shards, error);
    for (size_t pass = 0; status == STATUS_OK && pass < shard_cutter_passes(cutter); pass++) {
        shard_cutter_start(cutter, pass);
        status = each_shard(recut, pack_shard, error);
    }
    return status == STATUS_OK ? packing_finish(&recut->packing, error) : status;
}

enum status h5pack_recut(const struct h5pack_settings *settings, struct cli *cli,
                         char *const *folders, size_t count, struct byte_sink *list,
                         struct error *error) {
    struct recut recut = {.folders = folders, .count = count};
    recut.manifests = calloc(count, sizeof *recut.manifests);
    if (recut.manifests == NULL)
        return error_no_memory(error, "the data sets");
    packing_init(&recut.packing, settings, cli);
    enum status status = run(&recut, list, error);
    packing_release(&recut.packing, status);
    for (size_t i = 0; i < count; i++)
        dataset_manifest_release(&recut.manifests[i]);
    free(recut.manifests);
    return status;
}
