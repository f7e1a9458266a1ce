#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/bzip2_bytes.h"

static struct error error;

static void assert_text(const struct buffer *got, struct view wanted) {
    assert_int_equal(got->size, wanted.size);
    if (wanted.size > 0)
        assert_memory_equal(got->data, wanted.data, wanted.size);
}

static void streams_of_every_level_are_read(void **state) {
    (void)state;
    struct buffer text = BUFFER_INIT;
    struct buffer file = BUFFER_INIT;
    struct buffer got = BUFFER_INIT;
    bzip2_text(&text, 1300000, 1);
    for (int level = 1; level <= 9; level++) {
        buffer_clear(&file);
        bzip2_stream(&file, buffer_view(&text), level);
        assert_int_equal(bzip2_read(buffer_view(&file), &got, 100000, &error), STATUS_OK);
        assert_text(&got, buffer_view(&text));
    }
    /* Many streams, an empty one, levels mixed, one of a single byte, zeros at the end. */
    buffer_clear(&file);
    size_t cuts[] = {0, 250000, 250000, 250001, 900000, 1300000};
    for (size_t i = 0; i < 5; i++)
        bzip2_stream(&file, (struct view){text.data + cuts[i], cuts[i + 1] - cuts[i]}, 1 + (int)i);
    for (size_t zeros = 0; zeros < 3; zeros++) {
        assert_int_equal(bzip2_read(buffer_view(&file), &got, 4096, &error), STATUS_OK);
        assert_text(&got, buffer_view(&text));
        static const unsigned char ZEROS[700] = {0};
        assert_int_equal(buffer_append(&file, ZEROS, zeros == 0 ? 1 : 699, &error), STATUS_OK);
    }
    buffer_release(&text);
    buffer_release(&file);
    buffer_release(&got);
}

static void runs_grow_as_far_as_they_can(void **state) {
    (void)state;
    struct buffer text = BUFFER_INIT;
    struct buffer file = BUFFER_INIT;
    struct buffer got = BUFFER_INIT;
    assert_int_equal(buffer_reserve(&text, 6000000, &error), STATUS_OK);
    memset(text.data, 'x', 6000000);
    text.size = 6000000;
    bzip2_stream(&file, buffer_view(&text), 1);
    assert_int_equal(bzip2_read(buffer_view(&file), &got, 65536, &error), STATUS_OK);
    assert_text(&got, buffer_view(&text));
    buffer_release(&text);
    buffer_release(&file);
    buffer_release(&got);
}

static void what_is_not_bzip2_is_told(void **state) {
    (void)state;
    struct buffer got = BUFFER_INIT;
    static const struct {
        const char *bytes;
        enum status status;
    } CASES[] = {{"", STATUS_CUT_SHORT},
                 {"B", STATUS_CUT_SHORT},
                 {"BZh9", STATUS_CUT_SHORT},
                 {"BZh9\x31\x41", STATUS_CUT_SHORT},
                 {"<mediawiki>", STATUS_NOT_OURS},
                 {"BZh0\x31\x41\x59\x26\x53\x59", STATUS_NOT_OURS},
                 {"BZh9 and more", STATUS_NOT_OURS},
                 {"x", STATUS_NOT_OURS}};
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        error.message[0] = '\0';
        assert_int_equal(bzip2_read(view_of_string(CASES[i].bytes), &got, 10, &error),
                         CASES[i].status);
        assert_non_null(strstr(error.message, "'a.bz2'"));
        assert_int_equal(got.size, 0);
    }
    buffer_release(&got);
}

/* A file of three blocks and then a stream of two; the bytes of text before each of them. */
struct sample {
    struct buffer text, file;
    uint64_t bits[16]; /* where pieces begin */
    bool end[16];
    size_t pieces;
};

static void sample_init(struct sample *sample) {
    *sample = (struct sample){.pieces = 0};
    bzip2_text(&sample->text, 420000, 7);
    bzip2_stream(&sample->file, (struct view){sample->text.data, 260000}, 1);
    bzip2_stream(&sample->file, (struct view){sample->text.data + 260000, 160000}, 1);
    struct byte_source input;
    struct bzip2_scanner scanner;
    struct bzip2_piece piece;
    byte_source_from_memory(&input, buffer_view(&sample->file), "a.bz2");
    bzip2_scanner_init(&scanner, &input);
    bzip2_piece_init(&piece);
    while (bzip2_scanner_next(&scanner, &piece, &error) == STATUS_OK) {
        assert_int_equal(piece.number, sample->pieces);
        sample->bits[sample->pieces] = piece.bit;
        sample->end[sample->pieces++] = piece.kind == BZIP2_PIECE_END;
    }
    assert_int_equal(sample->pieces, 7);
    bzip2_piece_release(&piece);
    bzip2_scanner_release(&scanner);
}

