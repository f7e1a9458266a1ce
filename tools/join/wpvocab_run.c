#include "tools/join/wpvocab_run.h"

#include <string.h>

#include "formats/base/byte_source.h"
#include "tokenizer/bert_flavor.h"
#include "tokenizer/train/vocabulary_layout.h"
#include "tokenizer/train/vocabulary_trainer.h"
#include "tools/cli/numbers.h"
#include "tools/cli/progress.h"
#include "tools/join/operand_files.h"
#include "tools/join/wpvocab_counting.h"
#include "tools/join/wpvocab_output.h"
#include "tools/parallel/cpu_count.h"

struct wpvocab {
    const struct wpvocab_settings *settings;
    struct cli *cli;
    struct progress progress;
    struct wpvocab_counting counting;
    struct vocabulary_layout layout;
    struct vocabulary_trainer *trainer;
    size_t lines;    /* of the vocabulary */
    size_t distinct; /* words */
};

void wpvocab_settings_init(struct wpvocab_settings *settings) {
    *settings = (struct wpvocab_settings){
        .size = 30522, /* of BERT's uncased vocabulary */
        .strip_accents = WPVOCAB_NOT_GIVEN,
        .unused = 99, /* so that [UNK] is 100, [CLS] 101, [SEP] 102 and [MASK] 103, as in BERT's */
        .min_frequency = 2,
        .score = VOCABULARY_SCORE_FREQUENCY,
        .memory = (uint64_t)1 << 30,
    };
}

void wpvocab_settings_release(struct wpvocab_settings *settings) {
    option_list_release(&settings->special_tokens);
}

static enum status add_special_tokens(struct wpvocab *job, struct error *error) {
    const struct option_list *list = &job->settings->special_tokens;
    enum status status = STATUS_OK;
    for (size_t i = 0; i < list->count; i++) {
        const char *at = list->uses[i].text;
        for (bool more = true; more && status == STATUS_OK;) {
            size_t length = strcspn(at, ",");
            more = at[length] == ',';
            struct view token = {(const unsigned char *)at, length};
            status = vocabulary_layout_add(&job->layout, token, error);
            at += length + more;
        }
    }
    return status;
}

/* All that can be told to be wrong before the work is done. */
static enum status check(struct wpvocab *job, struct error *error) {
    const struct wpvocab_settings *settings = job->settings;
    const struct cli *cli = job->cli;
    enum status status = vocabulary_layout_init(&job->layout, (uint32_t)settings->unused, error);
    if (status == STATUS_OK)
        status = add_special_tokens(job, error);
    if (status == STATUS_OK && job->layout.special.size >= settings->size)
        status = error_set(error, STATUS_USAGE,
                           "a vocabulary of %llu entries has no room for pieces behind its %zu "
                           "special and unused ones; ask for more with --vocab-size, or for fewer "
                           "with --unused",
                           (unsigned long long)settings->size, job->layout.special.size);
    if (status == STATUS_OK)
        status = operand_files_check(cli->operands, cli->operand_count, error);
    if (status == STATUS_OK && settings->output != NULL)
        status = wpvocab_output_check(settings->output, error);
    if (status == STATUS_OK && settings->output != NULL &&
        operand_files_include(cli->operands, cli->operand_count, settings->output))
        status = error_set(error, STATUS_USAGE,
                           "'%s' is among the texts, which the vocabulary would replace; name "
                           "another file with --output",
                           settings->output);
    return status;
}

static enum status count_file(struct wpvocab *job, const char *path, struct error *error) {
    struct byte_source source;
    enum status status = byte_source_open(&source, path, error);
    if (status == STATUS_OK)
        status = wpvocab_counting_file(&job->counting, &source, error);
    byte_source_release(&source);
    return status;
}

