#include "tools/fetch/mirror_reader.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tools/fetch/content_range.h"
#include "tools/fetch/dump_files.h"
#include "tools/fetch/listing_links.h"
#include "tools/fetch/local_copy.h"

/* A request without ranges, again while that makes sense. */
static enum status ask(bool *there, struct fetch_session *session, const char *method,
                       const char *url, struct error *error) {
    struct fetch_attempts attempts = {0};
    const struct fetch_request request = {.method = method, .url = url};
    enum status status;
    session->there = session->total = 0;
    do {
        status = fetch_session_perform(session, &request, error);
        long answer = session->response.status;
        if (status == STATUS_OK && (answer == 404 || answer == 410 || answer == 403)) {
            *there = false;
            return STATUS_OK;
        }
        *there = true;
        if (status == STATUS_OK && strcmp(method, "HEAD") == 0 && (answer == 405 || answer == 501))
            return STATUS_OK;
    } while (fetch_attempts_again(&attempts, session, url, &status, error));
    *there = status == STATUS_OK;
    return status;
}

/* Reads a file here; one that is larger than any document is refused. */
static enum status read_file(struct buffer *text, bool *there, const char *path,
                             struct error *error) {
    *there = false;
    int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor < 0)
        return errno == ENOENT || errno == ENOTDIR
                   ? STATUS_OK
                   : error_system(error, errno, "cannot open", path);
    enum status status = STATUS_OK;
    for (ssize_t count = 1; count > 0 && status == STATUS_OK;) {
        status = buffer_reserve(text, (size_t)64 << 10, error);
        if (status != STATUS_OK)
            break;
        count = read(descriptor, text->data + text->size, text->capacity - text->size);
        if (count < 0)
            status = error_system(error, errno, "cannot read", path);
        else if ((size_t)count > HTTP_LARGEST_BODY - text->size)
            status = error_set(error, STATUS_FAILED, "'%.300s' is too large", path);
        else
            text->size += (size_t)count;
    }
    close(descriptor);
    *there = status == STATUS_OK;
    return status;
}

enum status mirror_reader_get(struct buffer *text, bool *there, struct fetch_session *session,
                              const char *url, struct error *error) {
    char *path = NULL;
    enum status status;
    buffer_clear(text);
    if (local_copy_is(url)) {
        status = local_copy_path(&path, url, error);
        if (status == STATUS_OK)
            status = read_file(text, there, path, error);
        free(path);
        return status;
    }
    status = ask(there, session, "GET", url, error);
    if (status == STATUS_OK && *there)
        status =
            buffer_append(text, session->response.body.data, session->response.body.size, error);
    return status;
}

static enum status add_name(struct mirror_names *names, const char *name, bool is_folder,
                            const char *url, struct error *error) {
    if (!dump_files_is_name(name))
        return STATUS_OK;
    if (names->count == MIRROR_READER_NAMES)
        return error_set(error, STATUS_FAILED, "the listing '%.300s' has more than %zu names", url,
                         MIRROR_READER_NAMES);
    if (names->count == names->capacity) {
        size_t capacity = names->capacity == 0 ? 64 : 2 * names->capacity;
        struct mirror_name *more = reallocarray(names->names, capacity, sizeof *more);
        if (more == NULL)
            return error_no_memory(error, "a listing");
        names->names = more;
        names->capacity = capacity;
    }
    struct mirror_name *added = &names->names[names->count];
    *added = (struct mirror_name){.name = strdup(name), .is_folder = is_folder};
    if (added->name == NULL)
        return error_no_memory(error, "a listing");
    names->count++;
    return STATUS_OK;
}

static enum status list_folder(struct mirror_names *names, bool *there, const char *path,
                               const char *url, struct error *error) {
    enum status status = STATUS_OK;
    DIR *folder = opendir(path);
    *there = folder != NULL;
    if (folder == NULL)
        return errno == ENOENT || errno == ENOTDIR
                   ? STATUS_OK
                   : error_system(error, errno, "cannot open the folder", path);
    for (const struct dirent *entry; status == STATUS_OK && (entry = readdir(folder)) != NULL;) {
        struct stat info;
        bool is_folder =
            fstatat(dirfd(folder), entry->d_name, &info, 0) == 0 && S_ISDIR(info.st_mode);
        status = add_name(names, entry->d_name, is_folder, url, error);
    }
    closedir(folder);
    return status;
}

static enum status list_page(struct mirror_names *names, struct view page, const char *url,
                             struct error *error) {
    const char *host = strstr(url, "://"), *path = host == NULL ? NULL : strchr(host + 3, '/');
    struct listing_link link;
    enum status status = STATUS_OK;
    while (status == STATUS_OK && listing_links_next(&link, &page, path == NULL ? "/" : path))
        status = add_name(names, link.name, link.is_folder, url, error);
    return status;
}

enum status mirror_reader_list(struct mirror_names *names, bool *there,
                               struct fetch_session *session, const char *url,
                               struct error *error) {
    char *path = NULL;
    enum status status;
    mirror_names_release(names);
    if (local_copy_is(url)) {
        status = local_copy_path(&path, url, error);
        if (status == STATUS_OK)
            status = list_folder(names, there, path, url, error);
        free(path);
        return status;
    }
    status = ask(there, session, "GET", url, error);
    return status == STATUS_OK && *there
               ? list_page(names, buffer_view(&session->response.body), url, error)
               : status;
}

enum status mirror_reader_look(bool *there, uint64_t *bytes, struct fetch_session *session,
                               const char *url, struct error *error) {
    char *path = NULL;
    struct stat info;
    enum status status;
    *bytes = 0;
    if (local_copy_is(url)) {
        status = local_copy_path(&path, url, error);
        *there = status == STATUS_OK && stat(path, &info) == 0 && S_ISREG(info.st_mode) &&
                 info.st_size > 0;
        *bytes = *there ? (uint64_t)info.st_size : 0;
        free(path);
        return status;
    }
    status = ask(there, session, "HEAD", url, error);
    const char *length = http_response_header(&session->response, "Content-Length");
    if (status == STATUS_OK && *there && session->response.status == 200 && length != NULL &&
        !content_range_number(bytes, &length))
        *bytes = 0;
    return status;
}

void mirror_names_release(struct mirror_names *names) {
    for (size_t i = 0; i < names->count; i++)
        free(names->names[i].name);
    free(names->names);
    *names = (struct mirror_names){NULL, 0, 0};
}
