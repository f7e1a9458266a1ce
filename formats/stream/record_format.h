/*
 * record_format - the numbers of the record stream's layout; see mlmprep-stream(5).
 */
#ifndef FORMATS_STREAM_RECORD_FORMAT_H
#define FORMATS_STREAM_RECORD_FORMAT_H

#include <stdint.h>

#define RECORD_MAGIC       "\x89MLM\r\n\x1a\n"
#define RECORD_MAGIC_SIZE  8
#define RECORD_HEADER_SIZE 24 /* of the stream, and of each block */
#define RECORD_VERSION     1

/* The largest payload: it bounds what a reader must hold, whatever the input says. */
#define RECORD_PAYLOAD_LIMIT ((uint32_t)16 << 20)

enum record_kind { RECORD_KIND_TOKENS = 1, RECORD_KIND_EXAMPLES = 2 };

/* A block type as the number its four letters make when read as little-endian. */
#define RECORD_TYPE(a, b, c, d)                                                                    \
    ((uint32_t)(a) | (uint32_t)(b) << 8 | (uint32_t)(c) << 16 | (uint32_t)(d) << 24)

#define RECORD_PROVENANCE  RECORD_TYPE('P', 'R', 'O', 'V')
#define RECORD_SHARD_BEGIN RECORD_TYPE('S', 'B', 'E', 'G')
#define RECORD_DOCUMENTS   RECORD_TYPE('D', 'O', 'C', 'S')
#define RECORD_EXAMPLES    RECORD_TYPE('E', 'X', 'A', 'M')
#define RECORD_PIECES      RECORD_TYPE('p', 'i', 'e', 'c')
#define RECORD_PROGRESS    RECORD_TYPE('p', 'r', 'o', 'g')
#define RECORD_SHARD_END   RECORD_TYPE('S', 'E', 'N', 'D')
#define RECORD_STREAM_END  RECORD_TYPE('E', 'N', 'D', 'S')
#define RECORD_ERROR       RECORD_TYPE('E', 'R', 'R', 'O')

/* Whether a reader may skip a block of a type it does not know. */
#define RECORD_TYPE_IS_OPTIONAL(type) (((type)&0x20) != 0)

/* A DOCS block begins with a head of this size and these flags. */
#define RECORD_DOCUMENTS_HEAD     16
#define RECORD_DOCUMENT_CONTINUES 1U
#define RECORD_SENTENCE_CONTINUES 2U

/* A piec block begins with a head of this size. */
#define RECORD_PIECES_HEAD 4

/* An EXAM block begins with a head of this size. */
#define RECORD_EXAMPLES_HEAD 16

/* The unknown size of a shard's input. */
#define RECORD_SIZE_UNKNOWN UINT64_MAX

/* A shard's name has 1 to this many bytes. */
#define RECORD_NAME_LIMIT 255

#endif
