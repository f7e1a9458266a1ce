#include "formats/wiki/wiki_word_table.h"

#include <stdlib.h>

#include "formats/wiki/wiki_name.h"

/* FNV-1a; the words come from a table of ours and from siteinfo, so that a seed is not needed. */
static uint32_t hash_of(enum wiki_word_kind kind, const unsigned char *folded, size_t size) {
    uint32_t hash = 2166136261u ^ (uint32_t)kind;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ folded[i]) * 16777619u;
    return hash ^ hash >> 15;
}

static struct wiki_word *slot_of(const struct wiki_site *site, uint32_t hash,
                                 enum wiki_word_kind kind, const unsigned char *folded,
                                 size_t size) {
    size_t slot = hash & (site->slot_count - 1);
    for (;; slot = (slot + 1) & (site->slot_count - 1)) {
        struct wiki_word *word = &site->words[slot];
        if (word->kind == WIKI_WORD_NONE)
            return word;
        if (word->hash == hash && word->kind == kind && word->size == size &&
            memcmp(site->spellings.data + word->offset, folded, size) == 0)
            return word;
    }
}

static enum status grow(struct wiki_site *site, struct error *error) {
    /* At most half full; a language with English and the prefixes has about 1600 words. */
    if (site->slot_count > 0 && site->word_count < site->slot_count / 2)
        return STATUS_OK;
    size_t count = site->slot_count == 0 ? 4096 : site->slot_count * 2;
    struct wiki_word *words = calloc(count, sizeof *words);
    if (words == NULL)
        return error_no_memory(error, "the words of a wiki");
    struct wiki_word *old = site->words;
    size_t old_count = site->slot_count;
    site->words = words;
    site->slot_count = count;
    for (size_t i = 0; i < old_count; i++) {
        if (old[i].kind == WIKI_WORD_NONE)
            continue;
        *slot_of(site, old[i].hash, old[i].kind, site->spellings.data + old[i].offset,
                 old[i].size) = old[i];
    }
    free(old);
    return STATUS_OK;
}

enum status wiki_word_table_add(struct wiki_site *site, struct view spelling,
                                const struct wiki_word *word, struct error *error) {
    unsigned char folded[WIKI_WORD_LONGEST];
    size_t size = wiki_name_fold(folded, sizeof folded, spelling);
    if (size == 0)
        return STATUS_OK;
    enum status status = grow(site, error);
    if (status != STATUS_OK)
        return status;
    uint32_t hash = hash_of(word->kind, folded, size);
    struct wiki_word *slot = slot_of(site, hash, word->kind, folded, size);
    if (slot->kind != WIKI_WORD_NONE)
        return STATUS_OK;
    size_t offset = site->spellings.size;
    if (offset > UINT32_MAX - size)
        return error_no_memory(error, "the words of a wiki");
    status = buffer_append(&site->spellings, folded, size, error);
    if (status != STATUS_OK)
        return status;
    *slot = *word;
    slot->hash = hash;
    slot->offset = (uint32_t)offset;
    slot->size = (uint16_t)size;
    site->word_count++;
    return STATUS_OK;
}

const struct wiki_word *wiki_word_table_find(const struct wiki_site *site, enum wiki_word_kind kind,
                                             struct view spelling) {
    unsigned char folded[WIKI_WORD_LONGEST];
    /* Far longer spellings are no words; cheaper to say so before folding. */
    if (site->slot_count == 0 || spelling.size == 0 || spelling.size > 2 * sizeof folded)
        return NULL;
    size_t size = wiki_name_fold(folded, sizeof folded, spelling);
    if (size == 0)
        return NULL;
    const struct wiki_word *word = slot_of(site, hash_of(kind, folded, size), kind, folded, size);
    return word->kind == WIKI_WORD_NONE ? NULL : word;
}
