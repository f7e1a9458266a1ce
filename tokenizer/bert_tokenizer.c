#include "tokenizer/bert_tokenizer.h"

#include <stdlib.h>
#include <string.h>

#include "tokenizer/basic_tokenizer.h"
#include "tokenizer/text/unicode_tables.h"
#include "tokenizer/text/utf8.h"
#include "tokenizer/word_cache.h"
#include "tokenizer/wordpiece.h"

/*
 * A stretch is what stands between ASCII white space. One that is cut by the end of a piece is kept
 * up to this size, so that it can still be looked up in the cache as a whole.
 */
#define KEPT_SIZE 64

/*
 * Bytes worked on at once. Room for their ids is made before, one for each byte, which is the most
 * there can be: no code point folds to more code points than it has bytes.
 */
static const size_t STEP = 65536;

struct bert_tokenizer {
    const struct vocabulary *vocabulary;
    const struct unicode_tables *tables;
    struct bert_tokenizer_options options;
    struct basic_tokenizer basic;
    struct word_cache cache;
    uint32_t *ids; /* where the next id goes: in the caller's batch, with room enough */
    struct bert_tokenizer_line line;
    unsigned char kept[KEPT_SIZE]; /* the line's last bytes, not looked at yet */
    size_t kept_size;
    bool in_stretch; /* `basic` has had the beginning of the stretch that `kept` goes on with */
};

static bool is_space(unsigned char byte) {
    return byte == ' ' || (byte >= '\t' && byte <= '\r' && byte != '\v' && byte != '\f');
}

static const unsigned char *find_space(const unsigned char *at, const unsigned char *end) {
    while (at < end && !is_space(*at))
        at++;
    return at;
}

static void take_word(void *context, const uint32_t *code_points, size_t size, bool too_long) {
    struct bert_tokenizer *tokenizer = context;
    unsigned char bytes[BERT_TOKENIZER_LONGEST_WORD * UTF8_LONGEST];
    if (too_long) {
        *tokenizer->ids++ = vocabulary_special(tokenizer->vocabulary, SPECIAL_UNK);
        return;
    }
    struct view word = {bytes, 0};
    for (size_t i = 0; i < size; i++)
        word.size += utf8_encode(code_points[i], bytes + word.size);
    tokenizer->ids += wordpiece_split(tokenizer->vocabulary, word, tokenizer->ids);
}

static void take_special(void *context, enum special_token token) {
    struct bert_tokenizer *tokenizer = context;
    *tokenizer->ids++ = vocabulary_special(tokenizer->vocabulary, token);
}

enum status bert_tokenizer_new(struct bert_tokenizer **result, const struct vocabulary *vocabulary,
                               const struct bert_tokenizer_options *options, struct error *error) {
    *result = NULL;
    if (options->max_characters_per_word < 1 ||
        options->max_characters_per_word > BERT_TOKENIZER_LONGEST_WORD)
        return error_set(
            error, STATUS_USAGE, "the longest word cannot have %lu characters; choose 1 to %d",
            (unsigned long)options->max_characters_per_word, BERT_TOKENIZER_LONGEST_WORD);
    struct bert_tokenizer *tokenizer = calloc(1, sizeof *tokenizer);
    if (tokenizer == NULL)
        return error_no_memory(error, "the tokenizer");
    tokenizer->vocabulary = vocabulary;
    tokenizer->options = *options;
    struct basic_tokenizer_sink sink = {take_word, take_special, tokenizer};
    enum status status = unicode_tables_get(&tokenizer->tables, options->unicode, error);
    if (status == STATUS_OK)
        status = basic_tokenizer_init(&tokenizer->basic, tokenizer->tables, &sink,
                                      options->max_characters_per_word, options->lower_case,
                                      options->special_literals, error);
    if (status == STATUS_OK)
        status = word_cache_init(&tokenizer->cache, error);
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
    basic_tokenizer_release(&tokenizer->basic);
    word_cache_release(&tokenizer->cache);
    free(tokenizer);
}

