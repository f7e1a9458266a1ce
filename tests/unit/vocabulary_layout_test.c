/* vocabulary_layout: BERT's lines, the user's own tokens, and what cannot be one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/train_sample.h"
#include "tokenizer/train/vocabulary_layout.h"

static struct vocabulary_layout begin(uint32_t unused) {
    struct vocabulary_layout layout;
    struct error error;
    train_require(vocabulary_layout_init(&layout, unused, &error), &error);
    return layout;
}

static void expect(const struct vocabulary_layout *layout, const char *pieces, const char *wanted) {
    struct string_counts words = train_words(pieces);
    struct buffer file = BUFFER_INIT;
    struct error error;
    train_require(vocabulary_layout_write(layout, &words, &file, &error), &error);
    assert_int_equal(file.size, strlen(wanted));
    assert_memory_equal(file.data, wanted, file.size);
    buffer_release(&file);
    string_counts_release(&words);
}

static void tokens_stand_where_bert_has_them(void **state) {
    (void)state;
    struct vocabulary_layout layout = begin(0);
    expect(&layout, "a ##b", "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\na\n##b\n");
    vocabulary_layout_release(&layout);
    layout = begin(2);
    assert_int_equal(layout.special.size, 7);
    expect(&layout, "", "[PAD]\n[unused0]\n[unused1]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\n");
    vocabulary_layout_release(&layout);
}

static void a_special_token_stands_once(void **state) {
    (void)state;
    struct vocabulary_layout layout = begin(0);
    struct error error;
    train_require(vocabulary_layout_add(&layout, view_of_string("##b"), &error), &error);
    train_require(vocabulary_layout_add(&layout, view_of_string("\xE2\x82\xAC"), &error), &error);
    struct string_counts pieces = train_words("a ##b c");
    assert_int_equal(vocabulary_layout_shared(&layout, &pieces), 1);
    string_counts_release(&pieces);
    expect(&layout, "a ##b c", "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\n##b\n\xE2\x82\xAC\na\nc\n");
    vocabulary_layout_release(&layout);
}

static void what_no_line_can_hold_is_refused(void **state) {
    (void)state;
    static const char *const WRONG[] = {
        "",
        "a b",
        " a",
        "a\n",
        "\xC2\xA0",
        "a\xE3\x80\x80z",
        "a\xFF",
        "\xE4\xB8",
        "\x01",
        "\xEF\xBF\xBD",
        "[PAD]",
        "[unused1]",
        "[MASK]",
        "\xE2\x80\x8B",
        "a\xED\xA0\x80",
        "\x7F",
    };
    struct vocabulary_layout layout = begin(2);
    for (size_t i = 0; i < sizeof WRONG / sizeof *WRONG; i++) {
        struct error error = {STATUS_OK, ""};
        assert_int_equal(vocabulary_layout_add(&layout, view_of_string(WRONG[i]), &error),
                         STATUS_USAGE);
        assert_true(strlen(error.message) > 0);
    }
    assert_int_equal(layout.special.size, 7);
    struct error error;
    train_require(vocabulary_layout_add(&layout, view_of_string("[unused2]"), &error), &error);
    char longest[1025];
    memset(longest, 'x', 1024);
    longest[1024] = '\0';
    train_require(vocabulary_layout_add(&layout, view_of_string(longest), &error), &error);
    char longer[1026];
    memset(longer, 'y', 1025);
    longer[1025] = '\0';
    assert_int_equal(vocabulary_layout_add(&layout, view_of_string(longer), &error), STATUS_USAGE);
    vocabulary_layout_release(&layout);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tokens_stand_where_bert_has_them),
        cmocka_unit_test(a_special_token_stands_once),
        cmocka_unit_test(what_no_line_can_hold_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
