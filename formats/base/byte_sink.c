#include "formats/base/byte_sink.h"

#include <errno.h>
#include <unistd.h>

/*
 * What gathers before a write: a pipe holds 64 KiB by default, and fewer bytes per call cost
 * more system calls. Larger pieces than this are passed straight through.
 */
static const size_t GATHER = 65536;

static enum status write_descriptor(struct byte_sink *sink, const void *bytes, size_t size,
                                    struct error *error) {
    const unsigned char *at = bytes;
    while (size > 0) {
        ssize_t count = write(sink->descriptor, at, size < (1U << 30) ? size : 1U << 30);
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0 && errno == EPIPE)
            return error_set(error, STATUS_CLOSED_PIPE, "the reader of %s has gone", sink->name);
        if (count < 0)
            return error_system(error, errno, "cannot write to", sink->name);
        at += count;
        size -= (size_t)count;
    }
    return STATUS_OK;
}

static enum status write_memory(struct byte_sink *sink, const void *bytes, size_t size,
                                struct error *error) {
    return buffer_append(sink->memory, bytes, size, error);
}

void byte_sink_to_function(struct byte_sink *sink, byte_sink_write_function *write, void *context,
                           const char *name) {
    *sink = (struct byte_sink){
        .write = write, .name = name, .descriptor = -1, .context = context, .pending = BUFFER_INIT};
}

void byte_sink_to_descriptor(struct byte_sink *sink, int descriptor, const char *name) {
    byte_sink_to_function(sink, write_descriptor, NULL, name);
    sink->descriptor = descriptor;
}

void byte_sink_to_memory(struct byte_sink *sink, struct buffer *memory, const char *name) {
    byte_sink_to_function(sink, write_memory, NULL, name);
    sink->memory = memory;
}

enum status byte_sink_write(struct byte_sink *sink, const void *bytes, size_t size,
                            struct error *error) {
    sink->position += size;
    if (size < GATHER) {
        enum status status = buffer_append(&sink->pending, bytes, size, error);
        if (status != STATUS_OK || sink->pending.size < GATHER)
            return status;
        return byte_sink_flush(sink, error);
    }
    enum status status = byte_sink_flush(sink, error);
    if (status != STATUS_OK)
        return status;
    return sink->write(sink, bytes, size, error);
}

enum status byte_sink_flush(struct byte_sink *sink, struct error *error) {
    if (sink->pending.size == 0)
        return STATUS_OK;
    enum status status = sink->write(sink, sink->pending.data, sink->pending.size, error);
    buffer_clear(&sink->pending);
    return status;
}

void byte_sink_release(struct byte_sink *sink) {
    buffer_release(&sink->pending);
    *sink = (struct byte_sink){.descriptor = -1};
}
