/*
 * text_making - cuts the sources into shards of text, in a work folder, and brings them to their
 * place.
 *
 * Thread rule: from a process with one thread (it forks).
 */
#ifndef TOOLS_PREP_TEXT_MAKING_H
#define TOOLS_PREP_TEXT_MAKING_H

#include <stdbool.h>

#include "formats/base/status.h"
#include "tools/prep/source_files.h"
#include "tools/prep/stage_request.h"
#include "tools/prep/task_marker.h"

struct text_making {
    const struct stage_request *request;
    struct source_files *sources;  /* which are all here */
    const struct task_marker *old; /* the marker "text" as it is, of any key; NULL: none */
    const bool *wanted;            /* a flag for each task; others' text need not be there again */
};

/*
 * Makes the text and writes its marker. *marker has the key, and gets files and details.
 */
MUST_USE enum status text_making_run(const struct text_making *making, struct task_marker *marker,
                                     struct error *error);

#endif
