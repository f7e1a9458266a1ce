#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/wikitext_cleaning.h"

#define CHECK(cases, options)                                                                      \
    assert_int_equal(count_wrong(cases, sizeof(cases) / sizeof((cases)[0]), options), 0)

static void links_show_their_text(void **state) {
    (void)state;
    static const struct cleaning_case CASES[] = {
        {"en", "[[cat]]s and [[dog|the dog]]s", "cats and the dogs\n"},
        {"en", "An [[ant (insect)|]] of [[Paris, Texas|]]", "An ant of Paris\n"},
        {"en", "see [[:Category:Ants]] now [[Category:Ants]]", "see Category:Ants now\n"},
        {"en", "a [[fr:Fourmi]] b", "a b\n"},
        {"en", "[[Alien: Resurrection]] ran", "Alien: Resurrection ran\n"},
        {"en", "Up [[File:a.jpg|thumb|with [[link|a link]] and [[File:b.png]]]] down", "Up down\n"},
        {"de", "Oben [[Datei:a.jpg|mini|hochkant|Das [[Bild]]]] unten", "Oben unten\n"},
        {"en", "four [[[[x]]]] brackets", "four x brackets\n"},
        {"en", "three [[[x]]] brackets", "three [x] brackets\n"},
        {"en", "open [[File:a.jpg|thumb|caption\ntext goes on.\n\nAnd on.",
         "open text goes on.\nAnd on.\n"},
        {"en", "open [[link|text\n\nNext one.", "open text\nNext one.\n"},
        {"en", "a stray ]] here", "a stray here\n"},
        {"en", "by [http://a.org/x the label] and [https://b.org] too", "by the label and too\n"},
        {"en", "he [sic] said [it]", "he [sic] said [it]\n"},
        {"en", "[[x|''slanted'' text]]", "slanted text\n"},
    };
    CHECK(CASES, NULL);
}

static void apostrophes_are_settled_line_by_line(void **state) {
    (void)state;
    static const struct cleaning_case CASES[] = {
        {"it", "l'''Adige''' scorre", "l'Adige scorre\n"},
        {"en", "''Foo''{{'s}} end", "Foo's end\n"},
        {"en", "The ''[[x]]''<nowiki/>'s end, l'<nowiki/>''Eneide'' a<nowiki/>b",
         "The x's end, l'Eneide ab\n"},
        {"it", "dell''''uomo'''", "dell'uomo\n"},
        {"en", "'''''both''''' and '''bold''' and ''slanted''", "both and bold and slanted\n"},
        {"en", "'''open\n\nnext", "open\nnext\n"},
        {"en", "the dogs' and cats' food", "the dogs' and cats' food\n"},
        {"en", "''''''six''''''", "'six'\n"},
        {"fr", "'''a''' ''b l'''c''", "a b l'c\n"},
    };
    CHECK(CASES, NULL);
}

static void braces_are_matched_as_mediawiki_does(void **state) {
    (void)state;
    static const struct cleaning_case CASES[] = {
        {"en", "A {{{{{1|x}}}}} B.", "A B.\n"},
        {"en", "A {{{1|default}}} B.", "A default B.\n"},
        {"en", "A {{cite|a={b}|{c}} B.", "A B.\n"},
        {"en", "A {{cite|{{cite|{{cite|{{cite|x}}}}}}}} B.", "A B.\n"},
        {"en", "A.\n\n{{cite web|title=x\n\nB.", "A.\nB.\n"},
        {"en", "{{Infobox a\n| b = c\n}\n'''B''' is.\n\nC is.", "B is.\nC is.\n"},
        {"en", "A {{cite|x\n== H ==\nB.", "A\nB.\n"},
        {"en", "A}} and B.", "A and B.\n"},
        {"en", "{{nowrap|[[a|b]] c}} d", "b c d\n"},
        {"en", "{{nowrap|1=a = b}} d", "a = b d\n"},
        {"en", "{{nowrap|a{{!}}b}}", "a|b\n"},
    };
    CHECK(CASES, NULL);
}

static void opaque_tags_go_with_their_content(void **state) {
    (void)state;
    static const struct cleaning_case CASES[] = {
        {"en", "A.<ref name=\"a > b\">x</ref> B.<ref name=a/b.html>y</ref> C.<ref name=c/>",
         "A. B. C.\n"},
        {"en", "A.<ref>x<br/>y<nowiki/></ref> B.", "A. B.\n"},
        {"en", "A.<ref>open\n\nB.<ref>closed</ref> C.", "A.\nB. C.\n"},
        {"en", "A<!-- x -->B <!-- y", "AB\n"},
        {"en", "A.\n<!-- alone -->\nB.", "A. B.\n"},
        {"en", "<nowiki>[[a]] {{b}} ''c'' &amp; <i></nowiki>", "[[a]] {{b}} ''c'' & <i>\n"},
        {"en", "a <syntaxhighlight lang=\"c\" inline>int x[[1]]</syntaxhighlight> b",
         "a int x[[1]] b\n"},
        {"en", "A<pre>x</pre> B <source lang=c>y</source> C <gallery>\nz</gallery>D", "A B C D\n"},
        {"en", "with <math>e = 0.5</math> and <math>\\tfrac{\\sin x}{x}</math>",
         "with e = 0.5 and (sin x)/x\n"},
        {"en", "As <math>\\alpha \\le 2\\pi</math> is.\n:<math>x</math>\nB is.",
         "As α ≤ 2π is.\nB is.\n"},
        {"en", "<poem>\nOne line\nAnother line\n</poem>", "One line\nAnother line\n"},
    };
    CHECK(CASES, NULL);
}

