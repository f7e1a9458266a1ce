#include "formats/stream/shard_stream_reader.h"

#include <string.h>

#include "formats/base/endian.h"
#include "formats/stream/record_name.h"

void shard_stream_reader_init(struct shard_stream_reader *reader, struct byte_source *source,
                              enum record_kind kind) {
    *reader = (struct shard_stream_reader){
        .content_type = kind == RECORD_KIND_TOKENS ? RECORD_DOCUMENTS : RECORD_EXAMPLES,
        .provenance = BUFFER_INIT,
    };
    record_reader_init(&reader->records, source, kind);
}

void shard_stream_reader_release(struct shard_stream_reader *reader) {
    record_reader_release(&reader->records);
    buffer_release(&reader->provenance);
}

static enum status corrupt(const struct shard_stream_reader *reader, struct error *error,
                           const char *text) {
    return record_reader_corrupt(&reader->records, error, text);
}

/* Says which shard was open, or how many were whole, when the stream broke. */
static enum status name_what_came_before(const struct shard_stream_reader *reader,
                                         enum status status, struct error *error) {
    if (status != STATUS_CUT_SHORT)
        return status;
    if (reader->in_shard)
        return error_prefix(error, "in shard '%s'", reader->name);
    return error_prefix(error, "after %llu whole shards", (unsigned long long)reader->shards);
}

static enum status next_record(struct shard_stream_reader *reader, struct record *record,
                               struct error *error) {
    if (reader->has_next) {
        *record = reader->next;
        reader->has_next = false;
        return STATUS_OK;
    }
    enum status status = record_reader_next(&reader->records, record, error);
    return status == STATUS_OK ? status : name_what_came_before(reader, status, error);
}

/* Reads the provenance block that must follow a stream header. */
static enum status read_provenance(struct shard_stream_reader *reader, struct view *provenance,
                                   struct error *error) {
    struct record record;
    enum status status = next_record(reader, &record, error);
    if (status != STATUS_OK)
        return status;
    if (record.type != RECORD_PROVENANCE)
        return corrupt(reader, error, "a provenance block should be first");
    *provenance = record.payload;
    return STATUS_OK;
}

enum status shard_stream_reader_begin(struct shard_stream_reader *reader, struct error *error) {
    enum status status = record_reader_header(&reader->records, error);
    if (status == STATUS_END)
        return error_set(error, STATUS_CUT_SHORT,
                         "%s is empty; the tool before it ended without writing anything",
                         reader->records.source->name);
    struct view provenance = {NULL, 0};
    if (status == STATUS_OK)
        status = read_provenance(reader, &provenance, error);
    if (status == STATUS_OK)
        status = buffer_append(&reader->provenance, provenance.data, provenance.size, error);
    return status;
}

enum status shard_stream_reader_pieces(struct shard_stream_reader *reader, struct view *payload,
                                       struct error *error) {
    *payload = (struct view){NULL, 0};
    enum status status = next_record(reader, &reader->next, error);
    if (status != STATUS_OK)
        return status;
    reader->has_next = reader->next.type != RECORD_PIECES;
    if (!reader->has_next)
        *payload = reader->next.payload;
    return STATUS_OK;
}

/* Behind a stream's end: nothing, or one more stream of the same provenance. */
static enum status begin_next_stream(struct shard_stream_reader *reader, struct error *error) {
    enum status status = record_reader_header(&reader->records, error);
    if (status == STATUS_NOT_OURS || status == STATUS_CORRUPT || status == STATUS_CUT_SHORT)
        return error_prefix(error, "behind the stream's end");
    struct view provenance = {NULL, 0};
    if (status == STATUS_OK)
        status = read_provenance(reader, &provenance, error);
    if (status != STATUS_OK)
        return status;
    if (provenance.size != reader->provenance.size ||
        (provenance.size > 0 &&
         memcmp(provenance.data, reader->provenance.data, provenance.size) != 0))
        return corrupt(reader, error,
                       "concatenated streams were made with different options or vocabularies");
    reader->stream_first_shard = reader->shards;
    reader->stream_tokens = 0;
    return STATUS_OK;
}

