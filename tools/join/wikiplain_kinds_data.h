/*
 * wikiplain_kinds_data - how titles of disambiguations and of lists look in the languages of
 * Wikipedia.
 */
#ifndef TOOLS_JOIN_WIKIPLAIN_KINDS_DATA_H
#define TOOLS_JOIN_WIKIPLAIN_KINDS_DATA_H

#include <stdbool.h>
#include <stddef.h>

struct wikiplain_list_title {
    const char *languages; /* separated by spaces */
    bool at_end;           /* the words end the title, else they begin it */
    const char *words;
};

extern const struct wikiplain_list_title WIKIPLAIN_LIST_TITLES[];
extern const size_t WIKIPLAIN_LIST_TITLES_COUNT;

extern const char *const WIKIPLAIN_DISAMBIGUATION_ENDS[];
extern const size_t WIKIPLAIN_DISAMBIGUATION_ENDS_COUNT;

#endif
