#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "formats/h5/dataset_manifest.h"

static struct error error;

static const char PROVENANCE[] =
    "{ \"tool\": \"mkmlm\", \"masked_lm_prob\": 0.15, \"short_seq_prob\": 1e-05, \"whole\": 1.0,\n"
    "\"seed\": 12345, \"zebra\": [true, false, null, {\"é\\n\\\"\": \"\\u20ac\"}], \"apple\": {} }";
static const char COMPACT[] =
    "{\"tool\":\"mkmlm\",\"masked_lm_prob\":0.15,\"short_seq_prob\":1e-05,\"whole\":1.0,"
    "\"seed\":12345,\"zebra\":[true,false,null,{\"é\\n\\\"\":\"€\"}],\"apple\":{}}";

static struct dataset_shard make_shard(const char *file, uint64_t rows) {
    /* Adding a shard copies the name. */
    struct dataset_shard shard = {
        .file = (char *)(uintptr_t)file, .rows = rows, .bytes = 1000 * rows};
    for (size_t i = 0; i < SHA256_SIZE; i++) {
        shard.digest[i] = (unsigned char)(i * 8 + rows);
        for (unsigned k = 0; k < SHARD_DATASETS; k++)
            shard.datasets[k][i] = (unsigned char)(i * 7 + k);
    }
    return shard;
}

/* A manifest of two shards as text, NUL at its end. */
static void make_text(struct buffer *text) {
    struct dataset_manifest manifest;
    assert_int_equal(
        dataset_manifest_init(&manifest, (struct shard_shape){128, 20}, PROVENANCE, &error),
        STATUS_OK);
    struct dataset_shard shard = make_shard("hdf5/wiki_training_0.hdf5", 11);
    assert_int_equal(dataset_manifest_add(&manifest, &shard, &error), STATUS_OK);
    shard = make_shard("hdf5/größe \"x\"_training_1.hdf5", 12);
    assert_int_equal(dataset_manifest_add(&manifest, &shard, &error), STATUS_OK);
    assert_int_equal(manifest.rows, 23);
    assert_int_equal(dataset_manifest_write(&manifest, text, &error), STATUS_OK);
    assert_int_equal(buffer_append(text, "", 1, &error), STATUS_OK);
    text->size--;
    dataset_manifest_release(&manifest);
}

static void text_is_json_with_everything_in_it(void **state) {
    (void)state;
    struct buffer text = BUFFER_INIT;
    make_text(&text);
    json_t *root = json_loads((char *)text.data, JSON_REJECT_DUPLICATES, NULL);
    assert_non_null(root);
    const char *format;
    int version;
    int complete;
    int rows;
    int length;
    int predictions;
    const char *file;
    const char *digest;
    json_t *datasets;
    json_t *first;
    assert_int_equal(
        json_unpack(root, "{s:s,s:i,s:b,s:i,s:i,s:i,s:o,s:[o,{s:s,s:s,s:o}]}", "format", &format,
                    "version", &version, "complete", &complete, "rows", &rows, "max_seq_length",
                    &length, "max_predictions_per_seq", &predictions, "provenance", &first,
                    "shards", &first, "file", &file, "sha256", &digest, "datasets", &datasets),
        0);
    assert_string_equal(format, "mlmprep-dataset");
    assert_int_equal(version, 1);
    assert_true(complete);
    assert_int_equal(rows, 23);
    assert_int_equal(length, 128);
    assert_int_equal(predictions, 20);
    assert_string_equal(file, "hdf5/größe \"x\"_training_1.hdf5");
    assert_string_equal(digest, "0c141c242c343c444c545c646c747c848c949ca4acb4bcc4ccd4dce4ecf4fc04");
    assert_int_equal(json_object_size(datasets), SHARD_DATASETS);
    assert_string_equal(json_string_value(json_object_get(datasets, "input_ids")),
                        "00070e151c232a31383f464d545b626970777e858c939aa1a8afb6bdc4cbd2d9");
    assert_non_null(strstr((char *)text.data, COMPACT));
    json_decref(root);
    buffer_release(&text);
}

