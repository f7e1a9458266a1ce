/*
 * piece_kinds: what the texts of pieces say, and the block that tells it.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "formats/stream/piece_kinds.h"

static struct error error;

static void require(enum status status) {
    if (status != STATUS_OK)
        fail_msg("%s", error.message);
}

static const struct {
    const char *text;
    bool continues, is_reserved;
} PIECES[] = {
    {"[unused0]", false, true},   {"##ing", true, false},      {"ing", false, false},
    {"#", false, false},          {"##", true, false},         {"", false, false},
    {"[unused]", false, false},   {"[unused9", false, false},  {"[unused1x]", false, false},
    {"[unused993]", false, true}, {"[Unused1]", false, false}, {"###", true, false},
};

enum { COUNT = sizeof PIECES / sizeof *PIECES };

static void fill(struct piece_kinds *kinds) {
    require(piece_kinds_init(kinds, COUNT, &error));
    for (uint32_t id = 0; id < COUNT; id++)
        piece_kinds_set(kinds, id, view_of_string(PIECES[id].text));
    piece_kinds_reserve(kinds, 2);
}

static void check(const struct piece_kinds *kinds) {
    assert_int_equal(kinds->vocabulary_size, COUNT);
    for (uint32_t id = 0; id < COUNT; id++) {
        assert_int_equal(piece_kinds_continues(kinds, id), PIECES[id].continues);
        assert_int_equal(piece_kinds_is_reserved(kinds, id), PIECES[id].is_reserved || id == 2);
    }
}

static void texts_tell_kinds(void **state) {
    (void)state;
    struct piece_kinds kinds;
    fill(&kinds);
    check(&kinds);
    piece_kinds_release(&kinds);
    piece_kinds_release(&kinds);
}

/* The payload by hand: 12 ids, two bytes of bits for each kind. */
static const unsigned char PAYLOAD[] = {12, 0, 0, 0, 0x12, 0x08, 0x05, 0x02};

static void the_block_is_as_drawn(void **state) {
    (void)state;
    struct piece_kinds kinds, read;
    struct buffer payload = BUFFER_INIT;
    fill(&kinds);
    require(piece_kinds_write(&kinds, &payload, &error));
    assert_int_equal(payload.size, sizeof PAYLOAD);
    assert_memory_equal(payload.data, PAYLOAD, sizeof PAYLOAD);
    require(piece_kinds_read(&read, buffer_view(&payload), COUNT, &error));
    check(&read);
    piece_kinds_release(&read);
    piece_kinds_release(&kinds);
    buffer_release(&payload);
}

static void blocks_of_other_sizes_are_refused(void **state) {
    (void)state;
    struct piece_kinds kinds;
    for (size_t size = 0; size < sizeof PAYLOAD; size++)
        assert_int_equal(piece_kinds_read(&kinds, (struct view){PAYLOAD, size}, COUNT, &error),
                         STATUS_CORRUPT);
    struct view whole = {PAYLOAD, sizeof PAYLOAD};
    assert_int_equal(piece_kinds_read(&kinds, whole, COUNT - 1, &error), STATUS_CORRUPT);
    assert_int_equal(piece_kinds_read(&kinds, whole, 1000, &error), STATUS_CORRUPT);
    assert_string_equal(error.message, "the stream's kinds of pieces are not of its vocabulary of "
                                       "1000 tokens; make the stream again");
    piece_kinds_release(&kinds);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_tell_kinds),
        cmocka_unit_test(the_block_is_as_drawn),
        cmocka_unit_test(blocks_of_other_sizes_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
