#include "formats/stream/record_reader.h"

#include <string.h>

#include "formats/base/checksum.h"
#include "formats/base/endian.h"

static const char *const KIND_NAMES[] = {"", "tokens", "examples"};
static const char *const KIND_ADVICE[] = {"", "make them with wpiece", "make them with mkmlm"};

void record_reader_init(struct record_reader *reader, struct byte_source *source,
                        enum record_kind kind) {
    *reader = (struct record_reader){.source = source, .kind = kind, .payload = BUFFER_INIT};
}

void record_reader_release(struct record_reader *reader) {
    buffer_release(&reader->payload);
}

enum status record_reader_corrupt(const struct record_reader *reader, struct error *error,
                                  const char *text) {
    return error_set(error, STATUS_CORRUPT, "%s, block at byte %llu: %s; make the stream again",
                     reader->source->name, (unsigned long long)reader->block_start, text);
}

static enum status cut_short(const struct record_reader *reader, struct error *error) {
    return error_set(error, STATUS_CUT_SHORT,
                     "%s was cut short after %llu bytes, without a stream end; the tool before it "
                     "did not finish",
                     reader->source->name, (unsigned long long)reader->source->position);
}

/*
 * The magic as a transfer that thinks it is text would leave it: line ends changed, the eighth bit
 * stripped, Latin-1 turned into UTF-8, or what is no UTF-8 into U+FFFD.
 */
static bool looks_like_text_mode_damage(const unsigned char *header) {
    return memcmp(header, "\x89MLM", 4) == 0 || memcmp(header, "\x09MLM", 4) == 0 ||
           memcmp(header, "\xC2\x89MLM", 5) == 0 || memcmp(header, "\xEF\xBF\xBDMLM", 6) == 0;
}

static enum status not_ours(const struct record_reader *reader, const unsigned char *header,
                            struct error *error) {
    if (looks_like_text_mode_damage(header))
        return error_set(error, STATUS_CORRUPT,
                         "%s was damaged by a transfer in text mode; transfer it as binary",
                         reader->source->name);
    return error_set(error, STATUS_NOT_OURS, "%s is no stream of %s; %s", reader->source->name,
                     KIND_NAMES[reader->kind], KIND_ADVICE[reader->kind]);
}

static enum status check_header(const struct record_reader *reader, const unsigned char *header,
                                struct error *error) {
    if (load_le64(header + 16) != checksum_of(header, 16, 0))
        return record_reader_corrupt(reader, error, "the stream header is damaged");
    unsigned version = load_le16(header + 8);
    if (version != RECORD_VERSION)
        return error_set(error, STATUS_NOT_OURS,
                         "%s is a stream of version %u, and this tool knows version %d; use tools "
                         "of one version",
                         reader->source->name, version, RECORD_VERSION);
    unsigned kind = load_le16(header + 10);
    if (kind != reader->kind)
        return error_set(
            error, STATUS_NOT_OURS, "%s holds %s where %s are needed; %s", reader->source->name,
            kind == RECORD_KIND_TOKENS || kind == RECORD_KIND_EXAMPLES ? KIND_NAMES[kind]
                                                                       : "something unknown",
            KIND_NAMES[reader->kind], KIND_ADVICE[reader->kind]);
    return STATUS_OK;
}

enum status record_reader_header(struct record_reader *reader, struct error *error) {
    unsigned char header[RECORD_HEADER_SIZE] = {0};
    size_t got;
    reader->block_start = reader->source->position;
    reader->sequence = 0;
    enum status status = byte_source_read_full(reader->source, header, sizeof header, &got, error);
    if (status != STATUS_OK)
        return status;
    if (got == 0)
        return STATUS_END;
    size_t compared = got < RECORD_MAGIC_SIZE ? got : RECORD_MAGIC_SIZE;
    if (memcmp(header, RECORD_MAGIC, compared) != 0)
        return not_ours(reader, header, error);
    if (got < sizeof header)
        return cut_short(reader, error);
    return check_header(reader, header, error);
}

static enum status upstream_failed(const struct record_reader *reader, struct view payload,
                                   struct error *error) {
    if (payload.size < 4)
        return record_reader_corrupt(reader, error, "an error block without an exit code");
    size_t length = payload.size - 4;
    if (length == 0)
        return error_set(error, STATUS_UPSTREAM,
                         "the tool that wrote %s failed with exit code %u, without a word",
                         reader->source->name, load_le32(payload.data));
    if (length >= ERROR_MESSAGE_SIZE)
        length = ERROR_MESSAGE_SIZE - 1;
    return error_set(error, STATUS_UPSTREAM, "%.*s", (int)length, (const char *)payload.data + 4);
}

/* Reads a block header; *check is the seed of the payload's check. */
static enum status read_block_header(struct record_reader *reader, unsigned char *header,
                                     uint64_t *check, struct error *error) {
    size_t got;
    enum status status =
        byte_source_read_full(reader->source, header, RECORD_HEADER_SIZE, &got, error);
    if (status != STATUS_OK)
        return status;
    if (got < RECORD_HEADER_SIZE)
        return cut_short(reader, error);
    *check = checksum_of(header, 12, 0);
    if (load_le32(header + 12) != (uint32_t)*check)
        return record_reader_corrupt(reader, error, "its header is damaged");
    if (load_le32(header + 8) != reader->sequence)
        return record_reader_corrupt(reader, error, "a block before it is missing or repeated");
    if (load_le32(header + 4) > RECORD_PAYLOAD_LIMIT)
        return record_reader_corrupt(reader, error, "it claims to be larger than any block is");
    return STATUS_OK;
}

enum status record_reader_next(struct record_reader *reader, struct record *record,
                               struct error *error) {
    unsigned char header[RECORD_HEADER_SIZE];
    uint64_t check = 0;
    reader->block_start = reader->source->position;
    enum status status = read_block_header(reader, header, &check, error);
    if (status != STATUS_OK)
        return status;
    size_t length = load_le32(header + 4);
    buffer_clear(&reader->payload);
    status = buffer_reserve(&reader->payload, length, error);
    if (status != STATUS_OK)
        return status;
    size_t got;
    status = byte_source_read_full(reader->source, reader->payload.data, length, &got, error);
    if (status != STATUS_OK)
        return status;
    if (got < length)
        return cut_short(reader, error);
    if (load_le64(header + 16) != checksum_of(reader->payload.data, length, check))
        return record_reader_corrupt(reader, error, "its content is damaged");
    reader->payload.size = length;
    reader->sequence++;
    *record = (struct record){load_le32(header), buffer_view(&reader->payload)};
    if (record->type == RECORD_ERROR)
        return upstream_failed(reader, record->payload, error);
    return STATUS_OK;
}
