/*
 * dump_folder - what a mirror has of the dump of one date. A part of dump_mirror.c.
 *
 * Thread rule: one thread at a time per folder.
 */
#ifndef TOOLS_FETCH_DUMP_FOLDER_H
#define TOOLS_FETCH_DUMP_FOLDER_H

#include <stdbool.h>

#include "formats/base/buffer.h"
#include "formats/base/status.h"
#include "tools/fetch/dump_files.h"
#include "tools/fetch/dump_mirror.h"
#include "tools/fetch/fetch_session.h"

struct dump_folder {
    struct fetch_session *session;    /* borrowed */
    const struct dump_place *place;   /* borrowed */
    bool has_latest;                  /* the next two are known */
    struct buffer latest;             /* WIKI-latest-sha1sums.txt, or -md5sums; empty: none */
    char latest_date[DUMP_DATE_SIZE]; /* which dump that is of; "": none */
    char why[400];                    /* why the last dump was not whole */
};

void dump_folder_init(struct dump_folder *folder, struct fetch_session *session,
                      const struct dump_place *place);

/* "MIRROR/WIKI/<sub>/<name>" into an owned string; without "<sub>/" when that is "". */
MUST_USE enum status dump_folder_url(char **url, const struct dump_folder *folder, const char *sub,
                                     const char *name, struct error *error);

/* Reads the checksums of "latest" unless that is done. */
MUST_USE enum status dump_folder_read_latest(struct dump_folder *folder, struct error *error);

/*
 * Makes *found of the dump of a date when that is whole; leaves it empty, and says why, when not.
 */
MUST_USE enum status dump_folder_find(struct dump_files *found, struct dump_folder *folder,
                                      const char *date, struct error *error);

void dump_folder_release(struct dump_folder *folder);

#endif
