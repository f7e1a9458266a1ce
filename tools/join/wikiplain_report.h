/*
 * wikiplain_report - what a run of wikiplain did, for the run report and for people.
 */
#ifndef TOOLS_JOIN_WIKIPLAIN_REPORT_H
#define TOOLS_JOIN_WIKIPLAIN_REPORT_H

#include "tools/cli/cli.h"
#include "tools/join/name_tally.h"
#include "tools/join/wikiplain_job.h"

/* Titles that are kept of the pages whose budget ran out. */
#define WIKIPLAIN_REPORT_TITLES 100

struct wikiplain_totals {
    struct wikiplain_counts counts;
    uint64_t files, bytes_in, bytes_out;
    uint64_t too_long;         /* pages */
    struct buffer over_budget; /* the first titles, a line each */
    uint64_t titles;           /* in it */
    struct name_tally holes;
};

void wikiplain_totals_release(struct wikiplain_totals *totals);

/* Adds a job's counts and titles. */
MUST_USE enum status wikiplain_totals_add(struct wikiplain_totals *totals,
                                          const struct wikiplain_job *job, struct error *error);

/* "12 pages: 10 redirects, 2 of other namespaces": what came in, and why it was left out. */
void wikiplain_report_pages(const struct wikiplain_totals *totals, char *text, size_t size);

/* Puts all into the run report. */
void wikiplain_report_set(struct run_report *report, const struct wikiplain_totals *totals);

#endif
