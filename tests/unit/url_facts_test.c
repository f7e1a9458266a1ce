/* url_facts, local_copy, http_location: what URLs say, and where redirects lead. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "tools/fetch/local_copy.h"
#include "tools/fetch/url_facts.h"
#include "tools/s3/http_location.h"

static void names_of_urls(void **state) {
    (void)state;
    static const struct {
        const char *url, *name; /* NULL: none */
    } CASES[] = {
        {"https://host/a/b.bz2", "b.bz2"},
        {"http://host/b.bz2?x=/y#z", "b.bz2"},
        {"http://host:80/a%20b", "a b"},
        {"file:///a/b", "b"},
        {"file:///b", "b"},
        {"http://host/", NULL},
        {"http://host", NULL},
        {"http://host?a/b", NULL},
        {"http://host/a/", NULL},
        {"http://host/.hidden", NULL},
        {"http://host/..", NULL},
        {"http://host/a%2fb", NULL},
        {"http://host/a%00b", NULL},
        {"http://host/a%0ab", NULL},
        {"http://host/a%", NULL},
        {"ftp://host/a", NULL},
        {"a/b", NULL},
        {"", NULL},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        char name[URL_FACTS_NAME];
        struct error error;
        enum status status = url_facts_name(name, CASES[i].url, &error);
        assert_int_equal(status, CASES[i].name == NULL ? STATUS_USAGE : STATUS_OK);
        if (CASES[i].name != NULL)
            assert_string_equal(name, CASES[i].name);
    }
}

static void paths_of_file_urls(void **state) {
    (void)state;
    char *path = NULL;
    struct error error;
    assert_true(local_copy_is("file:///a"));
    assert_false(local_copy_is("file://host/a"));
    assert_false(local_copy_is("/a"));
    assert_int_equal(local_copy_path(&path, "file:///a%20%25/b", &error), STATUS_OK);
    assert_string_equal(path, "/a %/b");
    free(path);
    assert_int_equal(local_copy_path(&path, "file:///100%", &error), STATUS_FAILED);
    assert_int_equal(local_copy_path(&path, "file:///a%00", &error), STATUS_FAILED);
}

static void where_redirects_lead(void **state) {
    (void)state;
    static const struct {
        const char *url, *location, *place; /* NULL: nowhere */
    } CASES[] = {
        {"http://a/b/c?d", "e", "http://a/b/e"},
        {"http://a/b/c", "/e?f=g", "http://a/e?f=g"},
        {"http://a/b/c", "//e/f", "http://e/f"},
        {"http://a/b/c", "../e", "http://a/e"},
        {"http://a/b/c", "https://e:8080/f g", "https://e:8080/f%20g"},
        {"https://a/b/c", "https://e/f", "https://e/f"},
        {"http://u:p@a/b", "c", "http://u:p@a/c"},
        {"http://u:p@a/b", "http://e/f", "http://e/f"},
        {"https://a/b/c", "http://a/b/c", NULL},
        {"http://a/b/c", "ftp://e/f", NULL},
        {"http://a/b/c", "file:///etc/passwd", NULL},
        {"http://a/b/c", "gopher://e", NULL},
        {"http://a/b/c", "http://", NULL},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        char *place = NULL;
        struct error error;
        enum status status = http_location_resolve(&place, CASES[i].url, CASES[i].location, &error);
        assert_int_equal(status, CASES[i].place == NULL ? STATUS_FAILED : STATUS_OK);
        if (CASES[i].place != NULL)
            assert_string_equal(place, CASES[i].place);
        free(place);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_of_urls),
        cmocka_unit_test(paths_of_file_urls),
        cmocka_unit_test(where_redirects_lead),
    };
    return cmocka_run_group_tests_name("url_facts", tests, NULL, NULL);
}
