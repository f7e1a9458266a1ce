#include "tools/s3/transfer_workers.h"

#include <stdlib.h>
#include <time.h>

#include "tools/s3/object_copy.h"
#include "tools/s3/part_plan.h"
#include "tools/s3/transfer_perform.h"

/*
 * Scratch memory of all workers together, and of one. 64 KiB stay in the processor's second cache
 * between being read and being hashed, also with other threads around; 256 KiB do not, and cost 0.6
 * seconds a GiB more.
 */
static const size_t MOST_BLOCKS = (size_t)2 << 20;
static const size_t LARGEST_BLOCK = (size_t)64 << 10;
static const size_t SMALLEST_BLOCK = (size_t)16 << 10;

/* Before another round a writer gets this long to finish: twenty naps. */
static const struct timespec SETTLE_NAP = {.tv_nsec = 10000000};
static const unsigned SETTLE_NAPS = 20;

static size_t block_size(unsigned workers) {
    size_t share = MOST_BLOCKS / workers;
    share = share < SMALLEST_BLOCK ? SMALLEST_BLOCK : share;
    return share < LARGEST_BLOCK ? share : LARGEST_BLOCK;
}

static void set_defaults(struct transfer_options *options) {
    if (options->workers == 0)
        options->workers = 1;
    if (options->part_size == 0)
        options->part_size = PART_PLAN_DEFAULT_SIZE;
    if (options->multipart_threshold == 0)
        options->multipart_threshold = PART_PLAN_DEFAULT_THRESHOLD;
    if (options->copy_threshold == 0)
        options->copy_threshold = OBJECT_COPY_LARGEST;
    if (options->temporary_folder == NULL)
        options->temporary_folder = "/tmp";
}

static enum status make_client(struct s3_client **client, struct s3_session *session,
                               struct error *error) {
    if (session == NULL)
        return STATUS_OK;
    *client = calloc(1, sizeof **client);
    if (*client == NULL)
        return error_no_memory(error, "an HTTP client");
    return s3_client_init(*client, session, error);
}

static enum status make_worker(struct transfer_engine *engine, struct error *error) {
    struct transfer_worker *worker = &engine->workers[engine->worker_count++];
    const struct transfer_options *options = &engine->settings.options;
    worker->settings = &engine->settings;
    worker->block_size = block_size(options->workers);
    worker->block = malloc(worker->block_size);
    if (worker->block == NULL)
        return error_no_memory(error, "reading files");
    enum status status = make_client(&worker->source, options->source, error);
    if (status == STATUS_OK)
        status = make_client(&worker->target, options->target, error);
    return status;
}

enum status transfer_workers_make(struct transfer_engine *engine,
                                  const struct transfer_options *options, struct error *error) {
    engine->settings.options = *options;
    set_defaults(&engine->settings.options);
    target_folders_init(&engine->settings.folders);
    unsigned wanted = engine->settings.options.workers;
    engine->workers = calloc(wanted, sizeof *engine->workers);
    if (engine->workers == NULL)
        return error_no_memory(error, "workers");
    enum status status = STATUS_OK;
    while (status == STATUS_OK && engine->worker_count < wanted)
        status = make_worker(engine, error);
    return status;
}

void transfer_workers_stop(struct transfer_engine *engine) {
    struct transfer_settings *settings = &engine->settings;
    atomic_store(&settings->stopped, true);
    if (settings->options.source != NULL)
        s3_session_stop(settings->options.source);
    if (settings->options.target != NULL)
        s3_session_stop(settings->options.target);
}

bool transfer_workers_settle(struct transfer_engine *engine) {
    for (unsigned nap = 0; nap < SETTLE_NAPS && !atomic_load(&engine->settings.stopped); nap++)
        nanosleep(&SETTLE_NAP, NULL);
    return !atomic_load(&engine->settings.stopped);
}

void transfer_workers_prepare(struct transfer_engine *engine, struct transfer_worker *worker,
                              struct transfer_task *task) {
    const struct transfer_calls *calls = engine->calls;
    if (calls->goes_in_pairs == NULL || !calls->goes_in_pairs(&engine->settings, task->actions[0]))
        return;
    struct transfer_task *next =
        transfer_schedule_take_if(&engine->schedule, calls->goes_in_pairs, &engine->settings);
    if (next == NULL)
        return;
    calls->prepare_pair(worker, task->actions[0], next->actions[0]);
    transfer_schedule_again(&engine->schedule, next);
}

static void release_client(struct s3_client *client) {
    if (client != NULL)
        s3_client_release(client);
    free(client);
}

void transfer_workers_release(struct transfer_engine *engine) {
    for (unsigned i = 0; i < engine->worker_count; i++) {
        release_client(engine->workers[i].source);
        release_client(engine->workers[i].target);
        free(engine->workers[i].block);
    }
    free(engine->workers);
    engine->workers = NULL;
    engine->worker_count = 0;
    target_folders_release(&engine->settings.folders);
}

enum status transfer_engine_start(struct transfer_engine *engine,
                                  const struct transfer_options *options,
                                  transfer_observer_function *observer, void *context,
                                  struct error *error) {
    return transfer_engine_start_with(engine, options, &transfer_perform_calls, observer, context,
                                      error);
}
