/*
 * lock_file - whose a lock is: a line of JSON in the file that is locked.
 *
 * Thread rule: functions touch only their arguments.
 */
#ifndef TOOLS_PREP_LOCK_FILE_H
#define TOOLS_PREP_LOCK_FILE_H

#include <stdbool.h>

#include "formats/base/buffer.h"
#include "tools/prep/process_identity.h"

/* Writes this process's identity over what is there; that it cannot is no matter. */
void lock_file_sign(int descriptor);

/* Whose it is; false when it does not say. */
bool lock_file_read(int descriptor, struct process_identity *holder);

/* Reads the text of one. */
bool lock_file_parse(struct process_identity *holder, struct view text);

/*
 * Whether the file system of this descriptor is one of this machine alone, where every lock is
 * seen by everybody.
 */
bool lock_file_is_seen_by_all(int descriptor);

#endif
