#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <cmocka.h>

#include <jansson.h>
#include <string.h>

#include "tests/unit/shard_sample.h"
#include "tools/mlmprep/foreign_files.h"
#include "tools/mlmprep/shard_facts.h"

static struct error error;

#define assert_ok(call)                                                                            \
    do {                                                                                           \
        if ((call) != STATUS_OK)                                                                   \
            fail_msg("%s", error.message);                                                         \
    } while (0)

/* A shard in a file, by a name that it has here; the descriptor is to be closed. */
static int make_shard(char path[64], struct shard_summary *summary) {
    struct shard_writer_options options = {.shape = {8, 3}, .provenance = "{\"tool\":\"test\"}"};
    int descriptor = shard_sample_file();
    assert_ok(deflate_method_parse(&options.method, "zlib:1", &error));
    assert_ok(shard_sample_write(descriptor, "shard", &options, 2500, summary, &error));
    snprintf(path, 64, "/proc/self/fd/%d", descriptor);
    return descriptor;
}

static void a_file_tells_what_is_in_it(void **state) {
    (void)state;
    struct shard_summary summary;
    struct shard_facts facts, again;
    char path[64];
    int descriptor = make_shard(path, &summary);
    assert_ok(shard_facts_read(&facts, path, "c/one.hdf5", NULL, &error));
    assert_string_equal(facts.shard.file, "c/one.hdf5");
    assert_int_equal(facts.shard.rows, 2500);
    assert_int_equal(facts.shape.max_predictions_per_seq, 3);
    assert_int_equal(facts.format, SHARD_FORMAT_HDF5);
    assert_string_equal(facts.provenance, "{\"tool\":\"test\"}");
    for (unsigned i = 0; i < SHARD_DATASETS; i++)
        assert_memory_equal(facts.shard.datasets[i], summary.digests[i], SHA256_SIZE);

    json_t *manifest;
    assert_ok(shard_facts_write(&facts, &manifest, &error));
    assert_ok(shard_facts_parse(&again, manifest, "marker", &error));
    assert_null(shard_facts_difference(&again.shard, &facts.shard));
    assert_string_equal(again.shard.file, "c/one.hdf5");
    assert_int_equal(again.shape.max_seq_length, 8);
    assert_string_equal(again.provenance, "{\"tool\":\"test\"}");
    shard_facts_release(&again);
    /* The member of "shards" alone tells the same, but for shape and provenance. */
    json_t *alone = json_array_get(json_object_get(manifest, "shards"), 0);
    assert_ok(shard_facts_parse(&again, alone, "marker", &error));
    assert_null(shard_facts_difference(&again.shard, &facts.shard));
    shard_facts_release(&again);

    atomic_bool stopped;
    atomic_init(&stopped, true);
    assert_int_equal(shard_facts_read(&again, path, "one", &stopped, &error), STATUS_TEMPORARY);
    json_decref(manifest);
    shard_facts_release(&facts);
    close(descriptor);
}

static void differences_have_names(void **state) {
    (void)state;
    static const struct dataset_shard ONE = {.rows = 3, .bytes = 4};
    struct dataset_shard other = ONE;
    assert_null(shard_facts_difference(&ONE, &other));
    other.datasets[SHARD_MASKED_LM_IDS][31] = 1;
    assert_string_equal(shard_facts_difference(&ONE, &other), "masked_lm_ids");
    other.rows = 2;
    assert_string_equal(shard_facts_difference(&ONE, &other), "number of rows");
    other.digest[0] = 1;
    assert_string_equal(shard_facts_difference(&ONE, &other), "SHA-256");
    other.bytes = 5;
    assert_string_equal(shard_facts_difference(&ONE, &other), "size");
}

static void other_objects_are_refused(void **state) {
    (void)state;
    static const char *const TEXTS[] = {
        "[]",
        "{}",
        "1",
        "{\"shards\":[]}",
        "{\"rows\":1}",
        "{\"shards\":1,\"format\":\"mlmprep-dataset\",\"version\":1,\"complete\":true}",
        "{\"file\":\"../x\",\"rows\":1,\"bytes\":1}",
    };
    for (size_t i = 0; i < sizeof TEXTS / sizeof *TEXTS; i++) {
        struct shard_facts facts;
        json_t *object = json_loads(TEXTS[i], JSON_DECODE_ANY, NULL);
        assert_non_null(object);
        enum status status = shard_facts_parse(&facts, object, "marker", &error);
        assert_true(status == STATUS_CORRUPT || status == STATUS_NOT_OURS);
        json_decref(object);
    }
    struct shard_facts facts;
    assert_int_equal(shard_facts_parse(&facts, NULL, "marker", &error), STATUS_CORRUPT);
}

static void trainers_open_these(void **state) {
    (void)state;
    static const char *const OPENED[] = {
        "a_training_0.hdf5", ".a_training_0.hdf5.part", "x.h5",
        "training",          "test/x.tfrecord",         "a/x.hdf5"};
    static const char *const OTHERS[] = {"dataset.json", "notes.txt",          ".x.hdf5", "hdf5",
                                         "x.hdf5.txt",   "training/notes.txt", ""};
    for (size_t i = 0; i < sizeof OPENED / sizeof *OPENED; i++)
        assert_true(foreign_files_is_opened(OPENED[i]));
    for (size_t i = 0; i < sizeof OTHERS / sizeof *OTHERS; i++)
        assert_false(foreign_files_is_opened(OTHERS[i]));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_tells_what_is_in_it),
        cmocka_unit_test(differences_have_names),
        cmocka_unit_test(other_objects_are_refused),
        cmocka_unit_test(trainers_open_these),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
