#include "tools/prep/child_process.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Where the system has no pidfd_open (before Linux 5.3), how often a wait looks. */
static const int LOOK_MS = 20;

double child_process_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* "<folder>/<name>" when that can be executed, else NULL; *failed when there is no memory. */
static char *program_in(const char *folder, size_t length, const char *name, bool *failed) {
    char *path;
    struct stat info;
    if (asprintf(&path, "%.*s/%s", (int)length, folder, name) < 0) {
        *failed = true;
        return NULL;
    }
    if (stat(path, &info) == 0 && S_ISREG(info.st_mode) && access(path, X_OK) == 0)
        return path;
    free(path);
    return NULL;
}

enum status child_process_find(char **program, const char *name, struct error *error) {
    char own[PATH_MAX];
    bool failed = false;
    *program = NULL;
    ssize_t length = readlink("/proc/self/exe", own, sizeof own - 1);
    own[length > 0 ? length : 0] = '\0';
    const char *slash = strrchr(own, '/');
    if (slash != NULL)
        *program = program_in(own, (size_t)(slash - own), name, &failed);
    const char *folder = getenv("PATH");
    while (*program == NULL && !failed && folder != NULL) {
        const char *end = strchrnul(folder, ':');
        /* An empty one means the folder one is in: not where tools are looked for. */
        if (end > folder)
            *program = program_in(folder, (size_t)(end - folder), name, &failed);
        folder = *end == ':' ? end + 1 : NULL;
    }
    if (*program != NULL)
        return STATUS_OK;
    return failed ? error_no_memory(error, "a file name")
                  : error_set(error, STATUS_FAILED,
                              "cannot find the tool '%s', neither beside '%s' nor in PATH; install "
                              "all tools into one folder",
                              name, own);
}

/* A handler of ours in the child, before it is the tool's, would tell us to stop. */
static void reset_signals(void) {
    for (int number = 1; number < NSIG; number++) {
        struct sigaction action;
        if (sigaction(number, NULL, &action) == 0 && action.sa_handler != SIG_IGN &&
            action.sa_handler != SIG_DFL)
            signal(number, SIG_DFL);
    }
    /* These a tool's process ignores of its own accord, not its user. */
    signal(SIGPIPE, SIG_DFL);
    signal(SIGXFSZ, SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

static bool connect_streams(const int streams[3]) {
    int copies[3];
    /* First away from 0, 1 and 2, which one of the others may be. */
    for (int i = 0; i < 3; i++) {
        copies[i] = streams[i] >= 0 ? fcntl(streams[i], F_DUPFD_CLOEXEC, 3)
                                    : open("/dev/null", (i == 0 ? O_RDONLY : O_WRONLY) | O_CLOEXEC);
        if (copies[i] < 0)
            return false;
    }
    for (int i = 0; i < 3; i++) {
        if (dup2(copies[i], i) < 0)
            return false;
    }
    /* A copy that already was the stream would be closed by the exec. */
    for (int i = 0; i < 3; i++)
        fcntl(i, F_SETFD, 0);
    return true;
}

/* In the child: is to end with its parent. */
static bool follow(pid_t parent) {
    if (prctl(PR_SET_PDEATHSIG, SIGTERM) != 0)
        return false;
    if (getppid() != parent) /* it has died before we asked to be told */
        _exit(1);
    return true;
}

/* In the child: becomes the program, or tells the error through `teller`. */
static _Noreturn void become(const char *program, char *const arguments[], const int streams[3],
                             pid_t parent, int teller) {
    if (follow(parent) && connect_streams(streams)) {
        reset_signals();
        execv(program, arguments);
    }
    int number = errno;
    ssize_t ignored = write(teller, &number, sizeof number);
    (void)ignored;
    _exit(127);
}

static void wait_for_children_that_can_be(void) {
    struct sigaction action;
    if (sigaction(SIGCHLD, NULL, &action) == 0 &&
        (action.sa_handler == SIG_IGN || (action.sa_flags & SA_NOCLDWAIT) != 0))
        signal(SIGCHLD, SIG_DFL);
}

/* The child's errno when it could not become the program, else 0. */
static int read_outcome(int descriptor) {
    int number;
    ssize_t got;
    do
        got = read(descriptor, &number, sizeof number);
    while (got < 0 && errno == EINTR);
    return got == (ssize_t)sizeof number ? number : 0;
}

enum status child_process_start(struct child_process *child, const char *program,
                                char *const arguments[], const int streams[3],
                                struct error *error) {
    int ends[2];
    sigset_t all, before;
    *child = (struct child_process){.descriptor = -1};
    if (pipe2(ends, O_CLOEXEC) != 0)
        return error_system(error, errno, "cannot make a pipe for", program);
    wait_for_children_that_can_be();
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, &before);
    pid_t parent = getpid();
    pid_t id = fork();
    int number = errno;
    if (id == 0)
        become(program, arguments, streams, parent, ends[1]);
    sigprocmask(SIG_SETMASK, &before, NULL);
    close(ends[1]);
    if (id > 0 && (number = read_outcome(ends[0])) != 0)
        (void)waitpid(id, NULL, 0);
    close(ends[0]);
    if (id < 0 || number != 0)
        return error_system(error, number, "cannot start", program);
    child->id = id;
    child->started = child_process_now();
    child->descriptor = (int)syscall(SYS_pidfd_open, id, 0);
    return STATUS_OK;
}

static double seconds_of(struct timeval time) {
    return (double)time.tv_sec + (double)time.tv_usec / 1e6;
}

bool child_process_look(struct child_process *child) {
    struct rusage usage;
    int wait_status = 0;
    if (child->id == 0 || child->ended)
        return true;
    pid_t got = wait4(child->id, &wait_status, WNOHANG, &usage);
    if (got == 0 || (got < 0 && errno == EINTR))
        return false;
    child->ended = true;
    child->seconds = child_process_now() - child->started;
    if (got == child->id) {
        child->wait_status = wait_status;
        child->processor_seconds = seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime);
        child->peak_memory = (uint64_t)usage.ru_maxrss * 1024;
    } else {
        child->wait_status = SIGKILL; /* somebody else has waited for it: nothing is known */
    }
    if (child->descriptor >= 0)
        close(child->descriptor);
    child->descriptor = -1;
    return true;
}

