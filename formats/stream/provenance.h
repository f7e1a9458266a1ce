/*
 * provenance - how a stream's content came to be, as JSON; see mlmprep-stream(5), PROVENANCE.
 *
 * A later tool finds here what it needs to know of the earlier ones: the sizes and ids of the
 * vocabulary, the shape of the rows. The same settings give the same text, byte for byte.
 *
 * Thread rule: pure functions; a struct belongs to one thread at a time.
 */
#ifndef FORMATS_STREAM_PROVENANCE_H
#define FORMATS_STREAM_PROVENANCE_H

#include <stdbool.h>
#include <stdint.h>

#include "formats/base/buffer.h"
#include "formats/base/status.h"

#define PROVENANCE_TEXT_SIZE 80

/* A repeated token of a vocabulary: a line, and the last line with the same token, its id. */
struct provenance_repeat {
    uint32_t line;
    uint32_t id;
};

/* How text became token ids. */
struct provenance_tokens {
    char vocabulary_sha256[PROVENANCE_TEXT_SIZE]; /* lower-case hexadecimal */
    uint32_t vocabulary_size;                     /* lines; ids are below it */
    struct provenance_repeat *repeats;            /* owned; ascending by line */
    size_t repeat_count;
    uint32_t pad_id, unk_id, cls_id, sep_id, mask_id;
    bool lower_case;
    bool strip_accents;
    char unicode[PROVENANCE_TEXT_SIZE]; /* "14.0" */
    char flavor[PROVENANCE_TEXT_SIZE];  /* "nvidia" or "google": whose cleaning of the text */
    bool special_literals;              /* "[MASK]" typed in the text is the token */
    uint32_t max_chars_per_word;
    uint64_t shard_tokens, shard_documents, shard_bytes; /* where standard input was cut; 0: not */
};

/* How token ids became examples. */
struct provenance_examples {
    uint32_t max_seq_length;
    uint32_t max_predictions_per_seq;
    double masked_lm_prob;
    double short_seq_prob;
    uint32_t dupe_factor;
    char *random_seed; /* owned; decimal digits */
    bool seed_per_shard;
    /* What is none of the above's business by default, and only told where it is not 0. */
    bool whole_word_mask;
    uint32_t ngram;        /* the most words or pieces of a gram that is masked as one */
    bool sentence_order;   /* the label tells of swapped parts */
    bool no_nsp;           /* one part; the label tells nothing */
    bool within_documents; /* of which no row has two */
    bool no_mask;
    bool same_document_label; /* 1 for a random part of the same document, too */
    bool random_from_regular;
};

/* Bytes of an id in the stream: 2 while every id fits, else 4. */
unsigned provenance_id_bytes(const struct provenance_tokens *tokens);

/* Writes the JSON text of a token stream to `text`. */
MUST_USE enum status provenance_write_tokens(const struct provenance_tokens *tokens,
                                             struct buffer *text, struct error *error);

/*
 * Reads what a token or example stream says of its tokens; to be released. STATUS_CORRUPT when a
 * member is missing or out of its range. Streams from before there were flavors have neither
 * "flavor", which is then "nvidia", nor "strip_accents", which went with the case.
 */
MUST_USE enum status provenance_read_tokens(struct provenance_tokens *tokens, struct view text,
                                            struct error *error);

void provenance_tokens_release(struct provenance_tokens *tokens);

/* Writes the JSON text of an example stream: that of its token stream, and the examples'. */
MUST_USE enum status provenance_write_examples(const struct provenance_examples *examples,
                                               struct buffer *text, struct view tokens_text,
                                               struct error *error);

/* Reads what an example stream says of its examples; to be released. */
MUST_USE enum status provenance_read_examples(struct provenance_examples *examples,
                                              struct view text, struct error *error);

void provenance_examples_release(struct provenance_examples *examples);

/*
 * Writes the JSON text of shards: that of their example stream, and the kind of files, as h5pack's
 * --format names it, and how they are compressed.
 */
MUST_USE enum status provenance_write_shards(const char *format, const char *compression,
                                             struct buffer *text, struct view examples_text,
                                             struct error *error);

#endif
