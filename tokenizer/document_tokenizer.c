#include "tokenizer/document_tokenizer.h"

#include <string.h>

#include "tokenizer/text/utf8.h"

#define CANCEL 0x18

void document_tokenizer_init(struct document_tokenizer *tokenizer, struct bert_tokenizer *bert,
                             bool strict) {
    *tokenizer = (struct document_tokenizer){.bert = bert, .strict = strict};
    document_tokenizer_begin(tokenizer, "");
}

void document_tokenizer_release(struct document_tokenizer *tokenizer) {
    buffer_release(&tokenizer->upstream_sentence);
    *tokenizer = (struct document_tokenizer){.bert = NULL};
}

void document_tokenizer_begin(struct document_tokenizer *tokenizer, const char *name) {
    struct buffer kept = tokenizer->upstream_sentence;
    buffer_clear(&kept);
    *tokenizer = (struct document_tokenizer){.bert = tokenizer->bert,
                                             .strict = tokenizer->strict,
                                             .name = name,
                                             .upstream_sentence = kept};
    bert_tokenizer_begin_line(tokenizer->bert);
}

void document_tokenizer_begin_inside(struct document_tokenizer *tokenizer, const char *name,
                                     uint64_t lines, uint64_t bytes) {
    document_tokenizer_begin(tokenizer, name);
    tokenizer->counts.lines = lines;
    tokenizer->counts.bytes = bytes;
    tokenizer->document_open = true;
}

static void list_document(struct token_batch *batch) {
    batch->documents[batch->document_count++] = (struct token_batch_document){0, 0};
    batch->last_document_open = true;
}

static void list_sentence(struct token_batch *batch) {
    batch->sentence_lengths[batch->sentence_count++] = 0;
    batch->documents[batch->document_count - 1].sentences++;
    batch->last_sentence_open = true;
}

/* Lists in an empty batch what it begins inside of. */
static enum status continue_in(struct document_tokenizer *tokenizer, struct token_batch *batch,
                               struct error *error) {
    if (batch->document_count > 0 || !tokenizer->document_open)
        return STATUS_OK;
    enum status status = token_batch_reserve(batch, 0, 1, 1, error);
    if (status != STATUS_OK)
        return status;
    list_document(batch);
    batch->first_document_continues = true;
    if (tokenizer->sentence_open) {
        list_sentence(batch);
        batch->first_sentence_continues = true;
    }
    return STATUS_OK;
}

/* Opens a sentence, and a document if none is open; there must be room for them. */
static void open_sentence(struct document_tokenizer *tokenizer, struct token_batch *batch) {
    if (!tokenizer->document_open) {
        list_document(batch);
        tokenizer->document_open = true;
        tokenizer->counts.documents++;
    }
    list_sentence(batch);
    tokenizer->sentence_open = true;
    tokenizer->counts.sentences++;
}

/* Counts ids appended to the batch as the open sentence's. */
static void add_tokens(struct document_tokenizer *tokenizer, struct token_batch *batch,
                       size_t count) {
    if (count == 0)
        return;
    if (!tokenizer->sentence_open)
        open_sentence(tokenizer, batch);
    batch->sentence_lengths[batch->sentence_count - 1] += (uint32_t)count;
}

/* Counts the ids that were appended from `before` on. */
static void count_ids(struct document_tokenizer *tokenizer, const struct token_batch *batch,
                      size_t before) {
    uint32_t unknown = vocabulary_special(bert_tokenizer_vocabulary(tokenizer->bert), SPECIAL_UNK);
    size_t at = before;
    size_t found = 0;
    /* Loops of known length over numbers of one size: so compilers make vectors of them. */
    for (; batch->id_count - at >= 16; at += 16) {
        uint32_t part = 0;
        for (size_t i = 0; i < 16; i++)
            part += batch->ids[at + i] == unknown;
        found += part;
    }
    for (; at < batch->id_count; at++)
        found += batch->ids[at] == unknown;
    tokenizer->counts.tokens += batch->id_count - before;
    tokenizer->counts.unknown_tokens += found;
}

/* Reports the line's malformed sequences beyond the first `before` of them. */
static enum status check_malformed(struct document_tokenizer *tokenizer, uint64_t before,
                                   struct error *error) {
    const struct bert_tokenizer_line *line = bert_tokenizer_line(tokenizer->bert);
    for (uint64_t i = before; i < line->malformed; i++) {
        if (i < BERT_TOKENIZER_MALFORMED_KEPT &&
            tokenizer->counts.malformed < DOCUMENT_TOKENIZER_MALFORMED_KEPT)
            tokenizer->malformed[tokenizer->counts.malformed] = (struct document_tokenizer_place){
                tokenizer->counts.lines, tokenizer->line_start + line->malformed_at[i]};
        tokenizer->counts.malformed++;
    }
    if (!tokenizer->strict || line->malformed == before)
        return STATUS_OK;
    return error_set(error, STATUS_CORRUPT,
                     "'%s' has malformed UTF-8 in line %llu, at byte %llu; convert it to UTF-8, or "
                     "let each such sequence be dropped by not being strict",
                     tokenizer->name, (unsigned long long)tokenizer->malformed[0].line,
                     (unsigned long long)tokenizer->malformed[0].byte);
}

