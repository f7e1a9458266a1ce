/*
 * Hashes of files before their turn, and of a file and its parts at once: the right ones, and none
 * of a file that is not what was planned.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <fcntl.h>
#include <sys/stat.h>

#include "formats/base/sha256_blocks.h"
#include "tests/unit/scratch_folder.h"
#include "tools/s3/hash_ahead.h"
#include "tools/s3/local_file.h"
#include "tools/s3/multipart_hash.h"

static unsigned char bytes[400000];
static unsigned char block[4096];
static struct transfer_settings settings;
static struct transfer_worker worker = {
    .settings = &settings, .block = block, .block_size = sizeof block};
static struct error error;

static void hash_of(size_t offset, size_t size, char hex[SHA256_HEX_SIZE]) {
    unsigned char digest[SHA256_SIZE];
    assert_int_equal(sha256_of(bytes + offset, size, digest, &error), STATUS_OK);
    sha256_to_hex(digest, hex);
}

/* A file with the first `size` of the bytes. */
static void write_file(const char *name, size_t size) {
    FILE *file = fopen(scratch_path(name), "w");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

/* The upload of it, as planned now. */
static struct sync_action *plan(const char *name) {
    struct sync_action *action = sync_action_new(SYNC_UPLOAD, scratch_path(name), name, "new");
    assert_non_null(action);
    action->has_state = true;
    assert_true(file_state_look(&action->source_state, scratch_path(name)));
    return action;
}

static void assert_known(const struct sync_action *action, size_t size) {
    char wanted[SHA256_HEX_SIZE];
    hash_of(0, size, wanted);
    assert_string_equal(action->sha256, wanted);
}

static int set_up(void **state) {
    uint32_t number = 1;
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (unsigned char)((number = number * 1664525 + 1013904223) >> 24);
    settings = (struct transfer_settings){.options = {.multipart_threshold = 1 << 20}};
    return scratch_folder_make(state);
}

static void hashes_two(void **state) {
    (void)state;
    static const size_t sizes[] = {0, 1, 63, 64, 65, 2047, 2048, 2049, 4096, 100000, 400000};
    enum { COUNT = sizeof sizes / sizeof *sizes };
    for (unsigned i = 0; i < COUNT; i++) {
        for (unsigned k = 0; k < COUNT; k++) {
            write_file("one", sizes[i]);
            write_file("two", sizes[k]);
            struct sync_action *first = plan("one"), *second = plan("two");
            hash_ahead_two(&worker, first, second);
            assert_known(first, sizes[i]);
            assert_known(second, sizes[k]);
            sync_action_free(first);
            sync_action_free(second);
        }
    }
}

static void leaves_what_is_not_as_planned(void **state) {
    (void)state;
    static const char *const changes[] = {"gone", "longer", "shorter", "a pipe", "stopped"};
    for (unsigned i = 0; i < sizeof changes / sizeof *changes; i++) {
        write_file("one", 5000);
        write_file("two", 5000);
        struct sync_action *first = plan("one"), *second = plan("two");
        if (i == 0)
            assert_int_equal(unlink(scratch_path("two")), 0);
        else if (i == 1 || i == 2)
            write_file("two", i == 1 ? 6000 : 4000);
        else if (i == 3)
            assert_int_equal(unlink(scratch_path("two")) | mkfifo(scratch_path("two"), 0600), 0);
        else
            atomic_store(&settings.stopped, true);
        hash_ahead_two(&worker, first, second);
        assert_string_equal(second->sha256, "");
        hash_ahead_two(&worker, second, first);
        assert_string_equal(second->sha256, "");
        atomic_store(&settings.stopped, false);
        sync_action_free(first);
        sync_action_free(second);
        assert_int_equal(unlink(scratch_path("one")), 0);
        (void)unlink(scratch_path("two"));
    }
}

/* Cut off behind the planned state: what is there is not all of it. */
static void leaves_what_ends_early(void **state) {
    (void)state;
    write_file("one", 5000);
    struct local_file file;
    assert_int_equal(local_file_open(&file, scratch_path("one"), &error), STATUS_OK);
    struct part_plan cut;
    struct multipart_parts parts;
    char whole[SHA256_HEX_SIZE];
    bool ended;
    assert_int_equal(part_plan_init(&cut, 5000, 2000, &error), STATUS_OK);
    assert_int_equal(multipart_parts_init(&parts, &cut, CONTENT_CHECKSUM_NONE, &error), STATUS_OK);
    assert_int_equal(truncate(scratch_path("one"), 3000), 0);
    assert_int_equal(multipart_hash_file(&parts, whole, &ended, &worker, &file, &error),
                     STATUS_FAILED);
    assert_true(ended);
    assert_non_null(strstr(error.message, "one' became shorter while it was read"));
    multipart_parts_release(&parts);
    local_file_close(&file);
}

static void wants_what_gains(void **state) {
    (void)state;
    struct object_options asked = {.algorithm = CONTENT_CHECKSUM_NONE};
    write_file("one", 200000);
    struct sync_action *action = plan("one");
    settings.options.object = &asked;
    assert_int_equal(hash_ahead_is_wanted(&settings, action), sha256_blocks_available());
    asked.algorithm = CONTENT_CHECKSUM_CRC32C;
    assert_false(hash_ahead_is_wanted(&settings, action));
    settings.options.object = NULL;
    action->source_state.size = settings.options.multipart_threshold;
    assert_false(hash_ahead_is_wanted(&settings, action));
    action->source_state.size = 100;
    assert_false(hash_ahead_is_wanted(&settings, action));
    action->source_state.size = 200000;
    strcpy(action->sha256, "known");
    assert_false(hash_ahead_is_wanted(&settings, action));
    action->sha256[0] = '\0';
    action->kind = SYNC_COPY_FILE;
    assert_false(hash_ahead_is_wanted(&settings, action));
    action->kind = SYNC_UPLOAD;
    action->has_state = false;
    assert_false(hash_ahead_is_wanted(&settings, action));
    sync_action_free(action);
}

static void hashes_parts(void **state) {
    (void)state;
    static const struct {
        size_t size, part;
        enum content_checksum_algorithm algorithm;
    } cases[] = {
        {400000, 100000, CONTENT_CHECKSUM_NONE}, {400000, 99999, CONTENT_CHECKSUM_SHA256},
        {100000, 4096, CONTENT_CHECKSUM_NONE},   {1, 5, CONTENT_CHECKSUM_NONE},
        {200000, 64, CONTENT_CHECKSUM_NONE},     {300000, 100000, CONTENT_CHECKSUM_CRC32C}};
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct local_file file;
        struct part_plan cut;
        struct multipart_parts parts;
        char got[SHA256_HEX_SIZE], wanted[SHA256_HEX_SIZE];
        bool ended;
        write_file("one", cases[i].size);
        assert_int_equal(local_file_open(&file, scratch_path("one"), &error), STATUS_OK);
        assert_int_equal(part_plan_init(&cut, cases[i].size, cases[i].part, &error), STATUS_OK);
        assert_int_equal(multipart_parts_init(&parts, &cut, cases[i].algorithm, &error), STATUS_OK);
        assert_int_equal(multipart_hash_file(&parts, got, &ended, &worker, &file, &error),
                         STATUS_OK);
        hash_of(0, cases[i].size, wanted);
        assert_string_equal(got, wanted);
        bool with_parts =
            sha256_blocks_available() && cases[i].algorithm != CONTENT_CHECKSUM_CRC32C;
        for (unsigned k = 0; k < cut.count; k++) {
            hash_of(part_plan_offset(&cut, k), part_plan_length(&cut, k), wanted);
            assert_string_equal(parts.parts[k].sha256, with_parts ? wanted : "");
            assert_null(parts.parts[k].etag);
        }
        multipart_parts_release(&parts);
        local_file_close(&file);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hashes_two),
        cmocka_unit_test(leaves_what_is_not_as_planned),
        cmocka_unit_test(leaves_what_ends_early),
        cmocka_unit_test(wants_what_gains),
        cmocka_unit_test(hashes_parts),
    };
    return cmocka_run_group_tests(tests, set_up, scratch_folder_remove);
}
