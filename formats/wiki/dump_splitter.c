#include "formats/wiki/dump_splitter.h"

#include "formats/wiki/dump_title.h"
#include "formats/wiki/dump_unit.h"

/* Bytes read at a time. */
#define READ_SIZE ((size_t)256 << 10)

/* The header of an export with 400 namespaces has 40 KB; more than this is none. */
#define HEADER_LIMIT ((size_t)8 << 20)

static enum status read_some(struct dump_splitter *splitter, struct error *error) {
    struct buffer *pending = &splitter->pending;
    enum status status = buffer_reserve(pending, READ_SIZE, error);
    if (status != STATUS_OK)
        return status;
    size_t got;
    splitter->outcome = byte_source_read(splitter->source, pending->data + pending->size, READ_SIZE,
                                         &got, &splitter->error);
    pending->size += splitter->outcome == STATUS_OK ? got : 0;
    if (splitter->outcome == STATUS_OK && got == 0)
        splitter->outcome = STATUS_END;
    return STATUS_OK;
}

/* Gives the last line the end it may not have. */
static enum status end_last_line(struct dump_splitter *splitter, struct error *error) {
    struct buffer *pending = &splitter->pending;
    bool lines = dump_format_end(splitter->format) == NULL;
    if (!lines || splitter->outcome != STATUS_END || pending->size == 0 ||
        pending->data[pending->size - 1] == '\n')
        return STATUS_OK;
    splitter->unfinished = true;
    return buffer_append(pending, "\n", 1, error);
}

static enum status read_up_to(struct dump_splitter *splitter, size_t size, struct error *error) {
    enum status status = STATUS_OK;
    while (status == STATUS_OK && splitter->outcome == STATUS_OK && splitter->pending.size < size)
        status = read_some(splitter, error);
    return status;
}

static size_t less(size_t from, size_t what) {
    return from > what ? from - what : 0;
}

/* Forgets the first bytes of what is pending. */
static void drop(struct dump_splitter *splitter, size_t size) {
    struct buffer *pending = &splitter->pending;
    pending->size -= size;
    memmove(pending->data, pending->data + size, pending->size);
    splitter->position += size;
    splitter->searched = less(splitter->searched, size);
    splitter->end_searched = less(splitter->end_searched, size);
    if (splitter->end != SIZE_MAX)
        splitter->end -= size;
}

/* Looks for the end of the whole in what has come since the last look. */
static void find_end(struct dump_splitter *splitter) {
    const char *mark = dump_format_end(splitter->format);
    if (mark == NULL || splitter->end != SIZE_MAX || splitter->pending.size == 0)
        return;
    struct view text = buffer_view(&splitter->pending);
    size_t size = strlen(mark) - 1; /* a blank may stand before the ">" */
    size_t from = less(splitter->end_searched, size);
    /* Text holds no "<" of its own, so that looking for them goes faster than for all of the mark.
     */
    const unsigned char *end = text.data + text.size;
    const unsigned char *at = text.data + from;
    while ((at = memchr(at, '<', (size_t)(end - at))) != NULL && (size_t)(end - at) >= size) {
        if (memcmp(at, mark, size) == 0) {
            splitter->end = (size_t)(at - text.data);
            break;
        }
        at++;
    }
    splitter->end_searched = text.size;
}

/* Where the first page begins, or the whole ends; SIZE_MAX when not yet. */
static size_t find_begin(const struct dump_splitter *splitter) {
    struct view text = buffer_view(&splitter->pending);
    if (dump_format_end(splitter->format) == NULL)
        return 0;
    if (text.size == 0)
        return SIZE_MAX;
    const char *mark = splitter->format == DUMP_FORMAT_EXPORT ? "<page" : "<doc";
    const unsigned char *found = memmem(text.data, text.size, mark, strlen(mark));
    size_t begin = found == NULL ? SIZE_MAX : (size_t)(found - text.data);
    return splitter->end < begin ? splitter->end : begin;
}

static enum status cut_short(const struct dump_splitter *splitter, const char *how,
                             struct error *error) {
    unsigned long long byte = splitter->position + splitter->pending.size - splitter->unfinished;
    if (splitter->last_title.size == 0)
        return error_set(error, STATUS_CUT_SHORT,
                         "'%s' is cut: its text ends at byte %llu %s, and no page before it is "
                         "whole; fetch it again",
                         splitter->source->name, byte, how);
    return error_set(error, STATUS_CUT_SHORT,
                     "'%s' is cut: its text ends at byte %llu %s; the last whole page is '%.*s'; "
                     "fetch it again",
                     splitter->source->name, byte, how, (int)splitter->last_title.size,
                     (const char *)splitter->last_title.data);
}

