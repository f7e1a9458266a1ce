#include "tools/join/wikiplain_run.h"

#include <inttypes.h>
#include <stdlib.h>

#include "tools/cli/numbers.h"
#include "tools/cli/progress.h"
#include "tools/join/cancel_line.h"
#include "tools/join/wikiplain_feeder.h"
#include "tools/join/wikiplain_report.h"
#include "tools/join/wikiplain_worker.h"
#include "tools/parallel/cpu_count.h"

/* Pages over their budget that a warning each is given for. */
enum { BUDGET_WARNINGS = 10 };

struct wikiplain {
    struct cli *cli;
    struct byte_sink *sink;
    struct wikiplain_rules rules;
    struct wikiplain_inputs inputs;
    struct wikiplain_worker *workers; /* owned; one for each thread */
    unsigned threads;
    struct ordered_work work;
    struct bounded_queue spares;
    struct wikiplain_stop stop;
    struct wikiplain_feeder feeder;
    struct wikiplain_totals totals;
    struct progress progress;
};

static void do_job(void *context, unsigned worker, void *job) {
    struct wikiplain *run = context;
    wikiplain_worker_do(&run->workers[worker], job);
}

static enum status start(struct wikiplain *run, struct error *error) {
    uint64_t asked = run->cli->common.threads;
    run->threads = asked == 0 ? cpu_count() : (unsigned)asked;
    run->workers = calloc(run->threads, sizeof *run->workers);
    if (run->workers == NULL)
        return error_no_memory(error, "the threads");
    for (unsigned i = 0; i < run->threads; i++)
        run->workers[i].rules = &run->rules;
    size_t jobs = wikiplain_feeder_jobs(run->threads);
    /* One job more than can be under way is being made, and one written. */
    enum status status = bounded_queue_init(&run->spares, jobs + 2, UINT64_MAX, error);
    if (status == STATUS_OK)
        status = ordered_work_init(&run->work, run->threads, jobs,
                                   wikiplain_feeder_bytes(run->threads), do_job, run, error);
    if (status == STATUS_OK)
        status = wikiplain_stop_start(&run->stop, &run->work, error);
    if (status != STATUS_OK)
        return status;
    run->feeder.rules = &run->rules;
    run->feeder.inputs = &run->inputs;
    run->feeder.messages = &run->cli->messages;
    run->feeder.stop = &run->stop;
    run->feeder.work = &run->work;
    run->feeder.spares = &run->spares;
    run->feeder.threads = run->threads;
    return wikiplain_feeder_start(&run->feeder, error);
}

/* Tells of what a user should know of a job, but that does not end the run. */
static void warn(struct wikiplain *run, const struct wikiplain_job *job) {
    const struct messages *messages = &run->cli->messages;
    if (job->skipped == 0 && job->over_budget.size == 0)
        return;
    progress_finish(&run->progress);
    if (job->skipped > 0)
        messages_warning(messages, "%s", job->skip_error.message);
    struct view rest = buffer_view(&job->over_budget);
    for (uint64_t shown = run->totals.titles; rest.size > 0 && shown < BUDGET_WARNINGS; shown++) {
        size_t size = strcspn((const char *)rest.data, "\n");
        messages_warning(messages,
                         "'%s': the templates of the page '%.*s' went beyond its budget and were "
                         "left out",
                         job->name, (int)size, (const char *)rest.data);
        rest.data += size + 1;
        rest.size -= size + 1;
    }
}

static enum status write_job(struct wikiplain *run, const struct wikiplain_job *job,
                             struct error *error) {
    enum status status = STATUS_OK;
    if (job->output.size > 0 && run->sink->position > 0 && !run->rules.json)
        status = byte_sink_write(run->sink, "\n", 1, error);
    if (status == STATUS_OK && job->output.size > 0)
        status = byte_sink_write(run->sink, job->output.data, job->output.size, error);
    if (status == STATUS_OK)
        warn(run, job);
    if (status == STATUS_OK)
        status = wikiplain_totals_add(&run->totals, job, error);
    progress_update(&run->progress, atomic_load(&run->feeder.consumed));
    if (status == STATUS_OK && job->status != STATUS_OK) {
        *error = job->error;
        status = job->status;
    }
    return status;
}

