#include "formats/base/text_source.h"

enum status text_source_init(struct text_source *source, struct byte_source *input,
                             struct error *error) {
    enum status status = peek_source_init(&source->peek, input, error);
    if (status != STATUS_OK)
        return status;
    struct view head = peek_source_head(&source->peek);
    source->bytes = &source->peek.bytes;
    switch (byte_kind_of(head)) {
    case BYTE_KIND_PLAIN:
        return STATUS_OK;
    case BYTE_KIND_UTF8_MARK:
        source->peek.head_used = 3;
        return STATUS_OK;
    case BYTE_KIND_UTF16_LE:
    case BYTE_KIND_UTF16_BE:
        utf16_source_init(&source->utf16, &source->peek.bytes,
                          byte_kind_of(head) == BYTE_KIND_UTF16_BE);
        source->bytes = &source->utf16.bytes;
        return STATUS_OK;
    case BYTE_KIND_GZIP:
        return error_set(error, STATUS_NOT_OURS, "'%s' holds gzip within another compression",
                         input->name);
    case BYTE_KIND_BZIP2:
        return error_set(error, STATUS_NOT_OURS, "'%s' holds bzip2 within another compression",
                         input->name);
    case BYTE_KIND_OTHER:
        break;
    }
    return byte_kind_refuse(head, input->name, error);
}
