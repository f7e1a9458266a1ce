#include "formats/base/peek_source.h"

static enum status read_bytes(struct byte_source *bytes, void *to, size_t size, size_t *got,
                              struct error *error) {
    struct peek_source *source = bytes->context;
    struct view head = peek_source_head(source);
    if (head.size == 0)
        return byte_source_read(source->input, to, size, got, error);
    *got = size < head.size ? size : head.size;
    memcpy(to, head.data, *got);
    source->head_used += *got;
    return STATUS_OK;
}

enum status peek_source_init(struct peek_source *source, struct byte_source *input,
                             struct error *error) {
    byte_source_from_function(&source->bytes, read_bytes, source, input->name);
    source->bytes.input_size = input->input_size;
    source->input = input;
    source->head_used = 0;
    return byte_source_read_full(input, source->head, sizeof source->head, &source->head_size,
                                 error);
}

/* Compressions that others undo; the first bytes tell them. */
static const struct {
    const char *magic;
    size_t size;
    const char *name, *tool;
} OTHERS[] = {
    {"\xfd"
     "7zXZ",
     5, "xz", "xz -dc"},
    {"\x28\xb5\x2f\xfd", 4, "zstd", "zstd -dc"},
    {"7z\xbc\xaf\x27\x1c", 6, "7z", "7z x -so"},
    {"PK\x03\x04", 4, "zip", "unzip -p"},
    {"\x04\x22\x4d\x18", 4, "lz4", "lz4 -dc"},
    {"LZIP", 4, "lzip", "lzip -dc"},
};

static bool begins(struct view head, const char *magic, size_t size) {
    return head.size >= size && memcmp(head.data, magic, size) == 0;
}

enum byte_kind byte_kind_of(struct view head) {
    if (begins(head, "\x1f\x8b", 2))
        return BYTE_KIND_GZIP;
    if (begins(head, "BZh", 3) && head.size > 3 && head.data[3] >= '1' && head.data[3] <= '9')
        return BYTE_KIND_BZIP2;
    if (begins(head, "\xff\xfe", 2) || begins(head, "<\0", 2) || begins(head, "{\0", 2))
        return BYTE_KIND_UTF16_LE;
    if (begins(head, "\xfe\xff", 2) || begins(head, "\0<", 2) || begins(head, "\0{", 2))
        return BYTE_KIND_UTF16_BE;
    if (begins(head, "\xef\xbb\xbf", 3))
        return BYTE_KIND_UTF8_MARK;
    for (size_t i = 0; i < sizeof OTHERS / sizeof OTHERS[0]; i++) {
        if (begins(head, OTHERS[i].magic, OTHERS[i].size))
            return BYTE_KIND_OTHER;
    }
    return BYTE_KIND_PLAIN;
}

enum status byte_kind_refuse(struct view head, const char *name, struct error *error) {
    for (size_t i = 0; i < sizeof OTHERS / sizeof OTHERS[0]; i++) {
        if (begins(head, OTHERS[i].magic, OTHERS[i].size))
            return error_set(error, STATUS_NOT_OURS,
                             "'%s' is compressed with %s, which is not read here; pipe it through "
                             "'%s'",
                             name, OTHERS[i].name, OTHERS[i].tool);
    }
    return error_set(error, STATUS_NOT_OURS, "'%s' is of an unknown kind", name);
}
