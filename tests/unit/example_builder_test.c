/*
 * example_builder: equal to the reference in every case of tests/sample/golden, and of
 * $MLMPREP_SHARED/golden where that is; compact; safe against failing allocations.
 */
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <unistd.h>

#include "tests/unit/reference_rows.h"
#include "tools/mlm/example_builder.h"
#include "tools/mlm/random_seed.h"

#define SAMPLE            "tests/sample/"
#define SAMPLE_VOCABULARY 4000
#define GOOGLE_VOCABULARY 30522

/* Google's vocabularies and those of the sample have the special tokens in the same places. */
static void set_ids(struct example_options *options, uint32_t vocabulary_size) {
    options->vocabulary_size = vocabulary_size;
    options->replacement_count = vocabulary_size;
    options->cls_id = 101;
    options->sep_id = 102;
    options->mask_id = 103;
}

static void set_seed(struct example_options *options, const char *text) {
    struct error error;
    assert_int_equal(random_seed_from_text(&options->seed, text, &error), STATUS_OK);
}

static void build(struct reference_rows *rows, const struct shard_tokens *shard,
                  const struct example_options *options) {
    struct error error;
    struct example_set set;
    example_set_init(&set);
    ids_require(example_options_check(options, &error), &error);
    ids_require(example_builder_run(&set, shard, options, &error), &error);
    reference_rows_of(rows, &set, options);
    example_set_release(&set);
}

static void load(struct shard_tokens *shard, const char *path, uint32_t vocabulary_size) {
    struct ids_columns columns;
    shard_tokens_init(shard, vocabulary_size);
    if (!ids_columns_read(&columns, path))
        fail_msg("cannot read '%s'", path);
    ids_columns_to_shard(&columns, shard, 0, UINT32_MAX);
    ids_columns_release(&columns);
}

/* Compares with the lines "<name> <dataset> <dtype> <shape> <hash>" of a table; their number. */
static int compare(const struct reference_rows *rows, const char *table, const char *name) {
    int compared = 0;
    size_t name_length = strlen(name);
    for (const char *line = table; line != NULL; line = strchr(line, '\n')) {
        line += *line == '\n';
        if (strncmp(line, name, name_length) != 0 || line[name_length] != '\t')
            continue;
        char dataset[64], shape[64], hash[SHA256_HEX_SIZE], ours[SHA256_HEX_SIZE];
        assert_int_equal(sscanf(line, "%*s %63s %*s %63s %64s", dataset, shape, hash), 3);
        int at = 0;
        while (at < REFERENCE_DATASETS && strcmp(dataset, REFERENCE_NAMES[at]) != 0)
            at++;
        assert_true(at < REFERENCE_DATASETS);
        reference_rows_hash(rows, at, ours);
        if (strcmp(hash, ours) != 0 || strtoul(shape, NULL, 10) != rows->count)
            fail_msg("%s: %s of %zu rows differs from the reference's %s", name, dataset,
                     rows->count, shape);
        compared++;
    }
    return compared;
}

static void check_case(const struct shard_tokens *shard, const struct example_options *options,
                       const char *table, const char *name) {
    struct reference_rows rows;
    build(&rows, shard, options);
    if (compare(&rows, table, name) != REFERENCE_DATASETS)
        fail_msg("%s is not in the table", name);
    reference_rows_release(&rows);
}

/* Reads "--max_seq_length 128 ..." as cases.tsv has it. */
static void parse_arguments(struct example_options *options, const char *arguments) {
    char seed[128];
    assert_int_equal(
        sscanf(arguments,
               "--max_seq_length %" SCNu32 " --max_predictions_per_seq %" SCNu32
               " --masked_lm_prob %lf --short_seq_prob %lf --random_seed %127s --dupe_factor "
               "%" SCNu32,
               &options->max_seq_length, &options->max_predictions_per_seq,
               &options->masked_lm_prob, &options->short_seq_prob, seed, &options->dupe_factor),
        6);
    set_seed(options, seed);
}

