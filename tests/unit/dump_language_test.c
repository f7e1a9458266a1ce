#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "formats/wiki/dump_language.h"

struct sample {
    const char *text, *language;
    unsigned times;
};

static void the_language_is_guessed(void **state) {
    (void)state;
    static const struct sample SAMPLES[] = {
        {"The moon. [[Category:Moons]] [[File:a.png|thumb]] [[de:Mond]] [[fr:Lune]]", NULL, 20},
        {"Der Mond. [[Kategorie:Mond]] [[Datei:a.png|mini]]", "de", 3},
        {"Der Mond. [[Kategorie:Mond]]", NULL, 1},
        {"La Lune. [[Cat\xc3\xa9gorie:Lune]]", "fr", 3},
        {"La Luna. [[Categor\xc3\xad"
         "a:Luna]] [[Archivo:a.png]]",
         "es", 3},
        {"La Luna. [[Categoria:Lluna]] [[Fitxer:a.png]]", "ca", 3},
        {"A Lua. [[Categoria:Lua]] [[Ficheiro:a.png]]", "pt", 3},
        {"[[\xd0\x9a\xd0\xb0\xd1\x82\xd0\xb5\xd0\xb3\xd0\xbe\xd1\x80\xd1\x96\xd1\x8f:x]]", "uk", 3},
        /* A few links of another language among many English ones. */
        {"[[Category:a]] [[Category:b]] [[Category:c]] [[Category:d]] [[Category:e]] [[Datei:x]]",
         NULL, 9},
        {"\xe6\x9c\x88\xe3\x81\xaf\xe3\x81\xa6", "ja", 40},
        {"\xe6\x9c\x88\xe7\x90\x83\xe6\x98\xaf\xe6\x98\x9f [[Category:x]]", "zh", 40},
        {"\xd7\x99\xd7\xa8\xd7\x97", "he", 40},
        {"The moon, called \xe6\x9c\x88.", NULL, 100},
        {"[[[[[[:x]] [[", NULL, 9},
        {"[[", NULL, 1},
        {"", NULL, 1},
    };
    for (size_t i = 0; i < sizeof SAMPLES / sizeof SAMPLES[0]; i++) {
        struct error error;
        struct buffer text = BUFFER_INIT;
        for (unsigned times = 0; times < SAMPLES[i].times; times++)
            assert_int_equal(buffer_append(&text, SAMPLES[i].text, strlen(SAMPLES[i].text), &error),
                             STATUS_OK);
        const char *guess = dump_language_guess(buffer_view(&text));
        if ((guess == NULL) != (SAMPLES[i].language == NULL) ||
            (guess != NULL && strcmp(guess, SAMPLES[i].language) != 0))
            fail_msg("%s: %s", SAMPLES[i].text, guess == NULL ? "none" : guess);
        buffer_release(&text);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_language_is_guessed)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
