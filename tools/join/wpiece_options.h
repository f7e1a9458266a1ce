/*
 * wpiece_options - what the options of wpiece(1) mean together, those that are not given included.
 */
#ifndef TOOLS_JOIN_WPIECE_OPTIONS_H
#define TOOLS_JOIN_WPIECE_OPTIONS_H

#include "formats/stream/provenance.h"
#include "tokenizer/bert_tokenizer.h"
#include "tools/join/wpiece_run.h"

/* The tokenizer's options: the flavor's, but for what the settings say. */
struct bert_tokenizer_options wpiece_options_tokenizer(const struct wpiece_settings *settings);

/* Records them. */
void wpiece_options_describe(struct provenance_tokens *tokens,
                             const struct bert_tokenizer_options *options);

#endif
