/*
 * span_tokenizer: what a call takes and lists, on every path; sizes of stretches, and places at the
 * borders of blocks, windows and steps.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/fast_ways.h"
#include "tests/unit/hard_texts.h"

/* What stands behind the room of a call, to be found there afterwards. */
#define UNTOUCHED 0xA5A5A5A5u

static struct vocabulary *vocabulary;
static struct fast_ways ways;
static struct span_tokenizer spans[FAST_WAYS]; /* on the paths of fast_ways */

static int set_up(void **state) {
    (void)state;
    struct error error;
    struct bert_tokenizer_options options = BERT_TOKENIZER_OPTIONS_INIT;
    vocabulary = sample_small_vocabulary(HARD_VOCABULARY);
    fast_ways_init(&ways, vocabulary, &options);
    for (unsigned i = 0; i < FAST_WAYS; i++) {
        if (ways.berts[i] != NULL)
            sample_require(span_tokenizer_init(&spans[i], vocabulary, &ways.plain.stretches.basic,
                                               (enum span_path)(SPAN_PATH_PORTABLE + i / 2),
                                               i % 2 == 0, &error),
                           &error);
    }
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    for (unsigned i = 0; i < FAST_WAYS; i++)
        span_tokenizer_release(&spans[i]);
    fast_ways_release(&ways);
    vocabulary_free(vocabulary);
    return 0;
}

/* Where a call may end: behind white space, before a carriage return, behind an ideograph. */
static bool is_end(struct view text, size_t taken, bool lines) {
    if (taken == 0 || plain_is_space(text.data[taken - 1]))
        return true;
    if (lines && taken < text.size && text.data[taken] == '\r')
        return true;
    return taken >= 3 && text.data[taken - 3] >= 0xE5 && text.data[taken - 3] <= 0xE9;
}

/* Whether a call must not end here: what comes is a word of plain letters, and its end. */
static bool goes_on(struct view text, size_t taken) {
    size_t at = taken;
    while (at < text.size && ((text.data[at] >= 'a' && text.data[at] <= 'z') ||
                              (text.data[at] >= '0' && text.data[at] <= '9')))
        at++;
    return at > taken && at - taken < SPAN_WINDOW - SPAN_SLACK && at < text.size &&
           plain_is_space(text.data[at]);
}

/* Whether the ids from ids[*at] on are those of a part of the text; moves *at behind them. */
static bool same_ids(struct view part, const uint32_t *ids, size_t end, size_t *at) {
    struct token_batch batch;
    token_batch_init(&batch);
    assert_int_equal(plain_way_line(&ways.plain, part, &batch), STATUS_OK);
    bool same =
        batch.id_count <= end - *at &&
        (batch.id_count == 0 || memcmp(batch.ids, ids + *at, batch.id_count * sizeof *ids) == 0);
    *at += batch.id_count;
    token_batch_release(&batch);
    return same;
}

static bool is_blank(struct view part) {
    static const uint32_t none;
    size_t at = 0;
    (void)same_ids(part, &none, 0, &at);
    return ways.plain.stretches.line.blank;
}

/* Whether open_blank is right: the stretch to go the long way may have been looked at already. */
static bool right_blank(struct view text, size_t start, size_t taken, bool open_blank) {
    size_t end = taken;
    while (end < text.size && !plain_is_space(text.data[end]))
        end++;
    return open_blank == is_blank((struct view){text.data + start, taken - start}) ||
           (!open_blank && !is_blank((struct view){text.data + taken, end - taken}));
}

