/*
 * command_names - which command is called, and what mlmprep says when none is.
 *
 * Thread rule: one thread.
 */
#ifndef TOOLS_MLMPREP_COMMAND_NAMES_H
#define TOOLS_MLMPREP_COMMAND_NAMES_H

#include "tools/mlmprep/mlmprep_command.h"

struct command_name {
    const char *name;
    command_function *run;
    const char *help; /* a phrase */
};

/* The command of that name in a list that a name of NULL ends; NULL when there is none. */
const struct command_name *command_names_find(const struct command_name *commands,
                                              const char *name);

/*
 * Answers a call that names no command: --help, --version, --commands (the names, a line each),
 * or wrong usage. Returns the exit code.
 */
int command_names_answer(const struct command_name *commands, int argc, char **argv);

#endif