/* The source's own failure, with the last whole page. */
static enum status source_failed(const struct dump_splitter *splitter, struct error *error) {
    if (splitter->last_title.size == 0)
        return error_set(error, splitter->outcome, "%s", splitter->error.message);
    return error_set(error, splitter->outcome, "%s (the last whole page is '%.*s')",
                     splitter->error.message, (int)splitter->last_title.size,
                     (const char *)splitter->last_title.data);
}

static enum status begin_dump(struct dump_splitter *splitter, bool first, struct error *error) {
    enum dump_format format;
    enum status status = read_up_to(splitter, DUMP_FORMAT_HEAD, error);
    if (status != STATUS_OK)
        return status;
    status =
        dump_format_tell(&format, buffer_view(&splitter->pending), splitter->source->name, error);
    if (status != STATUS_OK)
        return splitter->outcome == STATUS_OK || splitter->outcome == STATUS_END
                   ? status
                   : source_failed(splitter, error);
    if (!first && format != splitter->format)
        return error_set(error, STATUS_CORRUPT,
                         "'%s' changes its format at byte %llu: give dumps of several kinds as "
                         "files of their own",
                         splitter->source->name, (unsigned long long)splitter->position);
    splitter->format = format;
    size_t begin;
    for (find_end(splitter); (begin = find_begin(splitter)) == SIZE_MAX; find_end(splitter)) {
        if (splitter->pending.size > HEADER_LIMIT)
            return error_set(error, STATUS_CORRUPT, "'%s' has no page in its first %zu bytes",
                             splitter->source->name, splitter->pending.size);
        if (splitter->outcome == STATUS_END)
            return cut_short(splitter, "before the first page", error);
        if (splitter->outcome != STATUS_OK)
            return source_failed(splitter, error);
        status = read_some(splitter, error);
        if (status != STATUS_OK)
            return status;
    }
    struct view head = buffer_view(&splitter->pending);
    const char *root = format == DUMP_FORMAT_EXPORT ? "<mediawiki" : "<feed";
    splitter->rooted = dump_format_end(format) != NULL && begin > 0 &&
                       memmem(head.data, begin, root, strlen(root)) != NULL;
    if (format == DUMP_FORMAT_EXPORT)
        head.size = begin;
    else if (head.size > DUMP_FORMAT_HEAD)
        head.size = DUMP_FORMAT_HEAD;
    if (first)
        status = dump_header_read(&splitter->header, format, head, splitter->source->name, error);
    if (status == STATUS_OK)
        drop(splitter, begin);
    return status;
}

enum status dump_splitter_init(struct dump_splitter *splitter, struct byte_source *source,
                               struct error *error) {
    *splitter = (struct dump_splitter){
        .source = source,
        .batch_size = DUMP_SPLITTER_BATCH,
        .page_limit = DUMP_SPLITTER_PAGE_LIMIT,
        .end = SIZE_MAX,
    };
    enum status status = begin_dump(splitter, true, error);
    if (status != STATUS_OK)
        dump_splitter_release(splitter);
    return status;
}

void dump_splitter_release(struct dump_splitter *splitter) {
    dump_header_release(&splitter->header);
    buffer_release(&splitter->pending);
    buffer_release(&splitter->last_title);
}

/* Gives the first `size` bytes; the rest goes into the batch's old memory, which is taken over. */
static enum status give(struct dump_splitter *splitter, struct dump_batch *batch, size_t size,
                        struct error *error) {
    struct buffer rest = batch->bytes;
    struct buffer *pending = &splitter->pending;
    batch->bytes = (struct buffer)BUFFER_INIT;
    buffer_clear(&rest);
    buffer_clear(&batch->title_before);
    enum status status = buffer_append(&rest, pending->data + size, pending->size - size, error);
    if (status == STATUS_OK)
        status = buffer_append(&batch->title_before, splitter->last_title.data,
                               splitter->last_title.size, error);
    if (status != STATUS_OK) {
        buffer_release(&rest);
        return status;
    }
    batch->bytes = *pending;
    batch->bytes.size = size;
    batch->number = splitter->number++;
    batch->position = splitter->position;
    batch->format = splitter->format;
    batch->unfinished = splitter->unfinished && rest.size == 0;
    *pending = rest;
    splitter->position += size;
    splitter->searched = pending->size;
    splitter->end_searched = less(splitter->end_searched, size);
    if (splitter->end != SIZE_MAX)
        splitter->end -= size;
    return dump_title_find_last(&splitter->last_title, splitter->format, buffer_view(&batch->bytes),
                                error);
}

