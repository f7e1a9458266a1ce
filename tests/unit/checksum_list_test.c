/* checksum_list: the lines of sha1sum and its like, and others among them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "tools/fetch/checksum_list.h"

#define MD5  "900150983cd24fb0d6963f7d28e17f72"
#define SHA1 "a9993e364706816aba3e25717850c26c9cd0d89d"
#define SHA2 "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"

static enum status find(struct file_digests *digests, const char *text, const char *name,
                        bool *found) {
    struct error error = {.message = ""};
    *digests = (struct file_digests){{""}};
    enum status status = checksum_list_find(digests, found, view_of_string(text), name, &error);
    assert_int_equal(status != STATUS_OK, error.message[0] != '\0');
    return status;
}

static void all_kinds(void **state) {
    (void)state;
    static const char TEXT[] =
        SHA1 "  a.bz2\n" MD5 " *b.bz2\r\n" SHA2 "\t./c/d.bz2\nX\n" SHA1 "  a.bz2.gz";
    struct file_digests digests;
    bool found;
    assert_int_equal(find(&digests, TEXT, "a.bz2", &found), STATUS_OK);
    assert_true(found);
    assert_string_equal(digests.hex[FILE_DIGEST_SHA1], SHA1);
    assert_int_equal(find(&digests, TEXT, "b.bz2", &found), STATUS_OK);
    assert_true(found);
    assert_string_equal(digests.hex[FILE_DIGEST_MD5], MD5);
    assert_int_equal(find(&digests, TEXT, "d.bz2", &found), STATUS_OK);
    assert_true(found);
    assert_string_equal(digests.hex[FILE_DIGEST_SHA256], SHA2);
    assert_int_equal(find(&digests, TEXT, "a.bz2.gz", &found), STATUS_OK);
    assert_true(found);
    assert_int_equal(find(&digests, TEXT, "bz2", &found), STATUS_OK);
    assert_false(found);
    assert_false(file_digests_are_known(&digests));
}

static void other_lines(void **state) {
    (void)state;
    static const char *const TEXTS[] = {
        "",
        "\n\n",
        SHA1,
        SHA1 "  ",
        SHA1 "a",
        SHA1 "0  a",
        "g" SHA1 "  a",
        "a  " SHA1,
        "SHA1 (a) = " SHA1,
        "<html><a href=\"a\">" SHA1 "  a</a>",
        SHA1 "  dir/",
    };
    struct file_digests digests;
    bool found;
    for (size_t i = 0; i < sizeof TEXTS / sizeof *TEXTS; i++) {
        assert_int_equal(find(&digests, TEXTS[i], "a", &found), STATUS_OK);
        assert_false(found);
    }
}

static void lists_that_contradict_themselves(void **state) {
    (void)state;
    struct file_digests digests;
    bool found;
    assert_int_equal(find(&digests, SHA1 "  a\n" SHA1 "  a\n" MD5 "  a\n", "a", &found), STATUS_OK);
    assert_string_equal(digests.hex[FILE_DIGEST_MD5], MD5);
    assert_int_equal(
        find(&digests, SHA1 "  a\nb9993e364706816aba3e25717850c26c9cd0d89d  a\n", "a", &found),
        STATUS_CORRUPT);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_kinds),
        cmocka_unit_test(other_lines),
        cmocka_unit_test(lists_that_contradict_themselves),
    };
    return cmocka_run_group_tests_name("checksum_list", tests, NULL, NULL);
}
