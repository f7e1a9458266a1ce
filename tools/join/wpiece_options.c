#include "tools/join/wpiece_options.h"

#include <string.h>

#include "tokenizer/bert_flavor.h"

struct bert_tokenizer_options wpiece_options_tokenizer(const struct wpiece_settings *settings) {
    struct bert_tokenizer_options options = bert_flavor_options((enum flavor)settings->flavor);
    options.unicode = (enum unicode_version)settings->unicode;
    options.lower_case = !settings->cased;
    options.strip_accents = !settings->cased;
    if (settings->strip_accents != WPIECE_NOT_GIVEN)
        options.strip_accents = settings->strip_accents == 0;
    if (settings->special_literals != WPIECE_NOT_GIVEN)
        options.special_literals = settings->special_literals == 0;
    if (settings->max_chars_per_word != 0)
        options.max_characters_per_word = (uint32_t)settings->max_chars_per_word;
    return options;
}

static void set_text(char text[PROVENANCE_TEXT_SIZE], const char *value) {
    strncpy(text, value, PROVENANCE_TEXT_SIZE - 1);
    text[PROVENANCE_TEXT_SIZE - 1] = '\0';
}

void wpiece_options_describe(struct provenance_tokens *tokens,
                             const struct bert_tokenizer_options *options) {
    tokens->lower_case = options->lower_case;
    tokens->strip_accents = options->strip_accents;
    tokens->special_literals = options->special_literals;
    tokens->max_chars_per_word = options->max_characters_per_word;
    set_text(tokens->unicode, unicode_pin_name(options->unicode));
    set_text(tokens->flavor, bert_flavor_name(options->flavor));
}