static void text_comes_back_as_it_was(void **state) {
    (void)state;
    struct buffer text = BUFFER_INIT;
    struct buffer again = BUFFER_INIT;
    make_text(&text);
    struct dataset_manifest manifest;
    assert_int_equal(dataset_manifest_parse(&manifest, buffer_view(&text), "text", &error),
                     STATUS_OK);
    assert_int_equal(manifest.shard_count, 2);
    assert_int_equal(manifest.rows, 23);
    assert_int_equal(manifest.shape.max_seq_length, 128);
    assert_int_equal(manifest.shape.max_predictions_per_seq, 20);
    assert_string_equal(manifest.provenance, COMPACT);
    struct dataset_shard expected = make_shard("hdf5/wiki_training_0.hdf5", 11);
    assert_string_equal(manifest.shards[0].file, expected.file);
    assert_int_equal(manifest.shards[0].rows, 11);
    assert_int_equal(manifest.shards[0].bytes, 11000);
    assert_memory_equal(manifest.shards[0].digest, expected.digest, SHA256_SIZE);
    assert_memory_equal(manifest.shards[0].datasets, expected.datasets, sizeof expected.datasets);
    assert_int_equal(dataset_manifest_write(&manifest, &again, &error), STATUS_OK);
    assert_int_equal(text.size, again.size);
    assert_memory_equal(text.data, again.data, text.size);
    dataset_manifest_release(&manifest);
    dataset_manifest_release(&manifest);
    buffer_release(&text);
    buffer_release(&again);
}

static void wrong_shards_are_refused(void **state) {
    (void)state;
    struct dataset_manifest manifest;
    struct buffer text = BUFFER_INIT;
    assert_int_equal(dataset_manifest_init(&manifest, (struct shard_shape){128, 20}, NULL, &error),
                     STATUS_OK);
    assert_string_equal(manifest.provenance, "{}");
    assert_int_equal(dataset_manifest_write(&manifest, &text, &error), STATUS_FAILED);
    static const char *const FILES[] = {"",     "/a",  "a//b",  "a/",   ".",     "..", "a/..",
                                        "../a", "./a", "a/./b", "a\nb", "a\x7f", "/",  "a\xff"};
    for (size_t i = 0; i < sizeof FILES / sizeof FILES[0]; i++) {
        struct dataset_shard shard = make_shard(FILES[i], 5);
        if (dataset_manifest_add(&manifest, &shard, &error) != STATUS_FAILED)
            fail_msg("'%s' was taken", FILES[i]);
    }
    struct dataset_shard shard = make_shard("a", 0);
    assert_int_equal(dataset_manifest_add(&manifest, &shard, &error), STATUS_FAILED);
    shard.rows = (uint64_t)INT64_MAX + 1;
    shard.bytes = 1;
    assert_int_equal(dataset_manifest_add(&manifest, &shard, &error), STATUS_FAILED);
    shard.rows = INT64_MAX;
    assert_int_equal(dataset_manifest_add(&manifest, &shard, &error), STATUS_OK);
    shard.rows = 1;
    assert_int_equal(dataset_manifest_add(&manifest, &shard, &error), STATUS_FAILED);
    dataset_manifest_release(&manifest);
    assert_int_equal(dataset_manifest_init(&manifest, (struct shard_shape){128, 20}, NULL, &error),
                     STATUS_OK);
    assert_int_equal(dataset_manifest_add(&manifest, &shard, &error), STATUS_OK);
    assert_int_equal(dataset_manifest_add(&manifest, &shard, &error), STATUS_OK);
    assert_int_equal(dataset_manifest_write(&manifest, &text, &error), STATUS_FAILED);
    assert_string_equal(error.message, "two shards have the name 'a'");
    dataset_manifest_release(&manifest);
    buffer_release(&text);
}

static void wrong_provenance_is_refused(void **state) {
    (void)state;
    static const char *const TEXTS[] = {"", "[]", "1", "{", "{\"a\":1,\"a\":2}", "{} {}", "null"};
    struct dataset_manifest manifest;
    for (size_t i = 0; i < sizeof TEXTS / sizeof TEXTS[0]; i++)
        assert_int_equal(
            dataset_manifest_init(&manifest, (struct shard_shape){128, 20}, TEXTS[i], &error),
            STATUS_FAILED);
    assert_int_equal(dataset_manifest_init(&manifest, (struct shard_shape){0, 0}, NULL, &error),
                     STATUS_USAGE);
}

/* A change to the text, and what must come of it. */
struct change {
    const char *from;
    const char *to;
    enum status status;
};

