/* What kind of examples a provenance tells of. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "formats/stream/provenance_kind.h"

static struct error error;

static void kinds_have_names(void **state) {
    (void)state;
    static const struct {
        struct provenance_examples examples;
        const char *name;
    } KINDS[] = {
        {{.dupe_factor = 5}, ""},
        {{.whole_word_mask = true, .same_document_label = true}, "_whole_word_mask"},
        {{.whole_word_mask = true}, "_whole_word_mask_same_document_label_0"},
        {{.same_document_label = true}, "_same_document_label_1"},
        {{.sentence_order = true, .ngram = 1}, "_sop"},
        {{.sentence_order = true, .ngram = 3, .whole_word_mask = true},
         "_whole_word_mask_sop_ngram_3"},
        {{.ngram = 1}, "_ngram_1"},
        {{.no_nsp = true, .within_documents = true}, "_no_nsp_within_documents"},
        {{.no_nsp = true, .whole_word_mask = true}, "_whole_word_mask_no_nsp"},
        {{.no_mask = true}, "_no_mask"},
        {{.random_from_regular = true}, "_random_from_regular"},
    };
    for (size_t i = 0; i < sizeof KINDS / sizeof *KINDS; i++) {
        struct buffer name = BUFFER_INIT;
        assert_int_equal(provenance_kind_append(&KINDS[i].examples, &name, &error), STATUS_OK);
        assert_int_equal(buffer_append(&name, "", 1, &error), STATUS_OK);
        assert_string_equal((const char *)name.data, KINDS[i].name);
        buffer_release(&name);
    }
}

static void only_the_making_of_rows_counts(void **state) {
    (void)state;
    static const char MADE[] = "{\"stages\":[1],\"tokenizer\":{\"a\":1,\"b\":[2]},"
                               "\"examples\":{\"p\":0.15},\"shards\":{\"compression\":\"none\"}}";
    static const struct {
        const char *text;
        bool same;
    } OTHERS[] = {
        {MADE, true},
        {"{\"examples\":{\"p\":0.15},\"tokenizer\":{\"b\":[2],\"a\":1},\"stages\":[]}", true},
        {"{\"examples\":{\"p\":0.2},\"tokenizer\":{\"a\":1,\"b\":[2]}}", false},
        {"{\"examples\":{\"p\":0.15,\"sop\":true},\"tokenizer\":{\"a\":1,\"b\":[2]}}", false},
        {"{\"examples\":{\"p\":0.15},\"tokenizer\":{\"a\":1,\"b\":[3]}}", false},
        {"{\"examples\":{\"p\":0.15}}", false},
    };
    bool same;
    for (size_t i = 0; i < sizeof OTHERS / sizeof *OTHERS; i++) {
        assert_int_equal(provenance_kind_compare(&same, view_of_string(MADE),
                                                 view_of_string(OTHERS[i].text), &error),
                         STATUS_OK);
        assert_int_equal(same, OTHERS[i].same);
    }
    assert_int_equal(
        provenance_kind_compare(&same, view_of_string(MADE), view_of_string("[]"), &error),
        STATUS_CORRUPT);
    assert_false(same);
}

static void formats_are_told(void **state) {
    (void)state;
    char format[PROVENANCE_TEXT_SIZE];
    static const char *const TEXTS[][2] = {
        {"{\"shards\":{\"format\":\"tfrecord\"}}", "tfrecord"},
        {"{\"shards\":{\"compression\":\"none\"}}", "hdf5"},
        {"{}", "hdf5"},
    };
    for (size_t i = 0; i < sizeof TEXTS / sizeof *TEXTS; i++) {
        assert_int_equal(provenance_kind_format(format, view_of_string(TEXTS[i][0]), &error),
                         STATUS_OK);
        assert_string_equal(format, TEXTS[i][1]);
    }
    assert_int_equal(
        provenance_kind_format(format, view_of_string("{\"shards\":{\"format\":5}}"), &error),
        STATUS_CORRUPT);
    assert_int_equal(provenance_kind_format(format, view_of_string("7"), &error), STATUS_CORRUPT);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kinds_have_names),
        cmocka_unit_test(only_the_making_of_rows_counts),
        cmocka_unit_test(formats_are_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