/* The file of ids that belongs to a case's input; false when there is none. */
static bool ids_path(char path[256], const char *name, const char *input) {
    char stem[128];
    snprintf(stem, sizeof stem, "%s", input);
    for (char *at = stem; *at != '\0'; at++) {
        if (*at == '/')
            *at = '_';
    }
    stem[strlen(stem) - strlen(".txt")] = '\0';
    snprintf(path, 256, SAMPLE "golden/tok/%s.%s.ids", stem,
             strcmp(name, "sample_cased") == 0 ? "cased" : "uncased");
    return strcmp(name, "sample_casedvocab_lowered") != 0 && access(path, R_OK) == 0;
}

/* Every case of cases.tsv that the reference finished and whose token ids are there. */
static void test_sample_cases(void **state) {
    (void)state;
    struct buffer cases = BUFFER_INIT, digests = BUFFER_INIT;
    assert_true(ids_read_file(&cases, SAMPLE "golden/cases.tsv"));
    assert_true(ids_read_file(&digests, SAMPLE "golden/digests.tsv"));
    int checked = 0;
    char *rest = NULL;
    strtok_r((char *)cases.data, "\n", &rest); /* the heading */
    for (char *line; (line = strtok_r(NULL, "\n", &rest)) != NULL;) {
        char name[128], input[128], path[256], arguments[256];
        int exit_code;
        assert_int_equal(sscanf(line, "%127[^\t]\t%127[^\t]\t%*[^\t]\t%255[^\t]\t%d", name, input,
                                arguments, &exit_code),
                         4);
        struct example_options options;
        example_options_init(&options);
        set_ids(&options, SAMPLE_VOCABULARY);
        parse_arguments(&options, arguments);
        if (exit_code != 0 || options.dupe_factor == 0 || !ids_path(path, name, input))
            continue;
        struct shard_tokens shard;
        load(&shard, path, SAMPLE_VOCABULARY);
        check_case(&shard, &options, (const char *)digests.data, name);
        shard_tokens_release(&shard);
        checked++;
    }
    assert_int_equal(checked, 54);
    buffer_release(&cases);
    buffer_release(&digests);
}

/* paragraphs.txt has the sentences of sample.txt, a paragraph a line. */
static void test_paragraphs(void **state) {
    (void)state;
    struct ids_columns columns;
    struct buffer table = BUFFER_INIT, digests = BUFFER_INIT;
    assert_true(ids_columns_read(&columns, SAMPLE "golden/tok/sample.uncased.ids"));
    assert_true(ids_read_file(&table, SAMPLE "paragraphs.tsv"));
    assert_true(ids_read_file(&digests, SAMPLE "golden/digests.tsv"));
    const uint32_t *lengths = (const uint32_t *)(const void *)columns.lengths.data;
    struct ids_columns joined = {.ids = columns.ids};
    uint32_t sentences = 0;
    char page[32] = "", last_page[32] = "", *rest = NULL;
    strtok_r((char *)table.data, "\n", &rest);
    for (char *line; (line = strtok_r(NULL, "\n", &rest)) != NULL; sentences++) {
        unsigned count;
        uint32_t length = 0;
        assert_int_equal(sscanf(line, "%31[^\t]\t%*[^\t]\t%*[^\t]\t%u", page, &count), 2);
        if (strcmp(page, last_page) != 0)
            ids_columns_end_document(&joined, &sentences);
        memcpy(last_page, page, sizeof page);
        for (; count > 0; count--)
            length += *lengths++;
        ids_push(&joined.lengths, length);
    }
    ids_columns_end_document(&joined, &sentences);
    struct shard_tokens shard;
    struct example_options options;
    example_options_init(&options);
    set_ids(&options, SAMPLE_VOCABULARY);
    shard_tokens_init(&shard, SAMPLE_VOCABULARY);
    ids_columns_to_shard(&joined, &shard, 0, UINT32_MAX);
    check_case(&shard, &options, (const char *)digests.data, "paragraphs");
    shard_tokens_release(&shard);
    joined.ids = (struct buffer)BUFFER_INIT;
    ids_columns_release(&joined);
    ids_columns_release(&columns);
    buffer_release(&table);
    buffer_release(&digests);
}

