#include "tokenizer/bert_tokenizer.h"

#include <stdlib.h>
#include <string.h>

#include "formats/base/endian.h"
#include "tokenizer/span_tokenizer.h"
#include "tokenizer/stretch_tokenizer.h"
#include "tokenizer/text/utf8.h"

/* The end of a piece that is kept until more comes: an unfinished UTF-8 sequence. */
#define KEPT_SIZE UTF8_LONGEST

/*
 * Bytes worked on at once. Room for their ids is made before, one for each byte, which is the most
 * there can be: no code point folds to more code points than it has bytes.
 */
static const size_t STEP = 65536;

struct bert_tokenizer {
    struct stretch_tokenizer stretches;
    struct span_tokenizer spans;
    struct span_lines lines;
    unsigned char kept[KEPT_SIZE]; /* the line's last bytes, not taken yet */
    size_t kept_size;
    bool in_stretch; /* its beginning has been taken, but for what is kept */
};

enum status bert_tokenizer_new(struct bert_tokenizer **result, const struct vocabulary *vocabulary,
                               const struct bert_tokenizer_options *options, struct error *error) {
    *result = NULL;
    struct bert_tokenizer *tokenizer = calloc(1, sizeof *tokenizer);
    if (tokenizer == NULL)
        return error_no_memory(error, "the tokenizer");
    enum status status = stretch_tokenizer_init(&tokenizer->stretches, vocabulary, options, error);
    if (status == STATUS_OK)
        status = span_tokenizer_init(&tokenizer->spans, vocabulary, &tokenizer->stretches.basic,
                                     options->path, !options->forgets, error);
    if (status != STATUS_OK) {
        bert_tokenizer_free(tokenizer);
        return status;
    }
    bert_tokenizer_begin_line(tokenizer);
    *result = tokenizer;
    return STATUS_OK;
}

void bert_tokenizer_free(struct bert_tokenizer *tokenizer) {
    if (tokenizer == NULL)
        return;
    stretch_tokenizer_release(&tokenizer->stretches);
    span_tokenizer_release(&tokenizer->spans);
    free(tokenizer);
}

const struct vocabulary *bert_tokenizer_vocabulary(const struct bert_tokenizer *tokenizer) {
    return tokenizer->stretches.vocabulary;
}

const struct bert_tokenizer_options *
bert_tokenizer_options(const struct bert_tokenizer *tokenizer) {
    return &tokenizer->stretches.options;
}

const struct bert_tokenizer_line *bert_tokenizer_line(const struct bert_tokenizer *tokenizer) {
    return &tokenizer->stretches.line;
}

void bert_tokenizer_begin_line(struct bert_tokenizer *tokenizer) {
    basic_tokenizer_reset(&tokenizer->stretches.basic);
    tokenizer->stretches.line.blank = true;
    tokenizer->stretches.line.bytes = 0;
    tokenizer->stretches.line.malformed = 0;
    tokenizer->kept_size = 0;
    tokenizer->in_stretch = false;
}

static bool is_space(unsigned char byte) {
    return byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r';
}

/* The first ASCII white space, or the end. */
static const unsigned char *find_space(const unsigned char *at, const unsigned char *end) {
    for (;;) {
        /* Eight bytes at a time to the first below 0x21 (Mycroft's test for a small byte). */
        while (end - at >= 8) {
            uint64_t bytes = load_le64(at);
            uint64_t small = (bytes - 0x2121212121212121u) & ~bytes & 0x8080808080808080u;
            if (small != 0) {
                at += __builtin_ctzll(small) / 8;
                break;
            }
            at += 8;
        }
        while (at<end && * at> ' ')
            at++;
        if (at == end || is_space(*at))
            return at;
        at++; /* a control character is part of a stretch */
    }
}

/* Takes the kept bytes, but for an unfinished sequence unless they are the last. */
static enum status take_kept(struct bert_tokenizer *tokenizer, uint64_t offset, bool last,
                             struct error *error) {
    size_t taken;
    enum status status = stretch_tokenizer_take_part(&tokenizer->stretches, &taken, tokenizer->kept,
                                                     tokenizer->kept_size,
                                                     offset - tokenizer->kept_size, last, error);
    tokenizer->kept_size -= taken;
    memmove(tokenizer->kept, tokenizer->kept + taken, tokenizer->kept_size);
    return status;
}

/* Ends the stretch, if one is open; the line's next byte is at `offset`. */
static enum status end_stretch(struct bert_tokenizer *tokenizer, uint64_t offset,
                               struct error *error) {
    enum status status = take_kept(tokenizer, offset, true, error);
    if (status == STATUS_OK)
        stretch_tokenizer_end_parts(&tokenizer->stretches);
    tokenizer->in_stretch = false;
    return status;
}

