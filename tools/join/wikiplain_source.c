#include "tools/join/wikiplain_source.h"

#include <errno.h>
#include <poll.h>

static enum status read_unless_stopped(struct byte_source *bytes, void *to, size_t size,
                                       size_t *got, struct error *error) {
    struct wikiplain_source *source = bytes->context;
    struct pollfd waits[] = {
        {.fd = source->stop_descriptor, .events = POLLIN},
        {.fd = source->file.descriptor, .events = POLLIN},
    };
    while (poll(waits, 2, -1) < 0) {
        if (errno != EINTR)
            return error_system(error, errno, "cannot wait for", bytes->name);
    }
    if (waits[0].revents != 0)
        return error_set(error, STATUS_FAILED, "reading '%s' was stopped", bytes->name);
    enum status status = byte_source_read(&source->file, to, size, got, error);
    atomic_fetch_add(source->consumed, *got);
    return status;
}

/* Undoes the compression that the first bytes tell. */
static enum status unpack(struct wikiplain_source *source, struct byte_source **unpacked,
                          unsigned threads, struct error *error) {
    enum status status;
    *unpacked = &source->peek.bytes;
    switch (byte_kind_of(peek_source_head(&source->peek))) {
    case BYTE_KIND_GZIP:
        status = gzip_source_init(&source->gzip, &source->peek.bytes, error);
        *unpacked = &source->gzip.bytes;
        return status;
    case BYTE_KIND_BZIP2:
        status = parallel_bzip2_source_init(&source->bzip2, &source->peek.bytes, threads, error);
        *unpacked = &source->bzip2.bytes;
        return status;
    default:
        return STATUS_OK; /* text_source refuses what is no text */
    }
}

enum status wikiplain_source_open(struct wikiplain_source *source, const char *path,
                                  int stop_descriptor, atomic_uint_fast64_t *consumed,
                                  unsigned threads, struct error *error) {
    *source = (struct wikiplain_source){
        .stop_descriptor = stop_descriptor,
        .consumed = consumed,
    };
    struct byte_source *unpacked;
    enum status status = byte_source_open(&source->file, path, error);
    if (status != STATUS_OK)
        return status;
    byte_source_from_function(&source->stoppable, read_unless_stopped, source, source->file.name);
    source->stoppable.input_size = source->file.input_size;
    status = peek_source_init(&source->peek, &source->stoppable, error);
    if (status == STATUS_OK)
        status = unpack(source, &unpacked, threads, error);
    if (status == STATUS_OK)
        status = text_source_init(&source->decoded, unpacked, error);
    if (status == STATUS_OK)
        source->text = source->decoded.bytes;
    else
        wikiplain_source_release(source);
    return status;
}

void wikiplain_source_release(struct wikiplain_source *source) {
    gzip_source_release(&source->gzip);
    parallel_bzip2_source_release(&source->bzip2);
    byte_source_release(&source->file);
}
