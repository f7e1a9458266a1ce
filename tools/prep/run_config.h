/*
 * run_config - a file with settings for a plan: a line "name = value" each.
 *
 * Blanks around name and value do not count. A line that begins with '#' or ';' is a comment, and
 * so is nothing else: values are taken as they are, quotation marks among them. Lines end with LF
 * or CR LF.
 *
 * Thread rule: functions touch only their arguments.
 */
#ifndef TOOLS_PREP_RUN_CONFIG_H
#define TOOLS_PREP_RUN_CONFIG_H

#include "formats/base/buffer.h"
#include "formats/base/status.h"

/* Takes a setting; both texts are its own for the time of the call. */
typedef enum status run_config_function(void *context, const char *name, const char *value,
                                        struct error *error);

/*
 * Gives each setting to `take`, in order, until it fails. STATUS_USAGE, with the line and `name`,
 * for a line that is no setting; what `take` says gets line and name in front.
 */
MUST_USE enum status run_config_read(struct view text, const char *name, run_config_function *take,
                                     void *context, struct error *error);

#endif
