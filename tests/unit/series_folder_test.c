/* series_folder: what is next, what may go, and the link that says which is current. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <sys/stat.h>

#include "tests/unit/scratch_folder.h"
#include "tools/prep/series_folder.h"

/* "20240101v": made and verified; "p": published too; "c": also the current one. */
static struct series_folder series_of(struct series_item *items, const char *text) {
    struct series_folder series = {.items = items};
    for (const char *at = text; *at != '\0'; at += strspn(at, " ")) {
        struct series_item *item = &items[series.count++];
        *item = (struct series_item){.date = ""};
        memcpy(item->date, at, 8);
        for (at += 8; *at != '\0' && *at != ' '; at++) {
            item->verified = true;
            item->published = item->published || *at != 'v';
            if (*at == 'c')
                memcpy(series.current, item->date, DUMP_DATE_SIZE);
        }
    }
    return series;
}

static const char *next(const char *text, const char *offered) {
    static char date[DUMP_DATE_SIZE];
    struct series_item items[8];
    struct series_folder series = series_of(items, text);
    series_folder_next(&series, offered, date);
    return date;
}

static void what_is_next(void **state) {
    (void)state;
    assert_string_equal(next("", ""), "");
    assert_string_equal(next("", "20240101"), "20240101");
    assert_string_equal(next("20240101c", "20240101"), "");
    assert_string_equal(next("20240101c", ""), "");
    assert_string_equal(next("20240101c", "20230101"), "");
    assert_string_equal(next("20240101c", "20240201"), "20240201");
    /* One that was begun goes on, unless there is a newer one. */
    assert_string_equal(next("20240101c 20240201", ""), "20240201");
    assert_string_equal(next("20240101c 20240201", "20240201"), "20240201");
    assert_string_equal(next("20240101c 20240201v", "20240301"), "20240301");
    assert_string_equal(next("20231201 20240101c", ""), "");
    /* Somebody went back to an older one. */
    assert_string_equal(next("20240101c 20240201p", "20240201"), "");
    /* No current one, or one that is gone. */
    assert_string_equal(next("20240101p 20240201p", ""), "20240201");
    assert_string_equal(next("20240101p", "20240201"), "20240201");
    assert_string_equal(next("20240101c 20240201p", "20240301"), "20240301");
}

static void the_link_without_the_mark(void **state) {
    (void)state;
    char date[DUMP_DATE_SIZE];
    struct series_item items[8];
    struct series_folder series = series_of(items, "20240101p 20240201v");
    memcpy(series.current, "20240201", DUMP_DATE_SIZE);
    series_folder_next(&series, "20240201", date);
    assert_string_equal(date, "20240201");
    series_folder_next(&series, "20240301", date);
    assert_string_equal(date, "20240301");
}

/* The dates that may go, parted by blanks. */
static const char *old(const char *text, uint64_t keep) {
    static char dates[128];
    struct series_item items[8];
    struct series_folder series = series_of(items, text);
    dates[0] = '\0';
    for (size_t i = 0; i < series.count; i++) {
        if (series_folder_is_old(&series, &items[i], keep))
            snprintf(dates + strlen(dates), sizeof dates - strlen(dates), "%s%s",
                     dates[0] == '\0' ? "" : " ", items[i].date);
    }
    return dates;
}

static void what_may_go(void **state) {
    (void)state;
    static const char THREE[] = "20240101p 20240201p 20240301c";
    assert_string_equal(old(THREE, 0), "20240101 20240201");
    assert_string_equal(old(THREE, 1), "20240101");
    assert_string_equal(old(THREE, 2), "");
    /* Unfinished ones count for nothing; newer ones stay, whatever they are. */
    assert_string_equal(old("20240101p 20240201 20240301c 20240401 20240501v", 1), "20240201");
    assert_string_equal(old("20240101c 20240201p 20240301p", 0), "");
    /* Nothing is old while nothing is current. */
    assert_string_equal(old("20240101p 20240201p 20240301p", 0), "");
    assert_string_equal(old("", 0), "");
}

/* Makes the folder of a date with one of the marks. */
static void make(const char *date, bool ours) {
    struct error error;
    char name[64];
    mkdir(scratch_path(date), 0777);
    snprintf(name, sizeof name, "%s/state", date);
    mkdir(scratch_path(name), 0777);
    if (ours)
        assert_int_equal(series_folder_mark(scratch_folder, date, SERIES_MADE, &error), STATUS_OK);
}

static void folders_and_the_link(void **state) {
    (void)state;
    struct series_folder series;
    struct error error;
    make("20240201", true);
    make("20240101", true);
    make("20240301", false);
    make("notes", true);
    assert_int_equal(series_folder_mark(scratch_folder, "20240101", SERIES_VERIFIED, &error),
                     STATUS_OK);
    assert_int_equal(series_folder_read(&series, scratch_folder, &error), STATUS_OK);
    assert_int_equal(series.count, 2);
    assert_string_equal(series.items[0].date, "20240101");
    assert_true(series.items[0].verified && !series.items[0].published);
    assert_string_equal(series.current, "");
    series_folder_release(&series);
    for (unsigned i = 0; i < 2; i++) {
        const char *date = i == 0 ? "20240101" : "20240201";
        assert_int_equal(series_folder_switch(scratch_folder, date, &error), STATUS_OK);
        assert_int_equal(series_folder_read(&series, scratch_folder, &error), STATUS_OK);
        assert_string_equal(series.current, date);
        series_folder_release(&series);
    }
    assert_int_equal(unlink(scratch_path("current")), 0);
    assert_int_equal(symlink("../elsewhere", scratch_path("current")), 0);
    assert_int_equal(series_folder_read(&series, scratch_folder, &error), STATUS_FAILED);
    assert_non_null(strstr(error.message, "is no symbolic link to a folder like"));
}

static void folders_that_go(void **state) {
    (void)state;
    struct error error;
    make("20240101", true);
    make(".removing-20230101", false);
    make(".removing-x", false);
    make("20240201", true);
    mkdir(scratch_path("bucket"), 0777);
    scratch_write("20240201/state/.mlmprep-4194305-0123456789abcdef.tmp", "{");
    scratch_write("bucket/.mlmprep-4194305-0123456789abcdef.tmp", "{");
    assert_int_equal(series_folder_remove(scratch_folder, "20240101", &error), STATUS_OK);
    assert_false(scratch_exists(scratch_path("20240101")));
    series_folder_clean(scratch_folder);
    assert_true(scratch_exists(scratch_path(".removing-x")));
    assert_true(scratch_exists(scratch_path("20240201/state/series.json")));
    assert_int_equal(scratch_count(NULL), 3);
    assert_int_equal(rmdir(scratch_path("bucket")), 0);
    assert_int_equal(unlink(scratch_path("20240201/state/series.json")), 0);
    assert_int_equal(rmdir(scratch_path("20240201/state")), 0);
}

int main(void) {
#define IN_FOLDER(test)                                                                            \
    cmocka_unit_test_setup_teardown(test, scratch_folder_make, scratch_folder_remove)
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_next), cmocka_unit_test(the_link_without_the_mark),
        cmocka_unit_test(what_may_go),  IN_FOLDER(folders_and_the_link),
        IN_FOLDER(folders_that_go),
    };
    return cmocka_run_group_tests_name("series_folder", tests, NULL, NULL);
}
