#include "tools/join/docshard_run.h"

#include <signal.h>
#include <string.h>

#include "formats/base/byte_source.h"
#include "formats/base/checksum.h"
#include "formats/h5/shard_name.h"
#include "tools/cli/progress.h"
#include "tools/join/docshard_documents.h"
#include "tools/join/docshard_folder.h"
#include "tools/join/docshard_seen.h"
#include "tools/join/docshard_set.h"
#include "tools/join/operand_files.h"

/* Of XXH3: which documents are held out, and, with the second, which were seen. Never to change. */
#define SEED_HELD_OUT 0
#define SEED_SEEN     1

static const double DEFAULT_TEST_FRACTION = 0.1;

struct docshard {
    const struct docshard_settings *settings;
    struct cli *cli;
    const char *name;
    double test_fraction;
    struct docshard_set training, test;
    struct docshard_seen seen;
    struct buffer others; /* paths */
    struct progress progress;
    uint64_t bytes; /* of the files before the present one */
    uint64_t duplicates;
};

void docshard_settings_init(struct docshard_settings *settings) {
    *settings =
        (struct docshard_settings){.training_shards = 256, .test_fraction = DOCSHARD_AUTOMATIC};
}

/* The upper 53 bits as a number from 0 to 1, the same on every machine. */
static bool is_held_out(const struct docshard *job, uint64_t hash) {
    return (double)(hash >> 11) * 0x1p-53 < job->test_fraction;
}

static enum status take(void *context, struct view document, uint64_t sentences,
                        struct error *error) {
    struct docshard *job = context;
    uint64_t hash = checksum_of(document.data, document.size, SEED_HELD_OUT);
    if (job->settings->dedupe) {
        bool seen;
        struct docshard_hash both = {hash, checksum_of(document.data, document.size, SEED_SEEN)};
        enum status status = docshard_seen_add(&job->seen, both, &seen, error);
        if (status != STATUS_OK)
            return status;
        job->duplicates += seen;
        if (seen)
            return STATUS_OK;
    }
    struct docshard_set *set = is_held_out(job, hash) ? &job->test : &job->training;
    return docshard_set_add(set, document, sentences, error);
}

static void show_progress(void *context, uint64_t position) {
    struct docshard *job = context;
    progress_update(&job->progress, job->bytes + position);
}

static enum status check_settings(struct docshard *job, struct error *error) {
    const struct docshard_settings *settings = job->settings;
    if (settings->directory == NULL)
        return error_set(error, STATUS_USAGE, "name the folder for the shards with -o DIR");
    if (job->cli->operand_count == 0)
        return error_set(error, STATUS_USAGE,
                         "name the shards: 'wiki' makes wiki_training_0.txt and so on");
    job->name = job->cli->operands[0];
    if (strchr(settings->directory, '\n') != NULL)
        return error_set(error, STATUS_USAGE,
                         "the folder's name has a line end in it, and the list of finished shards "
                         "has one path a line");
    if (settings->test_shards == 0 && settings->test_fraction > 0)
        return error_set(error, STATUS_USAGE,
                         "say with --test-shards how many shards hold the held-out documents");
    if (settings->test_shards > 0 && settings->test_fraction == 0)
        return error_set(error, STATUS_USAGE,
                         "with --test-fraction 0 there is nothing for the test shards");
    job->test_fraction = settings->test_fraction;
    if (settings->test_fraction < 0)
        job->test_fraction = settings->test_shards > 0 ? DEFAULT_TEST_FRACTION : 0;
    return shard_name_check_corpus(view_of_string(job->name), error);
}

static enum status prepare_folder(struct docshard *job, struct error *error) {
    const struct docshard_settings *settings = job->settings;
    size_t training = (size_t)settings->training_shards;
    size_t test = (size_t)settings->test_shards;
    enum status status = docshard_folder_allow_files(training + test, error);
    if (status == STATUS_OK)
        status = atomic_file_make_folders(settings->directory, error);
    if (status == STATUS_OK)
        status = atomic_file_clean(settings->directory, NULL, error);
    if (status == STATUS_OK)
        status = docshard_folder_others(settings->directory, job->name, training, test,
                                        &job->others, error);
    if (status == STATUS_OK && job->others.size > 0 && !settings->remove_others)
        status = error_set(error, STATUS_FAILED,
                           "'%s' is a shard of '%s' from another run, and would be taken for one "
                           "of this; remove it, or have all such removed with --remove-others",
                           (const char *)job->others.data, job->name);
    if (status == STATUS_OK)
        status = docshard_set_open(&job->training, settings->directory, job->name, "training",
                                   training, error);
    if (status == STATUS_OK)
        status = docshard_set_open(&job->test, settings->directory, job->name, "test", test, error);
    return status;
}

