/* What is remembered of unfinished uploads: found again, damaged, in use, or not kept at all. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/unit/scratch_folder.h"
#include "tools/s3/multipart_state.h"

static const char HASH[] = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";
static const char PLACE[] = "http://server bucket/a \"key\"\n";

static struct multipart_state_upload sample(void) {
    struct multipart_state_upload upload = {
        .file = {.device = 1, .inode = 2, .size = 300, .modified = {4, 5}, .changed = {6, 7}},
        .part_size = 100,
        .upload_id = (char *)"id \"1\""};
    memcpy(upload.sha256, HASH, sizeof HASH);
    memcpy(upload.options, HASH, sizeof HASH);
    return upload;
}

static void open_state(struct multipart_state *state, const char *folder) {
    struct error error;
    assert_int_equal(multipart_state_open(state, folder, PLACE, &error), STATUS_OK);
}

/* A state with an upload and two parts, closed again. */
static void write_sample(const char *folder, char **path) {
    struct multipart_state state;
    struct error error;
    const struct multipart_state_upload upload = sample();
    open_state(&state, folder);
    assert_null(state.upload.upload_id);
    assert_int_equal(multipart_state_begin(&state, &upload, &error), STATUS_OK);
    for (unsigned number = 1; number <= 2; number++) {
        struct multipart_state_part part = {
            .number = number, .crc = UINT64_MAX, .etag = (char *)"\"e\""};
        memcpy(part.sha256, HASH, sizeof HASH);
        multipart_state_add(&state, &part);
    }
    *path = strdup(state.path);
    multipart_state_release(&state);
}

static void finds_again(void **state) {
    (void)state;
    char *path;
    struct multipart_state again;
    write_sample(scratch_folder, &path);
    open_state(&again, scratch_folder);
    const struct multipart_state_upload wanted = sample();
    assert_string_equal(again.upload.upload_id, wanted.upload_id);
    assert_true(file_state_equal(&again.upload.file, &wanted.file));
    assert_string_equal(again.upload.sha256, HASH);
    assert_string_equal(again.upload.options, HASH);
    assert_int_equal(again.upload.part_size, 100);
    assert_int_equal(again.part_count, 2);
    assert_int_equal(again.parts[1].number, 2);
    assert_true(again.parts[1].crc == UINT64_MAX);
    assert_string_equal(again.parts[1].etag, "\"e\"");
    multipart_state_forget(&again);
    assert_int_not_equal(access(path, F_OK), 0);
    multipart_state_release(&again);
    free(path);
}

static void remembers_what_had_no_answer(void **state) {
    (void)state;
    struct multipart_state one, again;
    open_state(&one, scratch_folder);
    assert_true(one.creating_since == 0);
    multipart_state_creating(&one, 1234567890);
    multipart_state_release(&one);
    open_state(&again, scratch_folder);
    assert_null(again.upload.upload_id);
    assert_true(again.creating_since == 1234567890);
    multipart_state_forget(&again);
    multipart_state_release(&again);
}

/* Cut at every byte: what is read is a beginning of what was written, never anything else. */
static void survives_every_cut(void **state) {
    (void)state;
    char *path;
    struct stat info;
    write_sample(scratch_folder, &path);
    assert_int_equal(stat(path, &info), 0);
    size_t parts = 2;
    for (off_t size = info.st_size; size >= 0; size--) {
        struct multipart_state cut;
        assert_int_equal(truncate(path, size), 0);
        open_state(&cut, scratch_folder);
        assert_in_range(cut.part_count, 0, parts);
        assert_true(cut.part_count == 0 || cut.upload.upload_id != NULL);
        parts = cut.part_count;
        multipart_state_release(&cut);
    }
    /* The last one was empty, and an empty state is no state. */
    assert_int_not_equal(access(path, F_OK), 0);
    free(path);
}

static void ignores_what_is_not_ours(void **state) {
    (void)state;
    static const char *const CONTENTS[] = {
        "hello\n", "{}\n", "[1]\n", "{\"format\":\"mlmprep upload 2\"}\n",
        ("{\"format\":\"mlmprep upload 1\",\"device\":1,\"inode\":2,\"size\":-1,\"mtime\":4,"
         "\"mtime_ns\":5,\"sha256\":\"x\",\"part_size\":0,\"options\":\"x\",\"upload_id\":\"\"}"
         "\n")};
    for (size_t i = 0; i < sizeof CONTENTS / sizeof *CONTENTS; i++) {
        char *path;
        struct multipart_state read;
        write_sample(scratch_folder, &path);
        FILE *file = fopen(path, "w");
        assert_non_null(file);
        assert_true(fputs(CONTENTS[i], file) >= 0);
        assert_int_equal(fclose(file), 0);
        open_state(&read, scratch_folder);
        assert_null(read.upload.upload_id);
        assert_int_equal(read.part_count, 0);
        multipart_state_forget(&read);
        multipart_state_release(&read);
        free(path);
    }
}

static void is_one_runs_at_a_time(void **state) {
    (void)state;
    struct multipart_state first, second;
    struct error error;
    const struct multipart_state_upload upload = sample();
    open_state(&first, scratch_folder);
    assert_int_equal(multipart_state_begin(&first, &upload, &error), STATUS_OK);
    open_state(&second, scratch_folder);
    assert_int_equal(second.descriptor, -1);
    assert_null(second.upload.upload_id);
    assert_int_equal(multipart_state_begin(&second, &upload, &error), STATUS_OK);
    multipart_state_forget(&second);
    multipart_state_release(&second);
    assert_int_equal(access(first.path, F_OK), 0);
    multipart_state_forget(&first);
    multipart_state_release(&first);
}

static void does_without_a_folder(void **state) {
    (void)state;
    struct multipart_state nothing;
    struct error error;
    const struct multipart_state_upload upload = sample();
    open_state(&nothing, NULL);
    assert_int_equal(multipart_state_begin(&nothing, &upload, &error), STATUS_OK);
    multipart_state_forget(&nothing);
    multipart_state_release(&nothing);
    open_state(&nothing, "/dev/null/nowhere");
    assert_int_equal(multipart_state_begin(&nothing, &upload, &error), STATUS_OK);
    multipart_state_release(&nothing);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(finds_again, scratch_folder_make, scratch_folder_remove),
        cmocka_unit_test_setup_teardown(remembers_what_had_no_answer, scratch_folder_make,
                                        scratch_folder_remove),
        cmocka_unit_test_setup_teardown(survives_every_cut, scratch_folder_make,
                                        scratch_folder_remove),
        cmocka_unit_test_setup_teardown(ignores_what_is_not_ours, scratch_folder_make,
                                        scratch_folder_remove),
        cmocka_unit_test_setup_teardown(is_one_runs_at_a_time, scratch_folder_make,
                                        scratch_folder_remove),
        cmocka_unit_test(does_without_a_folder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
