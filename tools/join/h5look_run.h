/*
 * h5look_run - looks at shards and tells what was found: joins what h5look consists of.
 */
#ifndef TOOLS_JOIN_H5LOOK_RUN_H
#define TOOLS_JOIN_H5LOOK_RUN_H

#include <stdbool.h>
#include <stdint.h>

#include "formats/base/status.h"
#include "tools/cli/cli.h"
#include "tools/cli/option_list.h"

/* The value of `show` for no row. */
#define H5LOOK_NO_ROW UINT64_MAX

struct h5look_settings {
    uint64_t show;                 /* the number of a row, or H5LOOK_NO_ROW */
    const char *vocabulary, *html; /* files, or NULL */
    bool statistics, verify, json;
    struct option_list trainers; /* names */
};

/*
 * Looks at cli->operands and writes to standard output, or a page to a file. STATUS_CORRUPT and the
 * like for damaged files, after all that could be read was told of; STATUS_PARTIAL where they are
 * whole but not as they should be, or a named trainer cannot read them.
 */
MUST_USE enum status h5look_run(const struct h5look_settings *settings, struct cli *cli,
                                struct error *error);

#endif
