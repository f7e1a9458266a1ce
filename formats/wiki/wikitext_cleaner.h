/*
 * wikitext_cleaner - from the wikitext of a page to the text a reader reads.
 *
 * Passes over a few buffers that are kept from page to page, in MediaWiki's order: comments, opaque
 * tags, templates and parameters (innermost first), tables, the language converter, links, tags,
 * apostrophes and entities, then lines: headings, lists, paragraphs; at last the repair of
 * punctuation round what was dropped, and of sentences with a hole. Nothing is recursive; stacks
 * are explicit and the work is linear in the page. What is left open ({{, [[, <ref>, {|, <!--) ends
 * at the next blank line or heading, and only that part is lost.
 *
 * Reading text is: paragraphs, block quotes, and list items that are prose, one a line. Left out
 * are infoboxes, tables, galleries, captions, references, lists of links, terms of definition
 * lists, code blocks, display formulas, hatnotes and, by default, headings and the sections of
 * references and links.
 *
 * Thread rule: one thread at a time per cleaner; any number of cleaners share a site.
 */
#ifndef FORMATS_WIKI_WIKITEXT_CLEANER_H
#define FORMATS_WIKI_WIKITEXT_CLEANER_H

#include <stdbool.h>
#include <stdint.h>

#include "formats/base/buffer.h"
#include "formats/wiki/wiki_page.h"

struct wiki_site;
struct wikitext_work;

/* What to do with a sentence in which a template nobody knows may have carried text. */
enum wikitext_holes {
    WIKITEXT_HOLES_DROP_SENTENCE, /* the sentence goes */
    WIKITEXT_HOLES_KEEP,          /* it stays, without what was there */
    WIKITEXT_HOLES_MARK,          /* it stays, with U+FFFC, the object replacement character */
};

enum wikitext_lists {
    WIKITEXT_LISTS_PROSE, /* items that are prose: not lists of links */
    WIKITEXT_LISTS_ALL,   /* all items, terms of definition lists too */
    WIKITEXT_LISTS_NONE,
};

/* All zero is the default. */
struct wikitext_options {
    bool titles;             /* the page's title is its first line */
    bool headings;           /* headings are lines */
    bool captions;           /* captions of images are lines */
    bool tables;             /* cells of tables are lines */
    bool reference_sections; /* sections such as See also, References, External links stay */
    enum wikitext_lists lists;
    enum wikitext_holes holes;
    const char *variant; /* of the language converter: "zh-hant", "sr-el"; NULL: what comes first */
    /*
     * Bytes of template calls that may be expanded for one page; 0 is 64 times its size and 4 MiB.
     * Nested calls are read once a level, so only a page made for it comes near; beyond the budget
     * templates become nothing and the page counts as a budget hit.
     */
    uint64_t budget;
};

/* Counts are added to; the caller sets them to zero once. */
struct wikitext_counts {
    uint64_t templates;         /* template calls */
    uint64_t holes;             /* calls of unknown templates that may have carried text */
    uint64_t dropped_sentences; /* for their holes */
    uint64_t unclosed;          /* templates, links, tables, references, comments left open */
    uint64_t budget_hits;       /* pages whose budget ran out */
    /* Called for each hole with the template's name, unless NULL. */
    void (*on_hole)(void *context, struct view name);
    void *context;
};

struct wikitext_cleaner {
    const struct wiki_site *site; /* borrowed */
    struct wikitext_options options;
    struct wikitext_work *work;
};

/* `site` and options->variant are borrowed until the release; options may be NULL. */
MUST_USE enum status wikitext_cleaner_init(struct wikitext_cleaner *cleaner,
                                           const struct wiki_site *site,
                                           const struct wikitext_options *options,
                                           struct error *error);

/* Frees the memory; harmless on a zeroed cleaner. */
void wikitext_cleaner_release(struct wikitext_cleaner *cleaner);

/*
 * Appends the reading text of page->text to `text`: paragraphs in UTF-8, each one line ended by
 * '\n', no blank line among them; nothing for a redirect or an empty page. Valid UTF-8 stays valid;
 * other bytes pass through. `counts` may be NULL. Fails only with STATUS_NO_MEMORY; `text` may then
 * hold a part.
 */
MUST_USE enum status wikitext_clean(struct wikitext_cleaner *cleaner, struct buffer *text,
                                    const struct wiki_page *page, struct wikitext_counts *counts,
                                    struct error *error);

#endif
