/* pair_table and pair_links: pairs are found, their words listed, the best one is on top. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/train_sample.h"
#include "tokenizer/train/pair_links.h"
#include "tokenizer/train/pair_table.h"

static uint32_t enter(struct pair_table *table, uint32_t first, uint32_t second) {
    struct error error;
    uint32_t place;
    train_require(pair_table_enter(table, first, second, &place, &error), &error);
    return place;
}

static void note(struct pair_table *table, uint32_t place, uint32_t word) {
    struct error error;
    train_require(pair_table_note(table, place, word, &error), &error);
}

static void pairs_are_found(void **state) {
    (void)state;
    struct pair_table table = PAIR_TABLE_INIT;
    for (uint32_t i = 0; i < 30000; i++)
        assert_int_equal(enter(&table, i % 173, i / 173), i);
    for (uint32_t i = 0; i < 30000; i++) {
        assert_int_equal(pair_table_find(&table, i % 173, i / 173), i);
        assert_int_equal(enter(&table, i % 173, i / 173), i);
    }
    assert_int_equal(pair_table_top(&table), PAIR_TABLE_NONE);
    pair_table_release(&table);
}

static void words_are_listed_and_their_places_used_again(void **state) {
    (void)state;
    struct pair_table table = PAIR_TABLE_INIT;
    uint32_t first = enter(&table, 1, 2);
    uint32_t second = enter(&table, 2, 1);
    uint32_t word;
    for (unsigned round = 0; round < 3; round++) {
        for (uint32_t i = 0; i < 10000; i++) {
            note(&table, first, i);
            note(&table, first, i); /* twice in a row is once */
            note(&table, second, i + 1);
        }
        for (uint32_t i = 10000; i-- > 0;) {
            assert_true(pair_table_next_word(&table, first, &word));
            assert_int_equal(word, i);
            assert_true(pair_table_next_word(&table, second, &word));
            assert_int_equal(word, i + 1);
        }
        assert_false(pair_table_next_word(&table, first, &word));
        assert_false(pair_table_next_word(&table, second, &word));
        assert_int_equal(table.occurrences_size, 20000);
    }
    pair_table_release(&table);
}

static void the_highest_key_is_on_top(void **state) {
    (void)state;
    struct pair_table table = PAIR_TABLE_INIT;
    uint32_t random = 1;
    for (uint32_t i = 0; i < 5000; i++) {
        random = random * 1664525 + 1013904223;
        pair_table_raise(&table, enter(&table, i, i), random >> 20);
    }
    for (uint32_t i = 0; i < 5000; i += 3) { /* lower keys change nothing, higher ones do */
        double key = table.pairs[i].key;
        pair_table_raise(&table, i, key - 1);
        assert_true(table.pairs[i].key == key);
        pair_table_raise(&table, i, key + 500);
        assert_true(table.pairs[i].key == key + 500);
    }
    double last = 1e9;
    for (uint32_t i = 0; i < 5000; i++) {
        const struct pair *top = &table.pairs[pair_table_top(&table)];
        assert_true(top->key <= last);
        last = top->key;
        if (i % 2 == 0)
            pair_table_lower_top(&table, top->key / 2);
        else
            pair_table_remove_top(&table);
    }
    pair_table_release(&table);
}

static void of_equal_keys_the_smaller_pair_is_on_top(void **state) {
    (void)state;
    static const uint32_t PAIRS[][2] = {{3, 1}, {1, 3}, {2, 2}, {1, 1}, {3, 0}, {2, 1}};
    static const uint32_t ORDER[] = {3, 1, 5, 2, 4, 0};
    struct pair_table table = PAIR_TABLE_INIT;
    for (uint32_t i = 0; i < 6; i++)
        pair_table_raise(&table, enter(&table, PAIRS[i][0], PAIRS[i][1]), 7);
    for (uint32_t i = 0; i < 6; i++) {
        assert_int_equal(pair_table_top(&table), ORDER[i]);
        pair_table_remove_top(&table);
        assert_int_equal(table.pairs[ORDER[i]].heap_place, PAIR_TABLE_NONE);
    }
    assert_int_equal(pair_table_top(&table), PAIR_TABLE_NONE);
    pair_table_release(&table);
}

static void pieces_lead_to_their_pairs(void **state) {
    (void)state;
    struct pair_links links = {.links = NULL};
    struct error error;
    assert_int_equal(*pair_links_first(&links, 5, PAIR_FIRST), PAIR_LINKS_NONE);
    train_require(pair_links_add(&links, 10, 5, 6, &error), &error);
    train_require(pair_links_add(&links, 20000, 5, 5, &error), &error);
    train_require(pair_links_add(&links, 10, 5, 6, &error), &error); /* it is there already */
    uint32_t *place = pair_links_first(&links, 5, PAIR_FIRST);
    assert_int_equal(*place, 20000);
    place = pair_links_next(&links, 20000, PAIR_FIRST);
    assert_int_equal(*place, 10);
    assert_int_equal(*pair_links_next(&links, 10, PAIR_FIRST), PAIR_LINKS_NONE);
    pair_links_remove(&links, pair_links_first(&links, 5, PAIR_FIRST), PAIR_FIRST);
    assert_int_equal(*pair_links_first(&links, 5, PAIR_FIRST), 10);
    assert_int_equal(*pair_links_first(&links, 5, PAIR_SECOND), 20000);
    train_require(pair_links_add(&links, 20000, 5, 5, &error), &error); /* into one list alone */
    assert_int_equal(*pair_links_first(&links, 5, PAIR_FIRST), 20000);
    assert_int_equal(*pair_links_next(&links, 20000, PAIR_SECOND), PAIR_LINKS_NONE);
    pair_links_release(&links);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pairs_are_found),
        cmocka_unit_test(words_are_listed_and_their_places_used_again),
        cmocka_unit_test(the_highest_key_is_on_top),
        cmocka_unit_test(of_equal_keys_the_smaller_pair_is_on_top),
        cmocka_unit_test(pieces_lead_to_their_pairs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