const struct vocabulary *bert_tokenizer_vocabulary(const struct bert_tokenizer *tokenizer) {
    return tokenizer->vocabulary;
}

const struct bert_tokenizer_options *
bert_tokenizer_options(const struct bert_tokenizer *tokenizer) {
    return &tokenizer->options;
}

const struct bert_tokenizer_line *bert_tokenizer_line(const struct bert_tokenizer *tokenizer) {
    return &tokenizer->line;
}

void bert_tokenizer_begin_line(struct bert_tokenizer *tokenizer) {
    basic_tokenizer_reset(&tokenizer->basic);
    tokenizer->line = (struct bert_tokenizer_line){.blank = true};
    tokenizer->kept_size = 0;
    tokenizer->in_stretch = false;
}

static void note_malformed(struct bert_tokenizer_line *line, uint64_t offset) {
    if (line->malformed < BERT_TOKENIZER_MALFORMED_KEPT)
        line->malformed_at[line->malformed] = offset;
    line->malformed++;
    line->blank = false; /* U+FFFD is not white space */
}

/*
 * Hands bytes to `basic`, the first of them at this offset in the line. *taken is less than size
 * only when the rest is an unfinished sequence and the bytes are not said to be the last.
 */
static enum status decode(struct bert_tokenizer *tokenizer, size_t *taken,
                          const unsigned char *bytes, size_t size, uint64_t offset, bool last,
                          struct error *error) {
    size_t at = 0;
    enum status status = STATUS_OK;
    while (at < size && status == STATUS_OK) {
        uint32_t code_point;
        size_t length = utf8_decode(bytes + at, size - at, &code_point);
        if (length == 0) {
            if (!last)
                break;
            length = size - at;
        }
        if (code_point == UTF8_MALFORMED) {
            note_malformed(&tokenizer->line, offset + at);
        } else {
            uint16_t properties = unicode_tables_class(tokenizer->tables, code_point);
            if ((properties & CHARACTER_STRIPPED) == 0)
                tokenizer->line.blank = false;
            status = basic_tokenizer_push(&tokenizer->basic, code_point, properties, error);
        }
        at += length;
    }
    *taken = at;
    return status;
}

/* A whole stretch that the cache does not have or cannot hold. */
static enum status spell_out(struct bert_tokenizer *tokenizer, const unsigned char *bytes,
                             size_t size, uint64_t offset, struct error *error) {
    size_t taken;
    enum status status = decode(tokenizer, &taken, bytes, size, offset, true, error);
    if (status == STATUS_OK)
        basic_tokenizer_end_token(&tokenizer->basic);
    return status;
}

/* A whole stretch; of `readable` bytes from its beginning on, which may be read, it has `size`. */
static enum status take_stretch(struct bert_tokenizer *tokenizer, const unsigned char *bytes,
                                size_t size, size_t readable, uint64_t offset,
                                struct error *error) {
    if (size > WORD_CACHE_KEY_SIZE)
        return spell_out(tokenizer, bytes, size, offset, error);
    struct word_key key = word_key_make(bytes, size, readable);
    struct word_cache_slot *bucket = word_cache_bucket(&tokenizer->cache, &key);
    const struct word_cache_slot *slot = word_cache_find(bucket, &key);
    if (slot != NULL) {
        tokenizer->ids += word_cache_copy(slot, tokenizer->ids);
        tokenizer->line.blank = false;
        return STATUS_OK;
    }
    const uint32_t *ids = tokenizer->ids;
    uint64_t malformed = tokenizer->line.malformed;
    enum status status = spell_out(tokenizer, bytes, size, offset, error);
    size_t count = (size_t)(tokenizer->ids - ids);
    /* One without ids may be blank, and a malformed one has to be reported each time. */
    if (status == STATUS_OK && count > 0 && count <= WORD_CACHE_IDS &&
        malformed == tokenizer->line.malformed)
        word_cache_put(bucket, &key, ids, count);
    return status;
}

