/*
 * document_tokenizer by every path, with a word cache and without: hard texts under all options, in
 * pieces of 1 to 70 bytes and whole, against the plain way; and the reference's ids of the sample.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <dirent.h>

#include "tests/unit/fast_ways.h"
#include "tests/unit/hard_texts.h"

#define GOLDEN SAMPLE "golden/tok/"

/* Bits of a choice of options. */
enum { CASED = 1, OTHER_ACCENTS = 2, GOOGLE = 4, LITERALS_AS_TEXT = 8, SHORT_WORDS = 16 };

static struct bert_tokenizer_options options_of(unsigned choice) {
    struct bert_tokenizer_options options = BERT_TOKENIZER_OPTIONS_INIT;
    options.lower_case = (choice & CASED) == 0;
    options.strip_accents = options.lower_case != ((choice & OTHER_ACCENTS) != 0);
    options.flavor = (choice & GOOGLE) != 0 ? FLAVOR_GOOGLE : FLAVOR_NVIDIA;
    options.special_literals = (choice & LITERALS_AS_TEXT) == 0;
    if ((choice & SHORT_WORDS) != 0)
        options.max_characters_per_word = 1 + choice % 15;
    return options;
}

static void hard_texts_under_all_options(void **state) {
    (void)state;
    struct vocabulary *vocabulary = sample_small_vocabulary(HARD_VOCABULARY);
    struct buffer text = BUFFER_INIT;
    for (unsigned choice = 0; choice < 32; choice++) {
        struct bert_tokenizer_options options = options_of(choice);
        struct fast_ways ways;
        struct hard_random random = {choice};
        fast_ways_init(&ways, vocabulary, &options);
        for (unsigned i = 0; i < 350; i++) {
            buffer_clear(&text);
            hard_append_text(&text, &random, hard_below(&random, i % 8 == 0 ? 2000 : 200),
                             vocabulary);
            fast_check(&ways, buffer_view(&text), 1 + (i + choice) % 70);
        }
        fast_ways_release(&ways);
    }
    buffer_release(&text);
    vocabulary_free(vocabulary);
}

/* Each before each other, as words of their own and within one. */
static void every_pair_of_hard_texts(void **state) {
    (void)state;
    struct vocabulary *vocabulary = sample_small_vocabulary(HARD_VOCABULARY);
    struct buffer text = BUFFER_INIT;
    for (unsigned choice = 0; choice < 3; choice++) {
        struct bert_tokenizer_options options = options_of(choice);
        struct fast_ways ways;
        fast_ways_init(&ways, vocabulary, &options);
        for (size_t i = 0; i < HARD_COUNT; i++) {
            buffer_clear(&text);
            for (size_t j = 0; j < HARD_COUNT; j++) {
                /* What ends the reading stands in pairs of its own. */
                if (memchr(HARD_TEXTS[i].bytes, 0x18, HARD_TEXTS[i].size) != NULL ||
                    memchr(HARD_TEXTS[j].bytes, 0x18, HARD_TEXTS[j].size) != NULL)
                    continue;
                hard_append_times(&text, &HARD_TEXTS[i], 1);
                hard_append_times(&text, &HARD_TEXTS[j], 1);
                hard_append(&text, " A\xCE\xA3", 1 + (i + j) % 4);
                hard_append_times(&text, &HARD_TEXTS[j], 1);
                hard_append(&text, "\n\n", 1 + j % 2);
            }
            fast_check(&ways, buffer_view(&text), 0);
        }
        fast_ways_release(&ways);
    }
    buffer_release(&text);
    vocabulary_free(vocabulary);
}

static void a_failed_line_ends_all_the_same(void **state) {
    (void)state;
    struct vocabulary *vocabulary = sample_small_vocabulary(HARD_VOCABULARY);
    struct bert_tokenizer_options options = options_of(0);
    struct fast_ways ways;
    fast_ways_init(&ways, vocabulary, &options);
    for (size_t i = 0; i < HARD_COUNT; i++) {
        struct buffer text = BUFFER_INIT;
        hard_append(&text, "the a\n\nb ", 9);
        hard_append_times(&text, &HARD_TEXTS[i], 1);
        hard_append(&text, "\x18 a\n\x18 upstream failed\nthe a\n", 28);
        fast_check(&ways, buffer_view(&text), 1 + i % 70);
        buffer_release(&text);
    }
    fast_ways_release(&ways);
    vocabulary_free(vocabulary);
}

