/*
 * text_shards - files of text through the tokenizer into an output, cut into shards.
 *
 * A file is one shard, named after itself. Standard input is cut behind the first document with
 * which a limit is reached. A shard is begun with its first token, so none is empty.
 *
 * Thread rule: one thread.
 */
#ifndef TOOLS_JOIN_TEXT_SHARDS_H
#define TOOLS_JOIN_TEXT_SHARDS_H

#include <stdbool.h>
#include <stdint.h>

#include "formats/base/byte_source.h"
#include "formats/base/status.h"
#include "tokenizer/document_tokenizer.h"
#include "tools/cli/cli.h"
#include "tools/cli/progress.h"
#include "tools/join/token_output.h"

struct text_shards {
    struct document_tokenizer *tokenizer; /* borrowed, as are the next three */
    struct token_output *output;
    const struct messages *messages;
    struct progress *progress;
    uint64_t limit_tokens, limit_documents,
        limit_bytes;     /* of a shard of the present file; 0: none */
    const char *name;    /* of the present file's shards */
    uint64_t input_size; /* of the present file when it is one shard, or RECORD_SIZE_UNKNOWN */
    bool shard_open;
    uint64_t shard_start;                   /* byte of the file */
    uint64_t shard_tokens, shard_documents; /* of the open shard */
    uint64_t shards, documents, sentences, tokens, unknown, malformed, bytes; /* in all */
    struct token_batch batch;
    unsigned char *chunk; /* owned */
};

/* Everything named is borrowed. */
MUST_USE enum status text_shards_init(struct text_shards *shards,
                                      struct document_tokenizer *tokenizer,
                                      struct token_output *output, const struct messages *messages,
                                      struct progress *progress, struct error *error);
void text_shards_release(struct text_shards *shards);

/* Sets the limits that text_shards_input cuts at. */
void text_shards_set_limits(struct text_shards *shards, uint64_t tokens, uint64_t documents,
                            uint64_t bytes);

/* STATUS_USAGE when a file's shard, or one of that name, could not be named in a token stream. */
MUST_USE enum status text_shards_check_file(const char *path, struct error *error);
MUST_USE enum status text_shards_check_name(const char *name, struct error *error);

/* Tokenizes a file, which is one shard, whatever the limits. */
MUST_USE enum status text_shards_file(struct text_shards *shards, const char *path,
                                      struct error *error);

/* Tokenizes standard input, cut into shards that all bear the name. */
MUST_USE enum status text_shards_input(struct text_shards *shards, const char *name,
                                       struct error *error);

#endif
