/*
 * sentence_splitter: which full stops end sentences, what stays whole, what is cut for its length.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tokenizer/text/sentence_splitter.h"

/* Splits and compares with the sentences, which are joined by '|'. */
static void check(const char *language, size_t max_characters, const char *paragraph,
                  const char *wanted) {
    const struct sentence_language *words = sentence_language_find(language);
    struct sentence_splitter splitter;
    struct error error;
    if (words == NULL)
        words = &SENTENCE_LANGUAGE_ROOT;
    assert_int_equal(sentence_splitter_init(&splitter, words, max_characters, &error), STATUS_OK);
    struct sentence_cursor cursor;
    sentence_cursor_init(&cursor, &splitter, view_of_string(paragraph));
    struct buffer joined = BUFFER_INIT;
    struct view sentence;
    size_t end = 0;
    while (sentence_cursor_next(&cursor, &sentence, &end)) {
        assert_true(sentence.size > 0);
        assert_true(sentence.data + sentence.size <=
                    (const unsigned char *)paragraph + strlen(paragraph));
        if (joined.size > 0)
            assert_int_equal(buffer_append(&joined, "|", 1, &error), STATUS_OK);
        assert_int_equal(buffer_append(&joined, sentence.data, sentence.size, &error), STATUS_OK);
    }
    assert_int_equal(buffer_append(&joined, "", 1, &error), STATUS_OK);
    assert_string_equal((const char *)joined.data, wanted);
    buffer_release(&joined);
    sentence_splitter_release(&splitter);
}

static void test_plain(void **state) {
    (void)state;
    check("en", 0, "", "");
    check("en", 0, " \t ", "");
    check("en", 0, "One", "One");
    check("en", 0, " One.  Two?\xC2\xA0Three! ", "One.|Two?|Three!");
    check("en", 0, "It is 3.5 m. Is it? Yes.", "It is 3.5 m.|Is it?|Yes.");
    check("en", 0, "It fell. 12 men saw it.", "It fell.|12 men saw it.");
    check("en", 0, "It fell in 1817. 12 men saw it.", "It fell in 1817.|12 men saw it.");
    check("en", 0, "See example.com or v2.0.Next is here.",
          "See example.com or v2.0.Next is here.");
    check("en", 0, "A line\xE2\x80\xA8then another", "A line|then another");
    check("en", 0, "No! said he. What? she asked.", "No! said he.|What? she asked.");
    check("en", 0, "Really?! Yes!!! No...", "Really?!|Yes!!!|No...");
}

static void test_abbreviations(void **state) {
    (void)state;
    check("en", 0, "Dr. Who met Mr. In. He left.", "Dr. Who met Mr. In.|He left.");
    check("en", 0, "J. R. R. Tolkien wrote. He smoked.", "J. R. R. Tolkien wrote.|He smoked.");
    check("en", 0, "Bus No. 5 left. The answer was no. It was late.",
          "Bus No. 5 left.|The answer was no.|It was late.");
    check("en", 0, "He came to the U.S. In 1990 he left the U.S. Army.",
          "He came to the U.S.|In 1990 he left the U.S. Army.");
    check("en", 0, "It was at 5 p.m. Everyone slept.", "It was at 5 p.m.|Everyone slept.");
    check("en", 0,
          "It froze at 0 \xC2\xB0"
          "C. Ice is cold.",
          "It froze at 0 \xC2\xB0"
          "C.|Ice is cold.");
    check("en", 0, "It followed World War I. Germany lost.",
          "It followed World War I.|Germany lost.");
    check("en", 0, "1. The first. 2. The second.", "1. The first.|2. The second.");
    check("en", 0, "Cats, dogs, birds, mice, hens, etc. Animals all.",
          "Cats, dogs, birds, mice, hens, etc.|Animals all.");
    check("de", 0, "Am 3. Mai kam er. Am 4. Juni ging er.",
          "Am 3. Mai kam er.|Am 4. Juni ging er.");
    check("de", 0, "Er starb 1965. Danach kam nichts.", "Er starb 1965.|Danach kam nichts.");
    check("xx", 0, "Dr. Who. He.", "Dr. Who.|He.");
}

static void test_spans(void **state) {
    (void)state;
    check("en", 0, "He wrote, \"Water. Water. Mercy.\" He died.",
          "He wrote, \"Water. Water. Mercy.\"|He died.");
    check("en", 0, "It fell (It was old. It was heavy.) and broke. Alas.",
          "It fell (It was old. It was heavy.) and broke.|Alas.");
    check("en", 0, "She said, \"Go.\" (He did.) He said, \"No.\" (Lee 1990) Why?",
          "She said, \"Go.\"|(He did.)|He said, \"No.\" (Lee 1990) Why?");
    check("en", 0, "Is it odd (!) Perhaps. Yes.", "Is it odd (!) Perhaps.|Yes.");
    check("en", 0, "He said \" Go ! \" She went .", "He said \" Go ! \"|She went .");
    check("en", 0, "A 5\" nail. It is short. A 6\" nail.", "A 5\" nail.|It is short.|A 6\" nail.");
    char text[400];
    memset(text, 'a', sizeof text);
    memcpy(text, "X \"A. ", 6);
    memcpy(text + 200, ". Oo.\" U!", 10);
    char wanted[400];
    memset(wanted, 'a', sizeof wanted);
    memcpy(wanted, "X \"A. ", 6);
    memcpy(wanted + 200, ".|Oo.\"|U!", 10);
    check("en", 0, text, wanted);
}

static void test_scripts(void **state) {
    (void)state;
    check("zh", 0, "他来了。他走了！真的？是。", "他来了。|他走了！|真的？|是。");
    check("ja", 0, "「はい。」と言った。終わり。", "「はい。」と言った。|終わり。");
    check("hi", 0, "यह है। वह है।", "यह है।|वह है।");
    check("el", 0, "Τι είναι; Δεν ξέρω.", "Τι είναι;|Δεν ξέρω.");
    check("hy", 0, "Սա է: Նա է։ Վերջ", "Սա է:|Նա է։|Վերջ");
    check("es", 0, "¿Qué? ¡No! Así es.", "¿Qué?|¡No!|Así es.");
    check("km", 0, "ក។ ខ។", "ក។|ខ។");
}

static void test_length(void **state) {
    (void)state;
    check("en", 10, "aaaa bbbb cccc dddd", "aaaa bbbb|cccc dddd");
    check("en", 12, "aaaa, bbb ccc; ddd", "aaaa,|bbb ccc; ddd");
    check("en", 4, "abcdefghij", "abcd|efgh|ij");
    check("en", 1, "a b", "a|b");
    check("en", 2, "\xE0\xB8\x81\xE0\xB8\x81\xE0\xB8\x81", "\xE0\xB8\x81\xE0\xB8\x81|\xE0\xB8\x81");
}

static void test_codes(void **state) {
    (void)state;
    assert_ptr_equal(sentence_language_find("de"), sentence_language_find("de_DE.UTF-8"));
    assert_ptr_equal(sentence_language_find("de"), sentence_language_find("dewiki"));
    assert_ptr_equal(sentence_language_find("en"), sentence_language_find("simple"));
    assert_ptr_equal(sentence_language_find("pt"), sentence_language_find("PT-br"));
    assert_null(sentence_language_find("qqq"));
    assert_null(sentence_language_find(""));
    assert_null(sentence_language_find("e"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_plain),  cmocka_unit_test(test_abbreviations),
        cmocka_unit_test(test_spans),  cmocka_unit_test(test_scripts),
        cmocka_unit_test(test_length), cmocka_unit_test(test_codes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
