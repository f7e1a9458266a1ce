/*
 * wiki_name - names of pages, namespaces and templates in the form in which they are compared.
 *
 * Thread rule: functions touch only their arguments.
 */
#ifndef FORMATS_WIKI_WIKI_NAME_H
#define FORMATS_WIKI_WIKI_NAME_H

#include <stddef.h>

#include "formats/base/buffer.h"

/*
 * Writes the compared form of `name`: blanks, underscores and marks of direction at both ends gone,
 * runs of blanks and underscores inside one space, capital letters small (Latin, Greek, Cyrillic,
 * Armenian; simple pairs of Unicode 15, and I with dot as i). Returns its size; a form longer than
 * `size` bytes gives 0, as does an empty one. Malformed UTF-8 is kept as it is.
 */
size_t wiki_name_fold(unsigned char *folded, size_t size, struct view name);

/* `name` without white space and underscores at its ends. */
struct view wiki_name_trim(struct view name);

#endif
