/*
 * web_source - files from web servers, for tools/prep, with a line of progress:
 *
 *     mlmprep fetch: enwiki-20240101-pages-articles.xml.bz2 34 %, 7.1 GiB of 20.9 GiB, 38 MiB/s,
 *     6 min 12 s left
 *
 * Use: web_source_init, then web_source_fetch as a fetch_function, web_source_probe as a
 * source_probe_function, the struct being their context; or web->session with tools/fetch.
 *
 * Thread rule: one thread.
 */
#ifndef TOOLS_MLMPREP_WEB_SOURCE_H
#define TOOLS_MLMPREP_WEB_SOURCE_H

#include "tools/cli/progress.h"
#include "tools/fetch/fetch_session.h"
#include "tools/fetch/file_download.h"
#include "tools/mlmprep/web_options.h"
#include "tools/prep/source_fetch.h"
#include "tools/prep/stop_signal.h"

struct web_source {
    struct fetch_session session;
    struct stop_signal *stop; /* borrowed; NULL: cannot be told to stop */
    struct progress *line;    /* borrowed; NULL: nothing is shown */
    const char *tool;         /* borrowed: "mlmprep fetch" */
    const char *name;         /* borrowed: of the file under way; NULL: none */
    double began;             /* when it began: child_process_now */
};

/* The struct must stay where it is until it is released. `options` may be NULL: the defaults. */
MUST_USE enum status web_source_init(struct web_source *web, const struct web_options *options,
                                     const char *tool, struct progress *line,
                                     struct stop_signal *stop, struct error *error);

/* Downloads what is wished for, the progress being shown under `name`. */
MUST_USE enum status web_source_download(struct web_source *web, const struct download_wish *wish,
                                         const char *name, bool *was_there, struct error *error);

fetch_function web_source_fetch;
source_probe_function web_source_probe;

/* Harmless when zeroed. */
void web_source_release(struct web_source *web);

#endif