static enum status write_all(struct wikiplain *run, struct error *error) {
    enum status status = STATUS_OK;
    struct wikiplain_job *job;
    while (status == STATUS_OK && (job = ordered_work_take(&run->work)) != NULL) {
        status = write_job(run, job, error);
        wikiplain_job_reset(job);
        if (!bounded_queue_push(&run->spares, job, 0))
            wikiplain_job_free(job);
    }
    int signal = run->stop.raiser == 0 ? 0 : wikiplain_stop_signal(&run->stop);
    if (status == STATUS_OK && signal != 0)
        return error_set(error, STATUS_FAILED, "stopped by signal %d", signal);
    if (status == STATUS_OK && run->feeder.status != STATUS_OK) {
        *error = run->feeder.error;
        status = run->feeder.status;
    }
    return status;
}

/* Has everything been read, and was there anything in it? */
static enum status judge(struct wikiplain *run, struct error *error) {
    const struct wikiplain_totals *totals = &run->totals;
    char pages[512];
    wikiplain_report_pages(totals, pages, sizeof pages);
    if (totals->counts.articles == 0)
        return error_set(error, STATUS_FAILED, "no article was found among %s", pages);
    char seconds[NUMBERS_SIZE], memory[NUMBERS_SIZE];
    numbers_format_seconds(run_report_seconds(&run->cli->report), seconds);
    numbers_format_size(run_report_peak_memory(), memory);
    messages_note(&run->cli->messages, "%s, %s, %s at most", pages, seconds, memory);
    if (totals->too_long == 0)
        return STATUS_OK;
    return error_set(error, STATUS_PARTIAL,
                     "%" PRIu64 " pages were left out, for they are too long for an article",
                     totals->too_long);
}

static void finish_threads(struct wikiplain *run, bool failed) {
    struct wikiplain_job *job;
    if (failed && run->stop.raiser != 0)
        wikiplain_stop_raise(&run->stop);
    wikiplain_feeder_join(&run->feeder);
    if (run->work.slots != NULL) {
        ordered_work_abort(&run->work);
        while ((job = ordered_work_drain(&run->work)) != NULL)
            wikiplain_job_free(job);
        ordered_work_release(&run->work);
    }
    if (run->spares.slots != NULL) {
        while ((job = bounded_queue_drain(&run->spares)) != NULL)
            wikiplain_job_free(job);
        bounded_queue_release(&run->spares);
    }
    for (unsigned i = 0; i < run->threads && run->workers != NULL; i++) {
        name_tally_merge(&run->totals.holes, &run->workers[i].holes);
        wikiplain_worker_release(&run->workers[i]);
    }
    free(run->workers);
}

static void report(struct wikiplain *run) {
    run->totals.files = run->inputs.count;
    run->totals.bytes_in = atomic_load(&run->feeder.consumed);
    run->totals.bytes_out = run->sink->position;
    wikiplain_report_set(&run->cli->report, &run->totals);
    run->cli->has_own_summary = true;
}

static enum status finish(struct wikiplain *run, enum status status, struct error *error) {
    if (status == STATUS_OK)
        status = byte_sink_flush(run->sink, error);
    finish_threads(run, status != STATUS_OK);
    progress_finish(&run->progress);
    run->totals.too_long += run->feeder.skipped;
    if (run->feeder.skipped > 0)
        messages_warning(&run->cli->messages, "%s", run->feeder.skip_error.message);
    if (status == STATUS_OK)
        status = judge(run, error);
    report(run);
    if (status != STATUS_OK && status != STATUS_PARTIAL)
        cancel_line_write(run->sink, "wikiplain", status, error);
    return status;
}

enum status wikiplain_run(const struct wikiplain_settings *settings, struct cli *cli,
                          struct byte_sink *sink, struct error *error) {
    struct wikiplain run = {.cli = cli, .sink = sink};
    enum status status = wikiplain_rules_init(&run.rules, settings, error);
    if (status != STATUS_OK)
        return status;
    status = wikiplain_inputs_init(&run.inputs, cli->operands, cli->operand_count, error);
    progress_init(&run.progress, "wikiplain", "bytes", run.inputs.bytes, cli->common.quiet);
    if (status == STATUS_OK)
        status = start(&run, error);
    if (status == STATUS_OK)
        status = write_all(&run, error);
    status = finish(&run, status, error);
    wikiplain_stop_finish(&run.stop);
    wikiplain_totals_release(&run.totals);
    wikiplain_inputs_release(&run.inputs);
    wikiplain_rules_release(&run.rules);
    return status;
}
