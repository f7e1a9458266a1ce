/*
 * child_process - one program as a child: started, asked after, waited for, counted.
 *
 * A child dies with the process that started it (PR_SET_PDEATHSIG, SIGTERM: it cleans up). It
 * starts with no signal blocked and none ignored but those that a user had ignored (nohup), and
 * with no descriptor but its three streams and what was inherited from outside.
 *
 * Every child that was started is to be looked at until it has ended.
 *
 * Thread rule: from a process with one thread (it forks).
 */
#ifndef TOOLS_PREP_CHILD_PROCESS_H
#define TOOLS_PREP_CHILD_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "formats/base/status.h"

struct child_process {
    pid_t id;       /* 0: never started */
    int descriptor; /* readable once it has ended (pidfd_open); -1: ended, or the system has none */
    double started; /* child_process_now */
    bool ended;
    /* Once it has ended: */
    int wait_status; /* of waitpid(2) */
    double seconds, processor_seconds;
    uint64_t peak_memory; /* bytes */
};

/* Seconds of a clock that only runs forward. */
double child_process_now(void);

/*
 * Where a tool lies: beside the program that runs, else in PATH; *program is the caller's to free.
 * STATUS_FAILED with what to do when it is in neither.
 */
MUST_USE enum status child_process_find(char **program, const char *name, struct error *error);

/*
 * Starts a program. arguments[0] is its name, behind the last is a NULL. streams[0..2] become its
 * standard input, output and error, and stay the caller's; -1 stands for /dev/null. On failure
 * nothing is left running. Makes sure that SIGCHLD is not ignored, for then no child could be
 * waited for.
 */
MUST_USE enum status child_process_start(struct child_process *child, const char *program,
                                         char *const arguments[], const int streams[3],
                                         struct error *error);

/* Whether it has ended by now; does not wait. A child never started counts as ended. */
bool child_process_look(struct child_process *child);

/*
 * Waits until one of the children has ended, one of the descriptors can be read, a signal came or
 * the time is up. Descriptors that are -1 are ignored, and so are children that are known to have
 * ended. May return early: look.
 */
void child_process_wait(struct child_process *const *children, size_t count, const int *descriptors,
                        size_t descriptor_count, int milliseconds);

/* Sends a signal unless it has ended. */
void child_process_signal(const struct child_process *child, int number);

/*
 * What its end means: STATUS_OK for exit code 0, otherwise the status of its exit code;
 * STATUS_TEMPORARY when it was killed by a signal, but for those that tell a fault of its own
 * (SIGSEGV and the like). The sentence is `said`, the last error that it wrote, under its name; or,
 * when that is NULL or empty, how it ended.
 */
MUST_USE enum status child_process_judge(const struct child_process *child, const char *name,
                                         const char *said, struct error *error);

#endif
