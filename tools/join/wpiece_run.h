/*
 * wpiece_run - text in, token ids out: joins the tokenizer and formats/stream.
 */
#ifndef TOOLS_JOIN_WPIECE_RUN_H
#define TOOLS_JOIN_WPIECE_RUN_H

#include <stdbool.h>
#include <stdint.h>

#include "formats/base/byte_sink.h"
#include "formats/base/status.h"
#include "tools/cli/cli.h"

/* What --output chooses. */
enum wpiece_output { WPIECE_AUTO, WPIECE_STREAM, WPIECE_IDS, WPIECE_TOKENS };

/* Of an option that names one of several, when it is left to the flavor or the case. */
#define WPIECE_NOT_GIVEN (-1)

/* The options of wpiece(1), with its defaults in wpiece_settings_init. */
struct wpiece_settings {
    const char *vocabulary;
    uint64_t vocabulary_size; /* what it must have; 0: anything */
    int flavor;               /* enum flavor */
    bool cased;
    int strip_accents;           /* 0: yes, 1: no, or WPIECE_NOT_GIVEN: as lower-casing */
    int special_literals;        /* 0: real, 1: text, or WPIECE_NOT_GIVEN: as the flavor */
    uint64_t max_chars_per_word; /* 0: as the flavor */
    int unicode;                 /* enum unicode_version */
    int output;                  /* enum wpiece_output */
    const char *name;            /* of standard input's shards */
    uint64_t shard_tokens, shard_documents, shard_bytes; /* of standard input; 0: no limit */
    bool strict;
};

void wpiece_settings_init(struct wpiece_settings *settings);

/*
 * Tokenizes the files among cli->operands, or standard input where there are none, and writes to
 * `sink`. When it fails, a token stream ends in an error block that says why.
 */
MUST_USE enum status wpiece_run(const struct wpiece_settings *settings, struct cli *cli,
                                struct byte_sink *sink, struct error *error);

#endif
