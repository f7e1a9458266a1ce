#include "tools/s3/profile_files.h"

#include <stdio.h>
#include <stdlib.h>
#include <strings.h>
#include <unistd.h>

#include "formats/base/byte_source.h"

/* No configuration file is larger; what is, was named by mistake. */
static const size_t LARGEST_FILE = (size_t)4 << 20;

/* The path of a file, NULL in *path when there is none to read. */
static enum status find(char **path, const char *variable, const char *name, struct error *error) {
    const char *named = getenv(variable);
    const char *home = getenv("HOME");
    bool is_named = named != NULL && *named != '\0';
    int length = 0;
    *path = NULL;
    if (is_named && strncmp(named, "~/", 2) == 0 && home != NULL)
        length = asprintf(path, "%s%s", home, named + 1);
    else if (is_named)
        length = asprintf(path, "%s", named);
    else if (home != NULL)
        length = asprintf(path, "%s/.aws/%s", home, name);
    if (length < 0) {
        *path = NULL;
        return error_no_memory(error, "a file name");
    }
    if (!is_named && *path != NULL && access(*path, F_OK) != 0) {
        free(*path);
        *path = NULL;
    }
    return STATUS_OK;
}

static void release_text(struct buffer *text) {
    if (text->data != NULL)
        explicit_bzero(text->data, text->capacity);
    buffer_release(text);
}

static enum status read_file(struct profile *profile, const char *variable, const char *file,
                             enum profile_file kind, const char *name, struct error *error) {
    char *path;
    enum status status = find(&path, variable, file, error);
    if (status != STATUS_OK || path == NULL)
        return status;
    struct byte_source source;
    struct buffer text = BUFFER_INIT;
    status = byte_source_open(&source, path, error);
    if (status == STATUS_OK)
        status = byte_source_read_all(&source, LARGEST_FILE, &text, error);
    if (status == STATUS_OK)
        status = profile_read(profile, buffer_view(&text), name, kind, path, error);
    if (status == STATUS_OK && kind == PROFILE_CONFIG_FILE)
        status = profile_read_services(profile, buffer_view(&text), path, error);
    release_text(&text);
    byte_source_release(&source);
    free(path);
    return status;
}

enum status profile_files_read(struct profile *profile, const char *name, struct error *error) {
    *profile = (struct profile){.found = false};
    enum status status = read_file(profile, "AWS_SHARED_CREDENTIALS_FILE", "credentials",
                                   PROFILE_CREDENTIALS_FILE, name, error);
    if (status == STATUS_OK)
        status = read_file(profile, "AWS_CONFIG_FILE", "config", PROFILE_CONFIG_FILE, name, error);
    if (status != STATUS_OK)
        profile_release(profile);
    return status;
}
