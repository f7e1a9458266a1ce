#include "tokenizer/train/word_counter.h"

#include "tokenizer/bert_tokenizer.h"
#include "tokenizer/text/utf8.h"

static void take_word(void *context, const uint32_t *code_points, size_t size, bool too_long) {
    struct word_counter *counter = context;
    unsigned char bytes[BERT_TOKENIZER_LONGEST_WORD * UTF8_LONGEST];
    size_t used = 0;
    if (too_long)
        counter->too_long += counter->times;
    if (too_long || counter->status != STATUS_OK)
        return;
    for (size_t i = 0; i < size; i++)
        used += utf8_encode(code_points[i], bytes + used);
    uint32_t place;
    counter->status = string_counts_add(&counter->words, (struct view){bytes, used}, counter->times,
                                        &place, &counter->error);
}

static void take_special(void *context, enum special_token token) {
    (void)context;
    (void)token;
}

enum status word_counter_init(struct word_counter *counter,
                              const struct basic_tokenizer_options *options, struct error *error) {
    *counter = (struct word_counter){.words = STRING_COUNTS_INIT, .stretches = STRING_COUNTS_INIT};
    struct basic_tokenizer_sink sink = {take_word, take_special, counter};
    return basic_tokenizer_init(&counter->basic, &sink, options, error);
}

void word_counter_release(struct word_counter *counter) {
    string_counts_release(&counter->words);
    string_counts_release(&counter->stretches);
    basic_tokenizer_release(&counter->basic);
}

void word_counter_clear(struct word_counter *counter) {
    string_counts_clear(&counter->words);
    string_counts_clear(&counter->stretches);
    counter->malformed = counter->too_long = 0;
}

static bool is_space(unsigned char byte) {
    return byte == ' ' || byte == '\n' || byte == '\t' || byte == '\r';
}

enum status word_counter_add(struct word_counter *counter, struct view text, struct error *error) {
    const unsigned char *at = text.data;
    const unsigned char *end = text.data + text.size;
    enum status status = STATUS_OK;
    while (status == STATUS_OK) {
        while (at < end && is_space(*at))
            at++;
        if (at == end)
            break;
        const unsigned char *begin = at;
        while (at < end && !is_space(*at))
            at++;
        uint32_t place;
        status = string_counts_add(&counter->stretches, (struct view){begin, (size_t)(at - begin)},
                                   1, &place, error);
    }
    return status;
}

static enum status take_stretch(struct word_counter *counter, struct view stretch,
                                struct error *error) {
    struct basic_tokenizer *basic = &counter->basic;
    for (size_t at = 0; at < stretch.size;) {
        uint32_t code_point;
        size_t length = utf8_decode(stretch.data + at, stretch.size - at, &code_point);
        if (length == 0) { /* cut short by white space */
            length = stretch.size - at;
            code_point = UTF8_MALFORMED;
        }
        at += length;
        if (code_point == UTF8_MALFORMED) {
            counter->malformed += counter->times;
            continue;
        }
        enum status status = basic_tokenizer_push(
            basic, code_point, unicode_tables_class(basic->tables, code_point), error);
        if (status != STATUS_OK) {
            basic_tokenizer_reset(basic);
            return status;
        }
    }
    basic_tokenizer_end_token(basic);
    if (counter->status != STATUS_OK)
        *error = counter->error;
    return counter->status;
}

enum status word_counter_finish(struct word_counter *counter, struct error *error) {
    const struct string_counts *stretches = &counter->stretches;
    enum status status = counter->status = STATUS_OK;
    for (size_t i = 0; i < stretches->size && status == STATUS_OK; i++) {
        counter->times = stretches->entries[i].count;
        status = take_stretch(counter, string_counts_string(stretches, i), error);
    }
    return status;
}
