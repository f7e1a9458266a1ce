/*
 * exit_status - the exit codes every tool shares (mlmprep(7), EXIT STATUS).
 */
#ifndef TOOLS_CLI_EXIT_STATUS_H
#define TOOLS_CLI_EXIT_STATUS_H

#include "formats/base/status.h"

enum exit_code {
    EXIT_CODE_DONE = 0,
    EXIT_CODE_FAILURE = 1,
    EXIT_CODE_USAGE = 2,
    EXIT_CODE_BAD_INPUT = 3, /* input cut short or corrupt */
    EXIT_CODE_PARTIAL = 4,   /* finished, but some items failed */
    EXIT_CODE_TEMPORARY = 75 /* try again later; EX_TEMPFAIL of sysexits.h */
};

/* The exit code that tells a status. STATUS_CLOSED_PIPE has none: see signals_die_by. */
enum exit_code exit_status_of(enum status status);

#endif
