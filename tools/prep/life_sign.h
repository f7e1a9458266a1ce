/*
 * life_sign - state/<name>.running: that a process works on something, as long as it lives.
 *
 * The file tells host, process, job and when it started, and is touched every 10 seconds. It is a
 * dead process's when its time is more than 60 seconds behind the file server's, or when the
 * process was one of this machine and is gone. It is for people and for `status`: nothing depends
 * on it, and of two processes that work on the same the later one has it.
 *
 * Thread rule: one thread at a time per struct.
 */
#ifndef TOOLS_PREP_LIFE_SIGN_H
#define TOOLS_PREP_LIFE_SIGN_H

#include <stdbool.h>
#include <time.h>

#include "formats/base/buffer.h"
#include "formats/base/status.h"
#include "tools/prep/engine_index.h"
#include "tools/prep/process_identity.h"

/* Seconds. */
#define LIFE_SIGN_TOUCHED 10
#define LIFE_SIGN_DEAD    60

/* The life sign of this process. */
struct life_sign {
    char *folder, *name; /* owned */
    int descriptor;      /* of the file; -1: none */
    double touched;      /* child_process_now */
    time_t started;
};

/* Publishes state/<name>.running; to be ended. */
MUST_USE enum status life_sign_start(struct life_sign *sign, const char *folder, const char *name,
                                     struct error *error);

/*
 * Touches it when it is time to, so that this may be called as often as one likes; puts it back
 * where a process that is gone has replaced it. What goes wrong is no matter.
 */
void life_sign_touch(struct life_sign *sign);

/* Removes the file, unless it is another process's; harmless when zeroed or ended. */
void life_sign_end(struct life_sign *sign);

/* What a file says. */
struct life_sign_info {
    struct process_identity process;
    char job[ENGINE_JOB_SIZE]; /* the engine's number of the job; "": none */
    time_t started;
    time_t touched; /* by the file's time; 0 from life_sign_parse */
};

/* Reads the text of a file; false when it is not whole or no life sign. */
bool life_sign_parse(struct life_sign_info *info, struct view text);

enum life_sign_state { LIFE_SIGN_NONE, LIFE_SIGN_ALIVE, LIFE_SIGN_STOPPED };

/*
 * Looks at state/<name>.running; `now` is the file server's time (file_clock_now of the folder
 * state/, asked once for many). *info is filled unless there is none.
 */
enum life_sign_state life_sign_look(struct life_sign_info *info, const char *folder,
                                    const char *name, time_t now);

/* Removes the file of a process that is dead; one that is alive keeps it. */
void life_sign_clean(const char *folder, const char *name, time_t now);

#endif