static void holes_take_their_whole_sentence(void **state) {
    (void)state;
    static const struct cleaning_case CASES[] = {
        {"ru", "Один. Это (англ. Foo, {{неведомое|x}}) слово. Два.", "Один. Два.\n"},
        {"ru", "Один. В 1900 г. в Москве {{неведомое|x}} слово. Два.", "Один. Два.\n"},
        {"ru", "Один. Здесь г. Тула и {{неведомое|x}} слово. Два.", "Один. Два.\n"},
        {"cs", "Jedna. Byl např. šéf {{neznámé|x}}. Dva.", "Jedna. Dva.\n"},
        {"en", "One (it is. It was). Two {{what is this|x}}. Three.",
         "One (it is. It was). Three.\n"},
    };
    CHECK(CASES, NULL);
}

static void other_tags_leave_their_text(void **state) {
    (void)state;
    static const struct cleaning_case CASES[] = {
        {"en", "H<sub>2</sub>O <span class=\"a>b\">is</span> <unknown>wet</unknown>",
         "H2O is wet\n"},
        {"en", "a < b and c > d, 1<2", "a < b and c > d, 1<2\n"},
        {"en", "one<br/>two<br><br />three", "one two\nthree\n"},
        {"en", "a<p>b</p><blockquote>c</blockquote>d", "a\nb\nc\nd\n"},
        {"en", "a <span style=\"display:none\">b [[c|d]]</span>e", "a e\n"},
        {"en", "a <table><tr><td>b<table>c</table></td></tr></table> d.", "a d.\n"},
        {"en", "<ins>a</ins><del>b</del> <section begin=x/>c", "ab c\n"},
        {"en", "AT&amp;nbsp;T &lt;b&gt; &#65;&#x42; &nosuch; &eacute; &apos;",
         "AT&nbsp;T <b> AB &nosuch; é '\n"},
        {"en", "__NOTOC__a__b", "a__b\n"},
    };
    CHECK(CASES, NULL);
}

static void tables_go(void **state) {
    (void)state;
    static const struct cleaning_case CASES[] = {
        {"en", "A.\n{|\n| a\n{|\n| b\n|}\n| c\n|}\nB.", "A.\nB.\n"},
        {"en", "A.\n{|\n| a\n\nB.", "A.\nB.\n"},
        {"en", "A.\n{|\n| a\n== H ==\nB.", "A.\nB.\n"},
        {"en", "A.\n:{| class=x\n|}\nB.\n|}\n", "A.\nB.\n"},
    };
    CHECK(CASES, NULL);
}

static void prose_items_stay_and_lists_of_links_go(void **state) {
    (void)state;
    static const struct cleaning_case CASES[] = {
        {"en", "Rules are:\n* Walk on the left.\n* Never run.",
         "Rules are:\nWalk on the left.\n"
         "Never run.\n"},
        {"en", "Fine. It is twinned with:\n* [[A]], x\n* [[B]], y\n\nNext.", "Fine.\nNext.\n"},
        {"en", "; Term\n: What it means is this.\n: short", "What it means is this.\n"},
        {"en", "== See also ==\n* A thing to read here.\n=== More ===\nMore.\n== Next ==\nText.",
         "Text.\n"},
        {"de", "Text.\n== Einzelnachweise ==\nMehr Text ist hier.", "Text.\n"},
        {"en", ":''For the film, see [[X]].''\nText.", "Text.\n"},
        {"ja", "一行目、\n二行目。", "一行目、二行目。\n"},
        {"en", "one line\nand the same\n\nanother\n----\nlast",
         "one line and the same\nanother\nlast\n"},
    };
    CHECK(CASES, NULL);
}