/* What was left out of the words. */
static void warn_of_words(const struct wpvocab *job) {
    const struct wpvocab_counts *counts = &job->counting.counts;
    const struct messages *messages = &job->cli->messages;
    char size[NUMBERS_SIZE];
    numbers_format_size(job->settings->memory, size);
    if (counts->dropped > 0)
        messages_warning(messages,
                         "the words do not fit into %s: %llu of those met at most %llu times by "
                         "then were dropped, %.1f %% of the text's words; --memory gives them more",
                         size, (unsigned long long)counts->dropped,
                         (unsigned long long)counts->highest_dropped,
                         100.0 * (double)counts->lost / (double)counts->words);
    if (counts->too_long > 0)
        messages_note(messages, "%llu words of more than %zu characters were left out",
                      (unsigned long long)counts->too_long, job->counting.tokenizer.word_limit);
}

/* As wpiece tokenizes with the same options. */
static struct basic_tokenizer_options tokenizer_options(const struct wpvocab_settings *settings) {
    struct bert_tokenizer_options bert = bert_flavor_options((enum flavor)settings->flavor);
    return (struct basic_tokenizer_options){
        .unicode = bert.unicode,
        .flavor = bert.flavor,
        .word_limit = bert.max_characters_per_word,
        .lower_case = !settings->cased,
        .strip_accents = settings->strip_accents == WPVOCAB_NOT_GIVEN
                             ? !settings->cased
                             : settings->strip_accents == 0,
        .special_literals = bert.special_literals,
    };
}

static enum status count_words(struct wpvocab *job, struct error *error) {
    const struct wpvocab_settings *settings = job->settings;
    struct cli *cli = job->cli;
    unsigned threads = cli->common.threads == 0 ? cpu_count() : (unsigned)cli->common.threads;
    progress_init(&job->progress, "wpvocab", "bytes",
                  operand_files_size(cli->operands, cli->operand_count), cli->common.quiet);
    job->counting = (struct wpvocab_counting){.messages = &cli->messages,
                                              .progress = &job->progress,
                                              .memory = settings->memory,
                                              .tokenizer = tokenizer_options(settings),
                                              .strict = settings->strict};
    enum status status = wpvocab_counting_start(&job->counting, threads, error);
    if (status == STATUS_OK && cli->operand_count == 0)
        status = count_file(job, "-", error);
    for (int i = 0; i < cli->operand_count && status == STATUS_OK; i++)
        status = count_file(job, cli->operands[i], error);
    progress_finish(&job->progress);
    wpvocab_counting_stop(&job->counting);
    if (status != STATUS_OK)
        return status;
    wpvocab_counting_fit(&job->counting);
    warn_of_words(job);
    job->distinct = job->counting.words.size;
    if (job->distinct == 0)
        return error_set(error, STATUS_FAILED,
                         "there are no words in the input, so there is nothing to train on");
    return STATUS_OK;
}

/* Pieces that make the vocabulary as large as wanted, by what is known of them so far. */
static size_t pieces_wanted(const struct wpvocab *job) {
    const struct string_counts *pieces = vocabulary_trainer_pieces(job->trainer);
    return job->settings->size - job->layout.special.size +
           vocabulary_layout_shared(&job->layout, pieces);
}

static enum status begin_training(struct wpvocab *job, struct error *error) {
    const struct wpvocab_settings *settings = job->settings;
    struct vocabulary_trainer_options options = {
        .score = (enum vocabulary_score)settings->score,
        .min_frequency = settings->min_frequency,
        .limit_alphabet = settings->limit_alphabet,
    };
    enum status status =
        vocabulary_trainer_new(&job->trainer, &job->counting.words, &options, error);
    string_counts_release(&job->counting.words);
    if (status != STATUS_OK)
        return status;
    struct vocabulary_trainer_alphabet alphabet = vocabulary_trainer_alphabet(job->trainer);
    if (alphabet.left_out > 0)
        messages_note(&job->cli->messages,
                      "%zu characters were left out of the alphabet, and the words with them, "
                      "%.2f %% of the text's",
                      alphabet.left_out,
                      100.0 * (double)alphabet.words_left_out / (double)job->counting.counts.words);
    if (alphabet.pieces > pieces_wanted(job))
        return error_set(error, STATUS_USAGE,
                         "the text has %zu different characters, which take %zu entries besides "
                         "the %zu special and unused ones; ask for more than %llu with "
                         "--vocab-size, for fewer characters with --limit-alphabet, or for fewer "
                         "of the others with --unused",
                         alphabet.characters, alphabet.pieces, job->layout.special.size,
                         (unsigned long long)settings->size);
    return STATUS_OK;
}

