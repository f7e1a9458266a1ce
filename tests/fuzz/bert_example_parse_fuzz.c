/*
 * Any bytes as a serialized tf.Example: the lists never overflow, and what is wrong has a sentence.
 */
#include <stdint.h>
#include <stdlib.h>

#include "formats/tfrecord/bert_example_parse.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static struct bert_example_lists lists;
    for (unsigned i = 0; i < BERT_FEATURES && lists.values[i] == NULL; i++) {
        lists.values[i] = calloc(BERT_FEATURE_LARGEST, sizeof(int32_t));
        if (lists.values[i] == NULL)
            abort();
    }
    const char *fault = bert_example_parse(&lists, (struct view){data, size});
    if (fault != NULL && fault[0] == '\0')
        abort();
    for (unsigned i = 0; i < BERT_FEATURES; i++) {
        if (lists.counts[i] > BERT_FEATURE_LARGEST)
            abort();
    }
    return 0;
}
