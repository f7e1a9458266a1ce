#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/base/version.h"
#include "formats/stream/provenance.h"

static struct error error;

#define HASH "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"

static struct provenance_repeat repeats[] = {{4, 20000}, {7, 9}, {8, 9}};

static const struct provenance_tokens TOKENS = {
    .vocabulary_sha256 = HASH,
    .vocabulary_size = 30522,
    .repeats = repeats,
    .repeat_count = 3,
    .pad_id = 0,
    .unk_id = 100,
    .cls_id = 101,
    .sep_id = 102,
    .mask_id = 30521,
    .lower_case = true,
    .strip_accents = false,
    .unicode = "14.0",
    .flavor = "google",
    .special_literals = true,
    .max_chars_per_word = 100,
    .shard_tokens = 16777216,
    .shard_documents = 5,
    .shard_bytes = 0,
};

static const char TOKENS_TEXT[] =
    "{\"stages\":[{\"tool\":\"wpiece\",\"version\":\"" MLMPREP_VERSION "\"}],"
    "\"tokenizer\":{\"vocabulary_sha256\":\"" HASH "\",\"vocabulary_size\":30522,"
    "\"repeated_lines\":[[4,20000],[7,9],[8,9]],"
    "\"special_ids\":{\"pad\":0,\"unk\":100,\"cls\":101,\"sep\":102,\"mask\":30521},"
    "\"id_bytes\":2,\"lower_case\":true,\"strip_accents\":false,\"unicode\":\"14.0\","
    "\"flavor\":\"google\",\"special_literals\":\"real\","
    "\"max_chars_per_word\":100,\"shard_tokens\":16777216,\"shard_docs\":5}}";

static const struct provenance_examples EXAMPLES = {
    .max_seq_length = 128,
    .max_predictions_per_seq = 20,
    .masked_lm_prob = 0.15,
    .short_seq_prob = 0.1,
    .dupe_factor = 5,
    .random_seed = (char *)(uintptr_t) "98765432109876543210",
    .seed_per_shard = false,
};

static const char STAGES_BEHIND[] = ",{\"tool\":\"mkmlm\",\"version\":\"" MLMPREP_VERSION "\"}],";
static const char EXAMPLES_BEHIND[] =
    ",\"examples\":{\"max_seq_length\":128,\"max_predictions_per_seq\":20,\"masked_lm_prob\":0.15,"
    "\"short_seq_prob\":0.1,\"dupe_factor\":5,\"random_seed\":\"98765432109876543210\","
    "\"seed_per_shard\":false}}";

static void assert_text(struct buffer *text, const char *wanted) {
    assert_int_equal(buffer_append(text, "", 1, &error), STATUS_OK);
    assert_string_equal((char *)text->data, wanted);
    buffer_clear(text);
}

static void tokens_are_written_and_read(void **state) {
    (void)state;
    struct buffer text = BUFFER_INIT;
    assert_int_equal(provenance_write_tokens(&TOKENS, &text, &error), STATUS_OK);
    struct provenance_tokens tokens;
    assert_int_equal(provenance_read_tokens(&tokens, buffer_view(&text), &error), STATUS_OK);
    assert_text(&text, TOKENS_TEXT);
    assert_int_equal(tokens.repeat_count, 3);
    assert_memory_equal(tokens.repeats, repeats, sizeof repeats);
    assert_string_equal(tokens.vocabulary_sha256, HASH);
    assert_string_equal(tokens.unicode, "14.0");
    assert_true(tokens.lower_case && tokens.special_literals);
    assert_false(tokens.strip_accents);
    assert_string_equal(tokens.flavor, "google");
    assert_int_equal(tokens.vocabulary_size, 30522);
    assert_int_equal(tokens.pad_id, 0);
    assert_int_equal(tokens.unk_id, 100);
    assert_int_equal(tokens.cls_id, 101);
    assert_int_equal(tokens.sep_id, 102);
    assert_int_equal(tokens.mask_id, 30521);
    assert_int_equal(tokens.max_chars_per_word, 100);
    provenance_tokens_release(&tokens);
    provenance_tokens_release(&tokens);
    buffer_release(&text);
}

static void a_stream_from_before_flavors_is_read(void **state) {
    (void)state;
    static const char *const CASED[] = {"false", "true"};
    for (int lower_case = 0; lower_case < 2; lower_case++) {
        struct buffer text = BUFFER_INIT;
        assert_int_equal(
            buffer_format(&text, &error,
                          "{\"stages\":[],\"tokenizer\":{\"vocabulary_sha256\":\"00\","
                          "\"vocabulary_size\":10,\"repeated_lines\":[],\"special_ids\":"
                          "{\"pad\":0,\"unk\":1,\"cls\":2,\"sep\":3,\"mask\":9},"
                          "\"id_bytes\":2,\"lower_case\":%s,\"unicode\":\"14.0\","
                          "\"special_literals\":\"real\",\"max_chars_per_word\":100}}",
                          CASED[lower_case]),
            STATUS_OK);
        struct provenance_tokens tokens;
        assert_int_equal(provenance_read_tokens(&tokens, buffer_view(&text), &error), STATUS_OK);
        assert_int_equal(tokens.lower_case, lower_case);
        assert_int_equal(tokens.strip_accents, lower_case);
        assert_string_equal(tokens.flavor, "nvidia");
        provenance_tokens_release(&tokens);
        buffer_release(&text);
    }
}

