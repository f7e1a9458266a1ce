/* The Unicode tables equal the reference's for every code point. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/tokenizer_sample.h"
#include "tokenizer/text/unicode_tables.h"
#include "tokenizer/text/utf8.h"

#define GOLDEN SAMPLE "golden/unicode/"

static const struct unicode_tables *tables;

static int get_tables(void **state) {
    (void)state;
    tables = unicode_tables_get(UNICODE_14_0, FLAVOR_NVIDIA, FOLDING_LOWER_DECOMPOSED);
    return 0;
}

/* Calls back for each code point of each line "FIRST[..LAST]<tab>VALUE". */
static void read_table(const char *path, void (*take)(uint32_t code_point, const char *value)) {
    char line[256];
    FILE *file = fopen(path, "r");
    if (file == NULL)
        fail_msg("%s is not there", path);
    while (fgets(line, sizeof line, file) != NULL) {
        char *value = strchr(line, '\t');
        if (line[0] == '#' || value == NULL)
            continue;
        char *end;
        uint32_t first = (uint32_t)strtoul(line, &end, 16);
        uint32_t last = *end == '.' ? (uint32_t)strtoul(end + 2, NULL, 16) : first;
        *strchr(value, '\n') = '\0';
        for (uint32_t code_point = first; code_point <= last; code_point++)
            take(code_point, value + 1);
    }
    fclose(file);
}

static unsigned char golden[CODE_POINT_END];

static void take_class(uint32_t code_point, const char *value) {
    golden[code_point] = (unsigned char)(strcmp(value, "dropped") == 0       ? CHARACTER_DROPPED
                                         : strcmp(value, "whitespace") == 0  ? CHARACTER_WHITE_SPACE
                                         : strcmp(value, "punctuation") == 0 ? CHARACTER_PUNCTUATION
                                                                             : CHARACTER_CJK);
}

static void classes_are_right(void **state) {
    (void)state;
    memset(golden, CHARACTER_OTHER, sizeof golden);
    read_table(GOLDEN "classes.tsv", take_class);
    for (uint32_t i = 0; i < CODE_POINT_END; i++) {
        if (character_class_of(unicode_tables_class(tables, i)) != golden[i])
            fail_msg("U+%04X has the wrong class", (unsigned)i);
    }
}

static void take_one(uint32_t code_point, const char *value) {
    (void)value;
    golden[code_point] = 1;
}

static void stripped_characters_are_right(void **state) {
    (void)state;
    memset(golden, 0, sizeof golden);
    read_table(GOLDEN "strip.tsv", take_one);
    for (uint32_t i = 0; i < CODE_POINT_END; i++) {
        if (((unicode_tables_class(tables, i) & CHARACTER_STRIPPED) != 0) != golden[i])
            fail_msg("U+%04X is stripped or not, wrongly", (unsigned)i);
    }
}

static void take_sigma(uint32_t code_point, const char *value) {
    golden[code_point] = strcmp(value, "cased") == 0 ? CHARACTER_CASED : CHARACTER_CASE_IGNORABLE;
}

static void cased_and_ignorable_characters_are_right(void **state) {
    (void)state;
    memset(golden, 0, sizeof golden);
    read_table(GOLDEN "sigma.tsv", take_sigma);
    for (uint32_t i = 0; i < CODE_POINT_END; i++) {
        uint16_t properties = unicode_tables_class(tables, i);
        if ((properties & (CHARACTER_CASED | CHARACTER_CASE_IGNORABLE)) != golden[i])
            fail_msg("U+%04X is cased or ignorable, wrongly", (unsigned)i);
    }
}

static void take_number(uint32_t code_point, const char *value) {
    golden[code_point] = (unsigned char)strtoul(value, NULL, 10);
}

static void combining_classes_are_right(void **state) {
    (void)state;
    memset(golden, 0, sizeof golden);
    read_table(GOLDEN "ccc.tsv", take_number);
    for (uint32_t i = 0; i < CODE_POINT_END; i++) {
        if (character_combining_class(unicode_tables_class(tables, i)) != golden[i])
            fail_msg("U+%04X has the wrong combining class", (unsigned)i);
    }
}

/* The folding of a code point without marks of category Mn, written as the table has it. */
static void describe_folding(uint32_t code_point, char text[128]) {
    uint32_t own[3];
    size_t length;
    size_t kept = 0;
    size_t at = 0;
    unsigned char bytes[UTF8_LONGEST];
    const uint32_t *sequence = folding_get(&tables->folding, code_point, &length, own);
    text[0] = '\0';
    for (size_t i = 0; i < length; i++) {
        if ((unicode_tables_class(tables, sequence[i]) & CHARACTER_NONSPACING) != 0)
            continue;
        at += (size_t)snprintf(text + at, 128 - at, "%s%04X", kept > 0 ? " " : "",
                               (unsigned)sequence[i]);
        kept++;
    }
    /* What the room for ids rests on. */
    if (kept > utf8_encode(code_point, bytes))
        fail_msg("U+%04X folds to more code points than it has bytes", (unsigned)code_point);
    if (kept == 0)
        snprintf(text, 128, "del");
}

static void take_folding(uint32_t code_point, const char *value) {
    char expected[128];
    char actual[128];
    snprintf(expected, sizeof expected, "%s", value);
    if (value[0] == '+' || value[0] == '-')
        snprintf(expected, sizeof expected, "%04lX", (long)code_point + strtol(value, NULL, 10));
    describe_folding(code_point, actual);
    if (strcmp(actual, expected) != 0)
        fail_msg("U+%04X folds to %s, not %s", (unsigned)code_point, actual, expected);
    golden[code_point] = 1;
}

