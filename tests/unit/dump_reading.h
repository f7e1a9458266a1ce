/*
 * dump_reading - reads a dump in memory or in a file to its end, and writes its pages down.
 */
#ifndef TESTS_UNIT_DUMP_READING_H
#define TESTS_UNIT_DUMP_READING_H

#include <stdlib.h>

#include "formats/base/bzip2_source.h"
#include "formats/base/gzip_source.h"
#include "formats/base/text_source.h"
#include "formats/wiki/dump_reader.h"
#include "formats/wiki/dump_splitter.h"

struct dump_reading {
    /* Set before. */
    size_t batch_size, page_limit; /* 0: the usual */
    bool everything;               /* not only articles that have text */
    const char *language;
    /* Found. */
    struct buffer pages; /* lines "namespace id title|text|redirect target" */
    struct dump_counts counts;
    uint64_t skipped, batches;
    char header_language[WIKI_SITE_LANGUAGE_SIZE];
    struct error error;
};

static inline enum status dump_reading_take(void *context, const struct wiki_page *page,
                                            struct error *error) {
    struct dump_reading *reading = context;
    return buffer_format(
        &reading->pages, error, "%d %llu %.*s|%.*s|%.*s\n", page->namespace_number,
        (unsigned long long)page->id, (int)page->title.size, (const char *)page->title.data,
        (int)page->text.size, page->text.size == 0 ? "" : (const char *)page->text.data,
        (int)page->redirect_target.size,
        page->redirect_target.size == 0 ? "" : (const char *)page->redirect_target.data);
}

static inline enum status dump_reading_pages(struct dump_reading *reading,
                                             struct dump_splitter *splitter,
                                             const struct wiki_site *site, const char *name) {
    static const int ARTICLES[] = {0};
    struct dump_wanted wanted = {
        ARTICLES,           1, reading->everything, reading->everything, reading->everything,
        reading->everything};
    struct dump_reader reader;
    struct dump_batch batch;
    enum status status;
    dump_reader_init(&reader, site, &wanted, name);
    dump_batch_init(&batch);
    do {
        status = dump_splitter_next(splitter, &batch, &reading->error);
        if (status == STATUS_OK) {
            reading->batches++;
            status = dump_reader_read(&reader, &batch, dump_reading_take, reading, &reading->error);
        }
    } while (status == STATUS_OK);
    reading->counts = reader.counts;
    reading->skipped = splitter->skipped;
    dump_batch_release(&batch);
    dump_reader_release(&reader);
    return status;
}

/* STATUS_END when all went well. */
static inline enum status dump_reading_source(struct dump_reading *reading,
                                              struct byte_source *source) {
    struct dump_splitter splitter;
    struct wiki_site site;
    reading->error.message[0] = '\0';
    buffer_clear(&reading->pages);
    reading->batches = 0;
    enum status status = dump_splitter_init(&splitter, source, &reading->error);
    if (status != STATUS_OK)
        return status;
    if (reading->batch_size != 0)
        splitter.batch_size = reading->batch_size;
    if (reading->page_limit != 0)
        splitter.page_limit = reading->page_limit;
    memcpy(reading->header_language, splitter.header.language, sizeof reading->header_language);
    status = dump_header_site(&splitter.header, &site, reading->language, &reading->error);
    if (status == STATUS_OK) {
        status = dump_reading_pages(reading, &splitter, &site, source->name);
        wiki_site_release(&site);
    }
    dump_splitter_release(&splitter);
    return status;
}

static inline enum status dump_reading_text(struct dump_reading *reading,
                                            struct byte_source *source) {
    struct text_source *text = malloc(sizeof *text);
    if (text == NULL)
        abort();
    enum status status = text_source_init(text, source, &reading->error);
    if (status == STATUS_OK)
        status = dump_reading_source(reading, text->bytes);
    free(text);
    return status;
}

/* Whatever compression the source has. */
static inline enum status dump_reading_any(struct dump_reading *reading,
                                           struct byte_source *source) {
    struct peek_source peek;
    struct bzip2_source bzip2;
    struct gzip_source gzip;
    enum status status = peek_source_init(&peek, source, &reading->error);
    if (status != STATUS_OK)
        return status;
    switch (byte_kind_of(peek_source_head(&peek))) {
    case BYTE_KIND_BZIP2:
        bzip2_source_init(&bzip2, &peek.bytes);
        status = dump_reading_text(reading, &bzip2.bytes);
        bzip2_source_release(&bzip2);
        return status;
    case BYTE_KIND_GZIP:
        status = gzip_source_init(&gzip, &peek.bytes, &reading->error);
        if (status == STATUS_OK)
            status = dump_reading_text(reading, &gzip.bytes);
        gzip_source_release(&gzip);
        return status;
    default:
        return dump_reading_text(reading, &peek.bytes);
    }
}

static inline enum status dump_reading_memory(struct dump_reading *reading, struct view text) {
    struct byte_source source;
    byte_source_from_memory(&source, text, "a.xml");
    return dump_reading_any(reading, &source);
}

#endif
