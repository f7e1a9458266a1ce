#include "tokenizer/word_batch.h"

#include "tokenizer/wordpiece.h"

void word_batch_split(struct word_batch *batch, const struct vocabulary *vocabulary) {
    for (size_t i = 0; i < batch->texts; i++) {
        struct view text = {batch->bytes + batch->begins[i], batch->ends[i] - batch->begins[i]};
        uint32_t part = batch->numbers[i];
        size_t count = wordpiece_split(vocabulary, text, batch->ids + batch->firsts[part]);
        batch->counts[part] = (uint32_t)count;
    }
}
