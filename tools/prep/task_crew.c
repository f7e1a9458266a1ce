#include "tools/prep/task_crew.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "formats/base/checked.h"

/* How often the caller is called while nothing happens. */
static const int LOOK_MS = 250;

/* What a task says is kept in memory: there is room for it when the disk is full, too. */
static enum status start(struct task_crew *crew, struct crew_member *member, size_t place,
                         struct error *error) {
    const struct crew_request *request = crew->request;
    char task[32], threads[32];
    snprintf(task, sizeof task, "%zu", crew->queue.tasks[place].task);
    snprintf(threads, sizeof threads, "%llu", (unsigned long long)request->threads);
    int words = memfd_create("task", MFD_CLOEXEC);
    if (words < 0)
        return error_system(error, errno, "cannot make a file in memory for task", task);
    char *arguments[] = {"mlmprep",   "task",  (char *)request->folder,
                         "--task",    task,    "--quiet",
                         "--threads", threads, NULL};
    int streams[3] = {-1, -1, words};
    *member = (struct crew_member){.place = place, .words = words};
    enum status status =
        child_process_start(&member->child, request->program, arguments, streams, error);
    if (status != STATUS_OK)
        close(words);
    member->busy = status == STATUS_OK;
    return status;
}

/* The last error of a text of messages: what stands behind "error: "; empty when there is none. */
static void last_error(char sentence[ERROR_MESSAGE_SIZE], char *text) {
    static const char MARK[] = ": error: ";
    sentence[0] = '\0';
    for (char *line = text, *next; line != NULL && *line != '\0'; line = next) {
        next = strchr(line, '\n');
        if (next != NULL)
            *next++ = '\0';
        const char *found = strstr(line, MARK);
        if (found != NULL)
            snprintf(sentence, ERROR_MESSAGE_SIZE, "%s", found + sizeof MARK - 1);
    }
}

static void read_words(const struct crew_member *member, char sentence[ERROR_MESSAGE_SIZE]) {
    char text[4 * ERROR_MESSAGE_SIZE];
    off_t size = lseek(member->words, 0, SEEK_END);
    off_t from = size < (off_t)sizeof text ? 0 : size - (off_t)sizeof text + 1;
    ssize_t got = pread(member->words, text, sizeof text - 1, from);
    text[got > 0 ? got : 0] = '\0';
    last_error(sentence, text);
}

static enum status keep_failure(struct task_crew *crew, size_t task, bool temporary, bool again,
                                const char *sentence, struct error *error) {
    if (crew->failure_count == crew->failure_capacity) {
        size_t capacity = crew->failure_capacity == 0 ? 16 : 2 * crew->failure_capacity, size;
        struct crew_failure *grown = NULL;
        if (checked_multiply_size(capacity, sizeof *grown, &size))
            grown = realloc(crew->failures, size);
        if (grown == NULL)
            return error_no_memory(error, "the list of failures");
        crew->failures = grown;
        crew->failure_capacity = capacity;
    }
    char *copy = strdup(sentence);
    if (copy == NULL)
        return error_no_memory(error, "the reason of a failure");
    crew->failures[crew->failure_count++] = (struct crew_failure){
        .task = task, .temporary = temporary, .is_tried_again = again, .sentence = copy};
    return STATUS_OK;
}

/* Whether a failure is one that all others will meet, too. */
static bool tells_of_full_disk(const char *sentence) {
    return strstr(sentence, strerror(ENOSPC)) != NULL || strstr(sentence, strerror(EDQUOT)) != NULL;
}

static enum status take_end(struct task_crew *crew, struct crew_member *member,
                            struct error *error) {
    const struct crew_request *request = crew->request;
    size_t task = crew->queue.tasks[member->place].task;
    char said[ERROR_MESSAGE_SIZE];
    struct error outcome = {0};
    read_words(member, said);
    close(member->words);
    member->busy = false;
    /* What a task says of itself needs no name in front. */
    enum status status = child_process_judge(&member->child, "the task", NULL, &outcome);
    if (status != STATUS_OK && said[0] != '\0')
        snprintf(outcome.message, sizeof outcome.message, "%s", said);
    enum task_result result = status == STATUS_OK          ? TASK_RESULT_DONE
                              : status == STATUS_TEMPORARY ? TASK_RESULT_AGAIN
                                                           : TASK_RESULT_FAILED;
    bool again = task_queue_ended(&crew->queue, member->place, result, child_process_now());
    if (result == TASK_RESULT_DONE) {
        if (request->done != NULL)
            request->done(request->context, task, member->child.seconds);
        return STATUS_OK;
    }
    /* Ctrl-C reaches the tasks as well as us: theirs is no failure. */
    if (result == TASK_RESULT_AGAIN && stop_signal_came(request->stop))
        return STATUS_OK;
    crew->disk_full = crew->disk_full || tells_of_full_disk(outcome.message);
    return keep_failure(crew, task, result == TASK_RESULT_AGAIN, again && !crew->disk_full,
                        outcome.message, error);
}

