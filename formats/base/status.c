#include "formats/base/status.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static void mark_if_cut(char *message, int length) {
    if (length >= ERROR_MESSAGE_SIZE)
        memcpy(message + ERROR_MESSAGE_SIZE - 4, "...", 4);
}

enum status error_set_list(struct error *error, enum status status, const char *format,
                           va_list arguments) {
    error->status = status;
    mark_if_cut(error->message,
                vsnprintf(error->message, sizeof error->message, format, arguments));
    return status;
}

enum status error_set(struct error *error, enum status status, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    error_set_list(error, status, format, arguments);
    va_end(arguments);
    return status;
}

enum status error_no_memory(struct error *error, const char *what) {
    return error_set(error, STATUS_NO_MEMORY, "out of memory for %s", what);
}

static const char *advice(int number) {
    switch (number) {
    case ENOSPC:
    case EDQUOT:
        return "; free some space and run again";
    case ENOENT:
        return "; check the path";
    case EACCES:
    case EPERM:
        return "; check the permissions";
    default:
        return "";
    }
}

enum status error_system(struct error *error, int number, const char *what, const char *subject) {
    char reason[128];
    /* glibc's strerror_r returns the text, which need not be in the buffer it was given. */
    const char *text = strerror_r(number, reason, sizeof reason);
    return error_set(error, STATUS_FAILED, "%s '%s': %s%s", what, subject, text, advice(number));
}

enum status error_prefix(struct error *error, const char *format, ...) {
    char prefix[ERROR_MESSAGE_SIZE];
    char sentence[ERROR_MESSAGE_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(prefix, sizeof prefix, format, arguments);
    va_end(arguments);
    memcpy(sentence, error->message, sizeof sentence);
    return error_set(error, error->status, "%s: %s", prefix, sentence);
}
