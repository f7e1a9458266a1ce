/*
 * analyzer.h - what clang's analyzer cannot see across files: the functions that fill an error
 * return the status they are given. Without it every `return error_set(...)` might be success.
 * Given to clang-tidy with -include; no source includes it.
 */
#include "formats/base/status.h"

#define error_set(error, status, ...) (error_set((error), (status), __VA_ARGS__), (status))
#define error_set_list(error, status, ...)                                                         \
    (error_set_list((error), (status), __VA_ARGS__), (status))
#define error_no_memory(error, what) (error_no_memory((error), (what)), STATUS_NO_MEMORY)
#define error_system(error, number, what, subject)                                                 \
    (error_system((error), (number), (what), (subject)), STATUS_FAILED)
