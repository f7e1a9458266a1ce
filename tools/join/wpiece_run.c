#include "tools/join/wpiece_run.h"

#include <stdlib.h>
#include <string.h>

#include "formats/stream/provenance.h"
#include "tokenizer/vocabulary_digest.h"
#include "tools/cli/standard_streams.h"
#include "tools/join/chunk_tokenizer.h"
#include "tools/join/operand_files.h"
#include "tools/join/pipe_room.h"
#include "tools/join/text_shards.h"
#include "tools/join/wpiece_options.h"
#include "tools/join/wpiece_workers.h"
#include "tools/parallel/cpu_count.h"

struct wpiece {
    const struct wpiece_settings *settings;
    struct cli *cli;
    struct byte_sink *sink;
    enum wpiece_output kind;
    struct vocabulary *vocabulary;
    struct chunk_tokenizer_options options;
    struct chunk_tokenizer tokenizer;
    struct token_output output;
    struct progress progress;
    struct text_shards shards;
};

void wpiece_settings_init(struct wpiece_settings *settings) {
    *settings = (struct wpiece_settings){
        .strip_accents = WPIECE_NOT_GIVEN,
        .special_literals = WPIECE_NOT_GIVEN,
        .name = "corpus",
        .shard_tokens = (uint64_t)16 << 20,
    };
}

static enum wpiece_output choose_output(int output) {
    if (output != WPIECE_AUTO)
        return (enum wpiece_output)output;
    return standard_output_is_terminal() ? WPIECE_TOKENS : WPIECE_STREAM;
}

static enum token_form choose_form(enum wpiece_output output, uint32_t vocabulary_size) {
    if (output == WPIECE_STREAM)
        return vocabulary_size <= 65536 ? TOKEN_FORM_IDS_2 : TOKEN_FORM_IDS_4;
    return output == WPIECE_IDS ? TOKEN_FORM_NUMBERS : TOKEN_FORM_TOKENS;
}

/* What is odd in a vocabulary, yet allowed. */
static void warn_of_vocabulary(const struct wpiece *job) {
    const struct messages *messages = &job->cli->messages;
    size_t count;
    const struct vocabulary_repeat *repeats = vocabulary_repeats(job->vocabulary, &count);
    if (count > 0) {
        struct view token = vocabulary_token(job->vocabulary, repeats[0].lines[0]);
        messages_warning(
            messages,
            "%zu tokens stand more than once in '%s' (the first is '%.*s', lines %u and "
            "%u); the last line of each is its id",
            count, job->settings->vocabulary, (int)token.size, (const char *)token.data,
            repeats[0].lines[0] + 1, repeats[0].lines[1] + 1);
    }
    uint32_t pad = vocabulary_special(job->vocabulary, SPECIAL_PAD);
    if (pad != 0)
        messages_warning(messages,
                         "[PAD] is id %u in '%s', but rows are padded with 0, as trainers expect",
                         pad, job->settings->vocabulary);
}

static enum status load_vocabulary(struct wpiece *job, struct error *error) {
    const struct wpiece_settings *settings = job->settings;
    if (settings->vocabulary == NULL)
        return error_set(error, STATUS_USAGE, "name the vocabulary with --vocab FILE");
    struct byte_source source;
    enum status status = byte_source_open(&source, settings->vocabulary, error);
    if (status == STATUS_OK)
        status = vocabulary_load(&job->vocabulary, &source, error);
    byte_source_release(&source);
    if (status == STATUS_OK && settings->vocabulary_size != 0)
        status = vocabulary_check_size(job->vocabulary, settings->vocabulary_size, error);
    if (status == STATUS_OK)
        warn_of_vocabulary(job);
    return status;
}

static enum status make_tokenizer(struct wpiece *job, struct error *error) {
    job->options = (struct chunk_tokenizer_options){
        .vocabulary = job->vocabulary,
        .bert = wpiece_options_tokenizer(job->settings),
        .strict = job->settings->strict,
        .form = choose_form(job->kind, vocabulary_size(job->vocabulary)),
    };
    return chunk_tokenizer_init(&job->tokenizer, &job->options, error);
}

