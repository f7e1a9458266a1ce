#include "tools/mlmprep/plan_options.h"

#include "tools/fetch/dump_mirror.h"
#include "tools/prep/run_plan_json.h"

static const char *const KINDS[] = {"auto", "dump", "paragraphs", "sentences", "shards", NULL};
static const char *const PHASES[] = {"1", "2", "both", NULL};

static const char *const TOOL_HELP[RUN_TOOLS] = {
    [RUN_WIKIPLAIN] = "options for wikiplain, as one word of the shell: '--tables --captions'",
    [RUN_SENTSPLIT] = "options for sentsplit",
    [RUN_DOCSHARD] = "options for docshard",
    [RUN_WPVOCAB] = "options for wpvocab",
    [RUN_WPIECE] = "options for wpiece",
    [RUN_MKMLM] = "options for mkmlm: '--dupe-factor 10'",
    [RUN_H5PACK] = "options for h5pack",
    [RUN_S3SYNC] = "options for s3sync: '--region eu-west-1'",
};

void plan_options_init(struct plan_options *options) {
    *options = (struct plan_options){
        .kind = PLAN_NO_CHOICE,
        .keep = PLAN_NO_NUMBER,
        .vocabulary_size = PLAN_NO_NUMBER,
        .training_shards = PLAN_NO_NUMBER,
        .test_shards = PLAN_NO_NUMBER,
        .test_fraction = PLAN_NO_SHARE,
        .phase = PLAN_NO_CHOICE,
        .upload = PLAN_NO_CHOICE,
        .even = PLAN_NO_CHOICE,
    };
}

