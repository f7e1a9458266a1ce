/*
 * key_rules - which names S3 takes as keys, and which keys can be files below a folder.
 *
 * Thread rule: functions touch only their arguments.
 */
#ifndef TOOLS_S3_KEY_RULES_H
#define TOOLS_S3_KEY_RULES_H

#include <stdbool.h>

#include "formats/base/status.h"

/* Why a name cannot be a key, to stand behind it in a sentence; NULL when it can. */
const char *key_rules_refuse_key(const char *key);

/*
 * Why a key cannot be a path below a folder: it is absolute or has a part that is empty, ".", ".."
 * or too long for a file name. NULL when it can. Names that differ only in case are fine.
 */
const char *key_rules_refuse_path(const char *relative);

/* Whether an object of that key and size stands for a folder, as consoles make them. */
MUST_USE bool key_rules_is_marker(const char *key, bool is_empty);

#endif