/* Gives bytes of the line to the tokenizer, or ends the line. */
static enum status tokenize(struct document_tokenizer *tokenizer, struct view bytes, bool end_line,
                            struct token_batch *batch, struct error *error) {
    enum status status = token_batch_reserve(batch, 0, 1, 1, error);
    if (status != STATUS_OK)
        return status;
    size_t before = batch->id_count;
    uint64_t malformed = bert_tokenizer_line(tokenizer->bert)->malformed;
    status = bert_tokenizer_feed(tokenizer->bert, bytes, batch, error);
    if (status == STATUS_OK && end_line)
        status = bert_tokenizer_end_line(tokenizer->bert, batch, error);
    add_tokens(tokenizer, batch, batch->id_count - before);
    count_ids(tokenizer, batch, before);
    if (status == STATUS_OK)
        return check_malformed(tokenizer, malformed, error);
    if (status == STATUS_FAILED)
        return error_prefix(error, "'%s', line %llu, in the %llu bytes before byte %llu",
                            tokenizer->name, (unsigned long long)tokenizer->counts.lines,
                            (unsigned long long)bert_tokenizer_line(tokenizer->bert)->bytes,
                            (unsigned long long)tokenizer->counts.bytes + bytes.size);
    return status;
}

static void end_document(struct document_tokenizer *tokenizer, struct token_batch *batch) {
    if (!tokenizer->document_open)
        return;
    batch->documents[batch->document_count - 1].input_end = tokenizer->text_end;
    batch->last_document_open = false;
    tokenizer->document_open = false;
}

/* The sentence of an upstream tool as part of ours: no control characters, nothing malformed. */
static enum status upstream_failure(struct document_tokenizer *tokenizer, struct error *error) {
    struct view text = buffer_view(&tokenizer->upstream_sentence);
    char clean[DOCUMENT_TOKENIZER_UPSTREAM_SIZE + 1];
    size_t size = 0;
    for (size_t at = 0; at < text.size;) {
        uint32_t code_point;
        size_t length = utf8_decode(text.data + at, text.size - at, &code_point);
        if (length == 0)
            break;
        bool harmless = code_point >= 0x20 && code_point != 0x7F && code_point != UTF8_MALFORMED &&
                        (code_point < 0x80 || code_point >= 0xA0);
        if (harmless)
            memcpy(clean + size, text.data + at, length);
        else
            clean[size] = '?';
        size += harmless ? length : 1;
        at += length;
    }
    clean[size] = '\0';
    return error_set(error, STATUS_UPSTREAM, "'%s' says in line %llu that it is incomplete: %s",
                     tokenizer->name, (unsigned long long)tokenizer->counts.lines,
                     size > 0 ? clean : "the tool before failed");
}

/* Gathers a CANCEL line; fails with it when it is complete or long enough. */
static enum status gather_upstream(struct document_tokenizer *tokenizer, struct view bytes,
                                   bool end_line, struct error *error) {
    struct buffer *sentence = &tokenizer->upstream_sentence;
    size_t room = DOCUMENT_TOKENIZER_UPSTREAM_SIZE - sentence->size;
    size_t size = bytes.size < room ? bytes.size : room;
    enum status status = buffer_append(sentence, bytes.data, size, error);
    if (status == STATUS_OK && (end_line || sentence->size == DOCUMENT_TOKENIZER_UPSTREAM_SIZE))
        status = upstream_failure(tokenizer, error);
    return status;
}

/* Ends the line behind whose end is `line_end`. */
static void close_line(struct document_tokenizer *tokenizer, struct token_batch *batch, bool blank,
                       uint64_t line_end) {
    tokenizer->in_line = false;
    tokenizer->sentence_open = false;
    batch->last_sentence_open = false;
    if (blank)
        end_document(tokenizer, batch);
    else
        tokenizer->text_end = line_end;
}

/* Begins a line at `start`, unless one has been begun. */
static void begin_line(struct document_tokenizer *tokenizer, uint64_t start) {
    if (tokenizer->in_line)
        return;
    tokenizer->in_line = true;
    tokenizer->counts.lines++;
    tokenizer->line_start = start;
}

