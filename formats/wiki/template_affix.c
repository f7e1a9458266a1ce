/* Furniture told by how its name begins or ends: see template_table.h. */
#include <pthread.h>
#include <stdint.h>

#include "formats/wiki/template_table.h"

/* A test sees to it that all fit. */
#define MAX_AFFIXES 2048

struct affix {
    struct view text;
    const char *language;
    uint16_t next; /* of those with the same first (of a head) or last (of a tail) byte; 0: none */
};

static struct affix affixes[MAX_AFFIXES]; /* the first is not used */
static uint16_t heads[256], tails[256];
static size_t affix_count = 1;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void add(const char *language, const char *list, bool is_tail) {
    struct view rest = view_of_string(list), part;
    while (affix_count < MAX_AFFIXES && text_view_next(&rest, '|', &part)) {
        if (part.size == 0)
            continue;
        uint16_t *first = is_tail ? &tails[part.data[part.size - 1]] : &heads[part.data[0]];
        affixes[affix_count] = (struct affix){part, language, *first};
        *first = (uint16_t)affix_count++;
    }
}

static void fill(void) {
    for (size_t i = 0; i < template_furniture_affix_count; i++) {
        add(template_furniture_affixes[i].language, template_furniture_affixes[i].heads, false);
        add(template_furniture_affixes[i].language, template_furniture_affixes[i].tails, true);
    }
}

static bool has_affix(struct view language, struct view name, bool is_tail) {
    uint16_t i = is_tail ? tails[name.data[name.size - 1]] : heads[name.data[0]];
    for (; i != 0; i = affixes[i].next) {
        const struct affix *affix = &affixes[i];
        if (affix->text.size > name.size)
            continue;
        const unsigned char *at = is_tail ? name.data + name.size - affix->text.size : name.data;
        if (memcmp(at, affix->text.data, affix->text.size) == 0 &&
            (affix->language[0] == '\0' || text_view_is(language, affix->language)))
            return true;
    }
    return false;
}

bool template_table_is_furniture(const char *language, struct view name) {
    pthread_once(&once, fill);
    struct view base = view_of_string(language);
    base = text_view_first(base, text_view_find(base, '-'));
    return name.size > 0 && (has_affix(base, name, false) || has_affix(base, name, true));
}

size_t template_table_affixes(void) {
    pthread_once(&once, fill);
    return affix_count < MAX_AFFIXES ? affix_count : 0;
}