static void ids_take_two_bytes_while_they_fit(void **state) {
    (void)state;
    static const struct {
        uint32_t size;
        unsigned bytes;
    } CASES[] = {{1, 2}, {65535, 2}, {65536, 2}, {65537, 4}, {INT32_MAX, 4}};
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        struct provenance_tokens tokens = {
            .vocabulary_size = CASES[i].size, .unicode = "14.0", .max_chars_per_word = 1};
        struct buffer text = BUFFER_INIT;
        assert_int_equal(provenance_id_bytes(&tokens), CASES[i].bytes);
        assert_int_equal(provenance_write_tokens(&tokens, &text, &error), STATUS_OK);
        assert_int_equal(provenance_read_tokens(&tokens, buffer_view(&text), &error), STATUS_OK);
        assert_int_equal(tokens.vocabulary_size, CASES[i].size);
        assert_false(tokens.special_literals);
        provenance_tokens_release(&tokens);
        buffer_release(&text);
    }
}

static void examples_are_added_to_tokens(void **state) {
    (void)state;
    struct buffer text = BUFFER_INIT, wanted = BUFFER_INIT;
    assert_int_equal(
        provenance_write_examples(&EXAMPLES, &text, view_of_string(TOKENS_TEXT), &error),
        STATUS_OK);
    struct provenance_examples examples;
    struct provenance_tokens tokens;
    assert_int_equal(provenance_read_examples(&examples, buffer_view(&text), &error), STATUS_OK);
    assert_int_equal(provenance_read_tokens(&tokens, buffer_view(&text), &error), STATUS_OK);
    const char *tokenizer = strstr(TOKENS_TEXT, "],\"tokenizer\"");
    assert_int_equal(buffer_format(&wanted, &error, "%.*s%s%.*s%s", (int)(tokenizer - TOKENS_TEXT),
                                   TOKENS_TEXT, STAGES_BEHIND, (int)strlen(tokenizer + 2) - 1,
                                   tokenizer + 2, EXAMPLES_BEHIND),
                     STATUS_OK);
    assert_int_equal(buffer_append(&wanted, "", 1, &error), STATUS_OK);
    assert_text(&text, (char *)wanted.data);
    assert_string_equal(examples.random_seed, "98765432109876543210");
    assert_true(examples.masked_lm_prob == 0.15 && examples.short_seq_prob == 0.1);
    assert_int_equal(examples.max_seq_length, 128);
    assert_int_equal(examples.max_predictions_per_seq, 20);
    assert_int_equal(examples.dupe_factor, 5);
    assert_false(examples.seed_per_shard);
    provenance_examples_release(&examples);
    provenance_examples_release(&examples);
    provenance_tokens_release(&tokens);
    buffer_release(&text);
    buffer_release(&wanted);
}

static void what_is_not_known_is_kept(void **state) {
    (void)state;
    static const char EARLIER[] = "{\"new\":[0.123456789,{\"ü\":null}],\"stages\":[],"
                                  "\"tokenizer\":{\"more\":1e-7}}";
    struct buffer text = BUFFER_INIT;
    assert_int_equal(
        provenance_write_shards("hdf5", "zlib:4", &text, view_of_string(EARLIER), &error),
        STATUS_OK);
    assert_text(&text, "{\"new\":[0.123456789,{\"ü\":null}],\"stages\":[{\"tool\":\"h5pack\","
                       "\"version\":\"" MLMPREP_VERSION "\"}],\"tokenizer\":{\"more\":1e-7},"
                       "\"shards\":{\"format\":\"hdf5\",\"compression\":\"zlib:4\"}}");
    buffer_release(&text);
}

static void probabilities_read_back_exactly(void **state) {
    (void)state;
    static const double VALUES[] = {0, 1, 0.1, 0.15, 1.0 / 3, 0.1 + 0.2, 5e-324, 1e-5};
    for (size_t i = 0; i < sizeof VALUES / sizeof VALUES[0]; i++) {
        struct provenance_examples examples = EXAMPLES;
        examples.masked_lm_prob = VALUES[i];
        struct buffer text = BUFFER_INIT;
        assert_int_equal(
            provenance_write_examples(&examples, &text, view_of_string(TOKENS_TEXT), &error),
            STATUS_OK);
        assert_int_equal(provenance_read_examples(&examples, buffer_view(&text), &error),
                         STATUS_OK);
        assert_true(examples.masked_lm_prob == VALUES[i]);
        assert_true(examples.short_seq_prob == 0.1);
        provenance_examples_release(&examples);
        buffer_release(&text);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tokens_are_written_and_read),
        cmocka_unit_test(a_stream_from_before_flavors_is_read),
        cmocka_unit_test(ids_take_two_bytes_while_they_fit),
        cmocka_unit_test(examples_are_added_to_tokens),
        cmocka_unit_test(what_is_not_known_is_kept),
        cmocka_unit_test(probabilities_read_back_exactly),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
