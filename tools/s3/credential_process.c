#include "tools/s3/credential_process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tools/s3/credential_document.h"

/* AWS's credentials take 2 KiB; whoever prints more than this prints something else. */
static const size_t LARGEST_OUTPUT = 65536;

/* How often a wait looks whether the run stops. */
static const int LOOK_MS = 50;

struct process {
    pid_t id;
    int output; /* the end of the pipe that we read */
};

static uint64_t now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

/* Starts the shell with an empty input, our pipe as its output, and signals as at a prompt. */
static int spawn(struct process *process, const char *command, int output) {
    char *const arguments[] = {"sh", "-c", (char *)(uintptr_t)command, NULL};
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t none, defaults;
    sigemptyset(&none);
    sigemptyset(&defaults);
    sigaddset(&defaults, SIGPIPE);
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &defaults);
    int number = posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    if (number == 0)
        number = posix_spawn_file_actions_adddup2(&actions, output, 1);
    if (number == 0)
        number = posix_spawn(&process->id, "/bin/sh", &actions, &attributes, arguments, environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return number;
}

static enum status start(struct process *process, const char *command, const char *origin,
                         struct error *error) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) {
        error_system(error, errno, "cannot make a pipe for", origin);
        return STATUS_FAILED;
    }
    int number = spawn(process, command, ends[1]);
    close(ends[1]);
    process->output = ends[0];
    if (number == 0)
        return STATUS_OK;
    close(ends[0]);
    error_system(error, number, "cannot start", origin);
    return STATUS_FAILED;
}

/* Waits for more output, or its end. */
static enum status wait_for_output(const struct process *process, const char *origin,
                                   uint64_t until, const atomic_bool *stop, struct error *error) {
    struct pollfd poller = {process->output, POLLIN, 0};
    for (;;) {
        if (atomic_load(stop))
            return error_set(error, STATUS_FAILED, "given up because the run stops");
        if (now_ms() >= until)
            return error_set(error, STATUS_FAILED,
                             "%s did not end in time and was killed; see what it waits for",
                             origin);
        int ready = poll(&poller, 1, LOOK_MS);
        if (ready > 0)
            return STATUS_OK;
        if (ready < 0 && errno != EINTR)
            return error_system(error, errno, "cannot wait for", origin);
    }
}

static enum status read_output(struct process *process, struct buffer *text, const char *origin,
                               uint64_t until, const atomic_bool *stop, struct error *error) {
    for (;;) {
        enum status status = wait_for_output(process, origin, until, stop, error);
        if (status != STATUS_OK)
            return status;
        ssize_t got = read(process->output, text->data + text->size, text->capacity - text->size);
        if (got == 0)
            return STATUS_OK;
        if (got < 0 && errno != EINTR)
            return error_system(error, errno, "cannot read from", origin);
        text->size += got > 0 ? (size_t)got : 0;
        if (text->size > LARGEST_OUTPUT)
            return error_set(error, STATUS_FAILED,
                             "%s printed more than %zu bytes; it must print its JSON alone", origin,
                             LARGEST_OUTPUT);
    }
}

/* Waits for the end of a process that has closed its output, and judges it. */
static enum status await_end(const struct process *process, const char *origin, uint64_t until,
                             const atomic_bool *stop, struct error *error) {
    int how = 0;
    for (;;) {
        pid_t ended = waitpid(process->id, &how, WNOHANG);
        if (ended == process->id)
            break;
        if (ended < 0 && errno != EINTR)
            return error_system(error, errno, "cannot wait for", origin);
        if (now_ms() >= until || atomic_load(stop)) {
            kill(process->id, SIGKILL);
            (void)waitpid(process->id, &how, 0);
            return error_set(error, STATUS_FAILED, "%s did not end in time and was killed", origin);
        }
        const struct timespec pause = {0, 2000000};
        nanosleep(&pause, NULL);
    }
    if (WIFSIGNALED(how))
        return error_set(error, STATUS_FAILED, "%s was killed by signal %d; run it by hand", origin,
                         WTERMSIG(how));
    if (WEXITSTATUS(how) != 0)
        return error_set(error, STATUS_FAILED,
                         "%s exited with status %d; run it by hand to see why", origin,
                         WEXITSTATUS(how));
    return STATUS_OK;
}

enum status credential_process_run(struct credentials *credentials, const char *command,
                                   const char *origin, uint64_t limit_ms, const atomic_bool *stop,
                                   struct error *error) {
    struct process process;
    struct buffer text = BUFFER_INIT;
    uint64_t until = now_ms() + limit_ms;
    *credentials = (struct credentials){.expires = CREDENTIALS_NEVER_EXPIRE};
    /* All at once: a buffer that grows would leave unwiped copies behind. */
    enum status status = buffer_reserve(&text, LARGEST_OUTPUT + 1, error);
    if (status == STATUS_OK)
        status = start(&process, command, origin, error);
    if (status != STATUS_OK) {
        buffer_release(&text);
        return status;
    }
    status = read_output(&process, &text, origin, until, stop, error);
    if (status == STATUS_OK) {
        status = await_end(&process, origin, until, stop, error);
    } else {
        kill(process.id, SIGKILL);
        (void)waitpid(process.id, NULL, 0);
    }
    close(process.output);
    if (status == STATUS_OK)
        status = credential_document_read(credentials, buffer_view(&text),
                                          CREDENTIAL_DOCUMENT_PROCESS, origin, error);
    explicit_bzero(text.data, text.capacity);
    buffer_release(&text);
    return status;
}
