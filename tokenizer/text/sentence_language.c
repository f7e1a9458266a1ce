#include "tokenizer/text/sentence_language.h"

#include <stdbool.h>
#include <string.h>

/* Codes of a wiki, or of a locale, have no more than this before what is cut off. */
#define CODE_SIZE 32

static const struct sentence_language *const FAMILIES[] = {
    SENTENCE_WORDS_GERMANIC, SENTENCE_WORDS_ROMANCE, SENTENCE_WORDS_SLAVIC,
    SENTENCE_WORDS_EUROPEAN, SENTENCE_WORDS_ASIAN,
};

static bool lists_code(const char *codes, const char *code) {
    size_t size = strlen(code);
    for (const char *at = codes; (at = strstr(at, code)) != NULL; at++) {
        bool begins = at == codes || at[-1] == ' ';
        if (begins && (at[size] == ' ' || at[size] == '\0'))
            return true;
    }
    return false;
}

static const struct sentence_language *find(const char *code) {
    if (code[0] == '\0')
        return NULL;
    for (size_t i = 0; i < sizeof FAMILIES / sizeof *FAMILIES; i++) {
        for (const struct sentence_language *row = FAMILIES[i]; row->codes != NULL; row++) {
            if (lists_code(row->codes, code))
                return row;
        }
    }
    return NULL;
}

const struct sentence_language *sentence_language_find(const char *code) {
    char plain[CODE_SIZE];
    size_t size = strcspn(code, ".@"); /* "de_DE.UTF-8" */
    if (size >= sizeof plain)
        return NULL;
    for (size_t i = 0; i < size; i++) {
        plain[i] = code[i];
        if (code[i] == '_')
            plain[i] = '-';
        if (code[i] >= 'A' && code[i] <= 'Z')
            plain[i] = (char)(code[i] | 0x20); /* a small letter */
    }
    plain[size] = '\0';
    if (size > 4 && strcmp(plain + size - 4, "wiki") == 0)
        plain[size - 4] = '\0';
    const struct sentence_language *language = find(plain);
    char *dash;
    while (language == NULL && (dash = strrchr(plain, '-')) != NULL) {
        *dash = '\0';
        language = find(plain);
    }
    return language;
}