/* The text of which a file has the ids: "edge_cr.cased.ids" has those of edge/cr.txt. */
static bool read_text_of(struct buffer *text, const char *name) {
    char path[300];
    const char *end = strchr(name, '.');
    bool edge = strncmp(name, "edge_", 5) == 0;
    size_t skipped = edge ? 5 : 0;
    snprintf(path, sizeof path, SAMPLE "%s%.*s.txt",
             edge || strncmp(name, "random", 6) == 0 ? "edge/" : "",
             (int)((size_t)(end - name) - skipped), name + skipped);
    return sample_read(text, path);
}

static void check_golden(struct bert_tokenizer *bert, const char *name, struct view text,
                         struct view wanted, size_t piece) {
    struct error error;
    struct document_tokenizer tokenizer;
    struct sample_ids ids = {.begun = false};
    document_tokenizer_init(&tokenizer, bert, true);
    sample_require(sample_tokenize(&tokenizer, &ids, text, piece, &error), &error);
    if (ids.text.size != wanted.size ||
        (wanted.size > 0 && memcmp(ids.text.data, wanted.data, wanted.size) != 0))
        fail_msg("%s, path %d, %s, in pieces of %zu bytes: wrong ids", name,
                 (int)bert_tokenizer_options(bert)->path,
                 bert_tokenizer_options(bert)->forgets ? "without cache" : "with cache", piece);
    sample_ids_release(&ids);
    document_tokenizer_release(&tokenizer);
}

/* Every way over the whole text, and over it in pieces of each size in turn, or of a few. */
static void check_golden_file(struct fast_ways *ways, const char *name, size_t number) {
    char path[300];
    struct buffer text = BUFFER_INIT, wanted = BUFFER_INIT;
    snprintf(path, sizeof path, GOLDEN "%s", name);
    assert_true(sample_read(&wanted, path));
    assert_true(read_text_of(&text, name));
    for (unsigned way = 0; way < FAST_WAYS; way++) {
        if (ways->berts[way] == NULL)
            continue;
        size_t step = text.size < 20000 ? 1 : 23;
        check_golden(ways->berts[way], name, buffer_view(&text), buffer_view(&wanted),
                     text.size + 1);
        for (size_t piece = 1 + (number + way) % step; piece <= 70; piece += step)
            check_golden(ways->berts[way], name, buffer_view(&text), buffer_view(&wanted), piece);
    }
    buffer_release(&text);
    buffer_release(&wanted);
}

static void the_ids_of_the_reference(void **state) {
    (void)state;
    struct vocabulary *vocabularies[2] = {sample_vocabulary(SAMPLE "vocab.txt"),
                                          sample_vocabulary(SAMPLE "vocab-cased.txt")};
    struct fast_ways ways[2];
    size_t files = 0;
    for (unsigned cased = 0; cased < 2; cased++) {
        struct bert_tokenizer_options options = options_of(cased == 1 ? CASED : 0);
        fast_ways_init(&ways[cased], vocabularies[cased], &options);
    }
    DIR *folder = opendir(GOLDEN);
    assert_non_null(folder);
    const struct dirent *entry;
    while ((entry = readdir(folder)) != NULL) {
        if (strstr(entry->d_name, ".ids") != NULL)
            check_golden_file(&ways[strstr(entry->d_name, ".uncased.") == NULL], entry->d_name,
                              files++);
    }
    closedir(folder);
    assert_in_range(files, 70, 1000);
    for (unsigned cased = 0; cased < 2; cased++) {
        fast_ways_release(&ways[cased]);
        vocabulary_free(vocabularies[cased]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hard_texts_under_all_options),
        cmocka_unit_test(every_pair_of_hard_texts),
        cmocka_unit_test(a_failed_line_ends_all_the_same),
        cmocka_unit_test(the_ids_of_the_reference),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