/* Hands the kept bytes to `basic`, but for an unfinished sequence unless they are the last. */
static enum status decode_kept(struct bert_tokenizer *tokenizer, uint64_t offset, bool last,
                               struct error *error) {
    size_t taken;
    enum status status = decode(tokenizer, &taken, tokenizer->kept, tokenizer->kept_size,
                                offset - tokenizer->kept_size, last, error);
    tokenizer->kept_size -= taken;
    memmove(tokenizer->kept, tokenizer->kept + taken, tokenizer->kept_size);
    tokenizer->in_stretch = true;
    return status;
}

/* Ends a stretch of which a part was kept or decoded; the line's next byte is at `offset`. */
static enum status end_stretch(struct bert_tokenizer *tokenizer, uint64_t offset,
                               struct error *error) {
    enum status status = STATUS_OK;
    if (tokenizer->in_stretch) {
        status = decode_kept(tokenizer, offset, true, error);
        if (status == STATUS_OK)
            basic_tokenizer_end_token(&tokenizer->basic);
    } else if (tokenizer->kept_size > 0) {
        status = take_stretch(tokenizer, tokenizer->kept, tokenizer->kept_size, KEPT_SIZE,
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
        status = decode_kept(tokenizer, offset, false, error);
    /* An unfinished sequence takes three more bytes at the most until it is well- or malformed. */
    while (status == STATUS_OK && tokenizer->kept_size > 0 && at < size) {
        tokenizer->kept[tokenizer->kept_size++] = bytes[at++];
        status = decode_kept(tokenizer, offset + at, false, error);
    }
    tokenizer->in_stretch = true;
    if (status != STATUS_OK || tokenizer->kept_size > 0)
        return status;
    size_t taken;
    status = decode(tokenizer, &taken, bytes + at, size - at, offset + at, false, error);
    if (status == STATUS_OK) {
        tokenizer->kept_size = size - at - taken;
        memcpy(tokenizer->kept, bytes + at + taken, tokenizer->kept_size);
    }
    return status;
}

/* A piece of at most STEP bytes, for whose ids there is room. */
static enum status take_piece(struct bert_tokenizer *tokenizer, struct view piece,
                              struct error *error) {
    const unsigned char *at = piece.data;
    const unsigned char *end = piece.data + piece.size;
    uint64_t before = tokenizer->line.bytes;
    enum status status = STATUS_OK;
    if (tokenizer->in_stretch || tokenizer->kept_size > 0) {
        at = find_space(at, end);
        status = continue_stretch(tokenizer, piece.data, (size_t)(at - piece.data), before, error);
        if (status == STATUS_OK && at < end)
            status = end_stretch(tokenizer, before + (uint64_t)(at - piece.data), error);
    }
    while (status == STATUS_OK && at < end) {
        if (is_space(*at)) {
            at++;
            continue;
        }
        const unsigned char *space = find_space(at, end);
        uint64_t offset = before + (uint64_t)(at - piece.data);
        if (space < end)
            status = take_stretch(tokenizer, at, (size_t)(space - at), (size_t)(end - at), offset,
                                  error);
        else
            status = continue_stretch(tokenizer, at, (size_t)(space - at), offset, error);
        at = space;
    }
    tokenizer->line.bytes += piece.size;
    return status;
}

/* Makes room for the ids of `size` bytes more and of what waits, and works there. */
static enum status open_batch(struct bert_tokenizer *tokenizer, struct token_batch *batch,
                              size_t size, struct error *error) {
    size_t waiting = tokenizer->kept_size + UTF8_LONGEST * tokenizer->basic.token_size +
                     UTF8_LONGEST * tokenizer->basic.word.size;
    enum status status = token_batch_reserve(batch, size + waiting + WORD_CACHE_COPY, 0, 0, error);
    tokenizer->ids = batch->ids + batch->id_count;
    return status;
}

static void close_batch(struct bert_tokenizer *tokenizer, struct token_batch *batch) {
    batch->id_count = (size_t)(tokenizer->ids - batch->ids);
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
    status = end_stretch(tokenizer, tokenizer->line.bytes, error);
    close_batch(tokenizer, batch);
    return status;
}
