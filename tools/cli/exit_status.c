#include "tools/cli/exit_status.h"

enum exit_code exit_status_of(enum status status) {
    switch (status) {
    case STATUS_OK:
    case STATUS_END:
        return EXIT_CODE_DONE;
    case STATUS_USAGE:
        return EXIT_CODE_USAGE;
    case STATUS_CUT_SHORT:
    case STATUS_CORRUPT:
    case STATUS_NOT_OURS:
    case STATUS_UPSTREAM:
        return EXIT_CODE_BAD_INPUT;
    case STATUS_PARTIAL:
        return EXIT_CODE_PARTIAL;
    case STATUS_TEMPORARY:
        return EXIT_CODE_TEMPORARY;
    case STATUS_FAILED:
    case STATUS_NO_MEMORY:
    case STATUS_CLOSED_PIPE:
        break;
    }
    return EXIT_CODE_FAILURE;
}
