/*
 * dump_files - the files of one dump that somebody wants.
 *
 * Thread rule: one thread at a time per list.
 */
#ifndef TOOLS_FETCH_DUMP_FILES_H
#define TOOLS_FETCH_DUMP_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/base/dump_date.h"
#include "formats/base/file_digest.h"
#include "formats/base/status.h"

/* Wikimedia's largest dumps have some hundred parts. */
#define DUMP_FILES_MOST ((size_t)5000)

struct dump_file {
    char *name;     /* owned: without a folder */
    char *url;      /* owned: where it is; NULL: not known yet */
    uint64_t bytes; /* 0: not known */
    struct file_digests digests;
};

struct dump_files {
    char date[DUMP_DATE_SIZE]; /* "": none found */
    struct dump_file *files;   /* owned; by name once they are sorted */
    size_t count, capacity;
};

/*
 * Adds a file of which nothing is known (the name is copied); *file is valid until the next one.
 * STATUS_FAILED beyond DUMP_FILES_MOST.
 */
MUST_USE enum status dump_files_add(struct dump_files *list, struct dump_file **file,
                                    const char *name, struct error *error);

/* The file of that name, or NULL. */
struct dump_file *dump_files_find(const struct dump_files *list, const char *name);

/*
 * Sorts by name, numbers by their value: the parts of a dump ("articles2.xml", "articles10.xml")
 * come as they were numbered.
 */
void dump_files_sort(struct dump_files *list);

/*
 * Whether a name that somebody else made up may become one of a file here: no slash, no control
 * character, no dot in front, shorter than 256 bytes.
 */
bool dump_files_is_name(const char *text);

/* Frees; empty and usable again. Harmless when zeroed. */
void dump_files_release(struct dump_files *list);

#endif
