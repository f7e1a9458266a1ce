/*
 * status - how library functions report their outcome.
 *
 * Every function that can fail returns an enum status and, when it fails, fills the caller's
 * struct error with one complete sentence: what failed, the subject in single quotes, where, and
 * what to do next; lower case, no full stop. Libraries never print; a tool prints the sentence
 * once.
 *
 * Thread rule: a struct error belongs to one thread at a time. Nothing here is global.
 */
#ifndef FORMATS_BASE_STATUS_H
#define FORMATS_BASE_STATUS_H

#include <stdarg.h>

enum status {
    STATUS_OK = 0,
    STATUS_END,         /* an orderly end of input: not an error, no sentence is set */
    STATUS_FAILED,      /* something failed: a file, a system call, a server's refusal */
    STATUS_NO_MEMORY,   /* an allocation failed or a size cannot be represented */
    STATUS_USAGE,       /* the user's options or arguments make no sense */
    STATUS_CUT_SHORT,   /* input ended before its end marker */
    STATUS_CORRUPT,     /* input contradicts its format or its checksum */
    STATUS_NOT_OURS,    /* input is not in the expected format at all */
    STATUS_UPSTREAM,    /* input carries the sentence of an upstream tool that failed */
    STATUS_PARTIAL,     /* finished, but some items failed */
    STATUS_TEMPORARY,   /* failed, but trying again later makes sense */
    STATUS_CLOSED_PIPE, /* the reader of our output went away: not worth a message */
};

/* Longest sentence kept, terminating NUL included; a longer one is cut and ends in "...". */
#define ERROR_MESSAGE_SIZE 1024

struct error {
    enum status status;
    char message[ERROR_MESSAGE_SIZE];
};

#define MUST_USE          __attribute__((warn_unused_result))
#define PRINTF_LIKE(f, a) __attribute__((format(printf, f, a)))

/* Sets the sentence and the status, and returns the status: `return error_set(error, ...)`. */
enum status error_set(struct error *error, enum status status, const char *format, ...)
    PRINTF_LIKE(3, 4);

/* The same with the arguments as a va_list. */
enum status error_set_list(struct error *error, enum status status, const char *format,
                           va_list arguments) PRINTF_LIKE(3, 0);

/* STATUS_NO_MEMORY with a sentence that names what was to be stored ("the vocabulary"). */
enum status error_no_memory(struct error *error, const char *what);

/*
 * STATUS_FAILED with "<what> '<subject>': <strerror(number)>"; adds what to do for a full disk, a
 * missing file and a refused permission.
 */
enum status error_system(struct error *error, int number, const char *what, const char *subject);

/* Puts "<text>: " in front of the sentence; keeps and returns the status. */
enum status error_prefix(struct error *error, const char *format, ...) PRINTF_LIKE(2, 3);

#endif
