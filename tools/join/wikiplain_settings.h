/*
 * wikiplain_settings - the options of wikiplain(1), and what they come to.
 */
#ifndef TOOLS_JOIN_WIKIPLAIN_SETTINGS_H
#define TOOLS_JOIN_WIKIPLAIN_SETTINGS_H

#include <stdbool.h>
#include <stdint.h>

#include "formats/base/status.h"
#include "formats/wiki/dump_reader.h"
#include "formats/wiki/wikitext_cleaner.h"
#include "tools/cli/option_list.h"

/* As given; the defaults are in wikiplain_settings_init. */
struct wikiplain_settings {
    struct option_list namespaces; /* numbers, lists of them, or "all"; none: 0 */
    uint64_t min_length;           /* characters of an article's text */
    bool skip_disambiguation, no_skip_disambiguation;
    bool skip_lists;
    const char *language; /* NULL: as the dump says */
    const char *variant;
    int holes; /* enum wikitext_holes */
    int lists; /* enum wikitext_lists */
    bool headings, captions, tables, titles, reference_sections;
    bool json;
};

/* What counts for the work; read by any number of threads. */
struct wikiplain_rules {
    int *namespaces; /* owned */
    struct dump_wanted wanted;
    struct wikitext_options cleaning;
    uint64_t min_length;
    bool skip_disambiguation, skip_lists;
    bool titles;
    bool json;
    const char *language;
};

void wikiplain_settings_init(struct wikiplain_settings *settings);
void wikiplain_settings_release(struct wikiplain_settings *settings);

/* STATUS_USAGE for what makes no sense. `settings` must outlive the rules. */
MUST_USE enum status wikiplain_rules_init(struct wikiplain_rules *rules,
                                          const struct wikiplain_settings *settings,
                                          struct error *error);
void wikiplain_rules_release(struct wikiplain_rules *rules);

#endif
