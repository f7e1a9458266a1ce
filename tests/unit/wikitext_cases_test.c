/* Wikitext met in dumps, and what a reader reads: wiki/cases.jsonl of MLMPREP_SHARED, if there. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <jansson.h>

#include "tests/unit/wikitext_cleaning.h"

/* How many of the cases may go wrong: templates change, and two may. */
#define WRONG_AT_MOST 2

/* White space does not count. */
static bool same_text(const char *left, const char *right) {
    for (;; left++, right++) {
        left += strspn(left, " \n\t");
        right += strspn(right, " \n\t");
        if (*left != *right)
            return false;
        if (*left == '\0')
            return true;
    }
}

static bool is_right(const json_t *line) {
    const json_t *wikitext = json_object_get(line, "wikitext"), *other;
    struct view page = {(const unsigned char *)json_string_value(wikitext),
                        json_string_length(wikitext)};
    const char *want = json_string_value(json_object_get(line, "want"));
    char *text = clean_page(json_string_value(json_object_get(line, "lang")), page, NULL, NULL);
    bool right = same_text(text, want);
    size_t index;
    json_array_foreach(json_object_get(line, "accept"), index, other) {
        right = right || same_text(text, json_string_value(other));
    }
    if (!right)
        print_message("# %s: '%s', not '%s'\n", json_string_value(json_object_get(line, "id")),
                      text, want);
    free(text);
    return right;
}

static void cases_come_out(void **state) {
    (void)state;
    const char *shared = getenv("MLMPREP_SHARED");
    char path[1024];
    snprintf(path, sizeof path, "%s/wiki/cases.jsonl", shared == NULL ? "../shared" : shared);
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        print_message("# skipped: there is no %s\n", path);
        skip();
        return;
    }
    int wrong = 0, count = 0;
    json_t *line;
    while ((line = json_loadf(file, JSON_DISABLE_EOF_CHECK, NULL)) != NULL) {
        wrong += !is_right(line);
        count++;
        json_decref(line);
    }
    fclose(file);
    print_message("# %d of %d cases\n", count - wrong, count);
    assert_true(count > 0);
    assert_true(wrong <= WRONG_AT_MOST);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(cases_come_out)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
