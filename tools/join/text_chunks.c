#include "tools/join/text_chunks.h"

#include <errno.h>
#include <poll.h>
#include <string.h>

#include "tools/join/pipe_room.h"

void text_chunks_init(struct text_chunks *chunks, const char *const *paths, size_t count,
                      size_t chunk_size, int stop) {
    *chunks = (struct text_chunks){.paths = paths,
                                   .count = count,
                                   .chunk_size = chunk_size,
                                   .stop = stop,
                                   .kept = BUFFER_INIT};
}

void text_chunks_release(struct text_chunks *chunks) {
    if (chunks->file_open)
        byte_source_release(&chunks->source);
    buffer_release(&chunks->kept);
    *chunks = (struct text_chunks){.ended = true};
}

static enum status open_next(struct text_chunks *chunks, struct text_chunk *chunk,
                             struct error *error) {
    chunk->path = chunk->name = chunks->paths[chunks->next_path++];
    enum status status = byte_source_open(&chunks->source, chunk->path, error);
    if (status != STATUS_OK)
        return status;
    chunks->file_open = chunk->begins_file = true;
    pipe_room_widen(chunks->source.descriptor);
    return STATUS_OK;
}

/* Regular files always are ready; to ask of them would only cost. */
static bool may_wait(const struct byte_source *source) {
    return source->descriptor >= 0 && source->input_size == BYTE_SOURCE_SIZE_UNKNOWN;
}

/* Whether bytes, or the end, can be read at once; otherwise, if so told, waits until they can. */
static bool is_ready(const struct text_chunks *chunks, bool wait, bool *stopped) {
    struct pollfd ready[] = {{.fd = chunks->source.descriptor, .events = POLLIN},
                             {.fd = chunks->stop, .events = POLLIN}};
    int count;
    do
        count = poll(ready, 2, wait ? -1 : 0);
    while (count < 0 && errno == EINTR);
    *stopped = count > 0 && ready[1].revents != 0;
    /* Where it cannot be asked, reading tells what is wrong. */
    return count < 0 || ready[0].revents != 0;
}

/* Where whole lines end in the bytes from `from` on; `end` if in none of them. */
static size_t last_line_end(const struct buffer *text, size_t from, size_t end) {
    const unsigned char *bytes = text->data + from;
    const unsigned char *found = memrchr(bytes, '\n', text->size - from);
    /* A CR that is the last byte may be half of a CR LF. */
    if (found == NULL && end == 0 && text->size > from + 1)
        found = memrchr(bytes, '\r', text->size - from - 1);
    return found == NULL ? end : (size_t)(found - text->data) + 1;
}

/* Where the first line ends; 0 if it does not. */
static size_t first_line_end(const struct buffer *text, bool whole) {
    const unsigned char *line_feed = memchr(text->data, '\n', text->size);
    size_t end = line_feed == NULL ? 0 : (size_t)(line_feed - text->data) + 1;
    size_t before = line_feed == NULL ? text->size : end - 1;
    const unsigned char *other = memchr(text->data, '\r', before);
    if (other == NULL)
        return end;
    size_t at = (size_t)(other - text->data);
    if (at + 1 == text->size && !whole)
        return 0;
    return at + 1 == before && line_feed != NULL ? end : at + 1;
}

/* A CR that may be half of a CR LF is no line end yet, and nothing else is there to hand out. */
static bool is_lone_return(const struct buffer *text) {
    return text->size == 1 && text->data[0] == '\r';
}

/*
 * Reads until the chunk is full, the file ends, or, with *end behind whole lines, there is nothing
 * to be read at the moment. STATUS_END when stopped.
 */
