#include "formats/wiki/wikitext_blocks.h"
#include "formats/wiki/wikitext_scan.h"
#include "formats/wiki/wikitext_sections_data.h"

/* Longer titles are none of the list's. */
#define LONGEST_TITLE 120

bool wikitext_is_reference_section(struct view title) {
    char name[LONGEST_TITLE + 1];
    size_t size = 0;
    if (title.size > LONGEST_TITLE)
        return false;
    for (size_t i = 0; i < title.size; i++) {
        if (title.data[i] >= ' ')
            name[size++] = (char)wikitext_lower(title.data[i]);
    }
    while (size > 0 && (name[size - 1] == ':' || name[size - 1] == ' '))
        size--;
    name[size] = '\0';
    size_t low = 0, high = WIKITEXT_REFERENCE_SECTION_COUNT;
    while (low < high) {
        size_t middle = (low + high) / 2;
        int order = strcmp(name, WIKITEXT_REFERENCE_SECTIONS[middle]);
        if (order == 0)
            return true;
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return false;
}
