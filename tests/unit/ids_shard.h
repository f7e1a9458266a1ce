/*
 * ids_shard - for tests: a shard read from a file of token ids.
 *
 * Such a file has a sentence a line, ids separated by single spaces, and an empty line between
 * documents.
 */
#ifndef TESTS_UNIT_IDS_SHARD_H
#define TESTS_UNIT_IDS_SHARD_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/base/buffer.h"
#include "formats/base/byte_source.h"
#include "tools/mlm/shard_tokens.h"

/* Ids of a file as columns, owned. */
struct ids_columns {
    struct buffer ids;       /* uint32_t */
    struct buffer lengths;   /* uint32_t */
    struct buffer documents; /* uint32_t */
};

static inline void ids_columns_release(struct ids_columns *columns) {
    buffer_release(&columns->ids);
    buffer_release(&columns->lengths);
    buffer_release(&columns->documents);
}

/* Tests stop at a failure that is not what they test. */
static inline void ids_require(enum status status, const struct error *error) {
    if (status == STATUS_OK)
        return;
    fprintf(stderr, "%s\n", error->message);
    abort();
}

static inline void ids_push(struct buffer *buffer, uint32_t number) {
    struct error error;
    ids_require(buffer_append(buffer, &number, sizeof number, &error), &error);
}

/* The text of a file with a NUL behind it; false when it is not there. */
static inline bool ids_read_file(struct buffer *text, const char *path) {
    struct error error;
    struct byte_source source;
    if (byte_source_open(&source, path, &error) != STATUS_OK)
        return false;
    ids_require(byte_source_read_all(&source, (size_t)1 << 30, text, &error), &error);
    byte_source_release(&source);
    ids_require(buffer_append(text, "", 1, &error), &error);
    return true;
}

static inline void ids_columns_end_document(struct ids_columns *columns, uint32_t *sentences) {
    if (*sentences > 0)
        ids_push(&columns->documents, *sentences);
    *sentences = 0;
}

static inline bool ids_columns_read(struct ids_columns *columns, const char *path) {
    struct buffer text = BUFFER_INIT;
    memset(columns, 0, sizeof *columns);
    if (!ids_read_file(&text, path))
        return false;
    uint32_t sentences = 0;
    for (char *line = (char *)text.data; *line != '\0';) {
        uint32_t length = 0;
        char *at = line;
        while (*at != '\n' && *at != '\0') {
            ids_push(&columns->ids, (uint32_t)strtoul(at, &at, 10));
            length++;
        }
        if (length > 0) {
            ids_push(&columns->lengths, length);
            sentences++;
        } else {
            ids_columns_end_document(columns, &sentences);
        }
        line = *at == '\n' ? at + 1 : at;
    }
    ids_columns_end_document(columns, &sentences);
    buffer_release(&text);
    return true;
}

/* Makes a shard of `count` documents from the `first` on (fewer when there are no more). */
static inline void ids_columns_to_shard(const struct ids_columns *columns,
                                        struct shard_tokens *shard, uint32_t first,
                                        uint32_t count) {
    const uint32_t *documents = (const uint32_t *)(const void *)columns->documents.data;
    const uint32_t *lengths = (const uint32_t *)(const void *)columns->lengths.data;
    const uint32_t *ids = (const uint32_t *)(const void *)columns->ids.data;
    uint32_t available = (uint32_t)(columns->documents.size / sizeof(uint32_t));
    for (uint32_t i = 0; i < available && i < first + count; i++) {
        uint64_t tokens = 0;
        for (uint32_t j = 0; j < documents[i]; j++)
            tokens += lengths[j];
        if (i >= first) {
            struct token_columns piece = {
                .document_count = 1,
                .document_sentences = documents + i,
                .sentence_count = documents[i],
                .sentence_lengths = lengths,
                .token_count = tokens,
                .wide_ids = ids,
            };
            struct error error;
            ids_require(shard_tokens_append(shard, &piece, &error), &error);
        }
        lengths += documents[i];
        ids += tokens;
    }
    struct error error;
    ids_require(shard_tokens_finish(shard, &error), &error);
}

#endif