static size_t source_rows(struct plan_options *options, struct option_spec *rows) {
    const struct option_spec table[] = {
        option_text("config", &options->config, "FILE",
                    "take what is not given here from FILE, a line 'name = value' for each option"),
        option_many(
            "source", &options->sources, "FILE",
            "a file, pattern of files or URL to make the data of, or 'latest': the newest dump "
            "there is"),
        option_default("auto", option_choice("source-kind", &options->kind, KINDS, "KIND",
                                             "what the sources hold; auto: a dump by its name")),
        option_default(DUMP_MIRROR_DEFAULT, option_text("mirror", &options->mirror, "URL",
                                                        "where the latest dump is looked for")),
        option_default(DUMP_MIRROR_WIKI, option_text("wiki", &options->wiki, "NAME",
                                                     "the wiki whose latest dump is meant")),
        option_default(DUMP_MIRROR_FILES, option_text("dump-files", &options->files, "GLOB",
                                                      "which files of the latest dump")),
        option_default("1",
                       option_whole("keep", &options->keep, 0, INT32_MAX, "N",
                                    "data sets that 'mlmprep update' keeps besides the newest")),
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        rows[i] = table[i];
    return sizeof table / sizeof *table;
}

static size_t text_rows(struct plan_options *options, struct option_spec *rows) {
    const struct option_spec table[] = {
        option_text("vocab", &options->vocabulary, "FILE",
                    "the vocabulary, a file or URL, or 'train': made from the text"),
        option_default("30522", option_whole("vocab-size", &options->vocabulary_size, 1, INT32_MAX,
                                             "N", "entries of a vocabulary that is trained")),
        option_default(
            "from the first source's name",
            option_text("corpus", &options->corpus, "NAME", "what shards are named after")),
        option_default("256", option_whole("shards", &options->training_shards, 1, RUN_PLAN_SHARDS,
                                           "N", "training shards")),
        option_default("0", option_whole("test-shards", &options->test_shards, 0, RUN_PLAN_SHARDS,
                                         "N", "test shards, which get the held-out documents")),
        option_default("0.1 where there are test shards",
                       option_real("test-fraction", &options->test_fraction, 1, "F",
                                   "hold out this share of the documents")),
        option_default("told from the text",
                       option_text("lang", &options->language, "CODE",
                                   "the language, for wikiplain and sentsplit")),
        option_flag("cased", &options->cased, "keep case and accents, in wpiece and wpvocab"),
        option_default("1", option_choice("phase", &options->phase, PHASES, "PHASE",
                                          "rows for which phases of BERT's training")),
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        rows[i] = table[i];
    return sizeof table / sizeof *table;
}

static size_t end_rows(struct plan_options *options, struct option_spec *rows) {
    const struct option_spec table[] = {
        option_default("none", option_text("bucket", &options->bucket, "URL",
                                           "where the data set goes: s3://bucket/prefix or "
                                           "file:///folder")),
        option_default("each", option_choice("upload", &options->upload, run_plan_uploads, "WHEN",
                                             "upload each shard at once, or all at the end")),
        option_flag("delete-text", &options->delete_text,
                    "delete text that was made when its shards are there"),
        option_default("no", option_choice("even", &options->even, run_plan_evens, "HOW",
                                           "make shards equally long at the end, by moving rows or "
                                           "dropping some")),
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        rows[i] = table[i];
    return sizeof table / sizeof *table;
}

size_t plan_options_rows(struct plan_options *options, struct option_spec rows[PLAN_OPTIONS_ROWS]) {
    size_t count = source_rows(options, rows);
    count += text_rows(options, rows + count);
    for (int tool = 0; tool < RUN_TOOLS; tool++)
        rows[count++] = option_many(run_tool_name((enum run_tool)tool), &options->tools[tool],
                                    "OPTIONS", TOOL_HELP[tool]);
    return count + end_rows(options, rows + count);
}

/* Whether a row's value is not what plan_options_init makes it. */
static bool row_given(const struct option_spec *row) {
    switch (row->kind) {
    case OPTION_FLAG:
        return *(const bool *)row->value;
    case OPTION_TEXT:
        return *(const char *const *)row->value != NULL;
    case OPTION_WHOLE:
    case OPTION_SIZE:
        return *(const uint64_t *)row->value != PLAN_NO_NUMBER;
    case OPTION_REAL:
        return *(const double *)row->value >= 0;
    case OPTION_CHOICE:
        return *(const int *)row->value != PLAN_NO_CHOICE;
    case OPTION_LIST:
        return ((const struct option_list *)row->value)->count > 0;
    }
    return false;
}

bool plan_options_given(const struct plan_options *options) {
    struct option_spec rows[PLAN_OPTIONS_ROWS];
    /* The rows point into the options, which are only read. */
    size_t count = plan_options_rows((struct plan_options *)(uintptr_t)options, rows);
    for (size_t i = 0; i < count; i++) {
        if (row_given(&rows[i]))
            return true;
    }
    return false;
}

/* Gives what is not given the value of another row of the same kind, and takes a list over. */
static void take_row(struct option_spec *row, struct option_spec *from) {
    if (row_given(row))
        return;
    switch (row->kind) {
    case OPTION_FLAG:
        *(bool *)row->value = *(const bool *)from->value;
        break;
    case OPTION_TEXT:
        *(const char **)row->value = *(const char **)from->value;
        break;
    case OPTION_WHOLE:
    case OPTION_SIZE:
        *(uint64_t *)row->value = *(uint64_t *)from->value;
        break;
    case OPTION_REAL:
        *(double *)row->value = *(double *)from->value;
        break;
    case OPTION_CHOICE:
        *(int *)row->value = *(int *)from->value;
        break;
    case OPTION_LIST:
        *(struct option_list *)row->value = *(struct option_list *)from->value;
        *(struct option_list *)from->value = (struct option_list){0};
        break;
    }
}

void plan_options_take(struct plan_options *options, struct plan_options *from) {
    struct option_spec rows[PLAN_OPTIONS_ROWS];
    struct option_spec other[PLAN_OPTIONS_ROWS];
    size_t count = plan_options_rows(options, rows);
    (void)plan_options_rows(from, other);
    for (size_t i = 0; i < count; i++)
        take_row(&rows[i], &other[i]);
}

void plan_options_release(struct plan_options *options) {
    option_list_release(&options->sources);
    for (int tool = 0; tool < RUN_TOOLS; tool++)
        option_list_release(&options->tools[tool]);
    run_words_release(&options->owned);
}
