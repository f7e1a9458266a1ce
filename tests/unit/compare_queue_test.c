/* compare_queue: comparisons side by side, results in order, failures, and an early end. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdatomic.h>
#include <time.h>

#include "tests/unit/fake_bucket.h"
#include "tools/s3/compare_queue.h"

/* A bucket that knows every key, whose HEADs take a while; of "fail..." they fail. */
static atomic_uint at_once, most_at_once, heads, readers;

static enum status slow_head(struct bucket_reader *reader, struct object_head *head,
                             const char *key, struct error *error) {
    unsigned now = atomic_fetch_add(&at_once, 1) + 1, most = atomic_load(&most_at_once);
    while (now > most && !atomic_compare_exchange_weak(&most_at_once, &most, now))
        ;
    /* Earlier ones take longer: they would come last. */
    long pause = 1000000 * (8 - (long)(atomic_fetch_add(&heads, 1) % 8));
    nanosleep(&(struct timespec){.tv_nsec = pause}, NULL);
    atomic_fetch_sub(&at_once, 1);
    if (strncmp(key, "fail", 4) == 0)
        return error_set(error, STATUS_TEMPORARY, "'%s' gives no answer", key);
    *head = (struct object_head){.exists = true, .size = 4};
    snprintf(head->etag, sizeof head->etag, "%s", reader->bucket); /* as listed */
    fake_sha256(key, head->sha256);
    return STATUS_OK;
}

static enum status another(struct bucket_reader *made, const struct bucket_reader *like,
                           struct error *error) {
    (void)error;
    *made = *like;
    atomic_fetch_add(&readers, 1);
    return STATUS_OK;
}

static void release(struct bucket_reader *reader) {
    (void)reader;
    atomic_fetch_sub(&readers, 1);
}

static const struct bucket_reader_calls SLOW = {
    .head = slow_head, .another = another, .release = release};

static struct bucket_reader from = {.calls = &SLOW, .endpoint = "http://fake", .bucket = "from"};
static struct bucket_reader to = {.calls = &SLOW, .endpoint = "http://fake", .bucket = "to"};

static void open_queue(struct compare_queue *queue, unsigned threads) {
    const struct sync_compare compare = {SYNC_COMPARE_CONTENT, NULL};
    atomic_store(&most_at_once, 0);
    compare_queue_init(queue, &compare, &from, &to, threads);
}

/* An item for two objects, which are equal when their keys are. */
static void add(struct compare_queue *queue, const char *source, const char *found, int number) {
    char target[32];
    struct error error;
    const struct sync_content left = {.reader = &from, .key = source, .etag = "from", .size = 4};
    const struct sync_content right = {.reader = &to, .key = found, .etag = "to", .size = 4};
    snprintf(target, sizeof target, "%d", number);
    struct compare_item *item = compare_item_new(&left, &right, target);
    assert_non_null(item);
    assert_int_equal(compare_queue_add(queue, item, &error), STATUS_OK);
}

static void results_come_in_order(void **state) {
    struct compare_queue queue;
    struct error error;
    (void)state;
    open_queue(&queue, 8);
    for (int i = 0; i < 60; i++) {
        if (i % 10 == 3) {
            const struct sync_content file = {.path = "file"};
            struct compare_item *item = compare_item_new(&file, NULL, "new");
            item->is_decided = true;
            assert_int_equal(compare_queue_add(&queue, item, &error), STATUS_OK);
        } else {
            add(&queue, i % 10 == 7 ? "fail" : "same", i % 2 == 0 ? "same" : "other", i);
        }
    }
    for (int i = 0; i < 60; i++) {
        struct compare_item *item = compare_queue_take(&queue, true);
        assert_non_null(item);
        assert_true(item->is_decided);
        if (i % 10 == 3) {
            assert_string_equal(item->target, "new");
        } else if (i % 10 == 7) {
            assert_int_equal(item->failure->status, STATUS_TEMPORARY);
        } else {
            assert_null(item->failure);
            assert_int_equal(atoi(item->target), i);
            assert_int_equal(item->equal, i % 2 == 0);
            assert_ptr_equal(item->source.reader, &from);
            assert_ptr_equal(item->found.reader, &to);
        }
        compare_item_free(item);
    }
    assert_null(compare_queue_take(&queue, true));
    assert_true(atomic_load(&most_at_once) >= 4);
    compare_queue_release(&queue);
    assert_int_equal(atomic_load(&readers), 0);
}

static void one_at_a_time_needs_no_thread(void **state) {
    struct compare_queue queue;
    (void)state;
    open_queue(&queue, 1);
    add(&queue, "same", "same", 1);
    struct compare_item *item = compare_queue_take(&queue, false);
    assert_non_null(item);
    assert_true(item->equal);
    compare_item_free(item);
    assert_int_equal(queue.pool.count, 0);
    compare_queue_release(&queue);
}

static void an_end_in_the_middle_frees_the_rest(void **state) {
    struct compare_queue queue;
    (void)state;
    open_queue(&queue, 4);
    while (!compare_queue_is_full(&queue))
        add(&queue, "same", "other", 0);
    compare_queue_release(&queue);
    compare_queue_release(&queue);
    assert_int_equal(atomic_load(&readers), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(results_come_in_order),
        cmocka_unit_test(one_at_a_time_needs_no_thread),
        cmocka_unit_test(an_end_in_the_middle_frees_the_rest),
    };
    return cmocka_run_group_tests_name("compare_queue", tests, NULL, NULL);
}
