/*
 * wpvocab_run - text in, a vocabulary out: counting, training, writing.
 */
#ifndef TOOLS_JOIN_WPVOCAB_RUN_H
#define TOOLS_JOIN_WPVOCAB_RUN_H

#include <stdbool.h>
#include <stdint.h>

#include "formats/base/byte_sink.h"
#include "formats/base/status.h"
#include "tools/cli/cli.h"

/* Lines at most: a vocabulary file that wpiece reads has at most 32 MiB. */
#define WPVOCAB_MOST 10000000

/* Of --strip-accents, when it is left to the case. */
#define WPVOCAB_NOT_GIVEN (-1)

/* The options of wpvocab(1), with its defaults in wpvocab_settings_init. */
struct wpvocab_settings {
    const char *output; /* a file, or NULL for the sink */
    uint64_t size;      /* lines wanted */
    uint64_t unused;    /* of them, [unused0] and on */
    uint64_t min_frequency;
    uint64_t limit_alphabet;           /* characters; 0: all */
    struct option_list special_tokens; /* each may hold several, parted by commas */
    int score;                         /* enum vocabulary_score */
    int flavor;                        /* enum flavor */
    bool cased;
    int strip_accents; /* 0: yes, 1: no, or WPVOCAB_NOT_GIVEN: as lower-casing */
    bool strict;
    uint64_t memory; /* bytes for words */
};

void wpvocab_settings_init(struct wpvocab_settings *settings);
void wpvocab_settings_release(struct wpvocab_settings *settings);

/*
 * Trains a vocabulary on the files among cli->operands, or standard input where there are none.
 * Nothing is written unless all of it can be.
 */
MUST_USE enum status wpvocab_run(const struct wpvocab_settings *settings, struct cli *cli,
                                 struct byte_sink *sink, struct error *error);

#endif
