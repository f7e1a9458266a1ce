/* nested_keys: which keys lie below another. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "tools/s3/nested_keys.h"

static void keys_below_keys_are_noticed(void **state) {
    static const struct {
        const char *key;
        bool nested;
    } KEYS[] = {{"a", false},      {"a!", false},  {"a!/x", true},  {"a-b", false},
                {"a-b/c/d", true}, {"a/", true},   {"a/b", true},   {"a/b/c", true},
                {"a0", false},     {"a0b", false}, {"b/c", false},  {"b/c/d", true},
                {"b/cc", false},   {"bb/", false}, {"bb/x", false}, {"bb//x", true},
                {"c", false}};
    struct nested_keys keys = {.last = ""};
    (void)state;
    for (size_t i = 0; i < sizeof KEYS / sizeof *KEYS; i++)
        assert_int_equal(nested_keys_take(&keys, KEYS[i].key), KEYS[i].nested);
}

static void long_keys_fit(void **state) {
    struct nested_keys keys = {.last = ""};
    char key[NESTED_KEYS_LONGEST + 3];
    (void)state;
    memset(key, 'k', sizeof key);
    key[1022] = '\0';
    assert_false(nested_keys_take(&keys, key));
    key[1022] = '/';
    key[NESTED_KEYS_LONGEST] = '\0';
    assert_true(nested_keys_take(&keys, key));
    key[NESTED_KEYS_LONGEST] = 'k';
    key[NESTED_KEYS_LONGEST + 2] = '\0';
    assert_false(nested_keys_take(&keys, key));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_below_keys_are_noticed),
        cmocka_unit_test(long_keys_fit),
    };
    return cmocka_run_group_tests_name("nested_keys", tests, NULL, NULL);
}
