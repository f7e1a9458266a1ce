#include "tools/mlm/sentence_packing.h"

#include <stdlib.h>

enum status sentence_packing_init(struct sentence_packing *packing,
                                  const struct shard_tokens *shard,
                                  const struct example_options *options, struct error *error) {
    *packing = (struct sentence_packing){
        .shard = shard,
        .room = options->max_seq_length - 2,
        .within_documents = options->within_documents,
    };
    packing->borders = calloc(options->max_seq_length, sizeof *packing->borders);
    return packing->borders != NULL ? STATUS_OK : error_no_memory(error, "packing sentences");
}

void sentence_packing_release(struct sentence_packing *packing) {
    free(packing->borders);
    *packing = (struct sentence_packing){0};
}

/* Takes the rest of the next sentence, which fits; true when its document ends with it. */
static bool take_sentence(struct sentence_packing *packing) {
    const struct shard_tokens *shard = packing->shard;
    packing->next_token = shard->sentence_starts[++packing->next_sentence];
    if (packing->next_sentence < shard->document_starts[packing->next_document + 1])
        return false;
    packing->next_document++;
    return true;
}

bool sentence_packing_next(struct sentence_packing *packing, struct sentence_pair *row) {
    const struct shard_tokens *shard = packing->shard;
    if (packing->next_sentence == shard->sentence_count)
        return false;
    uint32_t begin = packing->next_token;
    uint32_t borders = 0;
    bool is_border = false; /* before the next sentence */
    while (packing->next_sentence < shard->sentence_count) {
        uint32_t used = packing->next_token - begin;
        uint32_t length = shard->sentence_starts[packing->next_sentence + 1] - packing->next_token;
        uint32_t room = packing->room - used - borders;
        if (used == 0 && length > room) {
            packing->next_token += room;
            break;
        }
        if ((uint64_t)length + is_border > room)
            break;
        if (is_border)
            packing->borders[borders++] = (uint16_t)used;
        is_border = take_sentence(packing);
        if (is_border && packing->within_documents)
            break;
    }
    *row = (struct sentence_pair){
        .first_start = begin,
        .first_length = packing->next_token - begin,
        .border_count = borders,
        .borders = packing->borders,
    };
    return true;
}