static enum status take_shard_begin(struct shard_stream_reader *reader, struct view payload,
                                    struct shard_record *record, struct error *error) {
    if (reader->in_shard)
        return corrupt(reader, error, "a shard begins inside a shard");
    if (payload.size < 16)
        return corrupt(reader, error, "a shard begin that is too short");
    struct view name = {payload.data + 16, payload.size - 16};
    if (!record_name_is_valid(name))
        return corrupt(reader, error, "a shard's name that is none");
    if (load_le64(payload.data) != reader->shards - reader->stream_first_shard)
        return corrupt(reader, error, "a shard's index is out of order");
    memcpy(reader->name, name.data, name.size);
    reader->name[name.size] = '\0';
    reader->in_shard = true;
    reader->counted = (struct shard_totals){0};
    record->kind = SHARD_RECORD_BEGIN;
    record->name = reader->name;
    record->index = reader->shards;
    record->input_size = load_le64(payload.data + 8);
    return STATUS_OK;
}

static enum status take_shard_end(struct shard_stream_reader *reader, struct view payload,
                                  struct shard_record *record, struct error *error) {
    if (!reader->in_shard || payload.size != 24)
        return corrupt(reader, error, "a shard end out of place");
    struct shard_totals *counted = &reader->counted;
    if (load_le64(payload.data) != counted->units ||
        load_le64(payload.data + 8) != counted->parts ||
        load_le64(payload.data + 16) != counted->tokens)
        return corrupt(reader, error, "a shard's totals differ from its content");
    reader->in_shard = false;
    reader->shards++;
    reader->stream_tokens += counted->tokens;
    record->kind = SHARD_RECORD_END;
    record->totals = *counted;
    return STATUS_OK;
}

static enum status check_stream_end(const struct shard_stream_reader *reader, struct view payload,
                                    struct error *error) {
    if (reader->in_shard || payload.size != 16)
        return corrupt(reader, error, "a stream end out of place");
    if (load_le64(payload.data) != reader->shards - reader->stream_first_shard ||
        load_le64(payload.data + 8) != reader->stream_tokens)
        return corrupt(reader, error, "the stream's totals differ from its content");
    return STATUS_OK;
}

static enum status take_progress(const struct shard_stream_reader *reader, struct view payload,
                                 struct shard_record *record, struct error *error) {
    if (!reader->in_shard || payload.size != 8)
        return corrupt(reader, error, "a progress block out of place");
    record->kind = SHARD_RECORD_PROGRESS;
    record->input_bytes = load_le64(payload.data);
    return STATUS_OK;
}

enum status shard_stream_reader_next(struct shard_stream_reader *reader,
                                     struct shard_record *record, struct error *error) {
    for (;;) {
        struct record block;
        enum status status = next_record(reader, &block, error);
        if (status != STATUS_OK)
            return status;
        if (block.type == RECORD_SHARD_BEGIN)
            return take_shard_begin(reader, block.payload, record, error);
        if (block.type == RECORD_SHARD_END)
            return take_shard_end(reader, block.payload, record, error);
        if (block.type == RECORD_PROGRESS)
            return take_progress(reader, block.payload, record, error);
        if (block.type == reader->content_type) {
            if (!reader->in_shard)
                return corrupt(reader, error, "content outside of a shard");
            record->kind = SHARD_RECORD_CONTENT;
            record->payload = block.payload;
            return STATUS_OK;
        }
        if (block.type == RECORD_STREAM_END) {
            status = check_stream_end(reader, block.payload, error);
            if (status == STATUS_OK)
                status = begin_next_stream(reader, error);
            if (status != STATUS_OK)
                return status;
        } else if (!RECORD_TYPE_IS_OPTIONAL(block.type)) {
            return corrupt(reader, error, "a type of block that this version does not know");
        }
    }
}