static void sample_release(struct sample *sample) {
    buffer_release(&sample->text);
    buffer_release(&sample->file);
}

static void assert_prefix(const struct sample *sample, const struct buffer *got) {
    assert_true(got->size <= sample->text.size);
    if (got->size > 0)
        assert_memory_equal(got->data, sample->text.data, got->size);
}

static void a_cut_anywhere_is_told(void **state) {
    (void)state;
    struct sample sample;
    struct buffer got = BUFFER_INIT;
    sample_init(&sample);
    size_t before = 0;
    for (size_t i = 0; i < sample.pieces; i++) {
        for (size_t more = 0; more < 14; more++) {
            size_t size = (size_t)(sample.bits[i] / 8) + more;
            if (size > sample.file.size)
                break;
            struct view file = {sample.file.data, size};
            error.message[0] = '\0';
            enum status status = bzip2_read(file, &got, 50000, &error);
            /* Cut just behind the first stream: nobody can tell. */
            if (status != STATUS_OK || size != (sample.bits[4] - 32) / 8) {
                assert_int_equal(status, size >= sample.file.size ? STATUS_OK : STATUS_CUT_SHORT);
                char byte[40];
                snprintf(byte, sizeof byte, "byte %zu,", size);
                if (status != STATUS_OK)
                    assert_non_null(strstr(error.message, byte));
            }
            assert_prefix(&sample, &got);
            /* Nothing that was whole is lost. */
            if (more == 13) {
                assert_true(i == 0 || sample.end[i - 1] || got.size > before);
                before = got.size;
            }
        }
    }
    uint32_t seed = 5;
    for (size_t i = 0; i < 20; i++) {
        seed = seed * 1664525u + 1013904223u;
        struct view file = {sample.file.data, seed % sample.file.size};
        if (file.size == (sample.bits[4] - 32) / 8)
            continue;
        assert_int_equal(bzip2_read(file, &got, 50000, &error), STATUS_CUT_SHORT);
        assert_prefix(&sample, &got);
    }
    sample_release(&sample);
    buffer_release(&got);
}

static void a_flipped_bit_in_each_block_is_told(void **state) {
    (void)state;
    struct sample sample;
    struct buffer got = BUFFER_INIT;
    sample_init(&sample);
    uint32_t seed = 11;
    for (size_t i = 0; i < sample.pieces; i++) {
        uint64_t end = i + 1 < sample.pieces ? sample.bits[i + 1] : sample.file.size * 8;
        for (size_t round = 0; round < 14; round++) {
            /* The first rounds hit marker and CRC. */
            seed = seed * 1664525u + 1013904223u;
            uint64_t bit =
                sample.bits[i] + (round < 8 ? round * 11 : seed) % (end - sample.bits[i]);
            unsigned char *byte = &sample.file.data[bit / 8];
            unsigned char kept = *byte;
            *byte = (unsigned char)(kept ^ 0x80u >> bit % 8);
            error.message[0] = '\0';
            enum status status = bzip2_read(buffer_view(&sample.file), &got, 50000, &error);
            *byte = kept;
            assert_prefix(&sample, &got);
            /* Bits that fill up the last byte of a stream, and the digit of a level too large, say
             * nothing. */
            bool idle = sample.end[i] && bit >= sample.bits[i] + 80;
            if (!idle) {
                if (status != STATUS_CORRUPT && status != STATUS_CUT_SHORT &&
                    status != STATUS_NOT_OURS)
                    fail_msg("piece %zu bit %llu: status %d", i, (unsigned long long)bit, status);
                assert_non_null(strstr(error.message, "'a.bz2'"));
            }
            if (!sample.end[i] && i > 0 && round >= 8)
                assert_true(got.size >= 90000);
        }
    }
    sample_release(&sample);
    buffer_release(&got);
}

static void other_bytes_behind_the_end_are_told(void **state) {
    (void)state;
    struct buffer text = BUFFER_INIT;
    struct buffer file = BUFFER_INIT;
    struct buffer got = BUFFER_INIT;
    bzip2_text(&text, 1000, 3);
    bzip2_stream(&file, buffer_view(&text), 9);
    size_t size = file.size;
    assert_int_equal(buffer_append(&file, "something else", 14, &error), STATUS_OK);
    assert_int_equal(bzip2_read(buffer_view(&file), &got, 100, &error), STATUS_CORRUPT);
    assert_text(&got, buffer_view(&text));
    char byte[40];
    snprintf(byte, sizeof byte, "at byte %zu is", size);
    assert_non_null(strstr(error.message, byte));
    file.size = size;
    assert_int_equal(buffer_append(&file, "BZh9\x31\x41", 6, &error), STATUS_OK);
    assert_int_equal(bzip2_read(buffer_view(&file), &got, 100, &error), STATUS_CUT_SHORT);
    assert_text(&got, buffer_view(&text));
    buffer_release(&text);
    buffer_release(&file);
    buffer_release(&got);
}

