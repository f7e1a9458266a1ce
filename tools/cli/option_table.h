/*
 * option_table - a tool's own options and the common ones in one list, ready for getopt_long.
 */
#ifndef TOOLS_CLI_OPTION_TABLE_H
#define TOOLS_CLI_OPTION_TABLE_H

#include <getopt.h>

#include "tools/cli/options.h"

struct option_table {
    struct option_spec *rows; /* owned: the tool's, then the common ones */
    size_t count;
    struct option *long_options; /* owned: one per row, and a last one of zeros */
    char *letters;               /* owned: getopt's short options, ':' in front */
    bool help, version, table;   /* what the last rows point at */
    bool check;                  /* options are read and told, and nothing is done */
};

/*
 * Builds the table; getopt_long will report row i as first_code + i. The table must stay where it
 * is until it is released: its rows point into it.
 */
MUST_USE enum status option_table_init(struct option_table *table, const struct tool *tool,
                                       struct common_options *common, int first_code,
                                       struct error *error);

void option_table_release(struct option_table *table);

/* The row with that letter, or NULL. */
const struct option_spec *option_table_letter(const struct option_table *table, int letter);

/* Whether "--argument" begins more than one name. */
bool option_table_begins_several(const struct option_table *table, const char *argument);

/* The name most like a mistyped "--argument", or NULL when none is near. */
const char *option_table_nearest(const struct option_table *table, const char *argument);

#endif
