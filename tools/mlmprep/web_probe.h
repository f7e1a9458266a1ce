/*
 * web_probe - asks web servers about the sources of a plan; a connection is made at the first.
 *
 * Thread rule: one thread.
 */
#ifndef TOOLS_MLMPREP_WEB_PROBE_H
#define TOOLS_MLMPREP_WEB_PROBE_H

#include <stdbool.h>

#include "formats/base/status.h"
#include "tools/mlmprep/web_source.h"
#include "tools/prep/source_fetch.h"
#include "tools/prep/stop_signal.h"

struct web_probe {
    const char *tool;         /* borrowed: "mlmprep init" */
    struct stop_signal *stop; /* borrowed; NULL: cannot be told to stop */
    bool is_open;
    struct web_source web; /* once it is open: the struct must not move then */
};

void web_probe_init(struct web_probe *probe, const char *tool, struct stop_signal *stop);

/* Its context is the struct. */
source_probe_function web_probe_ask;

void web_probe_release(struct web_probe *probe);

#endif
