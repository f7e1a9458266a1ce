/*
 * dump_header - what a dump says about its wiki before the first page.
 *
 * Thread rule: one thread at a time per header.
 */
#ifndef FORMATS_WIKI_DUMP_HEADER_H
#define FORMATS_WIKI_DUMP_HEADER_H

#include "formats/wiki/dump_format.h"
#include "formats/wiki/wiki_site.h"

struct dump_header {
    char language[WIKI_SITE_LANGUAGE_SIZE]; /* empty when nothing tells it */
    char version[16];                       /* of the schema: "0.11"; else empty */
    char database[64];                      /* "enwiki"; else empty */
    struct buffer namespaces;               /* lines "number name" */
};

/*
 * Reads the header from the first bytes of a dump: of an export, all before its first page, with
 * the language from xml:lang, the address or the name of the database, in this order; of the
 * others, enough to hold an address of a page, or Cirrus's "language". What is missing stays empty.
 * STATUS_CORRUPT when the XML is malformed.
 */
MUST_USE enum status dump_header_read(struct dump_header *header, enum dump_format format,
                                      struct view head, const char *name, struct error *error);
void dump_header_release(struct dump_header *header);

/*
 * Makes the dump's site, to be released by the caller: of `language` if that is not NULL, else of
 * the header's, else of English; with the header's namespaces.
 */
MUST_USE enum status dump_header_site(const struct dump_header *header, struct wiki_site *site,
                                      const char *language, struct error *error);

#endif