static enum status fill(struct text_chunks *chunks, struct text_chunk *chunk, size_t *end,
                        struct error *error) {
    struct buffer *text = &chunk->text;
    struct byte_source *source = &chunks->source;
    size_t wanted = text->size < chunks->chunk_size ? chunks->chunk_size : text->size + 1;
    *end = text->size > 0 ? last_line_end(text, 0, 0) : 0;
    while (!chunks->source_ended && (text->size < wanted || is_lone_return(text))) {
        bool stopped = false;
        if (may_wait(source) && !is_ready(chunks, false, &stopped) && !stopped) {
            chunk->waits = *end > 0;
            if (chunk->waits)
                return STATUS_OK;
            is_ready(chunks, true, &stopped);
        }
        if (stopped)
            return STATUS_END;
        size_t room = text->size < wanted ? wanted - text->size : 1;
        size_t before = text->size;
        size_t got = 0;
        enum status status = buffer_reserve(text, room, error);
        if (status == STATUS_OK)
            status = byte_source_read(source, text->data + before, room, &got, error);
        if (status != STATUS_OK)
            return status;
        text->size += got;
        chunks->source_ended = got == 0;
        if (got > 0)
            *end = last_line_end(text, before > 0 ? before - 1 : 0, *end);
    }
    return STATUS_OK;
}

/* Where to cut what was read; `end` is that of its whole lines, 0 for none. */
static size_t choose_cut(const struct text_chunks *chunks, const struct buffer *text, size_t end) {
    if (text->size > 0 && chunks->in_line)
        end = first_line_end(text, chunks->source_ended);
    else if (chunks->source_ended)
        return text->size;
    if (end > 0 || chunks->source_ended)
        return end > 0 ? end : text->size;
    return text->data[text->size - 1] == '\r' ? text->size - 1 : text->size;
}

/* Cuts what was read, and keeps the rest for the next chunk. */
static enum status cut(struct text_chunks *chunks, struct text_chunk *chunk, size_t end,
                       struct error *error) {
    struct buffer *text = &chunk->text;
    size_t size = choose_cut(chunks, text, end);
    enum status status = STATUS_OK;
    if (size < text->size)
        status = buffer_append(&chunks->kept, text->data + size, text->size - size, error);
    chunk->ends_file = chunks->source_ended && size == text->size;
    text->size = size;
    chunk->begins_in_line = chunks->in_line;
    unsigned char last = size > 0 ? text->data[size - 1] : '\n';
    chunk->ends_in_line = !chunk->ends_file && last != '\n' && last != '\r';
    chunks->in_line = chunk->ends_in_line;
    return status;
}

static enum status next(struct text_chunks *chunks, struct text_chunk *chunk, struct error *error) {
    struct byte_source *source = &chunks->source;
    size_t end;
    enum status status = STATUS_OK;
    if (!chunks->file_open)
        status = open_next(chunks, chunk, error);
    if (status != STATUS_OK)
        return status;
    chunk->path = chunks->paths[chunks->next_path - 1];
    chunk->name = source->name;
    chunk->input_size = source->input_size;
    status = buffer_append(&chunk->text, chunks->kept.data, chunks->kept.size, error);
    buffer_clear(&chunks->kept);
    if (status == STATUS_OK)
        status = fill(chunks, chunk, &end, error);
    if (status == STATUS_OK)
        status = cut(chunks, chunk, end, error);
    chunk->position = source->position;
    if (status == STATUS_OK && chunk->ends_file) {
        byte_source_release(source);
        chunks->file_open = chunks->source_ended = false;
        chunk->last = chunks->next_path == chunks->count;
    }
    return status;
}

enum status text_chunks_next(struct text_chunks *chunks, struct text_chunk *chunk,
                             struct error *error) {
    *chunk = (struct text_chunk){.text = chunk->text};
    buffer_clear(&chunk->text);
    if (chunks->ended || (!chunks->file_open && chunks->next_path == chunks->count))
        return STATUS_END;
    enum status status = next(chunks, chunk, error);
    if (status != STATUS_OK) {
        chunks->ended = true;
        buffer_clear(&chunk->text);
    }
    return status;
}
