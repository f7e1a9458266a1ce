#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "formats/wiki/wiki_name.h"
#include "formats/wiki/wiki_site.h"
#include "formats/wiki/wiki_words.h"

static struct error error;

static struct wiki_site site_of(const char *language) {
    struct wiki_site site;
    assert_int_equal(wiki_site_init(&site, language, &error), STATUS_OK);
    return site;
}

/* A question asked of a language's site about one name. */
struct question {
    const char *language, *name;
    bool yes;
};

typedef bool answer_function(const struct wiki_site *site, struct view name);

static void ask(answer_function *answer, const struct question *questions, size_t count) {
    for (size_t i = 0; i < count; i++) {
        struct wiki_site site = site_of(questions[i].language);
        if (answer(&site, view_of_string(questions[i].name)) != questions[i].yes)
            fail_msg("%s: '%s' should be %d", questions[i].language, questions[i].name,
                     questions[i].yes);
        wiki_site_release(&site);
    }
}

#define ASK(answer, questions) ask(answer, questions, sizeof(questions) / sizeof(questions)[0])

static void every_language_is_found(void **state) {
    (void)state;
    assert_true(WIKI_WORDS_COUNT > 300);
    for (size_t i = 0; i < WIKI_WORDS_COUNT; i++) {
        assert_ptr_equal(wiki_words_look_up(WIKI_WORDS[i].language), &WIKI_WORDS[i]);
        struct wiki_site site = site_of(WIKI_WORDS[i].language);
        assert_string_equal(site.language, WIKI_WORDS[i].language);
        assert_true(wiki_site_is_media(&site, view_of_string("File")));
        assert_true(wiki_site_is_redirect(&site, view_of_string("#REDIRECT [[a]]"), NULL));
        wiki_site_release(&site);
    }
    assert_string_equal(wiki_words_find("xx-none")->language, "en");
    assert_string_equal(wiki_words_find(NULL)->language, "en");
    assert_null(wiki_words_look_up("xx-none"));
}

