#include "tools/join/s3sync_folders.h"

#include "tools/s3/sync_cache.h"

const char *s3sync_folders_temporary(const struct s3sync_environment *environment) {
    const char *folder = environment->temporary;
    return folder == NULL || *folder == '\0' ? "/tmp" : folder;
}

enum status s3sync_folders_state(struct buffer *folder,
                                 const struct s3sync_environment *environment,
                                 struct error *error) {
    enum status status = STATUS_OK;
    if (environment->state_home != NULL && environment->state_home[0] == '/')
        status = buffer_format(folder, error, "%s/mlmprep", environment->state_home);
    else if (environment->home != NULL && environment->home[0] == '/')
        status = buffer_format(folder, error, "%s/.local/state/mlmprep", environment->home);
    return status == STATUS_OK ? buffer_append(folder, "", 1, error) : status;
}

enum status s3sync_folders_cache(struct buffer *path, const struct s3sync_options *options,
                                 const struct s3sync_environment *environment,
                                 struct error *error) {
    enum status status = STATUS_OK;
    if (options->cache != NULL)
        status = buffer_format(path, error, "%s", options->cache);
    else if (!options->no_cache)
        status =
            sync_cache_append_default_path(path, environment->cache_home, environment->home, error);
    return status == STATUS_OK ? buffer_append(path, "", 1, error) : status;
}
