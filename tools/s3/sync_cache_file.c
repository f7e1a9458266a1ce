#include "tools/s3/sync_cache_file.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "formats/base/atomic_file.h"
#include "tools/s3/sync_cache.h"
#include "tools/s3/sync_cache_merge.h"

/* Pages of the file in memory: 1 MiB. */
static const size_t PAGES = 256;

/* Takes in the file that is there, if it is a cache's. */
static enum status open_stored(struct sync_cache *cache, struct error *error) {
    struct stat info;
    cache->descriptor = open(cache->path, O_RDONLY | O_CLOEXEC);
    if (cache->descriptor < 0 || fstat(cache->descriptor, &info) != 0)
        return STATUS_OK;
    cache->device = info.st_dev;
    cache->inode = info.st_ino;
    if (!sync_cache_run_open(&cache->stored, cache->descriptor))
        return STATUS_OK;
    cache->used = calloc(1, (size_t)(cache->stored.count / 8 + 1));
    return cache->used != NULL && sync_cache_pages_init(&cache->pages, cache->stored.count, PAGES)
               ? STATUS_OK
               : error_no_memory(error, "the cache of hashes");
}

/* What is there may be a pipe, which would be waited for, or /dev/null, which would be replaced. */
static enum status check_kind(const char *path, struct error *error) {
    struct stat info;
    if (stat(path, &info) != 0 || S_ISREG(info.st_mode))
        return STATUS_OK;
    return error_set(error, STATUS_FAILED,
                     "the cache '%.400s' is no regular file; name another with --cache, or give "
                     "--no-cache",
                     path);
}

enum status sync_cache_open(struct sync_cache *cache, const char *path, struct error *error) {
    *cache = (struct sync_cache){.descriptor = -1};
    enum status status = path == NULL ? STATUS_OK : check_kind(path, error);
    if (status != STATUS_OK)
        return status;
    cache->is_open = true;
    cache->today = (uint32_t)(time(NULL) / ((time_t)24 * 60 * 60));
    cache->unused = SYNC_CACHE_UNUSED;
    pthread_mutex_init(&cache->mutex, NULL);
    sync_cache_table_init(&cache->table);
    if (path == NULL)
        return STATUS_OK;
    cache->path = strdup(path);
    status = cache->path == NULL ? error_no_memory(error, "the cache of hashes")
                                 : open_stored(cache, error);
    if (status != STATUS_OK)
        sync_cache_release(cache);
    return status;
}

enum status sync_cache_append_default_path(struct buffer *path, const char *cache_home,
                                           const char *home, struct error *error) {
    /* Relative values are to be ignored (XDG Base Directory Specification). */
    if (cache_home != NULL && cache_home[0] == '/')
        return buffer_format(path, error, "%s/mlmprep/s3sync.cache", cache_home);
    if (home != NULL && home[0] == '/')
        return buffer_format(path, error, "%s/.cache/mlmprep/s3sync.cache", home);
    return STATUS_OK;
}

enum status sync_cache_make_folder(const char *path, struct error *error) {
    const char *slash = strrchr(path, '/');
    if (slash == NULL || slash == path)
        return STATUS_OK;
    char *folder = strndup(path, (size_t)(slash - path));
    if (folder == NULL)
        return error_no_memory(error, "a file name");
    enum status status = atomic_file_make_folders(folder, error);
    if (status == STATUS_OK)
        status = atomic_file_clean(folder, NULL, error);
    free(folder);
    return status;
}