/* Drops what has come of a page that is too long, up to its end if that has come. */
static void skip_page(struct dump_splitter *splitter) {
    struct view text = buffer_view(&splitter->pending);
    size_t end = dump_unit_first(splitter->format, text);
    size_t tail = strlen(dump_format_unit_end(splitter->format)) - 1;
    splitter->skipping = end == 0;
    drop(splitter, end != 0 ? end : less(text.size, tail));
    splitter->searched = 0;
}

static enum status begin_skipping(struct dump_splitter *splitter, struct error *error) {
    struct buffer title = BUFFER_INIT;
    struct view head = {splitter->pending.data, DUMP_FORMAT_HEAD};
    if (head.size > splitter->pending.size)
        head.size = splitter->pending.size;
    enum status status = dump_title_find_last(&title, splitter->format, head, error);
    if (status == STATUS_OK) {
        splitter->skipped++;
        error_set(&splitter->skip_error, STATUS_PARTIAL,
                  "the page '%.*s' of '%s', at byte %llu of its text, is longer than %zu bytes and "
                  "is left out",
                  (int)title.size, title.size == 0 ? "" : (const char *)title.data,
                  splitter->source->name, (unsigned long long)splitter->position,
                  splitter->page_limit);
        skip_page(splitter);
    }
    buffer_release(&title);
    return status;
}

static bool is_blank(struct view text) {
    for (size_t i = 0; i < text.size; i++) {
        if (memchr(" \t\r\n", text.data[i], 4) == NULL)
            return false;
    }
    return true;
}

/* Steps over the end of the whole; STATUS_END when nothing follows. */
static enum status pass_end(struct dump_splitter *splitter, struct error *error) {
    const char *mark = dump_format_end(splitter->format);
    struct view between = {splitter->pending.data, splitter->end};
    if (!is_blank(between))
        return error_set(error, STATUS_CORRUPT,
                         "'%s' is damaged: %s at byte %llu of its text stands within a page",
                         splitter->source->name, mark,
                         (unsigned long long)(splitter->position + splitter->end));
    enum status status = read_up_to(splitter, splitter->end + strlen(mark), error);
    if (status != STATUS_OK)
        return status;
    struct view text = buffer_view(&splitter->pending);
    const unsigned char *close = memchr(text.data + splitter->end, '>', text.size - splitter->end);
    if (close == NULL)
        return cut_short(splitter, "within its last tag", error);
    splitter->rooted = false;
    drop(splitter, (size_t)(close - text.data) + 1);
    splitter->end = SIZE_MAX;
    splitter->end_searched = splitter->searched = 0;
    do {
        status = read_up_to(splitter, DUMP_FORMAT_HEAD, error);
        if (status != STATUS_OK)
            return status;
        if (!is_blank(buffer_view(&splitter->pending)))
            return begin_dump(splitter, false, error);
        drop(splitter, splitter->pending.size);
    } while (splitter->outcome == STATUS_OK);
    return splitter->outcome == STATUS_END ? STATUS_END : source_failed(splitter, error);
}

/* The input is at its end, well or not, and no whole page is left. */
static enum status finish(const struct dump_splitter *splitter, struct error *error) {
    if (splitter->outcome != STATUS_END)
        return source_failed(splitter, error);
    if (splitter->skipping || !is_blank(buffer_view(&splitter->pending)))
        return cut_short(splitter, "within a page", error);
    if (!splitter->rooted)
        return STATUS_END;
    return cut_short(
        splitter,
        splitter->format == DUMP_FORMAT_EXPORT ? "without </mediawiki>" : "without </feed>", error);
}

enum status dump_splitter_next(struct dump_splitter *splitter, struct dump_batch *batch,
                               struct error *error) {
    size_t wanted = splitter->batch_size;
    for (;;) {
        enum status status = read_up_to(splitter, wanted, error);
        if (status == STATUS_OK)
            status = end_last_line(splitter, error);
        if (status != STATUS_OK)
            return status;
        if (splitter->skipping)
            skip_page(splitter);
        find_end(splitter);
        struct view text = buffer_view(&splitter->pending);
        if (splitter->end < text.size)
            text.size = splitter->end;
        bool all = splitter->outcome != STATUS_OK;
        size_t cut = splitter->skipping
                         ? 0
                         : dump_unit_last(splitter->format, text, splitter->searched, all);
        if (cut > 0)
            return give(splitter, batch, cut, error);
        splitter->searched = text.size;
        if (splitter->end != SIZE_MAX)
            status = pass_end(splitter, error);
        else if (all)
            return finish(splitter, error);
        else if (!splitter->skipping && text.size > splitter->page_limit)
            status = begin_skipping(splitter, error);
        if (status != STATUS_OK)
            return status;
        wanted = splitter->pending.size + splitter->batch_size;
    }
}