/* As if the bits of a marker stood by chance inside a block: the piece in two, cut at any bit. */
static void split(struct bzip2_piece *piece, struct bzip2_piece *rest, size_t bits) {
    size_t from = (piece->bit % 8 + bits) / 8;
    rest->kind = BZIP2_PIECE_BLOCK;
    rest->level = piece->level;
    rest->bit = piece->bit + bits;
    rest->bit_count = piece->bit_count - bits;
    buffer_clear(&rest->packed);
    assert_int_equal(
        buffer_append(&rest->packed, piece->packed.data + from, piece->packed.size - from, &error),
        STATUS_OK);
    piece->bit_count = bits;
    piece->packed.size = (piece->bit % 8 + bits + 7) / 8;
}

static void false_markers_are_survived(void **state) {
    (void)state;
    struct sample sample;
    sample_init(&sample);
    for (size_t parts = 2; parts <= 4; parts++) {
        struct byte_source input;
        struct bzip2_scanner scanner;
        struct bzip2_order order;
        struct bzip2_piece piece;
        struct bzip2_piece rest;
        struct buffer got = BUFFER_INIT;
        byte_source_from_memory(&input, buffer_view(&sample.file), "a.bz2");
        bzip2_scanner_init(&scanner, &input);
        bzip2_order_init(&order, "a.bz2");
        bzip2_piece_init(&piece);
        bzip2_piece_init(&rest);
        size_t cut = 1;
        while (bzip2_scanner_next(&scanner, &piece, &error) == STATUS_OK) {
            struct view text;
            for (size_t part = 1; part < parts && piece.kind == BZIP2_PIECE_BLOCK; part++) {
                split(&piece, &rest, piece.bit_count / 3 + cut++ * 5);
                bzip2_piece_decode(&piece, &error);
                assert_int_equal(bzip2_order_take(&order, &text, &piece, &error), STATUS_OK);
                assert_int_equal(text.size, 0);
                struct bzip2_piece swapped = piece;
                piece = rest;
                rest = swapped;
            }
            bzip2_piece_decode(&piece, &error);
            assert_int_equal(bzip2_order_take(&order, &text, &piece, &error), STATUS_OK);
            assert_int_equal(buffer_append(&got, text.data, text.size, &error), STATUS_OK);
        }
        assert_int_equal(bzip2_order_finish(&order, &error), STATUS_OK);
        assert_text(&got, buffer_view(&sample.text));
        bzip2_scanner_release(&scanner);
        bzip2_order_release(&order);
        bzip2_piece_release(&piece);
        bzip2_piece_release(&rest);
        buffer_release(&got);
    }
    sample_release(&sample);
}

static void markers_are_found_at_every_bit(void **state) {
    (void)state;
    struct bzip2_marker_table table;
    bzip2_marker_table_init(&table);
    for (size_t size = 6; size < 40; size++) {
        for (size_t bit = 0; bit + BZIP2_MARKER_BITS <= size * 8; bit++) {
            unsigned char bytes[40] = {0};
            uint64_t marker = bit % 2 == 0 ? BZIP2_MARKER_BLOCK : BZIP2_MARKER_END;
            for (size_t i = 0; i < BZIP2_MARKER_BITS; i++) {
                if (marker >> (47 - i) & 1)
                    bytes[(bit + i) / 8] |= (unsigned char)(0x80u >> (bit + i) % 8);
            }
            size_t found = 999;
            for (size_t from = 0; from <= bit; from++) {
                assert_true(bzip2_marker_find(&table, (struct view){bytes, size}, from, &found));
                assert_int_equal(found, bit);
            }
            assert_false(bzip2_marker_find(&table, (struct view){bytes, size}, bit + 1, &found));
            assert_false(
                bzip2_marker_find(&table, (struct view){bytes, (bit + 47) / 8}, 0, &found));
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(markers_are_found_at_every_bit),
        cmocka_unit_test(streams_of_every_level_are_read),
        cmocka_unit_test(runs_grow_as_far_as_they_can),
        cmocka_unit_test(what_is_not_bzip2_is_told),
        cmocka_unit_test(a_cut_anywhere_is_told),
        cmocka_unit_test(a_flipped_bit_in_each_block_is_told),
        cmocka_unit_test(other_bytes_behind_the_end_are_told),
        cmocka_unit_test(false_markers_are_survived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
