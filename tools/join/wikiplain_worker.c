#include "tools/join/wikiplain_worker.h"

#include "tools/join/wikiplain_article.h"
#include "tools/join/wikiplain_kinds.h"

/* After a batch larger than this, which holds an unusual page, the memory for it is given back. */
static const size_t LARGEST_KEPT = (size_t)4 << 20;

/* Of a parser function its name alone; marks of the cleaner end a name. */
static void count_hole(void *context, struct view name) {
    struct wikiplain_worker *worker = context;
    size_t size = 0;
    bool is_function = name.size > 0 && name.data[0] == '#';
    while (size < name.size && name.data[size] >= ' ' && !(is_function && name.data[size] == ':'))
        size++;
    name.size = size;
    name_tally_add(&worker->holes, name, 1);
}

static void forget(struct wikiplain_worker *worker) {
    dump_reader_release(&worker->reader);
    wikitext_cleaner_release(&worker->cleaner);
    wikiplain_site_release(worker->site);
    buffer_release(&worker->text);
    worker->site = NULL;
    worker->name = NULL;
}

/* Makes reader and cleaner those of the job's input. */
static enum status prepare(struct wikiplain_worker *worker, const struct wikiplain_job *job,
                           struct error *error) {
    if (worker->site == job->site && worker->name == job->name)
        return STATUS_OK;
    bool same_site = worker->site == job->site;
    enum status status = STATUS_OK;
    if (!same_site) {
        forget(worker);
        status = wikitext_cleaner_init(&worker->cleaner, &job->site->site, &worker->rules->cleaning,
                                       error);
        if (status != STATUS_OK)
            return status;
        worker->site = wikiplain_site_share(job->site);
    }
    dump_reader_release(&worker->reader);
    worker->name = job->name;
    dump_reader_init(&worker->reader, &worker->site->site, &worker->rules->wanted, job->name);
    return STATUS_OK;
}

/* Is the page one that is left out, unread? Counts it, then. */
static bool is_left_out(struct wikiplain_worker *worker, const struct wiki_page *page) {
    const struct wikiplain_rules *rules = worker->rules;
    struct wikiplain_counts *counts = &worker->job->counts;
    const struct wiki_site *site = &worker->site->site;
    if (rules->skip_disambiguation && wikiplain_is_disambiguation(page, site)) {
        counts->disambiguations++;
        return true;
    }
    if (rules->skip_lists && wikiplain_is_list(page, site)) {
        counts->lists++;
        return true;
    }
    return false;
}

static enum status read_text(struct wikiplain_worker *worker, const struct wiki_page *page,
                             struct error *error) {
    struct wikiplain_job *job = worker->job;
    struct buffer *text = &worker->text;
    if (page->content != WIKI_CONTENT_WIKITEXT)
        return wikiplain_article_lines(text, page->text, error);
    uint64_t before = job->counts.cleaning.budget_hits;
    enum status status = wikitext_clean(&worker->cleaner, text, page, &job->counts.cleaning, error);
    if (status == STATUS_OK && job->counts.cleaning.budget_hits > before)
        status = buffer_format(&job->over_budget, error, "%.*s\n", (int)page->title.size,
                               page->title.size == 0 ? "" : (const char *)page->title.data);
    return status;
}

static enum status write_article(struct wikiplain_worker *worker, const struct wiki_page *page,
                                 size_t title_size, struct error *error) {
    struct wikiplain_job *job = worker->job;
    struct view text = buffer_view(&worker->text);
    job->counts.articles++;
    if (worker->rules->json) {
        struct view alone = {text.data + title_size, text.size - title_size};
        return wikiplain_article_json(&job->output, page, alone, error);
    }
    enum status status = STATUS_OK;
    if (job->output.size > 0)
        status = buffer_append(&job->output, "\n", 1, error);
    return status == STATUS_OK ? buffer_append(&job->output, text.data, text.size, error) : status;
}

static enum status take_page(void *context, const struct wiki_page *page, struct error *error) {
    struct wikiplain_worker *worker = context;
    struct buffer *text = &worker->text;
    enum status status = STATUS_OK;
    if (is_left_out(worker, page))
        return STATUS_OK;
    buffer_clear(text);
    if (worker->rules->titles)
        status = wikiplain_article_lines(text, page->title, error);
    wikiplain_article_clean(text, 0);
    size_t title_size = text->size;
    if (status == STATUS_OK)
        status = read_text(worker, page, error);
    if (status != STATUS_OK)
        return status;
    wikiplain_article_clean(text, title_size);
    struct view read = {text->data + title_size, text->size - title_size};
    if (read.size == 0) {
        worker->job->counts.without_text++;
        return STATUS_OK;
    }
    if (worker->rules->min_length > 0 &&
        wikiplain_article_length(read) < worker->rules->min_length) {
        worker->job->counts.too_short++;
        return STATUS_OK;
    }
    return write_article(worker, page, title_size, error);
}

void wikiplain_worker_do(struct wikiplain_worker *worker, struct wikiplain_job *job) {
    job->status = prepare(worker, job, &job->error);
    if (job->status != STATUS_OK)
        return;
    worker->job = job;
    worker->reader.counts = (struct dump_counts){.pages = 0};
    job->counts.cleaning.on_hole = count_hole;
    job->counts.cleaning.context = worker;
    job->counts.text_bytes = job->batch.bytes.size;
    job->status = dump_reader_read(&worker->reader, &job->batch, take_page, worker, &job->error);
    job->counts.pages = worker->reader.counts;
    worker->job = NULL;
    if (job->batch.bytes.size > LARGEST_KEPT)
        forget(worker);
}

void wikiplain_worker_release(struct wikiplain_worker *worker) {
    forget(worker);
    name_tally_release(&worker->holes);
}