/* Runs of documents of the sample with random parameters. */
static void test_random_cases(void **state) {
    (void)state;
    struct ids_columns columns;
    struct buffer cases = BUFFER_INIT;
    assert_true(ids_columns_read(&columns, SAMPLE "golden/tok/sample.uncased.ids"));
    assert_true(ids_read_file(&cases, SAMPLE "golden/random_cases.tsv"));
    int checked = 0;
    char *rest = NULL;
    strtok_r((char *)cases.data, "\n", &rest);
    for (char *line; (line = strtok_r(NULL, "\n", &rest)) != NULL; checked++) {
        struct example_options options;
        uint32_t first, documents;
        size_t count;
        char seed[128], expected[SHA256_HEX_SIZE], hash[SHA256_HEX_SIZE];
        example_options_init(&options);
        set_ids(&options, SAMPLE_VOCABULARY);
        assert_int_equal(sscanf(line,
                                "%*s %" SCNu32 " %" SCNu32 " %" SCNu32 " %" SCNu32
                                " %lf %lf %127s %" SCNu32 " %zu %64s",
                                &first, &documents, &options.max_seq_length,
                                &options.max_predictions_per_seq, &options.masked_lm_prob,
                                &options.short_seq_prob, seed, &options.dupe_factor, &count,
                                expected),
                         10);
        set_seed(&options, seed);
        struct shard_tokens shard;
        struct reference_rows rows;
        shard_tokens_init(&shard, SAMPLE_VOCABULARY);
        ids_columns_to_shard(&columns, &shard, first, documents);
        build(&rows, &shard, &options);
        reference_rows_hash_all(&rows, hash);
        assert_int_equal(rows.count, count);
        assert_string_equal(hash, expected);
        reference_rows_release(&rows);
        shard_tokens_release(&shard);
    }
    assert_int_equal(checked, 120);
    ids_columns_release(&columns);
    buffer_release(&cases);
}

static void shared_path(char path[512], const char *name) {
    const char *shared = getenv("MLMPREP_SHARED");
    snprintf(path, 512, "%s/golden/%s", shared != NULL ? shared : "../shared", name);
}

/* Real text under Google's vocabulary. */
static void test_wikipedia(void **state) {
    (void)state;
    static const struct {
        const char *name, *seed;
        uint32_t length, predictions, dupe;
    } CASES[] = {
        {"valid_128_20_12345_5", "12345", 128, 20, 5},
        {"valid_512_80_12345_5", "12345", 512, 80, 5},
        {"valid_128_20_7_2", "7", 128, 20, 2},
    };
    char path[512];
    struct buffer digests = BUFFER_INIT;
    shared_path(path, "digests.tsv");
    if (!ids_read_file(&digests, path)) {
        print_message("# skipped: '%s' is not there\n", path);
        skip();
    }
    struct shard_tokens shard;
    shared_path(path, "wiki_valid.uncased.ids");
    load(&shard, path, GOOGLE_VOCABULARY);
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        struct example_options options;
        example_options_init(&options);
        set_ids(&options, GOOGLE_VOCABULARY);
        set_seed(&options, CASES[i].seed);
        options.max_seq_length = CASES[i].length;
        options.max_predictions_per_seq = CASES[i].predictions;
        options.dupe_factor = CASES[i].dupe;
        check_case(&shard, &options, (const char *)digests.data, CASES[i].name);
    }
    shard_tokens_release(&shard);
    buffer_release(&digests);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sample_cases),
        cmocka_unit_test(test_paragraphs),
        cmocka_unit_test(test_random_cases),
        cmocka_unit_test(test_wikipedia),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
