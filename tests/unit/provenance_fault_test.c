/*
 * Provenance with a member missing, of another type or out of its range.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/stream/provenance.h"

static struct error error;

static const char SOUND[] =
    "{'stages':[],'tokenizer':{'vocabulary_sha256':'00','vocabulary_size':10,"
    "'repeated_lines':[[1,5],[2,5]],'special_ids':{'pad':0,'unk':1,'cls':2,'sep':3,'mask':9},"
    "'id_bytes':2,'lower_case':true,'unicode':'14.0','special_literals':'real',"
    "'max_chars_per_word':100},'examples':{'max_seq_length':128,'max_predictions_per_seq':20,"
    "'masked_lm_prob':0.15,'short_seq_prob':0.1,'dupe_factor':5,'random_seed':'12345',"
    "'seed_per_shard':false}}";

/* JSON with quotes as this file writes them. */
static json_t *parse(const char *text) {
    char *copy = strdup(text);
    for (char *at = copy; *at != '\0'; at++) {
        if (*at == '\'')
            *at = '"';
    }
    json_t *root = json_loads(copy, JSON_DECODE_ANY, NULL);
    if (root == NULL)
        fail_msg("no JSON: %s", copy);
    free(copy);
    return root;
}

/* Reads the sound provenance with a member set to a value, or removed when that is NULL. */
static enum status read_with(const char *object, const char *member, const char *value) {
    json_t *root = parse(SOUND);
    json_t *parent = *object == '\0' ? root : json_object_get(root, object);
    if (strcmp(object, "special_ids") == 0)
        parent = json_object_get(json_object_get(root, "tokenizer"), object);
    if (value == NULL)
        json_object_del(parent, member);
    else
        json_object_set_new(parent, member, parse(value));
    char *text = json_dumps(root, 0);
    json_decref(root);
    struct provenance_tokens tokens;
    struct provenance_examples examples;
    enum status status = provenance_read_tokens(&tokens, view_of_string(text), &error);
    if (status == STATUS_OK) {
        provenance_tokens_release(&tokens);
        status = provenance_read_examples(&examples, view_of_string(text), &error);
    }
    if (status == STATUS_OK)
        provenance_examples_release(&examples);
    free(text);
    return status;
}

static void assert_taken(const char *object, const char *member, const char *value) {
    enum status status = read_with(object, member, value);
    if (status != STATUS_OK)
        fail_msg("'%s' %s: %s", member, value, error.message);
}

/* The value is refused, the member named. */
static void assert_refused(const char *object, const char *member, const char *value) {
    const char *named = strcmp(object, "special_ids") == 0 ? object : member;
    char wanted[200];
    snprintf(wanted, sizeof wanted,
             "the stream's provenance lacks a valid '%s'; make the stream again with tools of this "
             "version",
             named);
    if (read_with(object, member, value) != STATUS_CORRUPT)
        fail_msg("'%s' %s is taken", member, value == NULL ? "(none)" : value);
    assert_string_equal(error.message, wanted);
}

static void every_member_is_needed(void **state) {
    (void)state;
    assert_taken("", "unknown", "[1]");
    assert_taken("tokenizer", "unknown", "0.5");
    json_t *root = parse(SOUND);
    static const char *const OBJECTS[] = {"tokenizer", "examples"};
    for (size_t i = 0; i < 2; i++) {
        const char *member;
        json_t *value;
        json_object_foreach(json_object_get(root, OBJECTS[i]), member, value) {
            assert_refused(OBJECTS[i], member, NULL);
            assert_refused(OBJECTS[i], member, "null");
            assert_refused(OBJECTS[i], member, json_is_object(value) ? "[]" : "{}");
            if (!json_is_string(value) && !json_is_number(value))
                assert_refused(OBJECTS[i], member, "7");
        }
    }
    json_decref(root);
    static const char *const IDS[] = {"pad", "unk", "cls", "sep", "mask"};
    for (size_t i = 0; i < 5; i++) {
        assert_refused("special_ids", IDS[i], NULL);
        assert_refused("special_ids", IDS[i], "10");
        assert_refused("special_ids", IDS[i], "-1");
        assert_refused("special_ids", IDS[i], "1.0");
        assert_taken("special_ids", IDS[i], "9");
    }
}

static void numbers_have_their_ranges(void **state) {
    (void)state;
    assert_refused("tokenizer", "vocabulary_size", "0");
    assert_refused("tokenizer", "vocabulary_size", "2147483648");
    assert_refused("tokenizer", "vocabulary_size", "-1");
    assert_refused("tokenizer", "vocabulary_size", "'10'");
    assert_refused("tokenizer", "id_bytes", "4");
    assert_refused("tokenizer", "id_bytes", "3");
    assert_refused("tokenizer", "id_bytes", "1");
    assert_refused("tokenizer", "max_chars_per_word", "0");
    assert_refused("tokenizer", "max_chars_per_word", "4294967296");
    assert_refused("examples", "max_seq_length", "0");
    assert_refused("examples", "max_seq_length", "65536");
    assert_taken("examples", "max_seq_length", "65535");
    assert_taken("examples", "max_predictions_per_seq", "0");
    assert_refused("examples", "max_predictions_per_seq", "65536");
    assert_refused("examples", "masked_lm_prob", "1.01");
    assert_refused("examples", "masked_lm_prob", "-0.1");
    assert_refused("examples", "masked_lm_prob", "'0.1'");
    assert_taken("examples", "masked_lm_prob", "1");
    assert_taken("examples", "short_seq_prob", "0");
    assert_refused("examples", "dupe_factor", "0");
    assert_refused("examples", "dupe_factor", "9223372036854775807");
}

