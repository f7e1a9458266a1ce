/*
 * text_shards - pieces of tokenized text, in order, into an output, cut into shards.
 *
 * A file is one shard, named after itself. Standard input is cut behind the first document with
 * which a limit is reached. A shard is begun with its first token, so none is empty.
 *
 * Thread rule: one thread at a time.
 */
#ifndef TOOLS_JOIN_TEXT_SHARDS_H
#define TOOLS_JOIN_TEXT_SHARDS_H

#include <stdbool.h>
#include <stdint.h>

#include "formats/base/status.h"
#include "tools/cli/messages.h"
#include "tools/cli/progress.h"
#include "tools/join/document_join.h"
#include "tools/join/token_output.h"
#include "tools/join/token_piece.h"

/* Of standard input's shards. */
struct text_shards_options {
    const char *name;                  /* borrowed */
    uint64_t tokens, documents, bytes; /* that end one; 0: no limit */
    bool strict;                       /* malformed UTF-8 is an error, which tells of it */
};

struct text_shards {
    struct token_output *output; /* borrowed, as are the next two */
    const struct messages *messages;
    struct progress *progress;
    struct text_shards_options options;
    uint64_t shards, documents, sentences, tokens, unknown, malformed, bytes; /* in all */
    struct document_join join;                                                /* of the file */
    /* Of the file: */
    bool is_input; /* standard input */
    char *name;    /* owned; of its shards */
    uint64_t file_tokens, file_malformed;
    struct document_tokenizer_place malformed_at[DOCUMENT_TOKENIZER_MALFORMED_KEPT];
    uint64_t files_bytes; /* of the files before */
    /* Of the open shard: */
    bool shard_open;
    uint64_t shard_start; /* byte of the file */
    uint64_t shard_tokens, shard_documents;
};

/* Everything named is borrowed. */
void text_shards_init(struct text_shards *shards, const struct text_shards_options *options,
                      struct token_output *output, const struct messages *messages,
                      struct progress *progress);
void text_shards_release(struct text_shards *shards);

/* STATUS_USAGE when a file's shard, or one of that name, could not be named in a token stream. */
MUST_USE enum status text_shards_check_file(const char *path, struct error *error);
MUST_USE enum status text_shards_check_name(const char *name, struct error *error);

/*
 * Takes the next piece. Fails as writing does, with the piece's own failure when what came before
 * it has been written, and with STATUS_FAILED at the end of a file without any text where a stream
 * is made. Malformed UTF-8 is warned of at the end of its file, or of everything.
 */
MUST_USE enum status text_shards_take(struct text_shards *shards, const struct token_piece *piece,
                                      struct error *error);

#endif
