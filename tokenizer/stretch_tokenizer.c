#include "tokenizer/stretch_tokenizer.h"

#include "tokenizer/text/utf8.h"
#include "tokenizer/wordpiece.h"

/* What an ASCII byte is to the way for plain stretches. */
enum { STRETCH_OTHER = 0, STRETCH_WORD, STRETCH_PUNCTUATION };

static void take_word(void *context, const uint32_t *code_points, size_t size, bool too_long) {
    struct stretch_tokenizer *tokenizer = context;
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
    struct stretch_tokenizer *tokenizer = context;
    *tokenizer->ids++ = vocabulary_special(tokenizer->vocabulary, token);
}

/* Tabulates ASCII for take_plain, from the same tables that the long way uses. */
static void tabulate_ascii(struct stretch_tokenizer *tokenizer) {
    for (uint32_t byte = 0; byte < 128; byte++) {
        uint16_t properties = unicode_tables_class(tokenizer->tables, byte);
        unsigned char character = (unsigned char)byte;
        struct view word = {&character, 1};
        tokenizer->ascii_folded[byte] = character;
        switch (character_class_of(properties)) {
        case CHARACTER_PUNCTUATION:
            tokenizer->ascii_kinds[byte] = STRETCH_PUNCTUATION;
            wordpiece_split(tokenizer->vocabulary, word, &tokenizer->punctuation_ids[byte]);
            break;
        case CHARACTER_OTHER:
            tokenizer->ascii_kinds[byte] = STRETCH_WORD;
            if (tokenizer->options.lower_case && (properties & CHARACTER_FOLDS) != 0) {
                size_t length;
                uint32_t own[3];
                tokenizer->ascii_folded[byte] =
                    (unsigned char)*folding_get(&tokenizer->tables->folding, byte, &length, own);
            }
            break;
        default:
            break;
        }
    }
}

enum status stretch_tokenizer_init(struct stretch_tokenizer *tokenizer,
                                   const struct vocabulary *vocabulary,
                                   const struct bert_tokenizer_options *options,
                                   struct error *error) {
    *tokenizer = (struct stretch_tokenizer){.vocabulary = vocabulary, .options = *options};
    if (options->max_characters_per_word < 1 ||
        options->max_characters_per_word > BERT_TOKENIZER_LONGEST_WORD)
        return error_set(
            error, STATUS_USAGE, "the longest word cannot have %lu characters; choose 1 to %d",
            (unsigned long)options->max_characters_per_word, BERT_TOKENIZER_LONGEST_WORD);
    struct basic_tokenizer_sink sink = {take_word, take_special, tokenizer};
    struct basic_tokenizer_options basic = {
        .unicode = options->unicode,
        .flavor = options->flavor,
        .word_limit = options->max_characters_per_word,
        .lower_case = options->lower_case,
        .strip_accents = options->strip_accents,
        .special_literals = options->special_literals,
    };
    enum status status = basic_tokenizer_init(&tokenizer->basic, &sink, &basic, error);
    if (status != STATUS_OK)
        return status;
    tokenizer->tables = tokenizer->basic.tables;
    tabulate_ascii(tokenizer);
    status = word_cache_init(&tokenizer->cache, error);
    if (status != STATUS_OK)
        basic_tokenizer_release(&tokenizer->basic);
    return status;
}

void stretch_tokenizer_release(struct stretch_tokenizer *tokenizer) {
    basic_tokenizer_release(&tokenizer->basic);
    word_cache_release(&tokenizer->cache);
}

size_t stretch_tokenizer_waiting(const struct stretch_tokenizer *tokenizer) {
    return UTF8_LONGEST * (tokenizer->basic.token_size + tokenizer->basic.word.size);
}

static void note_malformed(struct bert_tokenizer_line *line, uint64_t offset) {
    if (line->malformed < BERT_TOKENIZER_MALFORMED_KEPT)
        line->malformed_at[line->malformed] = offset;
    line->malformed++;
    line->blank = false; /* U+FFFD is not white space */
}