/* Takes bytes of a line, possibly none, and ends the line or not. Does not count them. */
static enum status take_line(struct document_tokenizer *tokenizer, struct view bytes, bool end_line,
                             struct token_batch *batch, struct error *error) {
    if (!tokenizer->in_line && bytes.size > 0 && bytes.data[0] == CANCEL) {
        tokenizer->upstream_failed = true;
        bytes.data++;
        bytes.size--;
    }
    begin_line(tokenizer, tokenizer->counts.bytes);
    if (tokenizer->upstream_failed)
        return gather_upstream(tokenizer, bytes, end_line, error);
    enum status status = tokenize(tokenizer, bytes, end_line, batch, error);
    if (status != STATUS_OK || !end_line)
        return status;
    close_line(tokenizer, batch, bert_tokenizer_line(tokenizer->bert)->blank,
               tokenizer->counts.bytes + bytes.size + 1);
    bert_tokenizer_begin_line(tokenizer->bert);
    return STATUS_OK;
}

/* Takes whole lines, and the beginning of one, as far as the fast way goes; counts the bytes. */
static enum status take_lines(struct document_tokenizer *tokenizer, size_t *taken,
                              struct view bytes, struct token_batch *batch, struct error *error) {
    const struct span_lines *lines;
    *taken = 0;
    enum status status = token_batch_reserve(batch, 0, SPAN_LINES + 1, SPAN_LINES + 1, error);
    if (status != STATUS_OK || tokenizer->upstream_failed)
        return status;
    size_t before = batch->id_count;
    status = bert_tokenizer_feed_lines(tokenizer->bert, taken, &lines, bytes, batch, error);
    if (status != STATUS_OK || *taken == 0)
        return status;
    uint64_t start = tokenizer->counts.bytes;
    uint32_t ids = 0;
    uint64_t line_start = start;
    for (size_t i = 0; i < lines->count; i++) {
        const struct span_line *line = &lines->lines[i];
        begin_line(tokenizer, line_start);
        add_tokens(tokenizer, batch, line->ids - ids);
        line_start = start + line->end;
        close_line(tokenizer, batch, line->blank, line_start);
        ids = line->ids;
    }
    if (line_start < start + *taken)
        begin_line(tokenizer, line_start);
    add_tokens(tokenizer, batch, batch->id_count - before - ids);
    count_ids(tokenizer, batch, before);
    tokenizer->counts.bytes = start + *taken;
    return STATUS_OK;
}

/* The next line feed from `at` on, or the end; *last is the one found before, or NULL. */
static const unsigned char *find_line_feed(const unsigned char **last, const unsigned char *at,
                                           const unsigned char *end) {
    /* Searching only past the last find keeps the whole linear, however rare they are. */
    if (*last == NULL || *last < at) {
        *last = memchr(at, '\n', (size_t)(end - at));
        if (*last == NULL)
            *last = end;
    }
    return *last;
}

enum status document_tokenizer_feed(struct document_tokenizer *tokenizer, struct view bytes,
                                    struct token_batch *batch, struct error *error) {
    enum status status = continue_in(tokenizer, batch, error);
    if (status != STATUS_OK || bytes.size == 0)
        return status;
    const unsigned char *at = bytes.data;
    const unsigned char *end = bytes.data + bytes.size;
    const unsigned char *line_feed = NULL;
    while (at < end && status == STATUS_OK) {
        if (tokenizer->after_return) {
            tokenizer->after_return = false;
            if (*at == '\n') {
                at++;
                if (tokenizer->text_end == tokenizer->counts.bytes)
                    tokenizer->text_end++;
                tokenizer->counts.bytes++;
                continue;
            }
        }
        size_t taken;
        status = take_lines(tokenizer, &taken, (struct view){at, (size_t)(end - at)}, batch, error);
        at += taken;
        if (taken > 0 || status != STATUS_OK)
            continue;
        const unsigned char *stop = find_line_feed(&line_feed, at, end);
        const unsigned char *carriage_return = memchr(at, '\r', (size_t)(stop - at));
        if (carriage_return != NULL)
            stop = carriage_return;
        struct view line = {at, (size_t)(stop - at)};
        status = take_line(tokenizer, line, stop < end, batch, error);
        if (status != STATUS_OK)
            break;
        tokenizer->counts.bytes += line.size + (stop < end);
        tokenizer->after_return = stop < end && *stop == '\r';
        at = stop < end ? stop + 1 : end;
    }
    return status;
}

enum status document_tokenizer_end_of_file(struct document_tokenizer *tokenizer,
                                           struct token_batch *batch, struct error *error) {
    enum status status = continue_in(tokenizer, batch, error);
    if (status == STATUS_OK && tokenizer->in_line) {
        struct view nothing = {NULL, 0};
        status = take_line(tokenizer, nothing, true, batch, error);
        if (tokenizer->text_end > tokenizer->counts.bytes)
            tokenizer->text_end = tokenizer->counts.bytes; /* there was no line end to count */
    }
    if (status == STATUS_OK)
        end_document(tokenizer, batch);
    return status;
}