static void names_are_folded(void **state) {
    (void)state;
    static const char *const CASES[][2] = {
        {"  _Talk__page \t x_ ", "talk page x"},
        {"ФАЙЛ", "файл"},
        {"ΑΡΧΕΊΟ", "αρχείο"},
        {"Thể Loại", "thể loại"},
        {"ŠABLON", "šablon"},
        {"Պատկեր", "պատկեր"},
        {"İstanbul", "istanbul"},
        {"画像", "画像"},
        {"\xe2\x80\x8e:x", ":x"},
        {"\xc3", "\xc3"},
        {"", ""},
        {"_ _", ""},
        {"ß Ÿ ÿ × ÷", "ß ÿ ÿ × ÷"},
        {"Ѐ Ѡ Ҋ Ӏ Ӂ", "ѐ ѡ ҋ ӏ ӂ"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        unsigned char folded[64];
        size_t size = wiki_name_fold(folded, sizeof folded, view_of_string(CASES[i][0]));
        assert_int_equal(size, strlen(CASES[i][1]));
        assert_memory_equal(folded, CASES[i][1], size);
    }
    unsigned char small[3];
    assert_int_equal(wiki_name_fold(small, sizeof small, view_of_string("abcd")), 0);
    assert_int_equal(wiki_name_fold(small, sizeof small, view_of_string("a b")), 3);
}

static void namespaces_are_known(void **state) {
    (void)state;
    static const struct question MEDIA[] = {
        {"en", "File", true},         {"en", " image ", true}, {"en", "Media", false},
        {"de", "Datei", true},        {"de", "bild", true},    {"de", "Image", true},
        {"fr", "Fichier", true},      {"ru", "файл", true},    {"ru", "Изображение", true},
        {"ja", "画像", true},         {"zh", "文件", true},    {"zh", "檔案", true},
        {"pt", "Imagem", true},       {"pt", "Arquivo", true}, {"es", "Archivo", true},
        {"ar", "ملف", true},          {"fa", "پرونده", true},  {"he", "קובץ", true},
        {"hi", "चित्र", true},         {"bn", "চিত্র", true},    {"ko", "파일", true},
        {"th", "ไฟล์", true},          {"vi", "Tập_tin", true}, {"tr", "Dosya", true},
        {"pl", "Plik", true},         {"uk", "Файл", true},    {"it", "File", true},
        {"nl", "Bestand", true},      {"sv", "Fil", true},     {"el", "Αρχείο", true},
        {"simple", "Image", true},    {"als", "Datei", true},  {"zh-yue", "文件", true},
        {"sr", "Слика", true},        {"sr", "Slika", true},   {"no", "Fil", true},
        {"en", "Datei", false},       {"en", "", false},       {"bar", "Datei", true},
        {"zh-min-nan", "檔案", true},
    };
    ASK(wiki_site_is_media, MEDIA);
    static const struct question CATEGORY[] = {
        {"de", "Kategorie", true},  {"fr", "catégorie", true}, {"ru", "Категория", true},
        {"ja", "Category", true},   {"ja", "カテゴリ", true},  {"zh", "分类", true},
        {"zh", "分類", true},       {"ar", "تصنيف", true},     {"vi", "Thể loại", true},
        {"en", "Kategorie", false}, {"th", "หมวดหมู่", true},
    };
    ASK(wiki_site_is_category, CATEGORY);
    static const struct question TEMPLATE[] = {
        {"de", "Vorlage", true}, {"fr", "modèle", true}, {"es", "Plantilla", true},
        {"ru", "Шаблон", true},  {"en", "T", false},
    };
    ASK(wiki_site_is_template, TEMPLATE);
}

static void titles_have_namespaces(void **state) {
    (void)state;
    struct wiki_site site = site_of("it");
    struct view rest;
    assert_int_equal(wiki_site_namespace_of_title(&site, view_of_string("Discussione:Luna"), &rest),
                     1);
    assert_int_equal(rest.size, 4);
    assert_int_equal(wiki_site_namespace_of_title(&site, view_of_string("Alien: Covenant"), &rest),
                     0);
    assert_int_equal(rest.size, 15);
    assert_int_equal(wiki_site_namespace_of_title(&site, view_of_string("Utente:"), NULL), 0);
    assert_int_equal(wiki_site_namespace_of_title(&site, view_of_string(":"), NULL), 0);
    assert_int_equal(wiki_site_namespace_of_title(&site, (struct view){NULL, 0}, NULL), 0);
    assert_int_equal(wiki_site_namespace_of_title(&site, view_of_string("Portal:x"), NULL), 100);
    /* With the dump's own list only that counts. */
    assert_int_equal(wiki_site_add_namespace(&site, view_of_string("Portale"), 100, &error),
                     STATUS_OK);
    assert_int_equal(wiki_site_namespace_of_title(&site, view_of_string("portale:x"), NULL), 100);
    assert_int_equal(wiki_site_namespace_of_title(&site, view_of_string("Portal: x"), NULL), 0);
    int number;
    assert_true(wiki_site_find_namespace(&site, view_of_string("File"), &number));
    assert_int_equal(number, 6);
    wiki_site_release(&site);
}

static void image_options_are_known(void **state) {
    (void)state;
    static const struct question OPTIONS[] = {
        {"en", "thumb", true},       {"en", " Thumb ", true},
        {"en", "200px", true},       {"en", "x200px", true},
        {"en", "100x200px", true},   {"en", "100pxpx", true},
        {"en", "upright=1.2", true}, {"en", "upright 1.2", true},
        {"en", "alt=A [[b]]", true}, {"en", "link=", true},
        {"en", "px", false},         {"en", "a px", false},
        {"en", "thumb=x.png", true}, {"en", "page=3", true},
        {"en", "page 3", true},      {"en", "page three", false},
        {"en", "The moon", false},   {"en", "x=y", false},
        {"en", "mini", false},       {"de", "mini", true},
        {"de", "miniatur", true},    {"de", "hochkant=0.8", true},
        {"de", "thumb", true},       {"fr", "vignette", true},
        {"fr", "droite", true},      {"fr", "redresse", true},
        {"ru", "мини", true},        {"ru", "справа", true},
        {"ru", "250пкс", true},      {"ja", "サムネイル", true},
        {"zh", "缩略图", true},      {"zh", "縮圖", true},
        {"zh", "250像素", true},     {"es", "miniaturadeimagen", true},
        {"es", "derecha", true},     {"nl", "miniatuur", true},
        {"ar", "تصغير", true},       {"ar", "يسار", true},
        {"he", "ממוזער", true},      {"pl", "mały", true},
        {"sv", "miniatyr", true},    {"ko", "섬네일", true},
        {"vi", "nhỏ", true},         {"bar", "mini", true},
        {"uk", "праворуч", true},    {"en", "", false},
        {"en", "muted", true},
    };
    ASK(wiki_site_is_image_option, OPTIONS);
    struct wiki_site site = site_of("de");
    struct view value;
    assert_true(
        wiki_site_is_image_alternative(&site, view_of_string("alternativtext= Der Mond "), &value));
    assert_int_equal(value.size, 8);
    assert_true(wiki_site_is_image_alternative(&site, view_of_string("alt=x"), &value));
    assert_false(wiki_site_is_image_alternative(&site, view_of_string("link=x"), &value));
    wiki_site_release(&site);
}

static void redirects_are_known(void **state) {
    (void)state;
    static const struct {
        const char *language, *text, *target;
    } CASES[] = {
        {"en", "#REDIRECT [[Moon]]", "Moon"},
        {"en", "\n #redirect:[[ The Moon#Orbit |x]] more", "The Moon#Orbit"},
        {"en", "#REDIRECT\n[[Moon]]", "Moon"},
        {"en", "#WEITERLEITUNG [[Mond]]", NULL},
        {"de", "#WEITERLEITUNG [[Mond]]", "Mond"},
        {"ru", "#перенаправление [[Луна]]", "Луна"},
        {"ja", "＃転送 [[月]]", "月"},
        {"zh", "#重定向 [[月]]", "月"},
        {"ar", "#تحويل [[قمر]]", "قمر"},
        {"fr", "#REDIRECTION [[Lune]]", "Lune"},
        {"en", "#REDIRECT Moon", NULL},
        {"en", "#REDIRECT [[Moon", NULL},
        {"en", "#REDIRECT [[Moon\n]]", NULL},
        {"en", "# a list [[item]]", NULL},
        {"en", "#", NULL},
        {"en", "", NULL},
        {"en", "REDIRECT [[Moon]]", NULL},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        struct wiki_site site = site_of(CASES[i].language);
        struct view target = {NULL, 0};
        bool is = wiki_site_is_redirect(&site, view_of_string(CASES[i].text), &target);
        if (is != (CASES[i].target != NULL))
            fail_msg("%s: %s", CASES[i].language, CASES[i].text);
        if (is) {
            assert_int_equal(target.size, strlen(CASES[i].target));
            assert_memory_equal(target.data, CASES[i].target, target.size);
        }
        wiki_site_release(&site);
    }
}

static void switches_and_prefixes_are_known(void **state) {
    (void)state;
    static const struct question SWITCHES[] = {
        {"en", "__NOTOC__", true},
        {"en", "__notoc__", true},
        {"en", "NOTOC", false},
        {"en", "__init__", false},
        {"en", "____", false},
        {"de", "__KEIN_INHALTSVERZEICHNIS__", true},
        {"ru", "__БЕЗ_ОГЛ__", true},
        {"ja", "＿＿目次強制＿＿", true},
        {"fr", "__AUCUNSOMMAIRE__", true},
    };
    ASK(wiki_site_is_switch, SWITCHES);
    static const struct question LANGUAGES[] = {
        {"en", "fr", true},       {"en", "zh-min-nan", true}, {"en", "simple", true},
        {"en", "wikt", false},    {"en", "xyzzy", false},     {"en", "be-x-old", true},
        {"en", "roa-tara", true},
    };
    ASK(wiki_site_is_language_prefix, LANGUAGES);
    static const struct question PREFIXES[] = {
        {"en", "fr", true},
        {"en", "Wikt", true},
        {"en", "commons", true},
        {"en", "Moon", false},
    };
    ASK(wiki_site_is_interwiki_prefix, PREFIXES);
    static const struct question DISAMBIGUATION[] = {
        {"en", "Disambig", true},  {"en", "hndis", true},          {"de", "Begriffsklärung", true},
        {"fr", "Homonymie", true}, {"es", "desambiguación", true}, {"ru", "Неоднозначность", true},
        {"ja", "aimai", true},     {"zh", "消歧义", true},         {"en", "Infobox", false},
    };
    ASK(wiki_site_is_disambiguation, DISAMBIGUATION);
}

static void magic_words_are_known(void **state) {
    (void)state;
    static const char *const CASES[][3] = {
        {"de", "ZAHLENFORMAT", "formatnum"},
        {"es", "NOMBREDEPAGINA", "pagename"},
        {"en", "lc", "lc"},
        {"en", "PAGENAME", "pagename"},
        {"ru", "ФОРМАТИРОВАТЬ_ЧИСЛО", "formatnum"},
        {"ar", "لو", "if"},
        {"en", "Moon", NULL},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        struct wiki_site site = site_of(CASES[i][0]);
        struct view name = {NULL, 0};
        bool is = wiki_site_find_magic_word(&site, view_of_string(CASES[i][1]), &name);
        if (is != (CASES[i][2] != NULL))
            fail_msg("%s: %s", CASES[i][0], CASES[i][1]);
        if (is) {
            assert_int_equal(name.size, strlen(CASES[i][2]));
            assert_memory_equal(name.data, CASES[i][2], name.size);
        }
        wiki_site_release(&site);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_language_is_found),
        cmocka_unit_test(names_are_folded),
        cmocka_unit_test(namespaces_are_known),
        cmocka_unit_test(titles_have_namespaces),
        cmocka_unit_test(image_options_are_known),
        cmocka_unit_test(redirects_are_known),
        cmocka_unit_test(switches_and_prefixes_are_known),
        cmocka_unit_test(magic_words_are_known),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
