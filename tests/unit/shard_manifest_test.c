/* shard_manifest: the list and the dataset.json of one shard, and all that is not of one shard. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <jansson.h>
#include <sys/stat.h>

#include "tests/unit/scratch_folder.h"
#include "tools/prep/shard_manifest.h"

static struct error error;

#define HASH "2c8b08da5ce60398e1f19af0e5dccc744df274b826abe585eaba68c525434806"
#define ONE  "{\"file\":\"w_test_0.hdf5\",\"bytes\":4,\"sha256\":\"" HASH "\"}"

/* What is in the output folder, "made": a shard of four bytes. */
static int make_folder(void **state) {
    if (scratch_folder_make(state) != 0 || mkdir(scratch_path("made"), 0777) != 0 ||
        mkdir(scratch_path("made/set"), 0777) != 0 || mkdir(scratch_path("made/set/w"), 0777) != 0)
        return -1;
    scratch_write("made/set/w/w_test_0.hdf5", "one\n");
    scratch_write("made/set/w/dataset.json", "{\"rows\":7,\"shards\":[" ONE "]}");
    return 0;
}

/* Writes a list, the folder's path in place of each '@'. */
static void write_list(const char *text) {
    char list[4 * PATH_MAX] = "";
    for (; *text != '\0'; text++) {
        size_t length = strlen(list);
        snprintf(list + length, sizeof list - length, "%.*s", *text == '@' ? PATH_MAX : 1,
                 *text == '@' ? scratch_path("made") : text);
    }
    scratch_write("list", list);
}

static enum status read_it(struct shard_manifest *manifest) {
    return shard_manifest_read(manifest, scratch_path("list"), "w_test_0", &error);
}

static void a_shard_is_found(void **state) {
    (void)state;
    struct shard_manifest manifest;
    write_list("@/./set/w/w_test_0.hdf5\n@/./set/w/dataset.json\n");
    assert_int_equal(read_it(&manifest), STATUS_OK);
    assert_string_equal(manifest.place, "set/w/w_test_0.hdf5");
    assert_string_equal(manifest.set, "set/w");
    assert_true(scratch_exists(manifest.file));
    assert_int_equal(manifest.bytes, 4);
    assert_string_equal(manifest.sha256, HASH);
    assert_int_equal(json_integer_value(json_object_get(manifest.object, "rows")), 7);
    shard_manifest_release(&manifest);
    shard_manifest_release(&manifest);
    /* The output folder may be named with such a part. */
    write_list("@/./../made/./set/w/w_test_0.hdf5\n@/./../made/./set/w/dataset.json\n");
    assert_int_equal(read_it(&manifest), STATUS_OK);
    assert_string_equal(manifest.place, "set/w/w_test_0.hdf5");
    assert_string_equal(manifest.set, "set/w");
    shard_manifest_release(&manifest);
}

static void other_lists_are_refused(void **state) {
    (void)state;
    static const char *const LISTS[] = {
        "",
        "@/./set/w/w_test_0.hdf5\n",
        "@/./set/w/w_test_0.hdf5\n@/./set/w/dataset.json",
        "@/./set/w/w_test_0.hdf5\n@/./set/w/w_test_1.hdf5\n@/./set/w/dataset.json\n",
        "@/./set/w/w_test_0.hdf5\n@/./set/w/dataset.json\n\n",
        "@/./set/w/w_test_1.hdf5\n@/./set/w/dataset.json\n",
        "@/./set/w/w_test_00.hdf5\n@/./set/w/dataset.json\n",
        "@/./set/w/part_00000_of_00001.hdf5\n@/./set/w/dataset.json\n",
        "@/set/w/w_test_0.hdf5\n@/./set/w/dataset.json\n",
        "@/./set/w/w_test_0.hdf5\n@/set/w/dataset.json\n",
        "@/./set/w/w_test_0.hdf5\n@/./set/w/list.json\n",
    };
    struct shard_manifest manifest;
    assert_int_equal(read_it(&manifest), STATUS_FAILED);
    for (size_t i = 0; i < sizeof LISTS / sizeof *LISTS; i++) {
        write_list(LISTS[i]);
        assert_int_equal(read_it(&manifest), STATUS_FAILED);
        assert_non_null(strstr(error.message, "'w_test_0'"));
    }
}

static void other_manifests_are_refused(void **state) {
    (void)state;
    static const char *const TEXTS[] = {
        "",
        "[]",
        "{}",
        "{\"shards\":[]}",
        "{\"shards\":[" ONE "," ONE "]}",
        "{\"shards\":[{\"bytes\":4}]}",
        "{\"shards\":[{\"bytes\":5,\"sha256\":\"" HASH "\"}]}",
        "{\"shards\":[{\"bytes\":0,\"sha256\":\"" HASH "\"}]}",
        "{\"shards\":[{\"bytes\":4,\"sha256\":\"" HASH "0\"}]}",
        "{\"shards\":[{\"bytes\":4,\"sha256\":\"\"}]}",
    };
    struct shard_manifest manifest;
    write_list("@/./set/w/w_test_0.hdf5\n@/./set/w/dataset.json\n");
    for (size_t i = 0; i < sizeof TEXTS / sizeof *TEXTS; i++) {
        scratch_write("made/set/w/dataset.json", TEXTS[i]);
        assert_int_equal(read_it(&manifest), STATUS_CORRUPT);
    }
    remove(scratch_path("made/set/w/dataset.json"));
    assert_int_equal(read_it(&manifest), STATUS_CORRUPT);
}

int main(void) {
#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, make_folder, scratch_folder_remove)
    const struct CMUnitTest tests[] = {
        IN_FOLDER(a_shard_is_found),
        IN_FOLDER(other_lists_are_refused),
        IN_FOLDER(other_manifests_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
