#include "tools/join/sentsplit_run.h"

#include <string.h>

#include "formats/base/byte_source.h"
#include "tokenizer/text/sentence_guess.h"
#include "tools/cli/progress.h"
#include "tools/join/cancel_line.h"
#include "tools/join/operand_files.h"
#include "tools/join/sentsplit_pipeline.h"
#include "tools/parallel/cpu_count.h"

/*
 * Characters of a sentence unless --max-chars says otherwise: four times what a model of 512 tokens
 * takes of most languages; what is longer is a list. Where a script marks no ends, some two or
 * three sentences.
 */
#define MAX_CHARACTERS          2000
#define MAX_CHARACTERS_UNMARKED 300

struct sentsplit {
    const struct sentsplit_settings *settings;
    const struct cli *cli;
};

void sentsplit_settings_init(struct sentsplit_settings *settings) {
    *settings =
        (struct sentsplit_settings){.language = "auto", .max_characters = SENTSPLIT_AUTOMATIC};
}

/* Makes the splitter, for the language the first text is in where none is named. */
static enum status prepare(void *context, struct view text, struct sentence_splitter *splitter,
                           struct error *error) {
    const struct sentsplit *job = context;
    const struct messages *messages = &job->cli->messages;
    const char *code = job->settings->language;
    if (strcmp(code, "auto") == 0) {
        code = sentence_guess_code(text);
        messages_note(messages, "the text is taken for one in the language '%s'", code);
    }
    const struct sentence_language *language = sentence_language_find(code);
    if (language == NULL) {
        messages_warning(messages,
                         "no words are known for the language '%s': only what holds for any "
                         "language is used",
                         code);
        language = &SENTENCE_LANGUAGE_ROOT;
    }
    uint64_t most = job->settings->max_characters;
    if (most == SENTSPLIT_AUTOMATIC)
        most = (language->habits & SENTENCE_NO_END_MARKS) != 0 ? MAX_CHARACTERS_UNMARKED
                                                               : MAX_CHARACTERS;
    return sentence_splitter_init(splitter, language, (size_t)most, error);
}

static enum status split_file(struct sentsplit_pipeline *pipeline, const char *path,
                              struct error *error) {
    struct byte_source source;
    enum status status = byte_source_open(&source, path, error);
    if (status == STATUS_OK)
        status = sentsplit_pipeline_file(pipeline, &source, error);
    byte_source_release(&source);
    return status;
}

static enum status split_files(struct sentsplit_pipeline *pipeline, const struct cli *cli,
                               struct error *error) {
    if (cli->operand_count == 0)
        return split_file(pipeline, "-", error);
    enum status status = STATUS_OK;
    for (int i = 0; i < cli->operand_count && status == STATUS_OK; i++)
        status = split_file(pipeline, cli->operands[i], error);
    return status;
}

static void report(struct run_report *report, const struct sentsplit_batch_counts *counts) {
    run_report_set(report, "paragraphs", counts->paragraphs);
    run_report_set(report, "sentences", counts->sentences);
    run_report_set(report, "lines", counts->lines);
    run_report_set(report, "malformed", counts->malformed);
    run_report_set(report, "bytes", counts->bytes);
}

enum status sentsplit_run(const struct sentsplit_settings *settings, struct cli *cli,
                          struct byte_sink *sink, struct error *error) {
    struct sentsplit job = {settings, cli};
    struct progress progress;
    unsigned threads = cli->common.threads == 0 ? cpu_count() : (unsigned)cli->common.threads;
    progress_init(&progress, "sentsplit", "bytes",
                  operand_files_size(cli->operands, cli->operand_count), cli->common.quiet);
    struct sentsplit_pipeline pipeline = {.prepare = prepare,
                                          .context = &job,
                                          .sink = sink,
                                          .messages = &cli->messages,
                                          .progress = &progress,
                                          .strict = settings->strict};
    enum status status = operand_files_check(cli->operands, cli->operand_count, error);
    if (status == STATUS_OK)
        status = sentsplit_pipeline_start(&pipeline, threads, error);
    if (status == STATUS_OK)
        status = split_files(&pipeline, cli, error);
    if (status == STATUS_OK)
        status = byte_sink_flush(sink, error);
    progress_finish(&progress);
    report(&cli->report, &pipeline.counts);
    if (status != STATUS_OK)
        cancel_line_write(sink, "sentsplit", status, error);
    sentsplit_pipeline_release(&pipeline);
    return status;
}