/* What another run has put there since this one began; STATUS_OK without it, too. */
static void open_theirs(const struct sync_cache *cache, struct sync_cache_run *run,
                        int *descriptor) {
    struct stat info;
    *run = (struct sync_cache_run){.descriptor = -1};
    *descriptor = open(cache->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (*descriptor < 0 || fstat(*descriptor, &info) != 0 || !S_ISREG(info.st_mode) ||
        (cache->descriptor >= 0 && info.st_dev == cache->device && info.st_ino == cache->inode))
        return;
    (void)!sync_cache_run_open(run, *descriptor);
}

static enum status merge(struct sync_cache *cache, struct sync_cache_writer *writer,
                         const struct sync_cache_run *theirs, struct error *error) {
    const struct sync_cache_table *table = &cache->table;
    size_t count = 0;
    struct sync_cache_input *inputs = calloc(table->run_count + 3, sizeof *inputs);
    if (inputs == NULL)
        return error_no_memory(error, "the cache of hashes");
    /* The newest first. */
    inputs[count++] = (struct sync_cache_input){.entries = table->slots, .count = table->count};
    for (size_t i = table->run_count; i > 0; i--)
        inputs[count++] = (struct sync_cache_input){.run = &table->runs[i - 1],
                                                    .count = table->runs[i - 1].count};
    inputs[count++] = (struct sync_cache_input){.run = theirs, .count = theirs->count};
    inputs[count++] = (struct sync_cache_input){
        .run = &cache->stored, .count = cache->stored.count, .used = cache->used};
    enum status status =
        sync_cache_merge(writer, inputs, count, cache->today, cache->unused, error);
    sync_cache_inputs_release(inputs, count);
    free(inputs);
    return status;
}

static enum status write_file(struct sync_cache *cache, int descriptor, struct error *error) {
    struct sync_cache_writer *writer = malloc(sizeof *writer);
    struct sync_cache_run theirs;
    struct byte_sink sink;
    int their_descriptor;
    if (writer == NULL)
        return error_no_memory(error, "the cache of hashes");
    byte_sink_to_descriptor(&sink, descriptor, cache->path);
    sync_cache_writer_init(writer, &sink);
    sync_cache_table_sort(&cache->table);
    open_theirs(cache, &theirs, &their_descriptor);
    enum status status = merge(cache, writer, &theirs, error);
    sync_cache_run_release(&theirs);
    if (their_descriptor >= 0)
        close(their_descriptor);
    sync_cache_writer_release(writer);
    byte_sink_release(&sink);
    free(writer);
    return status;
}

/* Whoever is told of the temporary name may look at it for longer than the file has it. */
static enum status write_and_publish(struct sync_cache *cache, struct atomic_file *file,
                                     struct error *error) {
    char *temporary = strdup(file->temporary);
    enum status status = temporary == NULL ? error_no_memory(error, "a file name") : STATUS_OK;
    int number = temporary != NULL && cache->remember != NULL ? cache->remember(temporary) : -1;
    if (status == STATUS_OK)
        status = atomic_file_create(file, error);
    if (status == STATUS_OK)
        status = write_file(cache, file->descriptor, error);
    if (status == STATUS_OK)
        status = atomic_file_publish(file, error);
    else
        atomic_file_abandon(file);
    if (cache->forget != NULL)
        cache->forget(number);
    free(temporary);
    return status;
}

enum status sync_cache_save(struct sync_cache *cache, struct error *error) {
    struct atomic_file file;
    if (cache->path == NULL || !cache->changed)
        return STATUS_OK;
    cache->changed = false;
    enum status status = sync_cache_make_folder(cache->path, error);
    if (status == STATUS_OK)
        status = atomic_file_prepare(&file, cache->path, error);
    return status == STATUS_OK ? write_and_publish(cache, &file, error) : status;
}

void sync_cache_release(struct sync_cache *cache) {
    if (!cache->is_open)
        return;
    pthread_mutex_destroy(&cache->mutex);
    sync_cache_table_release(&cache->table);
    sync_cache_pages_release(&cache->pages);
    sync_cache_run_release(&cache->stored);
    if (cache->descriptor >= 0)
        close(cache->descriptor);
    free(cache->used);
    free(cache->path);
    *cache = (struct sync_cache){.descriptor = -1};
}