static const struct change CHANGES[] = {
    {"mlmprep-dataset", "mlmprep-datasets", STATUS_NOT_OURS},
    {"\"format\":", "\"formats\":", STATUS_NOT_OURS},
    {"\"version\":1", "\"version\":2", STATUS_NOT_OURS},
    {"\"version\":1", "\"version\":\"1\"", STATUS_CORRUPT},
    {"\"complete\":true", "\"complete\":false", STATUS_CORRUPT},
    {"\"complete\":true,\n", "", STATUS_CORRUPT},
    {"\"rows\":23", "\"rows\":24", STATUS_CORRUPT},
    {"\"rows\":23", "\"rows\":23.0", STATUS_CORRUPT},
    {"\"rows\":11", "\"rows\":-11", STATUS_CORRUPT},
    {"\"rows\":11", "\"rows\":0", STATUS_CORRUPT},
    {"\"rows\":11", "\"rows\":99999999999999999999", STATUS_CORRUPT},
    {"\"rows\":11", "\"rows\":11,\"rows\":11", STATUS_CORRUPT},
    {"\"bytes\":11000", "\"bytes\":0", STATUS_CORRUPT},
    {"\"max_seq_length\":128", "\"max_seq_length\":0", STATUS_CORRUPT},
    {"\"max_seq_length\":128", "\"max_seq_length\":4294967424", STATUS_CORRUPT},
    {"\"max_predictions_per_seq\":20", "\"max_predictions_per_seq\":65537", STATUS_CORRUPT},
    {"\"provenance\":{", "\"provenance\":[{", STATUS_CORRUPT},
    {"\"provenance\":", "\"provenance\":1,\"p\":", STATUS_CORRUPT},
    {"\"shards\":[", "\"shards\":[],\"more\":[", STATUS_CORRUPT},
    {"\"shards\":[", "\"shards\":{},\"more\":[", STATUS_CORRUPT},
    {"\"shards\":[", "\"shards\":[null,", STATUS_CORRUPT},
    {"hdf5/größe \\\"x\\\"_training_1", "hdf5/wiki_training_0", STATUS_CORRUPT},
    {"hdf5/wiki_training_0", "../wiki_training_0", STATUS_CORRUPT},
    {"hdf5/wiki_training_0", "a\\u0000b", STATUS_CORRUPT},
    {"\"sha256\":\"0b", "\"sha256\":\"0B", STATUS_CORRUPT},
    {"\"sha256\":\"0b", "\"sha256\":\"b", STATUS_CORRUPT},
    {"\"input_mask\"", "\"input_masks\"", STATUS_CORRUPT},
    {"\"rows\":23", "\"rows\":23,\"new\":[{}]", STATUS_OK},
};

static void wrong_texts_are_refused(void **state) {
    (void)state;
    struct buffer text = BUFFER_INIT;
    make_text(&text);
    for (size_t i = 0; i < sizeof CHANGES / sizeof CHANGES[0]; i++) {
        const struct change *change = &CHANGES[i];
        const char *at = strstr((char *)text.data, change->from);
        if (at == NULL)
            fail_msg("'%s' is not in the text", change->from);
        struct buffer changed = BUFFER_INIT;
        assert_int_equal(buffer_format(&changed, &error, "%.*s%s%s", (int)(at - (char *)text.data),
                                       (char *)text.data, change->to, at + strlen(change->from)),
                         STATUS_OK);
        struct dataset_manifest manifest;
        enum status status =
            dataset_manifest_parse(&manifest, buffer_view(&changed), "text", &error);
        if (status != change->status)
            fail_msg("'%s' gives %d: %s", change->to, (int)status, error.message);
        if (status == STATUS_OK)
            dataset_manifest_release(&manifest);
        else
            assert_non_null(strstr(error.message, "'text'"));
        buffer_release(&changed);
    }
    buffer_release(&text);
}

static void texts_cut_anywhere_are_refused(void **state) {
    (void)state;
    struct buffer text = BUFFER_INIT;
    make_text(&text);
    /* All but the newline at the end is needed. */
    for (size_t size = 0; size + 1 < text.size; size++) {
        struct dataset_manifest manifest;
        unsigned char *cut = malloc(size + 1);
        memcpy(cut, text.data, size);
        assert_int_equal(dataset_manifest_parse(&manifest, (struct view){cut, size}, "cut", &error),
                         STATUS_CORRUPT);
        free(cut);
    }
    buffer_release(&text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_is_json_with_everything_in_it),
        cmocka_unit_test(text_comes_back_as_it_was),
        cmocka_unit_test(wrong_shards_are_refused),
        cmocka_unit_test(wrong_provenance_is_refused),
        cmocka_unit_test(wrong_texts_are_refused),
        cmocka_unit_test(texts_cut_anywhere_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
