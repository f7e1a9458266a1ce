#include "tools/s3/sync_cache_writer.h"

#include <string.h>

#include "formats/base/checksum.h"
#include "formats/base/endian.h"

void sync_cache_writer_init(struct sync_cache_writer *writer, struct byte_sink *sink) {
    *writer = (struct sync_cache_writer){.sink = sink};
}

static enum status write_page(struct sync_cache_writer *writer, struct error *error) {
    uint64_t number = writer->fences.size / 8 - 1;
    store_le64(writer->page + SYNC_CACHE_PAGE_CHECK,
               checksum_of(writer->page, SYNC_CACHE_PAGE_CHECK, number));
    enum status status = byte_sink_write(writer->sink, writer->page, SYNC_CACHE_PAGE, error);
    memset(writer->page, 0, sizeof writer->page);
    return status;
}

enum status sync_cache_writer_add(struct sync_cache_writer *writer,
                                  const struct sync_cache_entry *entry, struct error *error) {
    size_t place = (size_t)(writer->count % SYNC_CACHE_PAGE_ENTRIES);
    unsigned char *at = writer->page + place * SYNC_CACHE_ENTRY;
    if (place == 0) {
        enum status status =
            buffer_append(&writer->fences, entry->name, 8, error); /* little-endian already */
        if (status != STATUS_OK)
            return status;
    }
    memcpy(at, entry->name, sizeof entry->name);
    memcpy(at + 16, entry->hash, sizeof entry->hash);
    store_le32(at + 48, entry->day);
    writer->count++;
    return place + 1 == SYNC_CACHE_PAGE_ENTRIES ? write_page(writer, error) : STATUS_OK;
}

enum status sync_cache_writer_flush(struct sync_cache_writer *writer, struct error *error) {
    enum status status = STATUS_OK;
    if (writer->count % SYNC_CACHE_PAGE_ENTRIES != 0)
        status = write_page(writer, error);
    return status == STATUS_OK ? byte_sink_flush(writer->sink, error) : status;
}

enum status sync_cache_writer_finish(struct sync_cache_writer *writer, struct error *error) {
    unsigned char end[SYNC_CACHE_END];
    enum status status = sync_cache_writer_flush(writer, error);
    if (status == STATUS_OK)
        status = byte_sink_write(writer->sink, writer->fences.data, writer->fences.size, error);
    memcpy(end, SYNC_CACHE_MAGIC, sizeof SYNC_CACHE_MAGIC);
    store_le64(end + 8, writer->count);
    store_le64(end + 16, checksum_of(writer->fences.data, writer->fences.size, 0));
    store_le64(end + 24, checksum_of(end, 24, 0));
    if (status == STATUS_OK)
        status = byte_sink_write(writer->sink, end, sizeof end, error);
    return status == STATUS_OK ? byte_sink_flush(writer->sink, error) : status;
}

void sync_cache_writer_release(struct sync_cache_writer *writer) {
    buffer_release(&writer->fences);
}