enum status stretch_tokenizer_take_part(struct stretch_tokenizer *tokenizer, size_t *taken,
                                        const unsigned char *bytes, size_t size, uint64_t offset,
                                        bool last, struct error *error) {
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

void stretch_tokenizer_end_parts(struct stretch_tokenizer *tokenizer) {
    basic_tokenizer_end_token(&tokenizer->basic);
}

/* Whether a stretch is of ASCII words and punctuation only, and no literal. */
static bool is_plain(const struct stretch_tokenizer *tokenizer, const struct stretch *stretch) {
    if (stretch->bytes[0] == '[' && tokenizer->options.special_literals)
        return false;
    for (size_t i = 0; i < stretch->size; i++) {
        if (tokenizer->ascii_kinds[stretch->bytes[i]] == STRETCH_OTHER)
            return false;
    }
    return true;
}

/* Writes the ids of a word of STRETCH_WORD bytes without asking the cache. */
static void split_plain_word(struct stretch_tokenizer *tokenizer, const unsigned char *bytes,
                             size_t size) {
    unsigned char folded[WORD_CACHE_KEY_SIZE];
    if (size > tokenizer->options.max_characters_per_word) {
        *tokenizer->ids++ = vocabulary_special(tokenizer->vocabulary, SPECIAL_UNK);
        return;
    }
    for (size_t i = 0; i < size; i++)
        folded[i] = tokenizer->ascii_folded[bytes[i]];
    struct view word = {folded, size};
    tokenizer->ids += wordpiece_split(tokenizer->vocabulary, word, tokenizer->ids);
}

/* Enters what a key has become, the ids from `ids` on, if it is few enough. */
static void remember(const struct stretch_tokenizer *tokenizer, struct word_cache_slot *bucket,
                     const struct word_key *key, const uint32_t *ids) {
    size_t count = (size_t)(tokenizer->ids - ids);
    if (count > 0 && count <= WORD_CACHE_IDS)
        word_cache_put(bucket, key, ids, count);
}

/* A word within a plain stretch: it has the ids that it has as a stretch of its own. */
static void take_plain_word(struct stretch_tokenizer *tokenizer, const unsigned char *bytes,
                            size_t size) {
    struct word_key key = word_key_make(bytes, size, size);
    struct word_cache_slot *bucket = word_cache_bucket(&tokenizer->cache, &key);
    const struct word_cache_slot *slot = word_cache_find(bucket, &key);
    if (slot != NULL) {
        tokenizer->ids += word_cache_copy(slot, tokenizer->ids);
        return;
    }
    const uint32_t *ids = tokenizer->ids;
    split_plain_word(tokenizer, bytes, size);
    remember(tokenizer, bucket, &key, ids);
}

static void take_plain(struct stretch_tokenizer *tokenizer, const struct stretch *stretch) {
    const unsigned char *at = stretch->bytes;
    const unsigned char *end = at + stretch->size;
    while (at < end) {
        if (tokenizer->ascii_kinds[*at] == STRETCH_PUNCTUATION) {
            *tokenizer->ids++ = tokenizer->punctuation_ids[*at++];
            continue;
        }
        const unsigned char *word = at;
        while (at < end && tokenizer->ascii_kinds[*at] == STRETCH_WORD)
            at++;
        size_t size = (size_t)(at - word);
        if (size == stretch->size)
            split_plain_word(tokenizer, word, size);
        else
            take_plain_word(tokenizer, word, size);
    }
    tokenizer->line.blank = false;
}

enum status stretch_tokenizer_take(struct stretch_tokenizer *tokenizer,
                                   const struct stretch *stretch, uint64_t offset,
                                   struct error *error) {
    const uint32_t *ids = tokenizer->ids;
    uint64_t malformed = tokenizer->line.malformed;
    if (stretch->bucket != NULL) {
        const struct word_cache_slot *slot = word_cache_find(stretch->bucket, &stretch->key);
        if (slot != NULL) {
            tokenizer->ids += word_cache_copy(slot, tokenizer->ids);
            tokenizer->line.blank = false; /* one without ids is not entered */
            return STATUS_OK;
        }
        if (is_plain(tokenizer, stretch)) {
            take_plain(tokenizer, stretch);
            remember(tokenizer, stretch->bucket, &stretch->key, ids);
            return STATUS_OK;
        }
    }
    size_t taken;
    enum status status = stretch_tokenizer_take_part(tokenizer, &taken, stretch->bytes,
                                                     stretch->size, offset, true, error);
    if (status != STATUS_OK)
        return status;
    stretch_tokenizer_end_parts(tokenizer);
    /* A malformed one has to be reported each time. */
    if (stretch->bucket != NULL && malformed == tokenizer->line.malformed)
        remember(tokenizer, stretch->bucket, &stretch->key, ids);
    return STATUS_OK;
}