void child_process_wait(struct child_process *const *children, size_t count, const int *descriptors,
                        size_t descriptor_count, int milliseconds) {
    struct pollfd *polled = calloc(count + descriptor_count + 1, sizeof *polled);
    size_t used = 0;
    /* Without memory, too, it is enough to look now and then. */
    bool look = polled == NULL;
    for (size_t i = 0; i < count && polled != NULL; i++) {
        if (children[i]->id == 0 || children[i]->ended)
            continue;
        look = look || children[i]->descriptor < 0;
        polled[used++] = (struct pollfd){.fd = children[i]->descriptor, .events = POLLIN};
    }
    for (size_t i = 0; i < descriptor_count && polled != NULL; i++)
        polled[used++] = (struct pollfd){.fd = descriptors[i], .events = POLLIN};
    if (look && (milliseconds < 0 || milliseconds > LOOK_MS))
        milliseconds = LOOK_MS;
    (void)poll(polled, (nfds_t)used, milliseconds);
    free(polled);
}

void child_process_signal(const struct child_process *child, int number) {
    if (child->id > 0 && !child->ended)
        kill(child->id, number);
}

static bool is_own_fault(int signal) {
    static const int FAULTS[] = {SIGSEGV, SIGABRT, SIGBUS,  SIGFPE, SIGILL,
                                 SIGSYS,  SIGTRAP, SIGXCPU, SIGXFSZ};
    for (size_t i = 0; i < sizeof FAULTS / sizeof *FAULTS; i++) {
        if (FAULTS[i] == signal)
            return true;
    }
    return false;
}

static enum status judge_signal(int signal, const char *name, struct error *error) {
    if (is_own_fault(signal))
        return error_set(error, STATUS_FAILED, "%s died by signal %d, %s", name, signal,
                         sigdescr_np(signal));
    return error_set(error, STATUS_TEMPORARY, "%s was killed by signal %d%s", name, signal,
                     signal == SIGKILL
                         ? "; if nobody did that, memory ran out: give it more, or fewer threads"
                         : "; run again");
}

static enum status status_of(int exit_code) {
    switch (exit_code) {
    case 0:
        return STATUS_OK;
    case 2:
        return STATUS_USAGE;
    case 3:
        return STATUS_CORRUPT;
    case 4:
        return STATUS_PARTIAL;
    case 75:
        return STATUS_TEMPORARY;
    default:
        return STATUS_FAILED;
    }
}

enum status child_process_judge(const struct child_process *child, const char *name,
                                const char *said, struct error *error) {
    if (WIFSIGNALED(child->wait_status))
        return judge_signal(WTERMSIG(child->wait_status), name, error);
    enum status status = status_of(WEXITSTATUS(child->wait_status));
    if (status == STATUS_OK)
        return status;
    if (said != NULL && *said != '\0')
        return error_set(error, status, "%s: %s", name, said);
    return error_set(error, status, "%s ended with exit code %d and said nothing", name,
                     WEXITSTATUS(child->wait_status));
}
