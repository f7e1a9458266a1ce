/*
 * template_expand over tables of calls and what a reader sees of them.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "formats/wiki/template_expand.h"
#include "formats/wiki/template_table.h"
#include "formats/wiki/wiki_page.h"
#include "formats/wiki/wiki_site.h"

struct template_case {
    const char *language, *call, *want;
};

#include "tests/unit/template_cases_convert.h"
#include "tests/unit/template_cases_english.h"
#include "tests/unit/template_cases_other.h"

#define MAX_ARGUMENTS 64

static struct error error;
static struct template_argument arguments[MAX_ARGUMENTS];

/* Takes {{name|a|b=c}} apart at the bars outside of links. */
static void take_apart(struct template_call *call, const char *text) {
    struct view rest = view_of_string(text);
    rest = (struct view){rest.data + 2, rest.size - 4};
    size_t part = 0;
    call->count = 0;
    while (part == 0 || rest.size > 0) {
        size_t end = 0, depth = 0;
        while (end < rest.size && (rest.data[end] != '|' || depth > 0)) {
            depth += rest.data[end] == '[';
            depth -= rest.data[end] == ']' && depth > 0;
            end++;
        }
        struct view piece = text_view_first(rest, end);
        bool last = end == rest.size;
        rest = text_view_from(rest, last ? end : end + 1);
        if (part++ == 0) {
            call->name = text_view_trim(piece);
        } else {
            size_t equal = text_view_find(piece, '=');
            assert_true(call->count < MAX_ARGUMENTS);
            struct template_argument *argument = &arguments[call->count++];
            *argument = (struct template_argument){{NULL, 0}, piece};
            if (equal < piece.size) {
                argument->name = text_view_trim(text_view_first(piece, equal));
                argument->value = text_view_trim(text_view_from(piece, equal + 1));
            }
        }
        if (last)
            break;
    }
}

static void check(const struct template_case *cases, size_t count) {
    struct buffer text = BUFFER_INIT;
    size_t failures = 0;
    for (size_t i = 0; i < count; i++) {
        struct wiki_site site = {.words = NULL};
        struct wiki_page page = {.title = view_of_string("Moon (song)")};
        struct template_call call = {.arguments = arguments, .site = &site, .page = &page};
        enum template_outcome outcome;
        snprintf(site.language, sizeof site.language, "%s", cases[i].language);
        take_apart(&call, cases[i].call);
        buffer_clear(&text);
        assert_int_equal(template_expand(&outcome, &text, &call, &error), STATUS_OK);
        struct view got = buffer_view(&text);
        if (outcome != TEMPLATE_TEXT) {
            assert_int_equal(text.size, 0);
            got = view_of_string(outcome == TEMPLATE_NOTHING ? "-" : "?");
        }
        if (!text_view_is(got, cases[i].want)) {
            print_message("%s %s\n  got  %.*s\n  want %s\n", cases[i].language, cases[i].call,
                          (int)got.size, (const char *)got.data, cases[i].want);
            failures++;
        }
    }
    buffer_release(&text);
    assert_int_equal(failures, 0);
}

#define CHECK(cases) check(cases, sizeof(cases) / sizeof(cases)[0])

static void measures_are_converted(void **state) {
    (void)state;
    CHECK(convert_cases);
}

static void english_templates_give_their_text(void **state) {
    (void)state;
    CHECK(english_cases);
}

static void templates_of_other_wikis_give_their_text(void **state) {
    (void)state;
    CHECK(other_cases);
}

/* A row that claims what another has already would never be used. */
static void no_name_is_claimed_twice(void **state) {
    (void)state;
    size_t twice;
    size_t names = template_table_names(&twice);
    assert_int_equal(twice, 0);
    assert_in_range(names, 5000, 10000); /* the index has 16384 slots */
    assert_int_not_equal(template_table_affixes(), 0);
}

static void shapes_tell_furniture(void **state) {
    (void)state;
    struct wiki_site site = {.language = "en"};
    struct template_call call = {.arguments = arguments, .site = &site};
    take_apart(&call, "{{Nobody knows|name=a|image=b|born=c|died=d}}");
    assert_true(template_is_likely_furniture(&call, false));
    take_apart(&call, "{{Nobody knows|a}}");
    assert_true(template_is_likely_furniture(&call, true));
    assert_false(template_is_likely_furniture(&call, false));
    take_apart(&call,
               "{{Nobody knows|A sentence that is long enough to be one, and goes on and on, "
               "until it is beyond doubt that it is prose.}}");
    assert_false(template_is_likely_furniture(&call, true));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(measures_are_converted),
        cmocka_unit_test(english_templates_give_their_text),
        cmocka_unit_test(templates_of_other_wikis_give_their_text),
        cmocka_unit_test(no_name_is_claimed_twice),
        cmocka_unit_test(shapes_tell_furniture),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
