/*
 * bert_example_reader - reads a file of TFRecords with the features of bert_example.h, whoever
 * wrote it.
 *
 * Lists may be packed or not, and features in any order; others are passed over. All checksums are
 * checked, and every length against the file before memory is taken for it.
 *
 * Thread rule: one thread at a time per reader; different readers are independent.
 */
#ifndef FORMATS_TFRECORD_BERT_EXAMPLE_READER_H
#define FORMATS_TFRECORD_BERT_EXAMPLE_READER_H

#include <stdint.h>

#include "formats/base/status.h"

enum bert_feature {
    BERT_FEATURE_INPUT_IDS,
    BERT_FEATURE_INPUT_MASK,
    BERT_FEATURE_SEGMENT_IDS,
    BERT_FEATURE_MASKED_LM_POSITIONS,
    BERT_FEATURE_MASKED_LM_IDS,
    BERT_FEATURE_NEXT_SENTENCE_LABELS,
    BERT_FEATURE_MASKED_LM_WEIGHTS,
};
#define BERT_FEATURES 7

/* The most numbers in a list. */
#define BERT_FEATURE_LARGEST 65536

struct bert_example_reader;

/*
 * Opens a file and counts its records. STATUS_NOT_OURS when it does not begin as TFRecords do,
 * STATUS_CORRUPT or STATUS_CUT_SHORT when it is damaged or lacks the features. *reader is NULL on
 * failure, else to be closed.
 */
MUST_USE enum status bert_example_reader_open(struct bert_example_reader **reader, const char *path,
                                              struct error *error);

/* The same over an open descriptor that can seek and stays the caller's; `name` is copied. */
MUST_USE enum status bert_example_reader_open_descriptor(struct bert_example_reader **reader,
                                                         int descriptor, const char *name,
                                                         struct error *error);

/* Records; 0 is possible. */
uint64_t bert_example_reader_rows(const struct bert_example_reader *reader);

/* The numbers in each row's list: as many in all; 0 without rows. */
uint32_t bert_example_reader_count(const struct bert_example_reader *reader,
                                   enum bert_feature feature);

/* Reads a row that exists; reading on is quickest. */
MUST_USE enum status bert_example_reader_read(struct bert_example_reader *reader, uint64_t row,
                                              struct error *error);

/* The numbers of the row read last; weights are 1 or 0, and 2 for anything else. */
const int32_t *bert_example_reader_values(const struct bert_example_reader *reader,
                                          enum bert_feature feature);

/* Closes and frees; NULL is harmless. */
void bert_example_reader_close(struct bert_example_reader *reader);

#endif
