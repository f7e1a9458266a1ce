/*
 * signals - a tool that is told to stop cleans up and dies by the signal.
 *
 * SIGINT, SIGTERM, SIGHUP and SIGXCPU remove the registered temporary files, inside the handler,
 * and then take their usual course: Ctrl-C ends a tool at once, whatever it is doing. SIGPIPE and
 * SIGXFSZ are ignored, so that a write reports what happened.
 *
 * The state is the process's, as signals are. Thread rule: any thread.
 */
#ifndef TOOLS_CLI_SIGNALS_H
#define TOOLS_CLI_SIGNALS_H

/* Files that can be registered at one time: one per thread, or, in docshard, one per shard. */
#define SIGNALS_SLOTS 8192

/* Installs the handlers; a signal that was ignored when the tool started stays ignored (nohup). */
void signals_install(void);

/*
 * Registers a file to be removed on a deadly signal. `path` is borrowed until signals_forget. The
 * file need not exist yet: register first, then create. Returns a slot, or -1 when all are taken
 * (the file is then left for the clean-up of the next run).
 */
int signals_remember(const char *path);

/* Takes the file of a slot off the list; -1 is ignored. Call before `path` is freed. */
void signals_forget(int slot);

/*
 * Has the first deadly signal removed the registered files and written its number, one byte, to a
 * descriptor, instead of ending the process: whoever reads it cleans up and calls signals_die_by.
 * The same signal once more ends the process; another one does not, for who starts processes sends
 * them SIGTERM when Ctrl-C has already told them all. -1 makes things as they were.
 */
void signals_divert(int descriptor);

/* Removes the registered files and dies by a signal, as the shell expects to see it. */
_Noreturn void signals_die_by(int number);

#endif
