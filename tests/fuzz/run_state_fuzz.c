/*
 * Any bytes as one of the files in state/ or as a lock: refused, or what was read is as the
 * contracts say. The first byte tells which.
 */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "tools/prep/failure_note.h"
#include "tools/prep/life_sign.h"
#include "tools/prep/lock_file.h"
#include "tools/prep/task_marker.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool right) {
    if (!right)
        abort();
}

static void read_marker(struct view text) {
    struct task_marker marker;
    if (!task_marker_parse(&marker, text))
        return;
    check(strlen(marker.key) == RUN_PLAN_SHA256 - 1);
    for (size_t i = 0; i < marker.file_count; i++)
        check(marker.files[i].path[0] != '\0' &&
              strlen(marker.files[i].sha256) == RUN_PLAN_SHA256 - 1);
    task_marker_release(&marker);
}

static void read_failure(struct view text) {
    struct failure_note note;
    if (failure_note_parse(&note, text))
        check(note.attempts > 0 && note.exit_code >= 0);
}

static void read_life_sign(struct view text) {
    struct life_sign_info info;
    if (life_sign_parse(&info, text))
        check(info.process.process > 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct process_identity holder;
    if (size == 0)
        return 0;
    struct view text = {data + 1, size - 1};
    switch (data[0]) {
    case 'm':
        read_marker(text);
        break;
    case 'f':
        read_failure(text);
        break;
    case 'r':
        read_life_sign(text);
        break;
    default:
        if (lock_file_parse(&holder, text))
            check(holder.process > 0);
    }
    return 0;
}
