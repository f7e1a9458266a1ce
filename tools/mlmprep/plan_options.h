/*
 * plan_options - what a user can say about a plan: on the command line, or in a file with lines
 * "name = value" of the same names.
 *
 * Nothing has a default here: an option that is not given says nothing about a plan, so that the
 * same options make a plan, and ask whether a folder has the plan that is meant (plan_making.h).
 *
 * Thread rule: one thread.
 */
#ifndef TOOLS_MLMPREP_PLAN_OPTIONS_H
#define TOOLS_MLMPREP_PLAN_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/base/status.h"
#include "tools/cli/options.h"
#include "tools/prep/run_plan.h"

/* Of a number, a share and a choice that is not given. */
#define PLAN_NO_NUMBER UINT64_MAX
#define PLAN_NO_SHARE  (-1.0)
#define PLAN_NO_CHOICE (-1)

/* The value of `kind` that stands for the kind that the names of the sources tell. */
#define PLAN_KIND_AUTO 0

enum plan_phase { PLAN_PHASE_1, PLAN_PHASE_2, PLAN_PHASE_BOTH };

struct plan_options {
    const char *config; /* borrowed, as all texts are; NULL: not given */
    struct option_list sources;
    int kind; /* PLAN_KIND_AUTO, or 1 + enum run_source_kind */
    const char *mirror, *wiki, *files;
    uint64_t keep;
    const char *vocabulary;
    uint64_t vocabulary_size;
    const char *corpus;
    uint64_t training_shards, test_shards;
    double test_fraction;
    const char *language;
    bool cased;
    int phase;                           /* enum plan_phase */
    struct option_list tools[RUN_TOOLS]; /* each use is a line of words */
    const char *bucket;
    int upload; /* enum run_upload */
    bool delete_text;
    int even;               /* enum run_even */
    struct run_words owned; /* texts that came from a file */
};

/* Rows of the options' table; the first of them is --config. */
#define PLAN_OPTIONS_ROWS (20 + RUN_TOOLS)

void plan_options_init(struct plan_options *options);

/* Fills the rows, whose values are those of `options`; returns their number. */
size_t plan_options_rows(struct plan_options *options, struct option_spec rows[PLAN_OPTIONS_ROWS]);

/* Whether any is given. */
bool plan_options_given(const struct plan_options *options);

/*
 * Adds what the file of --config says to what is not given already; does nothing without one.
 * Relative paths in the file are below its folder.
 */
MUST_USE enum status plan_options_read_config(struct plan_options *options, struct error *error);

/* Gives `options` what it has not been given and `from` has, whose lists it takes away. */
void plan_options_take(struct plan_options *options, struct plan_options *from);

/* Frees; harmless when zeroed. */
void plan_options_release(struct plan_options *options);

#endif