static enum status train(struct wpvocab *job, struct error *error) {
    static const size_t STEP = 256; /* merges between two looks at the clock */
    enum status status = begin_training(job, error);
    if (status != STATUS_OK)
        return status;
    const struct string_counts *pieces = vocabulary_trainer_pieces(job->trainer);
    progress_init(&job->progress, "wpvocab", "pieces", job->settings->size, job->cli->common.quiet);
    for (bool goes_on = true; goes_on && status == STATUS_OK;) {
        size_t before = pieces->size;
        size_t wanted = pieces_wanted(job);
        status = vocabulary_trainer_grow(job->trainer,
                                         before + STEP < wanted ? before + STEP : wanted, error);
        goes_on = pieces->size > before;
        progress_update(&job->progress, job->layout.special.size + pieces->size);
    }
    progress_finish(&job->progress);
    job->lines =
        job->layout.special.size + pieces->size - vocabulary_layout_shared(&job->layout, pieces);
    if (status == STATUS_OK && job->lines < job->settings->size)
        messages_warning(&job->cli->messages,
                         "the vocabulary has %zu entries, not %llu: no other two pieces stand side "
                         "by side %llu times in the text",
                         job->lines, (unsigned long long)job->settings->size,
                         (unsigned long long)job->settings->min_frequency);
    return status;
}

static enum status write_vocabulary(struct wpvocab *job, struct byte_sink *sink,
                                    struct error *error) {
    struct buffer file = BUFFER_INIT;
    enum status status = vocabulary_layout_write(
        &job->layout, vocabulary_trainer_pieces(job->trainer), &file, error);
    if (status == STATUS_OK)
        status = wpvocab_output_write(job->settings->output, sink, buffer_view(&file), error);
    buffer_release(&file);
    return status;
}

static void report(struct wpvocab *job) {
    struct run_report *report = &job->cli->report;
    const struct wpvocab_counts *counts = &job->counting.counts;
    run_report_set(report, "entries", job->lines);
    if (job->trainer != NULL) {
        struct vocabulary_trainer_alphabet alphabet = vocabulary_trainer_alphabet(job->trainer);
        run_report_set(report, "characters", alphabet.characters);
        run_report_set(report, "characters_left_out", alphabet.left_out);
        run_report_set(report, "words_left_out", alphabet.words_left_out);
    }
    run_report_set(report, "words", counts->words);
    run_report_set(report, "distinct_words", job->distinct);
    run_report_set(report, "words_too_long", counts->too_long);
    run_report_set(report, "distinct_words_dropped", counts->dropped);
    run_report_set(report, "words_dropped", counts->lost);
    run_report_set(report, "malformed", counts->malformed);
    run_report_set(report, "bytes", counts->bytes);
}

enum status wpvocab_run(const struct wpvocab_settings *settings, struct cli *cli,
                        struct byte_sink *sink, struct error *error) {
    struct wpvocab job = {.settings = settings, .cli = cli};
    enum status status = check(&job, error);
    if (status == STATUS_OK)
        status = count_words(&job, error);
    if (status == STATUS_OK)
        status = train(&job, error);
    if (status == STATUS_OK)
        status = write_vocabulary(&job, sink, error);
    report(&job);
    vocabulary_trainer_free(job.trainer);
    vocabulary_layout_release(&job.layout);
    wpvocab_counting_release(&job.counting);
    return status;
}