static void foldings_are_right(void **state) {
    (void)state;
    memset(golden, 0, sizeof golden);
    read_table(GOLDEN "fold.tsv", take_folding);
    for (uint32_t i = 0; i < CODE_POINT_END; i++) {
        char itself[128];
        char actual[128];
        if (golden[i] || (i >= 0xD800 && i <= 0xDFFF) || (i >= HANGUL_FIRST && i <= HANGUL_LAST))
            continue;
        snprintf(itself, sizeof itself, "%04X", (unsigned)i);
        describe_folding(i, actual);
        if (strcmp(actual, itself) != 0)
            fail_msg("U+%04X folds to %s, not itself", (unsigned)i, actual);
    }
}

static void hangul_syllables_fold_to_jamo(void **state) {
    (void)state;
    for (uint32_t i = HANGUL_FIRST; i <= HANGUL_LAST; i++) {
        uint32_t own[3];
        size_t length;
        const uint32_t *jamo = folding_get(&tables->folding, i, &length, own);
        assert_true((unicode_tables_class(tables, i) & CHARACTER_FOLDS) != 0);
        uint32_t syllable = ((jamo[0] - 0x1100) * 21 + jamo[1] - 0x1161) * 28;
        assert_int_equal(syllable + (length == 3 ? jamo[2] - 0x11A7 : 0), i - HANGUL_FIRST);
    }
}

/* The other flavor keeps what is unassigned or private, as words or ideographs, and no more. */
static void classes_of_the_other_flavor_are_right(void **state) {
    (void)state;
    const struct unicode_tables *google =
        unicode_tables_get(UNICODE_14_0, FLAVOR_GOOGLE, FOLDING_LOWER_DECOMPOSED);
    size_t kept = 0;
    for (uint32_t i = 0; i < CODE_POINT_END; i++) {
        uint16_t ours = unicode_tables_class(tables, i);
        uint16_t others = unicode_tables_class(google, i);
        if (ours == others)
            continue;
        if (character_class_of(ours) != CHARACTER_DROPPED ||
            (others != CHARACTER_OTHER && others != CHARACTER_CJK))
            fail_msg("U+%04X has the wrong class", (unsigned)i);
        kept++;
    }
    /* Unicode 14.0 leaves 829,834 code points unassigned, 137,468 private, 2,048 surrogates. */
    assert_int_equal(kept, 829834 + 137468 + 2048);
    assert_int_equal(unicode_tables_class(google, 0xE000), CHARACTER_OTHER);
    assert_int_equal(unicode_tables_class(google, 0x378), CHARACTER_OTHER);
    assert_int_equal(unicode_tables_class(google, 0x10FFFF), CHARACTER_OTHER);
    assert_int_equal(unicode_tables_class(google, 0xFA6E), CHARACTER_CJK);
    assert_int_equal(unicode_tables_class(google, 0x2B73F), CHARACTER_CJK);
    assert_int_equal(unicode_tables_class(google, 0xFFFD), CHARACTER_DROPPED);
    assert_int_equal(unicode_tables_class(google, 0xAD), unicode_tables_class(tables, 0xAD));
}

/* What one folding makes of the other's result. */
static size_t fold_twice(const struct folding *lower, const struct folding *decomposed,
                         uint32_t code_point, uint32_t result[32]) {
    uint32_t own[3];
    size_t length;
    size_t size = 0;
    const uint32_t *sequence = folding_get(lower, code_point, &length, own);
    for (size_t i = 0; i < length; i++) {
        uint32_t parts[3];
        size_t count;
        const uint32_t *part = folding_get(decomposed, sequence[i], &count, parts);
        for (size_t j = 0; j < count; j++)
            result[size++] = part[j];
    }
    return size;
}

/* Lower case, then decomposition, are the two together; each changes only what is marked so. */
static void foldings_of_one_kind_add_up(void **state) {
    (void)state;
    const struct unicode_tables *lower =
        unicode_tables_get(UNICODE_14_0, FLAVOR_NVIDIA, FOLDING_LOWER);
    const struct unicode_tables *decomposed =
        unicode_tables_get(UNICODE_14_0, FLAVOR_NVIDIA, FOLDING_DECOMPOSED);
    for (uint32_t i = 0; i < CODE_POINT_END; i++) {
        uint32_t own[3];
        uint32_t twice[32];
        size_t length;
        size_t size = fold_twice(&lower->folding, &decomposed->folding, i, twice);
        const uint32_t *sequence = folding_get(&tables->folding, i, &length, own);
        bool same = size == length && memcmp(sequence, twice, size * sizeof *twice) == 0;
        bool folds = size != 1 || twice[0] != i;
        if (!same || folds != ((unicode_tables_class(tables, i) & CHARACTER_FOLDS) != 0))
            fail_msg("U+%04X: lower case and decomposition do not add up", (unsigned)i);
    }
    uint32_t own[3];
    size_t length;
    assert_int_equal(*folding_get(&lower->folding, 0xC9, &length, own), 0xE9);
    assert_int_equal(*folding_get(&decomposed->folding, 0xC9, &length, own), 'E');
    assert_int_equal(length, 2);
    assert_int_equal(*folding_get(&lower->folding, HANGUL_FIRST, &length, own), HANGUL_FIRST);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(classes_are_right),
        cmocka_unit_test(stripped_characters_are_right),
        cmocka_unit_test(cased_and_ignorable_characters_are_right),
        cmocka_unit_test(combining_classes_are_right),
        cmocka_unit_test(foldings_are_right),
        cmocka_unit_test(hangul_syllables_fold_to_jamo),
        cmocka_unit_test(classes_of_the_other_flavor_are_right),
        cmocka_unit_test(foldings_of_one_kind_add_up),
    };
    return cmocka_run_group_tests(tests, get_tables, NULL);
}