/* Whether what a call took, and listed, is right. */
static bool is_right(struct view text, size_t taken, const struct span_lines *lines,
                     const uint32_t *ids, size_t count) {
    if (taken > text.size || count > taken || !is_end(text, taken, lines->wanted))
        return false;
    if (goes_on(text, taken) && lines->count <= SPAN_LINES - SPAN_WINDOW)
        return false;
    size_t found = 0, start = 0, id = 0;
    for (size_t at = 0; at < taken && lines->wanted; at++) {
        if (text.data[at] == '\r' || text.data[at] == 0x18)
            return false;
        if (text.data[at] != '\n')
            continue;
        const struct span_line *line = &lines->lines[found];
        if (found++ >= lines->count || line->end != at + 1 ||
            !same_ids((struct view){text.data + start, at - start}, ids, count, &id) ||
            line->ids != id || line->blank != ways.plain.stretches.line.blank)
            return false;
        start = at + 1;
    }
    return found == lines->count &&
           same_ids((struct view){text.data + start, taken - start}, ids, count, &id) &&
           id == count && right_blank(text, start, taken, lines->open_blank);
}

/* One call on a text, in memory of its own with as much room for ids as a call may need. */
static void check_take(unsigned way, struct view text, bool wanted) {
    static struct span_lines lines;
    size_t room = text.size + SPAN_SLACK;
    unsigned char *copy = malloc(text.size + 1);
    uint32_t *ids = malloc((room + SPAN_SLACK) * sizeof *ids);
    if (copy == NULL || ids == NULL)
        abort();
    memcpy(copy + 1, text.data, text.size);
    for (size_t i = 0; i < SPAN_SLACK; i++)
        ids[room + i] = UNTOUCHED;
    lines.wanted = wanted;
    spans[way].ids = ids;
    size_t taken = span_tokenizer_take(&spans[way], &lines, copy + 1, text.size);
    if (!is_right(text, taken, &lines, ids, (size_t)(spans[way].ids - ids)))
        fast_fail(way, taken, text);
    for (size_t i = 0; i < SPAN_SLACK; i++)
        assert_int_equal(ids[room + i], UNTOUCHED);
    free(copy);
    free(ids);
}

static void check_takes(struct view text) {
    for (unsigned way = 0; way < FAST_WAYS; way++) {
        if (spans[way].take == NULL)
            continue;
        check_take(way, text, true);
        check_take(way, text, false);
    }
}

static void what_a_call_takes(void **state) {
    (void)state;
    struct hard_random random = {1};
    struct buffer text = BUFFER_INIT;
    check_takes((struct view){(const unsigned char *)"", 0});
    for (int i = 0; i < 3000; i++) {
        uint32_t most = i % 100 == 0 ? 3 * SPAN_WINDOW : i % 4 == 0 ? 3000 : 300;
        buffer_clear(&text);
        hard_append_text(&text, &random, hard_below(&random, most), vocabulary);
        check_takes(buffer_view(&text));
    }
    buffer_release(&text);
}

static void more_lines_than_there_is_room_for(void **state) {
    (void)state;
    static const struct hard_text UNITS[] = {HARD("\n"), HARD("a\n"), HARD("\n \xC3\xA9 ,\n")};
    for (size_t i = 0; i < 3; i++) {
        for (size_t count = SPAN_LINES - SPAN_WINDOW - 2; count < SPAN_LINES + SPAN_WINDOW + 2;
             count += count % 4 == 0 ? 1 : SPAN_WINDOW / 3) {
            struct buffer text = BUFFER_INIT;
            hard_append_times(&text, &UNITS[i], count);
            check_takes(buffer_view(&text));
            fast_check(&ways, buffer_view(&text), 0);
            buffer_release(&text);
        }
    }
}

