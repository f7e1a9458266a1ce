/*
 * file_clock - the time by the clock that stamps the files of a folder: on a network file system
 * the server's, which may differ from this machine's.
 *
 * Thread rule: functions touch only their arguments and the folder.
 */
#ifndef TOOLS_PREP_FILE_CLOCK_H
#define TOOLS_PREP_FILE_CLOCK_H

#include <time.h>

/*
 * Makes and removes a file in the folder to see its time; this machine's time where that may not
 * be done.
 */
time_t file_clock_now(const char *folder);

#endif