static int by_line(const void *a, const void *b) {
    const struct provenance_repeat *first = a;
    const struct provenance_repeat *second = b;
    return (first->line > second->line) - (first->line < second->line);
}

/* The repeated lines as pairs of a line and the token's id, ascending by line. */
static enum status describe_repeats(struct provenance_tokens *tokens,
                                    const struct vocabulary *vocabulary, struct error *error) {
    size_t groups;
    const struct vocabulary_repeat *repeats = vocabulary_repeats(vocabulary, &groups);
    size_t count = 0;
    for (size_t i = 0; i < groups; i++)
        count += repeats[i].count - 1;
    if (count == 0)
        return STATUS_OK;
    tokens->repeats = calloc(count, sizeof *tokens->repeats);
    if (tokens->repeats == NULL)
        return error_no_memory(error, "the vocabulary's repeated lines");
    for (size_t i = 0; i < groups; i++) {
        for (size_t j = 0; j + 1 < repeats[i].count; j++)
            tokens->repeats[tokens->repeat_count++] = (struct provenance_repeat){
                repeats[i].lines[j], repeats[i].lines[repeats[i].count - 1]};
    }
    qsort(tokens->repeats, tokens->repeat_count, sizeof *tokens->repeats, by_line);
    return STATUS_OK;
}

static bool reads_standard_input(const struct cli *cli) {
    for (int i = 0; i < cli->operand_count; i++) {
        if (strcmp(cli->operands[i], "-") == 0)
            return true;
    }
    return cli->operand_count == 0;
}

static enum status write_provenance(const struct wpiece *job, struct buffer *text,
                                    struct error *error) {
    const struct wpiece_settings *settings = job->settings;
    const struct vocabulary *vocabulary = job->vocabulary;
    struct provenance_tokens tokens = {
        .vocabulary_size = vocabulary_size(vocabulary),
        .pad_id = vocabulary_special(vocabulary, SPECIAL_PAD),
        .unk_id = vocabulary_special(vocabulary, SPECIAL_UNK),
        .cls_id = vocabulary_special(vocabulary, SPECIAL_CLS),
        .sep_id = vocabulary_special(vocabulary, SPECIAL_SEP),
        .mask_id = vocabulary_special(vocabulary, SPECIAL_MASK),
    };
    wpiece_options_describe(&tokens, bert_tokenizer_options(job->tokenizer.bert));
    if (reads_standard_input(job->cli)) {
        tokens.shard_tokens = settings->shard_tokens;
        tokens.shard_documents = settings->shard_documents;
        tokens.shard_bytes = settings->shard_bytes;
    }
    vocabulary_digest(vocabulary, tokens.vocabulary_sha256);
    enum status status = describe_repeats(&tokens, vocabulary, error);
    if (status == STATUS_OK)
        status = provenance_write_tokens(&tokens, text, error);
    provenance_tokens_release(&tokens);
    return status;
}

/* Tells what kind of piece each id is: what whole words are found by. */
static enum status write_pieces(struct wpiece *job, struct error *error) {
    const struct vocabulary *vocabulary = job->vocabulary;
    struct piece_kinds kinds;
    enum status status = piece_kinds_init(&kinds, vocabulary_size(vocabulary), error);
    if (status != STATUS_OK)
        return status;
    for (uint32_t id = 0; id < vocabulary_size(vocabulary); id++)
        piece_kinds_set(&kinds, id, vocabulary_token(vocabulary, id));
    for (int special = 0; special < SPECIAL_TOKENS; special++)
        piece_kinds_reserve(&kinds, vocabulary_special(vocabulary, (enum special_token)special));
    status = shard_stream_writer_pieces(&job->output.stream.stream, &kinds, error);
    piece_kinds_release(&kinds);
    return status;
}