/* Begins or goes on with a stretch: bytes without white space, the first of them at `offset`. */
static enum status take_stretch(struct bert_tokenizer *tokenizer, const unsigned char *bytes,
                                size_t size, uint64_t offset, struct error *error) {
    enum status status = STATUS_OK;
    size_t at = 0;
    tokenizer->in_stretch = true;
    /* An unfinished sequence takes three more bytes at the most until it is well- or malformed. */
    while (status == STATUS_OK && tokenizer->kept_size > 0 && at < size) {
        tokenizer->kept[tokenizer->kept_size++] = bytes[at++];
        status = take_kept(tokenizer, offset + at, false, error);
    }
    if (status != STATUS_OK || tokenizer->kept_size > 0)
        return status;
    size_t taken;
    status = stretch_tokenizer_take_part(&tokenizer->stretches, &taken, bytes + at, size - at,
                                         offset + at, false, error);
    if (status == STATUS_OK) {
        tokenizer->kept_size = size - at - taken;
        memcpy(tokenizer->kept, bytes + at + taken, tokenizer->kept_size);
    }
    return status;
}

/* The fast way, from where a stretch begins; the same ids go on from there the long way. */
static size_t take_span(struct bert_tokenizer *tokenizer, const unsigned char *bytes, size_t size,
                        bool lines) {
    tokenizer->lines.wanted = lines;
    tokenizer->spans.ids = tokenizer->stretches.ids;
    size_t taken = span_tokenizer_take(&tokenizer->spans, &tokenizer->lines, bytes, size);
    tokenizer->stretches.ids = tokenizer->spans.ids;
    return taken;
}

/* A piece of at most STEP bytes, for whose ids there is room. */
static enum status take_piece(struct bert_tokenizer *tokenizer, struct view piece,
                              struct error *error) {
    const unsigned char *at = piece.data;
    const unsigned char *end = piece.data + piece.size;
    struct bert_tokenizer_line *line = &tokenizer->stretches.line;
    uint64_t before = line->bytes;
    enum status status = STATUS_OK;
    while (status == STATUS_OK && at < end) {
        if (!tokenizer->in_stretch) {
            at += take_span(tokenizer, at, (size_t)(end - at), false);
            line->blank = line->blank && tokenizer->lines.open_blank;
            if (at == end)
                break;
        }
        const unsigned char *space = find_space(at, end);
        status = take_stretch(tokenizer, at, (size_t)(space - at),
                              before + (uint64_t)(at - piece.data), error);
        if (status == STATUS_OK && space < end)
            status = end_stretch(tokenizer, before + (uint64_t)(space - piece.data), error);
        at = space;
    }
    line->bytes += piece.size;
    return status;
}

/* Makes room for the ids of `size` bytes more and of what waits. */
static enum status open_batch(struct bert_tokenizer *tokenizer, struct token_batch *batch,
                              size_t size, struct error *error) {
    size_t waiting = tokenizer->kept_size + stretch_tokenizer_waiting(&tokenizer->stretches);
    enum status status = token_batch_reserve(batch, size + waiting + SPAN_SLACK, 0, 0, error);
    if (status == STATUS_OK)
        tokenizer->stretches.ids = batch->ids + batch->id_count;
    return status;
}

static void close_batch(const struct bert_tokenizer *tokenizer, struct token_batch *batch) {
    batch->id_count = (size_t)(tokenizer->stretches.ids - batch->ids);
}

enum status bert_tokenizer_feed(struct bert_tokenizer *tokenizer, struct view piece,
                                struct token_batch *batch, struct error *error) {
    enum status status = STATUS_OK;
    while (piece.size > 0 && status == STATUS_OK) {
        struct view step = {piece.data, piece.size < STEP ? piece.size : STEP};
        status = open_batch(tokenizer, batch, step.size, error);
        if (status != STATUS_OK)
            break;
        status = take_piece(tokenizer, step, error);
        close_batch(tokenizer, batch);
        piece.data += step.size;
        piece.size -= step.size;
    }
    return status;
}

enum status bert_tokenizer_feed_lines(struct bert_tokenizer *tokenizer, size_t *taken,
                                      const struct span_lines **lines, struct view bytes,
                                      struct token_batch *batch, struct error *error) {
    *taken = 0;
    *lines = &tokenizer->lines;
    tokenizer->lines.count = 0;
    if (tokenizer->in_stretch)
        return STATUS_OK;
    size_t size = bytes.size < STEP ? bytes.size : STEP;
    enum status status = open_batch(tokenizer, batch, size, error);
    if (status != STATUS_OK)
        return status;
    *taken = take_span(tokenizer, bytes.data, size, true);
    close_batch(tokenizer, batch);
    struct bert_tokenizer_line *line = &tokenizer->stretches.line;
    struct span_lines *found = &tokenizer->lines;
    size_t open = *taken;
    if (found->count > 0) {
        found->lines[0].blank = found->lines[0].blank && line->blank;
        bert_tokenizer_begin_line(tokenizer);
        open -= found->lines[found->count - 1].end;
    }
    line->bytes += open;
    line->blank = line->blank && found->open_blank;
    return STATUS_OK;
}

enum status bert_tokenizer_end_line(struct bert_tokenizer *tokenizer, struct token_batch *batch,
                                    struct error *error) {
    if (!tokenizer->in_stretch)
        return STATUS_OK;
    enum status status = open_batch(tokenizer, batch, 0, error);
    if (status != STATUS_OK)
        return status;
    status = end_stretch(tokenizer, tokenizer->stretches.line.bytes, error);
    close_batch(tokenizer, batch);
    return status;
}
