/*
 * process_identity - which process of which machine did something, and whether it is gone.
 *
 * Process numbers mean something only where they were given: on one machine, since it was started,
 * and in one PID namespace (container). "place" is the text of these; the time at which the process
 * began tells it from a later one of the same number.
 *
 * Thread rule: functions touch only their arguments, and read /proc.
 */
#ifndef TOOLS_PREP_PROCESS_IDENTITY_H
#define TOOLS_PREP_PROCESS_IDENTITY_H

#include <stdbool.h>
#include <stdint.h>

#include "formats/base/status.h"

#define PROCESS_IDENTITY_TEXT 128

struct json_t; /* jansson's */

struct process_identity {
    char host[PROCESS_IDENTITY_TEXT];
    char place[PROCESS_IDENTITY_TEXT]; /* "": not known */
    long process;
    uint64_t began; /* in the machine's own unit; 0: not known */
};

/* Of this process. */
void process_identity_self(struct process_identity *identity);

/* Adds "host", "place", "process" and "began" to an object. */
MUST_USE enum status process_identity_put(struct json_t *object,
                                          const struct process_identity *identity,
                                          struct error *error);

/* Reads these members; false when one is missing or no such value. */
bool process_identity_get(struct process_identity *identity, const struct json_t *object);

/* Whether it was a process of this place: then its number means something here. */
bool process_identity_is_near(const struct process_identity *identity);

/* Whether it is known to have ended; false where that cannot be known from here. */
bool process_identity_is_gone(const struct process_identity *identity);

#endif