/* Takes in those that have ended. */
static enum status take_ends(struct task_crew *crew, struct error *error) {
    enum status status = STATUS_OK;
    for (size_t i = 0; i < crew->request->jobs; i++) {
        struct crew_member *member = &crew->members[i];
        if (!member->busy || !child_process_look(&member->child))
            continue;
        enum status taken = take_end(crew, member, error);
        status = status == STATUS_OK ? taken : status;
    }
    return status;
}

/* Waits until a task ends, a signal comes, or `milliseconds` are over. */
static void wait_for_ends(const struct task_crew *crew, int milliseconds) {
    size_t count = 0;
    struct child_process **children = calloc(crew->request->jobs + 1, sizeof *children);
    for (size_t i = 0; children != NULL && i < crew->request->jobs; i++)
        if (crew->members[i].busy)
            children[count++] = &crew->members[i].child;
    int stop = crew->request->stop->descriptor;
    child_process_wait(children, count, &stop, 1, milliseconds);
    free(children);
}

/* Starts what can be started now; *wait: seconds until more may be, negative for never. */
static enum status start_some(struct task_crew *crew, double *wait, struct error *error) {
    enum status status = STATUS_OK;
    *wait = -1;
    for (size_t i = 0; status == STATUS_OK && i < crew->request->jobs && !crew->disk_full; i++) {
        if (crew->members[i].busy)
            continue;
        double next;
        size_t place = task_queue_next(&crew->queue, child_process_now(), &next);
        if (place == SIZE_MAX) {
            *wait = next;
            break;
        }
        status = start(crew, &crew->members[i], place, error);
        if (status != STATUS_OK)
            (void)task_queue_ended(&crew->queue, place, TASK_RESULT_FAILED, 0);
    }
    return status;
}

/* Ends all that run, and waits for them: they leave the folder clean. */
static void end_all(struct task_crew *crew) {
    for (size_t i = 0; i < crew->request->jobs; i++)
        if (crew->members[i].busy)
            child_process_signal(&crew->members[i].child, SIGTERM);
    while (crew->queue.started > 0) {
        for (size_t i = 0; i < crew->request->jobs; i++) {
            struct crew_member *member = &crew->members[i];
            if (!member->busy || !child_process_look(&member->child))
                continue;
            close(member->words);
            member->busy = false;
            (void)task_queue_ended(&crew->queue, member->place, TASK_RESULT_FAILED, 0);
        }
        if (crew->queue.started > 0)
            wait_for_ends(crew, LOOK_MS);
    }
}

enum status task_crew_run(struct task_crew *crew, const struct crew_request *request,
                          struct error *error) {
    *crew = (struct task_crew){.request = request};
    enum status status =
        task_queue_init(&crew->queue, request->tasks, request->count, request->retries, error);
    if (status != STATUS_OK)
        return status;
    crew->members = calloc(request->jobs, sizeof *crew->members);
    if (crew->members == NULL)
        return error_no_memory(error, "the tasks that run");
    while (status == STATUS_OK) {
        double wait;
        if (stop_signal_came(request->stop)) {
            status = error_set(error, STATUS_TEMPORARY, "stopped by a signal");
            break;
        }
        status = take_ends(crew, error);
        if (status == STATUS_OK)
            status = start_some(crew, &wait, error);
        if (request->watch != NULL)
            request->watch(request->context, crew);
        if (status != STATUS_OK || (crew->queue.started == 0 && wait < 0))
            break;
        wait_for_ends(crew, wait >= 0 && wait * 1000 < LOOK_MS ? (int)(wait * 1000) + 1 : LOOK_MS);
    }
    if (status != STATUS_OK)
        end_all(crew);
    return status;
}

void task_crew_release(struct task_crew *crew) {
    for (size_t i = 0; i < crew->failure_count; i++)
        free(crew->failures[i].sentence);
    free(crew->failures);
    free(crew->members);
    task_queue_release(&crew->queue);
    *crew = (struct task_crew){0};
}
