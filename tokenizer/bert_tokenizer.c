#include "tokenizer/bert_tokenizer.h"

#include <stdlib.h>
#include <string.h>

#include "formats/base/endian.h"
#include "tokenizer/stretch_tokenizer.h"

/*
 * A stretch that is cut by the end of a piece is kept up to this size, so that it can still be
 * looked up in the cache as a whole.
 */
#define KEPT_SIZE 64

/*
 * Stretches looked ahead at, so that their places in the cache are on their way from memory while
 * those before them are taken. Enough to cover the memory's latency, few enough for the first-level
 * cache.
 */
#define LOOK_AHEAD 32

/*
 * Bytes worked on at once. Room for their ids is made before, one for each byte, which is the most
 * there can be: no code point folds to more code points than it has bytes.
 */
static const size_t STEP = 65536;

struct bert_tokenizer {
    struct stretch_tokenizer stretches;
    unsigned char kept[KEPT_SIZE]; /* the line's last bytes, not taken yet */
    size_t kept_size;
    bool in_stretch; /* the beginning of the stretch that `kept` goes on with has been taken */
};

enum status bert_tokenizer_new(struct bert_tokenizer **result, const struct vocabulary *vocabulary,
                               const struct bert_tokenizer_options *options, struct error *error) {
    *result = NULL;
    struct bert_tokenizer *tokenizer = calloc(1, sizeof *tokenizer);
    if (tokenizer == NULL)
        return error_no_memory(error, "the tokenizer");
    enum status status = stretch_tokenizer_init(&tokenizer->stretches, vocabulary, options, error);
    if (status != STATUS_OK) {
        free(tokenizer);
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
    tokenizer->in_stretch = true;
    return status;
}

/* Ends a stretch of which a part was kept or taken; the line's next byte is at `offset`. */
static enum status end_stretch(struct bert_tokenizer *tokenizer, uint64_t offset,
                               struct error *error) {
    enum status status = STATUS_OK;
    if (tokenizer->in_stretch) {
        status = take_kept(tokenizer, offset, true, error);
        if (status == STATUS_OK)
            stretch_tokenizer_end_parts(&tokenizer->stretches);
    } else if (tokenizer->kept_size > 0) {
        struct stretch stretch = stretch_tokenizer_prepare(&tokenizer->stretches, tokenizer->kept,
                                                           tokenizer->kept_size, KEPT_SIZE);
        status = stretch_tokenizer_take(&tokenizer->stretches, &stretch,
                                        offset - tokenizer->kept_size, error);
    }
    tokenizer->kept_size = 0;
    tokenizer->in_stretch = false;
    return status;
}

/* Goes on with the stretch: bytes without white space, the first of them at `offset`. */
static enum status continue_stretch(struct bert_tokenizer *tokenizer, const unsigned char *bytes,
                                    size_t size, uint64_t offset, struct error *error) {
    if (!tokenizer->in_stretch && size <= KEPT_SIZE - tokenizer->kept_size) {
        memcpy(tokenizer->kept + tokenizer->kept_size, bytes, size);
        tokenizer->kept_size += size;
        return STATUS_OK;
    }
    enum status status = STATUS_OK;
    size_t at = 0;
    if (tokenizer->kept_size > 0)
        status = take_kept(tokenizer, offset, false, error);
    /* An unfinished sequence takes three more bytes at the most until it is well- or malformed. */
    while (status == STATUS_OK && tokenizer->kept_size > 0 && at < size) {
        tokenizer->kept[tokenizer->kept_size++] = bytes[at++];
        status = take_kept(tokenizer, offset + at, false, error);
    }
    tokenizer->in_stretch = true;
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

/*
 * Prepares the next whole stretches, as many as there is room for; returns how many. *next is then
 * the first byte after them, or of the stretch that reaches the end.
 */
static size_t look_ahead(const struct bert_tokenizer *tokenizer,
                         struct stretch stretches[LOOK_AHEAD], const unsigned char **next,
                         const unsigned char *end) {
    const unsigned char *at = *next;
    size_t count = 0;
    while (at < end && count < LOOK_AHEAD) {
        if (is_space(*at)) {
            at++;
            continue;
        }
        const unsigned char *space = find_space(at, end);
        if (space == end)
            break;
        stretches[count++] = stretch_tokenizer_prepare(&tokenizer->stretches, at,
                                                       (size_t)(space - at), (size_t)(end - at));
        at = space + 1;
    }
    *next = at;
    return count;
}

/* A piece of at most STEP bytes, for whose ids there is room. */
static enum status take_piece(struct bert_tokenizer *tokenizer, struct view piece,
                              struct error *error) {
    const unsigned char *at = piece.data;
    const unsigned char *end = piece.data + piece.size;
    uint64_t before = tokenizer->stretches.line.bytes;
    enum status status = STATUS_OK;
    if (tokenizer->in_stretch || tokenizer->kept_size > 0) {
        at = find_space(at, end);
        status = continue_stretch(tokenizer, piece.data, (size_t)(at - piece.data), before, error);
        if (status == STATUS_OK && at < end)
            status = end_stretch(tokenizer, before + (uint64_t)(at - piece.data), error);
    }
    while (status == STATUS_OK && at < end) {
        struct stretch stretches[LOOK_AHEAD];
        size_t count = look_ahead(tokenizer, stretches, &at, end);
        for (size_t i = 0; i < count && status == STATUS_OK; i++)
            status =
                stretch_tokenizer_take(&tokenizer->stretches, &stretches[i],
                                       before + (uint64_t)(stretches[i].bytes - piece.data), error);
        if (status == STATUS_OK && count < LOOK_AHEAD && at < end) {
            status = continue_stretch(tokenizer, at, (size_t)(end - at),
                                      before + (uint64_t)(at - piece.data), error);
            at = end;
        }
    }
    tokenizer->stretches.line.bytes += piece.size;
    return status;
}

/* Makes room for the ids of `size` bytes more and of what waits. */
static enum status open_batch(struct bert_tokenizer *tokenizer, struct token_batch *batch,
                              size_t size, struct error *error) {
    size_t waiting = tokenizer->kept_size + stretch_tokenizer_waiting(&tokenizer->stretches);
    enum status status = token_batch_reserve(batch, size + waiting + WORD_CACHE_COPY, 0, 0, error);
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

enum status bert_tokenizer_end_line(struct bert_tokenizer *tokenizer, struct token_batch *batch,
                                    struct error *error) {
    if (tokenizer->kept_size == 0 && !tokenizer->in_stretch)
        return STATUS_OK;
    enum status status = open_batch(tokenizer, batch, 0, error);
    if (status != STATUS_OK)
        return status;
    status = end_stretch(tokenizer, tokenizer->stretches.line.bytes, error);
    close_batch(tokenizer, batch);
    return status;
}
