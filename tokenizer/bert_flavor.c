#include "tokenizer/bert_flavor.h"

const char *bert_flavor_name(enum flavor flavor) {
    return flavor == FLAVOR_GOOGLE ? "google" : "nvidia";
}

struct bert_tokenizer_options bert_flavor_options(enum flavor flavor) {
    struct bert_tokenizer_options options = BERT_TOKENIZER_OPTIONS_INIT;
    options.flavor = flavor;
    if (flavor == FLAVOR_GOOGLE) {
        options.special_literals = false;
        options.max_characters_per_word = 200;
    }
    return options;
}