static enum status read_file(struct docshard *job, struct docshard_documents *documents,
                             const char *path, struct error *error) {
    struct byte_source source;
    enum status status = byte_source_open(&source, path, error);
    if (status == STATUS_OK)
        status = docshard_documents_read(documents, &source, show_progress, error);
    job->bytes += source.position;
    byte_source_release(&source);
    return status;
}

static enum status read_files(struct docshard *job, struct error *error) {
    struct docshard_documents documents;
    docshard_documents_init(&documents, take, job);
    enum status status = STATUS_OK;
    if (job->cli->operand_count == 1)
        status = read_file(job, &documents, "-", error);
    for (int i = 1; i < job->cli->operand_count && status == STATUS_OK; i++)
        status = read_file(job, &documents, job->cli->operands[i], error);
    docshard_documents_release(&documents);
    return status;
}

/* An empty shard breaks trainers. */
static enum status check_filled(const struct docshard *job, struct error *error) {
    const struct docshard_set *training = &job->training;
    const struct docshard_set *test = &job->test;
    if (training->documents + test->documents == 0)
        return error_set(error, STATUS_FAILED,
                         "there are no documents in the input, so there is nothing to shard");
    if (training->documents < training->count)
        return error_set(error, STATUS_FAILED,
                         "there are %llu training documents for %zu shards, and none may be empty; "
                         "ask for fewer with --shards",
                         (unsigned long long)training->documents, training->count);
    if (test->documents < test->count)
        return error_set(error, STATUS_FAILED,
                         "there are %llu held-out documents for %zu test shards, and none may be "
                         "empty; ask for fewer with --test-shards, or for more documents with "
                         "--test-fraction",
                         (unsigned long long)test->documents, test->count);
    return STATUS_OK;
}

/* All names in one go, in which no signal interferes; where one fails, none stays. */
static enum status publish(struct docshard *job, struct error *error) {
    enum status status = docshard_set_sync(&job->training, error);
    if (status == STATUS_OK)
        status = docshard_set_sync(&job->test, error);
    if (status != STATUS_OK)
        return status;
    sigset_t all, before;
    sigfillset(&all);
    (void)sigprocmask(SIG_BLOCK, &all, &before);
    status = docshard_folder_remove(&job->others, error);
    if (status == STATUS_OK)
        status = docshard_set_publish(&job->training, error);
    if (status == STATUS_OK)
        status = docshard_set_publish(&job->test, error);
    if (status != STATUS_OK) {
        docshard_set_withdraw(&job->training);
        docshard_set_withdraw(&job->test);
    }
    (void)sigprocmask(SIG_SETMASK, &before, NULL);
    return status;
}

static enum status list_shards(const struct docshard_set *set, struct byte_sink *list,
                               struct error *error) {
    enum status status = STATUS_OK;
    for (size_t i = 0; i < set->count && status == STATUS_OK; i++) {
        status = byte_sink_write(list, set->shards[i].path, strlen(set->shards[i].path), error);
        if (status == STATUS_OK)
            status = byte_sink_write(list, "\n", 1, error);
    }
    return status;
}

static void report(struct docshard *job) {
    struct run_report *report = &job->cli->report;
    run_report_set(report, "shards", job->training.count + job->test.count);
    run_report_set(report, "documents", job->training.documents + job->test.documents);
    run_report_set(report, "sentences", job->training.sentences + job->test.sentences);
    run_report_set(report, "held_out", job->test.documents);
    run_report_set(report, "duplicates", job->duplicates);
    run_report_set(report, "bytes", job->bytes);
}

enum status docshard_run(const struct docshard_settings *settings, struct cli *cli,
                         struct byte_sink *list, struct error *error) {
    struct docshard job = {.settings = settings, .cli = cli};
    /* The first operand is the shards' name. */
    char *const *files = cli->operands + 1;
    int count = cli->operand_count - 1;
    enum status status = check_settings(&job, error);
    if (status == STATUS_OK)
        status = operand_files_check(files, count, error);
    progress_init(&job.progress, "docshard", "bytes", operand_files_size(files, count),
                  cli->common.quiet);
    if (status == STATUS_OK)
        status = prepare_folder(&job, error);
    if (status == STATUS_OK)
        status = read_files(&job, error);
    if (status == STATUS_OK)
        status = check_filled(&job, error);
    if (status == STATUS_OK)
        status = publish(&job, error);
    progress_finish(&job.progress);
    report(&job);
    if (status == STATUS_OK)
        status = list_shards(&job.training, list, error);
    if (status == STATUS_OK)
        status = list_shards(&job.test, list, error);
    if (status == STATUS_OK)
        status = byte_sink_flush(list, error);
    docshard_set_release(&job.training);
    docshard_set_release(&job.test);
    docshard_seen_release(&job.seen);
    buffer_release(&job.others);
    return status;
}
