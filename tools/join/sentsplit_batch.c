#include "tools/join/sentsplit_batch.h"

#include <string.h>

#include "tokenizer/text/utf8.h"

/*
 * Bytes behind a sentence's end in a long line. What decides about an end lies within a few words,
 * or within a short quotation.
 */
static const size_t CUT_MARGIN = 4096;

void sentsplit_batch_reset(struct sentsplit_batch *batch) {
    struct buffer input = batch->input;
    struct buffer output = batch->output;
    struct buffer repaired = batch->repaired;
    buffer_clear(&input);
    buffer_clear(&output);
    buffer_clear(&repaired);
    *batch = (struct sentsplit_batch){.input = input, .output = output, .repaired = repaired};
}

void sentsplit_batch_release(struct sentsplit_batch *batch) {
    buffer_release(&batch->input);
    buffer_release(&batch->output);
    buffer_release(&batch->repaired);
}

static void note_malformed(struct sentsplit_batch *batch, uint64_t lines, size_t at) {
    struct sentsplit_batch_counts *counts = &batch->counts;
    if (counts->malformed < SENTSPLIT_BATCH_MALFORMED_KEPT) {
        batch->malformed[counts->malformed].line = lines;
        batch->malformed[counts->malformed].byte = at;
    }
    counts->malformed++;
}

/* Copies the input with U+FFFD for what is malformed. */
static enum status repair(struct sentsplit_batch *batch, struct error *error) {
    static const unsigned char REPLACEMENT[] = {0xEF, 0xBF, 0xBD};
    const unsigned char *bytes = batch->input.data;
    size_t size = batch->input.size;
    size_t copied = 0;
    uint64_t lines = 0;
    enum status status = STATUS_OK;
    for (size_t at = 0; at < size && status == STATUS_OK;) {
        uint32_t code_point;
        size_t length = utf8_decode(bytes + at, size - at, &code_point);
        if (length == 0)
            length = size - at;
        lines +=
            code_point == '\n' || (code_point == '\r' && (at + 1 == size || bytes[at + 1] != '\n'));
        if (code_point == UTF8_MALFORMED) {
            note_malformed(batch, lines, at);
            status = buffer_append(&batch->repaired, bytes + copied, at - copied, error);
            if (status == STATUS_OK)
                status = buffer_append(&batch->repaired, REPLACEMENT, sizeof REPLACEMENT, error);
            copied = at + length;
        }
        at += length;
    }
    if (status == STATUS_OK)
        status = buffer_append(&batch->repaired, bytes + copied, size - copied, error);
    return status;
}

static enum status split_line(struct sentsplit_batch *batch,
                              const struct sentence_splitter *splitter, struct view line,
                              bool *has_text, struct error *error) {
    struct sentence_cursor cursor;
    struct view sentence;
    sentence_cursor_init(&cursor, splitter, line);
    *has_text = false;
    while (sentence_cursor_next(&cursor, &sentence, NULL)) {
        struct buffer *output = &batch->output;
        enum status status = buffer_reserve(output, sentence.size + 1, error);
        if (status != STATUS_OK)
            return status;
        memcpy(output->data + output->size, sentence.data, sentence.size);
        output->size += sentence.size;
        output->data[output->size++] = '\n';
        batch->counts.sentences++;
        *has_text = true;
    }
    return STATUS_OK;
}

/* The line that begins at `at`; *next is where the one after it does. */
static struct view line_at(struct view text, size_t at, const unsigned char **line_feed,
                           size_t *next) {
    const unsigned char *begin = text.data + at;
    const unsigned char *end = text.data + text.size;
    /* Looked for only past the last one, so that text with CR alone stays linear. */
    if (*line_feed == NULL || *line_feed < begin)
        *line_feed = memchr(begin, '\n', (size_t)(end - begin));
    if (*line_feed == NULL)
        *line_feed = end; /* there is none */
    const unsigned char *stop = memchr(begin, '\r', (size_t)(*line_feed - begin));
    if (stop == NULL)
        stop = *line_feed;
    size_t length = (size_t)(stop - begin);
    size_t ending = stop == end ? 0 : *stop == '\r' && stop + 1 < end && stop[1] == '\n' ? 2 : 1;
    *next = at + length + ending;
    return (struct view){begin, length};
}

static enum status split(struct sentsplit_batch *batch, const struct sentence_splitter *splitter,
                         struct view text, struct error *error) {
    const unsigned char *line_feed = NULL;
    for (size_t at = 0; at < text.size;) {
        bool first = at == 0;
        struct view line = line_at(text, at, &line_feed, &at);
        bool unfinished = at == text.size && batch->ends_in_line;
        bool has_text;
        enum status status = split_line(batch, splitter, line, &has_text, error);
        if (status != STATUS_OK)
            return status;
        batch->counts.lines += !unfinished;
        batch->counts.paragraphs += has_text && !(first && batch->continues_text);
        bool blank = !has_text && !unfinished && !(first && batch->continues_text);
        if (blank)
            status = buffer_append(&batch->output, "\n", 1, error);
        if (status != STATUS_OK)
            return status;
    }
    return STATUS_OK;
}

void sentsplit_batch_split(struct sentsplit_batch *batch,
                           const struct sentence_splitter *splitter) {
    struct view text = buffer_view(&batch->input);
    size_t offset;
    batch->counts.bytes = text.size;
    batch->status = STATUS_OK;
    if (!utf8_is_well_formed(text.data, text.size, &offset)) {
        batch->status = repair(batch, &batch->error);
        text = buffer_view(&batch->repaired);
    }
    if (batch->status == STATUS_OK) /* an ending for each sentence is more than most text needs */
        batch->status =
            buffer_reserve(&batch->output, text.size + text.size / 16 + 64, &batch->error);
    if (batch->status == STATUS_OK)
        batch->status = split(batch, splitter, text, &batch->error);
}

size_t sentsplit_batch_cut(const struct sentence_splitter *splitter, struct view text) {
    size_t cut = 0;
    size_t offset;
    /* A character may be cut at the end; what is malformed before it is better not looked at. */
    if (utf8_is_well_formed(text.data, text.size, &offset) || text.size - offset < UTF8_LONGEST) {
        struct sentence_cursor cursor;
        struct view sentence;
        size_t end;
        struct view whole = {text.data, text.size};
        while (whole.size > 0 && text.size - whole.size < UTF8_LONGEST &&
               !utf8_is_well_formed(whole.data, whole.size, &offset))
            whole.size--;
        sentence_cursor_init(&cursor, splitter, whole);
        while (sentence_cursor_next(&cursor, &sentence, &end) && end + CUT_MARGIN < text.size)
            cut = end;
    }
    if (cut > 0)
        return cut;
    const unsigned char *space = memrchr(text.data, ' ', text.size);
    if (space != NULL && space > text.data)
        return (size_t)(space - text.data) + 1;
    cut = text.size - 1;
    while (cut > 1 && text.size - cut < UTF8_LONGEST && (text.data[cut] & 0xC0) == 0x80)
        cut--;
    return cut > 0 ? cut : text.size;
}