static void texts_have_their_forms(void **state) {
    (void)state;
    static const char LONG[] = "'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
                               "xxxxxxxxxxxxxxxxxxxxxx'";
    assert_refused("tokenizer", "vocabulary_sha256", LONG);
    assert_refused("tokenizer", "unicode", LONG);
    assert_refused("tokenizer", "flavor", LONG);
    assert_refused("tokenizer", "flavor", "1");
    assert_refused("tokenizer", "strip_accents", "'no'");
    assert_taken("tokenizer", "flavor", "'google'");
    assert_taken("tokenizer", "strip_accents", "false");
    assert_refused("tokenizer", "special_literals", LONG);
    assert_refused("tokenizer", "special_literals", "'unreal'");
    assert_taken("tokenizer", "special_literals", "'text'");
    static const char *const SEEDS[] = {"''", "'-'", "'1 '", "' 1'", "'1.0'", "'../x'", "'0x1'"};
    for (size_t i = 0; i < sizeof SEEDS / sizeof SEEDS[0]; i++)
        assert_refused("examples", "random_seed", SEEDS[i]);
    assert_taken("examples", "random_seed", "'-7'");
    assert_taken("examples", "random_seed", "'123456789012345678901234567890'");
}

static void repeated_lines_are_pairs_that_ascend(void **state) {
    (void)state;
    static const char *const BAD[] = {
        "[[5,5]]",   "[[5,4]]", "[[1,10]]",      "[[-1,5]]",      "[[1]]",
        "[[]]",      "[1,5]",   "['1,5']",       "[[1.0,5]]",     "[[1,5.0]]",
        "[[1,'5']]", "[null]",  "[[2,5],[1,5]]", "[[1,5],[1,6]]", "[[1,4294967301]]"};
    for (size_t i = 0; i < sizeof BAD / sizeof BAD[0]; i++)
        assert_refused("tokenizer", "repeated_lines", BAD[i]);
    assert_taken("tokenizer", "repeated_lines", "[]");
    assert_taken("tokenizer", "repeated_lines", "[[0,9]]");
}

static void what_is_no_object_is_refused(void **state) {
    (void)state;
    static const char *const BAD[] = {"",
                                      "{",
                                      "[]",
                                      "7",
                                      "null",
                                      "{} {}",
                                      "{'a':1,'a':2}",
                                      "\xff",
                                      "{\"a\":\"\xff\"}",
                                      "{\"a\":1,\"a\":1}",
                                      "{\"a\":\"\\u0000\"}"};
    struct provenance_tokens tokens;
    struct provenance_examples examples;
    struct buffer text = BUFFER_INIT;
    for (size_t i = 0; i < sizeof BAD / sizeof BAD[0]; i++) {
        struct view view = view_of_string(BAD[i]);
        assert_int_equal(provenance_read_tokens(&tokens, view, &error), STATUS_CORRUPT);
        assert_string_equal(error.message, "the stream's provenance is no JSON object; make the "
                                           "stream again");
        assert_int_equal(provenance_read_examples(&examples, view, &error), STATUS_CORRUPT);
        assert_int_equal(provenance_write_shards("hdf5", "none", &text, view, &error),
                         STATUS_CORRUPT);
        assert_int_equal(text.size, 0);
    }
    /* An object, but without stages to add to. */
    static const char *const NO_STAGES[] = {"{}", "{\"stages\":{}}", "{\"stages\":null}"};
    for (size_t i = 0; i < sizeof NO_STAGES / sizeof NO_STAGES[0]; i++) {
        assert_int_equal(
            provenance_write_shards("hdf5", "none", &text, view_of_string(NO_STAGES[i]), &error),
            STATUS_CORRUPT);
        assert_int_equal(text.size, 0);
    }
    assert_int_equal(provenance_read_tokens(&tokens, view_of_string("{}"), &error), STATUS_CORRUPT);
    buffer_release(&text);
}

static void depth_is_bounded(void **state) {
    (void)state;
    static char deep[200001];
    memset(deep, '[', sizeof deep - 1);
    memcpy(deep, "{\"a\":", 5);
    struct provenance_tokens tokens;
    assert_int_equal(provenance_read_tokens(&tokens, view_of_string(deep), &error), STATUS_CORRUPT);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_member_is_needed),
        cmocka_unit_test(numbers_have_their_ranges),
        cmocka_unit_test(texts_have_their_forms),
        cmocka_unit_test(repeated_lines_are_pairs_that_ascend),
        cmocka_unit_test(what_is_no_object_is_refused),
        cmocka_unit_test(depth_is_bounded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
