#include "tools/join/wikiplain_feeder.h"

#include <string.h>

#include "formats/wiki/dump_language.h"
#include "formats/wiki/dump_splitter.h"

/*
 * A page of more bytes of dump is left out. MediaWiki's own limit is 2 MiB of wikitext, which XML
 * makes six times as long at the very worst; a page takes some ten times its size while it is read.
 */
static const size_t LONGEST_PAGE = (size_t)16 << 20;

/* A batch that an unusual page makes longer than this is done when no other is under way. */
static const size_t LONGEST_SHARED = (size_t)4 << 20;

/* One batch is at work in each thread and one waits for it; two more come and go. */
size_t wikiplain_feeder_jobs(unsigned threads) {
    return 2 * (size_t)threads + 2;
}

uint64_t wikiplain_feeder_bytes(unsigned threads) {
    return ((uint64_t)8 << 20) + ((uint64_t)threads << 22);
}

static struct wikiplain_job *spare_job(struct wikiplain_feeder *feeder) {
    struct wikiplain_job *job = bounded_queue_drain(feeder->spares);
    return job != NULL ? job : wikiplain_job_new();
}

static enum status submit(struct wikiplain_feeder *feeder, struct wikiplain_job *job) {
    job->name = feeder->source.file.name;
    job->site = wikiplain_site_share(feeder->site);
    job->skipped = feeder->skipped;
    if (feeder->skipped > 0)
        job->skip_error = feeder->skip_error;
    feeder->skipped = 0;
    size_t size = job->batch.bytes.size;
    uint64_t weight = size > LONGEST_SHARED ? wikiplain_feeder_bytes(feeder->threads) : size;
    if (ordered_work_submit(feeder->work, job, weight))
        return STATUS_OK;
    wikiplain_job_free(job);
    return error_set(&feeder->error, STATUS_FAILED, "the run was stopped");
}

static void note_skipped(struct wikiplain_feeder *feeder, struct dump_splitter *splitter) {
    if (splitter->skipped == 0)
        return;
    feeder->skipped += splitter->skipped;
    feeder->skip_error = splitter->skip_error;
    splitter->skipped = 0;
}

/* The language to take: as asked for, or as the text tells where the header says English. */
static const char *language_of(const struct wikiplain_feeder *feeder,
                               const struct dump_header *header, struct view text) {
    bool told = header->language[0] != '\0';
    if (feeder->rules->language != NULL || (told && strcmp(header->language, "en") != 0))
        return feeder->rules->language;
    const char *guess = dump_language_guess(text);
    if (guess != NULL && told)
        messages_warning(feeder->messages,
                         "'%s' says that it is in English, but its text is not; it is read as "
                         "'%s' (--lang en takes it at its word)",
                         feeder->source.file.name, guess);
    return guess;
}

static enum status make_site(struct wikiplain_feeder *feeder, const struct dump_header *header,
                             struct view text) {
    struct wikiplain_site *before = feeder->site;
    struct wikiplain_site *site;
    enum status status = wikiplain_site_make(&site, before, header,
                                             language_of(feeder, header, text), &feeder->error);
    if (status != STATUS_OK)
        return status;
    feeder->site = site;
    wikiplain_site_release(before);
    return STATUS_OK;
}

static enum status feed_batches(struct wikiplain_feeder *feeder, struct dump_splitter *splitter) {
    for (bool first = true;; first = false) {
        struct wikiplain_job *job = spare_job(feeder);
        if (job == NULL)
            return error_no_memory(&feeder->error, "a batch of pages");
        enum status status = dump_splitter_next(splitter, &job->batch, &feeder->error);
        note_skipped(feeder, splitter);
        if (status == STATUS_OK && first)
            status = make_site(feeder, &splitter->header, buffer_view(&job->batch.bytes));
        if (status != STATUS_OK) {
            wikiplain_job_free(job);
            return status == STATUS_END ? STATUS_OK : status;
        }
        status = submit(feeder, job);
        if (status != STATUS_OK)
            return status;
    }
}

static enum status feed_input(struct wikiplain_feeder *feeder, const char *path) {
    struct dump_splitter splitter;
    struct error *error = &feeder->error;
    enum status status = wikiplain_source_open(&feeder->source, path, feeder->stop->descriptor,
                                               &feeder->consumed, feeder->threads, error);
    if (status != STATUS_OK)
        return status;
    status = dump_splitter_init(&splitter, feeder->source.text, error);
    if (status == STATUS_OK) {
        splitter.page_limit = LONGEST_PAGE;
        status = feed_batches(feeder, &splitter);
        dump_splitter_release(&splitter);
    }
    wikiplain_source_release(&feeder->source);
    return status;
}

static void feed(void *context, unsigned worker) {
    struct wikiplain_feeder *feeder = context;
    (void)worker;
    for (size_t i = 0; i < feeder->inputs->count && feeder->status == STATUS_OK; i++)
        feeder->status = feed_input(feeder, feeder->inputs->paths[i]);
    wikiplain_site_release(feeder->site);
    feeder->site = NULL;
    ordered_work_close(feeder->work);
}

enum status wikiplain_feeder_start(struct wikiplain_feeder *feeder, struct error *error) {
    feeder->status = STATUS_OK;
    return thread_pool_start(&feeder->thread, 1, feed, feeder, error);
}

void wikiplain_feeder_join(struct wikiplain_feeder *feeder) {
    thread_pool_join(&feeder->thread);
}
