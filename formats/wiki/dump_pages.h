/*
 * dump_pages - the parts of dump_reader: one file for each kind of dump, and what they share.
 */
#ifndef FORMATS_WIKI_DUMP_PAGES_H
#define FORMATS_WIKI_DUMP_PAGES_H

#include "formats/wiki/dump_reader.h"

MUST_USE enum status dump_pages_export(struct dump_reader *reader, struct view text,
                                       struct error *error);
MUST_USE enum status dump_pages_abstract(struct dump_reader *reader, struct view text,
                                         struct error *error);
MUST_USE enum status dump_pages_json(struct dump_reader *reader, struct view text,
                                     struct error *error);
MUST_USE enum status dump_pages_documents(struct dump_reader *reader, struct view text,
                                          struct error *error);

/* Is a page of this namespace wanted? */
bool dump_pages_wants(const struct dump_reader *reader, int namespace_number);

/* Counts a page, and gives it if it is wanted; remembers its title. */
MUST_USE enum status dump_pages_give(struct dump_reader *reader, const struct wiki_page *page,
                                     struct error *error);

/* STATUS_CORRUPT: the byte of the batch, and why. */
enum status dump_pages_malformed(const struct dump_reader *reader, size_t at, const char *why,
                                 struct error *error);

/* Adds ": <byte of the text>, the last whole page is ..." to a sentence of its own. */
enum status dump_pages_fail(const struct dump_reader *reader, enum status status, size_t at,
                            const char *what, struct error *error);

/* A decimal number, blanks round it; 0 when it is none. */
uint64_t dump_pages_number(struct view text);

#endif
