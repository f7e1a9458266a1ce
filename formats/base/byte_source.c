#include "formats/base/byte_source.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Linux moves at most 2 GiB less a page per call; less keeps ssize_t safe everywhere. */
static const size_t LARGEST_READ = (size_t)1 << 30;

static enum status read_descriptor(struct byte_source *source, void *bytes, size_t size,
                                   size_t *got, struct error *error) {
    ssize_t count;
    do {
        count = read(source->descriptor, bytes, size < LARGEST_READ ? size : LARGEST_READ);
    } while (count < 0 && errno == EINTR);
    if (count < 0)
        return error_system(error, errno, "cannot read", source->name);
    *got = (size_t)count;
    return STATUS_OK;
}

static enum status read_memory(struct byte_source *source, void *bytes, size_t size, size_t *got,
                               struct error *error) {
    (void)error;
    *got = view_take(&source->memory, bytes, size);
    return STATUS_OK;
}

void byte_source_from_function(struct byte_source *source, byte_source_read_function *read,
                               void *context, const char *name) {
    *source = (struct byte_source){
        .read = read,
        .name = name,
        .input_size = BYTE_SOURCE_SIZE_UNKNOWN,
        .descriptor = -1,
        .context = context,
    };
}

void byte_source_from_descriptor(struct byte_source *source, int descriptor, const char *name) {
    byte_source_from_function(source, read_descriptor, NULL, name);
    source->descriptor = descriptor;
    struct stat info;
    if (fstat(descriptor, &info) == 0 && S_ISREG(info.st_mode))
        source->input_size = (uint64_t)info.st_size;
}

void byte_source_from_memory(struct byte_source *source, struct view memory, const char *name) {
    byte_source_from_function(source, read_memory, NULL, name);
    source->memory = memory;
    source->input_size = memory.size;
}

enum status byte_source_open(struct byte_source *source, const char *path, struct error *error) {
    if (strcmp(path, "-") == 0) {
        byte_source_from_descriptor(source, STDIN_FILENO, "standard input");
        return STATUS_OK;
    }
    *source = (struct byte_source){.descriptor = -1};
    int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
    if (descriptor < 0)
        return error_system(error, errno, "cannot open", path);
    struct stat info;
    if (fstat(descriptor, &info) == 0 && S_ISDIR(info.st_mode)) {
        close(descriptor);
        return error_set(error, STATUS_FAILED, "'%s' is a folder; name the files in it", path);
    }
    byte_source_from_descriptor(source, descriptor, path);
    source->close_descriptor = true;
    /* A hint only, so a refusal does not matter. */
    (void)posix_fadvise(descriptor, 0, 0, POSIX_FADV_SEQUENTIAL);
    return STATUS_OK;
}

enum status byte_source_read(struct byte_source *source, void *bytes, size_t size, size_t *got,
                             struct error *error) {
    *got = 0;
    enum status status = source->read(source, bytes, size, got, error);
    source->position += *got;
    return status;
}

enum status byte_source_read_full(struct byte_source *source, void *bytes, size_t size, size_t *got,
                                  struct error *error) {
    size_t total = 0;
    enum status status = STATUS_OK;
    while (total < size) {
        size_t count;
        status =
            byte_source_read(source, (unsigned char *)bytes + total, size - total, &count, error);
        if (status != STATUS_OK || count == 0)
            break;
        total += count;
    }
    *got = total;
    return status;
}

enum status byte_source_read_all(struct byte_source *source, size_t limit, struct buffer *buffer,
                                 struct error *error) {
    size_t total = 0;
    for (;;) {
        enum status status = buffer_reserve(buffer, 65536, error);
        if (status != STATUS_OK)
            return status;
        size_t count;
        status = byte_source_read(source, buffer->data + buffer->size,
                                  buffer->capacity - buffer->size, &count, error);
        if (status != STATUS_OK || count == 0)
            return status;
        buffer->size += count;
        total += count;
        if (total > limit)
            return error_set(error, STATUS_FAILED,
                             "'%s' is larger than %zu bytes, too large for what it should be",
                             source->name, limit);
    }
}

enum status byte_source_read_file(const char *path, size_t limit, struct buffer *buffer,
                                  struct error *error) {
    struct byte_source source;
    enum status status = byte_source_open(&source, path, error);
    if (status != STATUS_OK)
        return status;
    status = byte_source_read_all(&source, limit, buffer, error);
    byte_source_release(&source);
    return status;
}

void byte_source_release(struct byte_source *source) {
    if (source->close_descriptor)
        close(source->descriptor);
    *source = (struct byte_source){.descriptor = -1};
}