static void punctuation_is_repaired_round_what_went(void **state) {
    (void)state;
    static const struct cleaning_case CASES[] = {
        {"en", "A ({{IPA|x}}) is.", "A is.\n"},
        {"en", "A ({{IPA|x}}; born 1900) is.", "A (born 1900) is.\n"},
        {"en", "A ('''B''', {{IPA|x}} {{IPA|y}}) is.", "A (B) is.\n"},
        {"en", "A ({{IPA|x}}, {{IPA|y}}) is.", "A is.\n"},
        {"en", "A (({{IPA|x}})) is.", "A is.\n"},
        {"en", "A ({{IPA|x}} or {{IPA|y}}; via B) is, or<ref>x</ref>, was.",
         "A (via B) is, or, was.\n"},
        {"en", "A (B, also pronounced {{IPA|x}}) is.", "A (B) is.\n"},
        {"en", "A, {{IPA|x}}, B {{IPA|x}}, C {{IPA|x}}.", "A, B, C.\n"},
        {"en", "word{{IPA|x}}word f() ( x ), y ,", "word word f() ( x ), y ,\n"},
        {"ja", "甲（{{IPA|x}}、乙）、丙（{{IPA|x}}）は", "甲（乙）、丙は\n"},
        {"en",
         "A&nbsp;B\xE2\x80\x89"
         "C   D",
         "A B C D\n"},
    };
    CHECK(CASES, NULL);
}

static void holes_are_handled_as_asked(void **state) {
    (void)state;
    static const char PAGE[] = "First one. Then {{an unknown one|x}} came. Mr. X left.";
    static const struct cleaning_case DROP[] = {{"en", PAGE, "First one. Mr. X left.\n"}};
    static const struct cleaning_case KEEP[] = {
        {"en", PAGE, "First one. Then came. Mr. X left.\n"}};
    static const struct cleaning_case MARK[] = {
        {"en", PAGE, "First one. Then \xEF\xBF\xBC came. Mr. X left.\n"}};
    struct wikitext_options options = {.holes = WIKITEXT_HOLES_KEEP};
    CHECK(DROP, NULL);
    CHECK(KEEP, &options);
    options.holes = WIKITEXT_HOLES_MARK;
    CHECK(MARK, &options);
    struct wikitext_counts counts = {0};
    free(clean_page("en", view_of_string(PAGE), NULL, &counts));
    assert_int_equal(counts.holes, 1);
    assert_int_equal(counts.dropped_sentences, 1);
    assert_int_equal(counts.templates, 1);
}

static void options_keep_what_is_left_out(void **state) {
    (void)state;
    struct wikitext_options options = {.titles = true,
                                       .headings = true,
                                       .captions = true,
                                       .tables = true,
                                       .reference_sections = true,
                                       .lists = WIKITEXT_LISTS_ALL};
    static const struct cleaning_case CASES[] = {
        {"en", "[[File:a.jpg|thumb|A [[b|caption]]|alt=c]]\nText.\n== See also ==\n* [[X]]\n; T",
         "A page\nA caption\nText.\nSee also\nX\nT\n"},
        {"en", "{| class=x\n|+ Title\n! a !! b\n|-\n| style=y | c || [[d|e]]\n|}",
         "A page\nTitle\na\nb\nc\ne\n"},
    };
    CHECK(CASES, &options);
}

static void variants_are_chosen(void **state) {
    (void)state;
    struct wikitext_options options = {.variant = "zh-tw"};
    static const struct cleaning_case FIRST[] = {
        {"zh", "-{zh-hans:甲; zh-hant:乙}-丙", "甲丙\n"},
        {"zh", "-{丁}--{H|zh-cn:a;zh-tw:b}-丙", "丁丙\n"},
        {"en", "a -{b}- c", "a -{b}- c\n"},
    };
    static const struct cleaning_case TAIWAN[] = {
        {"zh", "-{zh-hans:甲; zh-hant:乙}-丙", "乙丙\n"},
        {"zh", "-{zh-cn:甲; zh-tw:[[己|戊]];}-丙", "戊丙\n"},
    };
    CHECK(FIRST, NULL);
    CHECK(TAIWAN, &options);
}

static void redirects_and_empty_pages_have_no_text(void **state) {
    (void)state;
    static const struct cleaning_case CASES[] = {
        {"es", "#REDIRECCIÓN [[Alabama]]", ""},
        {"en", "", ""},
        {"en", " \n{{Infobox}}\n\n", ""},
    };
    CHECK(CASES, NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(links_show_their_text),
        cmocka_unit_test(apostrophes_are_settled_line_by_line),
        cmocka_unit_test(braces_are_matched_as_mediawiki_does),
        cmocka_unit_test(opaque_tags_go_with_their_content),
        cmocka_unit_test(holes_take_their_whole_sentence),
        cmocka_unit_test(other_tags_leave_their_text),
        cmocka_unit_test(tables_go),
        cmocka_unit_test(prose_items_stay_and_lists_of_links_go),
        cmocka_unit_test(punctuation_is_repaired_round_what_went),
        cmocka_unit_test(holes_are_handled_as_asked),
        cmocka_unit_test(options_keep_what_is_left_out),
        cmocka_unit_test(variants_are_chosen),
        cmocka_unit_test(redirects_and_empty_pages_have_no_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
