#include "tools/mlmprep/finish_stage.h"

#include "tools/cli/exit_status.h"
#include "tools/mlmprep/finish_phase.h"
#include "tools/mlmprep/finish_upload.h"
#include "tools/mlmprep/finish_wrong.h"
#include "tools/prep/failure_note.h"

/* More threads than this only wait for the disk. */
enum { MOST_THREADS = 64 };

struct finishing {
    struct finish_context context;
    struct finish_shards phases[RUN_PLAN_PHASES];
    size_t read; /* phases that are to be released */
    struct work_folder work;
    struct pipe_details times;
    struct life_sign sign; /* for whoever asks for the state; that there is none is no matter */
};

int finish_even_wanted(const struct run_plan *plan) {
    return plan->even == RUN_EVEN_NO ? FINISH_EVEN_AS_IS : (int)plan->even;
}

static void show_life(void *context) {
    struct finishing *finishing = context;
    life_sign_touch(&finishing->sign);
}

static enum status read_markers(struct finishing *finishing, struct error *error) {
    const struct finish_request *request = finishing->context.request;
    const struct run_plan *plan = request->plan;
    struct task_inputs inputs;
    enum status status = task_inputs_read(&inputs, request->folder, plan, error);
    if (status != STATUS_OK)
        return status;
    for (size_t i = 0; i < plan->phase_count && status == STATUS_OK; i++) {
        status = finish_shards_read(&finishing->phases[i], request->folder, plan, &inputs,
                                    plan->phases[i], error);
        finishing->read += status == STATUS_OK;
    }
    task_inputs_release(&inputs);
    return status;
}

/* Reads all files. */
static enum status check_files(struct finishing *finishing, struct error *error) {
    const struct finish_request *request = finishing->context.request;
    struct check_crew crew = {.threads = check_crew_threads(request->threads, MOST_THREADS),
                              .stop = request->stop,
                              .on_tick = show_life,
                              .tick_context = finishing,
                              .progress = request->progress};
    uint64_t bytes = 0;
    for (size_t i = 0; i < finishing->read; i++) {
        bytes += finish_shards_bytes(&finishing->phases[i]);
        crew.all += finishing->phases[i].count;
    }
    if (request->progress != NULL)
        progress_expect(request->progress, bytes);
    enum status status = STATUS_OK;
    for (size_t i = 0; i < finishing->read && status == STATUS_OK; i++) {
        status = finish_shards_check(&finishing->phases[i], &crew, error);
        crew.before += finishing->phases[i].count;
    }
    if (request->progress != NULL)
        progress_finish(request->progress);
    return status;
}

/*
 * Who asks for the state is told why the stage failed, unless it was only stopped. Tasks that are
 * missing tell that themselves.
 */
static enum status note_outcome(const struct finish_request *request, enum status status,
                                struct error *error) {
    struct error ignored;
    if (request->stop != NULL && request->stop->number != 0)
        return status;
    if (status == STATUS_OK)
        return failure_note_remove(request->folder, "finish", error);
    if (status == STATUS_PARTIAL)
        (void)!failure_note_remove(request->folder, "finish", &ignored);
    else
        (void)!failure_note_add(request->folder, "finish", error->message,
                                (int)exit_status_of(status), "log/finish.log", &ignored);
    return status;
}

enum status finish_stage_run(const struct finish_request *request, struct finish_result *result,
                             struct error *error) {
    struct finishing finishing = {.sign = {.descriptor = -1}};
    finishing.context = (struct finish_context){.request = request,
                                                .result = result,
                                                .work = &finishing.work,
                                                .times = &finishing.times,
                                                .sign = &finishing.sign};
    pipe_details_start(&finishing.times);
    *result = (struct finish_result){.was_done = true};
    enum status status = work_folder_clean(request->folder, error);
    if (status == STATUS_OK) {
        (void)!life_sign_start(&finishing.sign, request->folder, "finish", error);
        status = read_markers(&finishing, error);
    }
    if (status == STATUS_OK)
        status = check_files(&finishing, error);
    if (status == STATUS_OK)
        status = finish_wrong_tell(finishing.phases, finishing.read, request->messages, error);
    if (status == STATUS_OK)
        status = work_folder_make(&finishing.work, request->folder, error);
    for (size_t i = 0; i < finishing.read && status == STATUS_OK; i++)
        status = finish_phase_run(&finishing.context, &finishing.phases[i], error);
    if (status == STATUS_OK)
        status = finish_upload_mark(request->folder, request->plan, error);
    work_folder_remove(&finishing.work);
    life_sign_end(&finishing.sign);
    for (size_t i = 0; i < finishing.read; i++)
        finish_shards_release(&finishing.phases[i]);
    return note_outcome(request, status, error);
}
