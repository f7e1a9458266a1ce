#include "tools/cli/nearest_name.h"

#include <string.h>

/* Levenshtein's distance of two names, in insertions, deletions and substitutions. */
static unsigned distance(const char *a, const char *b) {
    unsigned row[NEAREST_NAME_LONGEST + 1];
    size_t columns = strlen(b);
    for (unsigned j = 0; j <= columns; j++)
        row[j] = j;
    for (unsigned i = 1; *a != '\0'; a++, i++) {
        unsigned diagonal = row[0];
        row[0] = i;
        for (size_t j = 1; j <= columns; j++) {
            unsigned cost = diagonal + (*a != b[j - 1]);
            unsigned gap = (row[j] < row[j - 1] ? row[j] : row[j - 1]) + 1;
            diagonal = row[j];
            row[j] = cost < gap ? cost : gap;
        }
    }
    return row[columns];
}

void nearest_name_init(struct nearest_name *nearest, const char *typed, size_t length) {
    *nearest = (struct nearest_name){.best = 0};
    if (length < 3 || length > NEAREST_NAME_LONGEST)
        return;
    memcpy(nearest->typed, typed, length);
    /* A third of the letters wrong is still a typing slip; more is another word. */
    nearest->best = (unsigned)length / 3 + 1;
}

void nearest_name_try(struct nearest_name *nearest, const char *name) {
    if (nearest->best == 0 || strlen(name) > NEAREST_NAME_LONGEST)
        return;
    unsigned found = distance(nearest->typed, name);
    if (found < nearest->best) {
        nearest->best = found;
        nearest->name = name;
    }
}