/* Stretches of one thing, short ones and as long as a window, in the midst and at the end. */
static void stretches_of_every_size(void **state) {
    (void)state;
    static const struct hard_text UNITS[] = {
        HARD("a"),
        HARD("T"),
        HARD("\xC3\xA9"),
        HARD("\xE4\xB8\x80"),
        HARD("\xE5\x80\x80"),
        HARD(","),
        HARD("[MASK]"),
        HARD("\xE2\x80\x8B"),
        HARD("\xE5"),
        HARD("\xF0\xE5\x80\x80"),
        HARD("\xE9\xBF\xBF[MASK]"),
        HARD("a\xCC\x81"),
        HARD("\xCE\xA3"),
        HARD("\xE9\xBF\xBF\xE5\x80"),
        HARD("\xE3\x80\xAE"),
        HARD("\xE5\x80\x80\xCE\x91\xCE\xA3"),
    };
    static const struct hard_text ENDS[] = {HARD(""),   HARD(" "),    HARD(" the\n"), HARD("\r\n"),
                                            HARD("\0"), HARD("\x18"), HARD("\n\na")};
    for (size_t i = 0; i < sizeof UNITS / sizeof UNITS[0]; i++) {
        for (size_t count = 1; count * UNITS[i].size < SPAN_WINDOW + 70; count++) {
            if (count * UNITS[i].size == 1200 / UNITS[i].size * UNITS[i].size)
                count = (SPAN_WINDOW - 70) / UNITS[i].size;
            struct buffer text = BUFFER_INIT;
            size_t which = count % (sizeof ENDS / sizeof ENDS[0]);
            if (count % 2 == 0)
                hard_append(&text, "the a\n", count % 7);
            hard_append_times(&text, &UNITS[i], count);
            hard_append_times(&text, &ENDS[which], 1);
            if (count % 3 == 0)
                hard_append_times(&text, &UNITS[i], 1);
            check_takes(buffer_view(&text));
            fast_check(&ways, buffer_view(&text), 0);
            buffer_release(&text);
        }
    }
}

/* A text that has `unit` at an offset, and fillers before and behind it. */
static void check_place(const struct hard_text *unit, const struct hard_text *filler,
                        size_t offset) {
    struct buffer text = BUFFER_INIT;
    hard_append_times(&text, filler, offset / filler->size);
    hard_append(&text, "                ", offset - text.size);
    hard_append_times(&text, unit, 1);
    hard_append_times(&text, filler, 1 + 70 / filler->size);
    hard_append_times(&text, unit, 1);
    check_takes(buffer_view(&text));
    fast_check(&ways, buffer_view(&text), 0);
    buffer_release(&text);
}

static void everything_at_every_border(void **state) {
    (void)state;
    static const struct hard_text FILLERS[] = {HARD("the abc "), HARD("\xE5\x80\x80"), HARD(" ")};
    static const size_t BORDERS[] = {64, 448, 576, 1024, SPAN_WINDOW};
    for (size_t i = 0; i < HARD_COUNT; i++) {
        size_t size = HARD_TEXTS[i].size < 20 ? HARD_TEXTS[i].size : 20;
        for (size_t j = 0; j < 5; j++) {
            for (size_t offset = BORDERS[j] - size - 1; offset <= BORDERS[j] + 1; offset++)
                check_place(&HARD_TEXTS[i], &FILLERS[(i + j + offset) % 3], offset);
        }
    }
}

/* The tokenizer works on 65,536 bytes at once, and a word may lie across that. */
static void hard_words_across_steps(void **state) {
    (void)state;
    static const struct hard_text FILLERS[] = {HARD("the abc "), HARD("the\na, b\n\n\xC3\xA9 "),
                                               HARD("\xE5\x80\x80")};
    for (size_t i = 0; i < HARD_COUNT; i++) {
        for (size_t offset = 65536 - HARD_TEXTS[i].size; offset <= 65537; offset += 1 + i % 3) {
            struct buffer text = BUFFER_INIT;
            const struct hard_text *filler = &FILLERS[(i + offset) % 3];
            hard_append_times(&text, filler, offset / filler->size);
            hard_append(&text, "                ", offset - text.size);
            hard_append_times(&text, &HARD_TEXTS[i], 1);
            hard_append_times(&text, filler, 1 + i % 2);
            struct plain_result plain;
            plain_way_read(&ways.plain, buffer_view(&text), &plain);
            fast_check_way(&ways, (unsigned)((i + offset) % FAST_WAYS), text.size,
                           buffer_view(&text), &plain);
            plain_result_release(&plain);
            buffer_release(&text);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_a_call_takes),
        cmocka_unit_test(more_lines_than_there_is_room_for),
        cmocka_unit_test(stretches_of_every_size),
        cmocka_unit_test(everything_at_every_border),
        cmocka_unit_test(hard_words_across_steps),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
