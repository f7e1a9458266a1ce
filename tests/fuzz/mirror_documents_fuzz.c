/* checksum_list, listing_links, dump_status: any bytes as what a mirror publishes. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "tools/fetch/checksum_list.h"
#include "tools/fetch/dump_status.h"
#include "tools/fetch/listing_links.h"

static void check(int holds) {
    if (!holds)
        abort();
}

static void try_checksums(struct view text) {
    struct checksum_line line;
    struct view rest = text;
    bool any = false;
    while (checksum_list_next(&line, &rest)) {
        check(file_digests_are_known(&line.digests));
        check(line.name[0] != '\0' && strchr(line.name, '/') == NULL);
        any = true;
    }
    check(rest.size == 0);
    if (any) {
        struct file_digests digests = {{""}};
        struct error error = {.message = ""};
        bool found;
        enum status status = checksum_list_find(&digests, &found, text, line.name, &error);
        check(status == STATUS_OK ? found == file_digests_are_known(&digests)
                                  : error.message[0] != '\0');
    }
}

static void try_listing(struct view page) {
    struct listing_link link;
    size_t left = page.size;
    while (listing_links_next(&link, &page, "/enwiki/")) {
        check(page.size < left);
        left = page.size;
        check(link.name[0] != '\0' && strchr(link.name, '/') == NULL);
        check(strcmp(link.name, ".") != 0 && strcmp(link.name, "..") != 0);
    }
}

static void try_status(struct view text) {
    struct dump_files files = {.date = ""};
    bool done;
    if (!dump_status_read(&files, &done, text, "*a*"))
        check(files.count == 0);
    dump_files_sort(&files);
    for (size_t i = 0; i < files.count; i++) {
        check(dump_files_is_name(files.files[i].name) && strchr(files.files[i].name, 'a') != NULL);
        check(!done || files.files[i].bytes > 0);
        check(dump_files_find(&files, files.files[i].name) == &files.files[i]);
    }
    dump_files_release(&files);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const struct view text = {data, size};
    try_checksums(text);
    try_listing(text);
    try_status(text);
    return 0;
}
