#include "tools/join/stream_spool.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "formats/base/descriptor_write.h"

static const char *folder_of_copies(void) {
    const char *folder = getenv("TMPDIR");
    return folder == NULL || folder[0] == '\0' ? "/var/tmp" : folder;
}

/* Reads from the input and copies what comes. */
static enum status read_and_copy(struct byte_source *source, void *bytes, size_t size, size_t *got,
                                 struct error *error) {
    struct stream_spool *spool = source->context;
    enum status status = byte_source_read(spool->input, bytes, size, got, error);
    if (status == STATUS_OK)
        status = descriptor_write(spool->copy, bytes, *got, "cannot write a temporary file in",
                                  folder_of_copies(), error);
    return status;
}

static enum status open_copy(struct stream_spool *spool, struct error *error) {
    const char *folder = folder_of_copies();
    spool->copy = open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC | O_EXCL, 0600);
    if (spool->copy >= 0)
        return STATUS_OK;
    /* A file system that knows no files without a name. */
    char *path;
    if (asprintf(&path, "%s/mlmprep.XXXXXX", folder) < 0)
        return error_no_memory(error, "a file name");
    spool->copy = mkostemp(path, O_CLOEXEC);
    int reason = errno;
    if (spool->copy >= 0)
        unlink(path);
    free(path);
    return spool->copy >= 0
               ? STATUS_OK
               : error_system(error, reason, "cannot make a temporary file in", folder);
}

enum status stream_spool_init(struct stream_spool *spool, struct byte_source *input,
                              struct error *error) {
    *spool = (struct stream_spool){.input = input, .copy = -1, .start = -1};
    if (input->descriptor >= 0 && input->input_size != BYTE_SOURCE_SIZE_UNKNOWN)
        spool->start = lseek(input->descriptor, 0, SEEK_CUR);
    if (spool->start >= 0) {
        byte_source_from_descriptor(&spool->source, input->descriptor, input->name);
        return STATUS_OK;
    }
    byte_source_from_function(&spool->source, read_and_copy, spool, input->name);
    return open_copy(spool, error);
}

void stream_spool_release(struct stream_spool *spool) {
    byte_source_release(&spool->source);
    if (spool->copy >= 0)
        close(spool->copy);
    *spool = (struct stream_spool){.copy = -1, .start = -1};
}

enum status stream_spool_rewind(struct stream_spool *spool, struct error *error) {
    bool copied = spool->copy >= 0;
    int descriptor = copied ? spool->copy : spool->input->descriptor;
    if (lseek(descriptor, copied ? 0 : spool->start, SEEK_SET) < 0)
        return error_system(error, errno, "cannot rewind", spool->input->name);
    byte_source_from_descriptor(&spool->source, descriptor, spool->input->name);
    return STATUS_OK;
}