static enum status check_files(const struct wpiece *job, struct error *error) {
    const struct cli *cli = job->cli;
    bool named = job->kind == WPIECE_STREAM;
    enum status status = STATUS_OK;
    if (named && reads_standard_input(cli))
        status = text_shards_check_name(job->settings->name, error);
    if (status == STATUS_OK)
        status = operand_files_check(cli->operands, cli->operand_count, error);
    for (int i = 0; named && i < cli->operand_count && status == STATUS_OK; i++) {
        if (strcmp(cli->operands[i], "-") != 0)
            status = text_shards_check_file(cli->operands[i], error);
    }
    return status;
}

static enum status begin(struct wpiece *job, struct error *error) {
    enum status status = check_files(job, error);
    if (status == STATUS_OK)
        status = load_vocabulary(job, error);
    if (status == STATUS_OK)
        status = make_tokenizer(job, error);
    struct buffer provenance = BUFFER_INIT;
    if (status == STATUS_OK && job->kind == WPIECE_STREAM)
        status = write_provenance(job, &provenance, error);
    if (status == STATUS_OK) {
        token_output_init(&job->output, job->options.form, job->sink);
        status = token_output_begin(&job->output, buffer_view(&provenance), error);
    }
    if (status == STATUS_OK && job->kind == WPIECE_STREAM)
        status = write_pieces(job, error);
    buffer_release(&provenance);
    return status;
}

static enum status tokenize(struct wpiece *job, struct error *error) {
    static const char *const STANDARD_INPUT[] = {"-"};
    const struct wpiece_settings *settings = job->settings;
    const struct cli *cli = job->cli;
    bool named = cli->operand_count > 0;
    struct wpiece_workers_options options = {
        .threads = cli->common.threads == 0 ? cpu_count() : (unsigned)cli->common.threads,
        .chunk_size = WPIECE_CHUNK_SIZE,
        .paths = named ? (const char *const *)cli->operands : STANDARD_INPUT,
        .path_count = named ? (size_t)cli->operand_count : 1,
    };
    struct text_shards_options shards = {
        .name = settings->name,
        .tokens = settings->shard_tokens,
        .documents = settings->shard_documents,
        .bytes = settings->shard_bytes,
        .strict = settings->strict,
    };
    text_shards_init(&job->shards, &shards, &job->output, &cli->messages, &job->progress);
    enum status status = wpiece_workers_run(&options, &job->tokenizer, &job->shards, error);
    return status == STATUS_OK ? token_output_end(&job->output, error) : status;
}

static void report(struct wpiece *job) {
    struct run_report *report = &job->cli->report;
    const struct text_shards *shards = &job->shards;
    run_report_set(report, "shards", shards->shards);
    run_report_set(report, "documents", shards->documents);
    run_report_set(report, "sentences", shards->sentences);
    run_report_set(report, "tokens", shards->tokens);
    run_report_set(report, "unknown", shards->unknown);
    run_report_set(report, "malformed", shards->malformed);
    run_report_set(report, "bytes", shards->bytes);
}

enum status wpiece_run(const struct wpiece_settings *settings, struct cli *cli,
                       struct byte_sink *sink, struct error *error) {
    struct wpiece job = {
        .settings = settings, .cli = cli, .sink = sink, .kind = choose_output(settings->output)};
    enum status status = STATUS_OK;
    if (settings->output == WPIECE_STREAM)
        status = standard_output_refuse_terminal("a token stream", error);
    if (status != STATUS_OK)
        return status;
    /* Again with the form of the ids, once the vocabulary is known: a failure before is told, too.
     */
    token_output_init(&job.output, choose_form(job.kind, 0), sink);
    pipe_room_widen(sink->descriptor);
    progress_init(&job.progress, "wpiece", "bytes",
                  operand_files_size(cli->operands, cli->operand_count), cli->common.quiet);
    status = begin(&job, error);
    if (status == STATUS_OK)
        status = tokenize(&job, error);
    progress_finish(&job.progress);
    report(&job);
    if (status != STATUS_OK)
        token_output_fail(&job.output, "wpiece", status, error);
    text_shards_release(&job.shards);
    token_output_release(&job.output);
    chunk_tokenizer_release(&job.tokenizer);
    vocabulary_free(job.vocabulary);
    return status;
}
