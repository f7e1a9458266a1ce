#include "tools/cli/standard_streams.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

void standard_streams_occupy(void) {
    for (int descriptor = 0; descriptor <= 2; descriptor++) {
        if (fcntl(descriptor, F_GETFD) != -1 || errno != EBADF)
            continue;
        /* The wrong way round on purpose: use of it shall fail, not vanish. */
        int flags = descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY;
        int opened = open("/dev/null", flags);
        if (opened >= 0 && opened != descriptor) {
            dup2(opened, descriptor);
            close(opened);
        }
    }
}

bool standard_input_is_terminal(void) {
    return isatty(STDIN_FILENO) == 1;
}

bool standard_output_is_terminal(void) {
    return isatty(STDOUT_FILENO) == 1;
}

enum status standard_output_refuse_terminal(const char *what, struct error *error) {
    if (!standard_output_is_terminal())
        return STATUS_OK;
    return error_set(error, STATUS_USAGE,
                     "%s would go to the terminal; pipe it into the next tool or redirect it to a "
                     "file",
                     what);
}

/* Of the first write that failed; stdio keeps only that one did. */
static int first_failure;

static enum status tell_failure(int number, struct error *error) {
    if (number == EPIPE)
        return error_set(error, STATUS_CLOSED_PIPE, "the reader of standard output has gone");
    return error_system(error, number == 0 ? EIO : number, "cannot write to", "standard output");
}

enum status standard_output_check(struct error *error) {
    if (ferror(stdout) && first_failure == 0)
        first_failure = errno == 0 ? EIO : errno;
    return first_failure == 0 ? STATUS_OK : tell_failure(first_failure, error);
}

enum status standard_output_close(struct error *error) {
    int failed = ferror(stdout);
    errno = 0;
    if (fflush(stdout) != 0 || failed || close(STDOUT_FILENO) != 0)
        return tell_failure(first_failure == 0 ? errno : first_failure, error);
    return STATUS_OK;
}
