#include "tokenizer/vocabulary_lines.h"

#include <stdint.h>
#include <string.h>

#include "formats/base/endian.h"
#include "tokenizer/text/utf8.h"

/* The top bit of each byte that equals a value below 0x80; of those above the first, maybe others.
 */
static uint64_t equal_bytes(uint64_t bytes, unsigned char value) {
    uint64_t x = bytes ^ 0x0101010101010101u * value;
    return (x - 0x0101010101010101u) & ~x & 0x8080808080808080u;
}

/* Takes the first line off `rest`, with its end, and returns it without. */
static struct view next_line(struct view *rest) {
    size_t length = 0;
    /* Most lines end within eight bytes, and to look at those at once needs no branch for each. */
    while (length + 8 <= rest->size) {
        uint64_t bytes = load_le64(rest->data + length);
        uint64_t ends = equal_bytes(bytes, '\n') | equal_bytes(bytes, '\r');
        if (ends != 0) {
            length += (size_t)__builtin_ctzll(ends) / 8;
            break;
        }
        length += 8;
    }
    while (length < rest->size && rest->data[length] != '\n' && rest->data[length] != '\r')
        length++;
    struct view line = {rest->data, length};
    size_t end = length;
    if (end < rest->size && rest->data[end++] == '\r' && end < rest->size &&
        rest->data[end] == '\n')
        end++;
    rest->data += end;
    rest->size -= end;
    return line;
}

/* Whether the first code point of well-formed bytes is white space; *length is its length. */
static bool begins_with_space(const struct unicode_tables *tables, const unsigned char *bytes,
                              size_t size, size_t *length) {
    uint32_t code_point;
    *length = utf8_decode(bytes, size, &code_point);
    return (unicode_tables_class(tables, code_point) & CHARACTER_STRIPPED) != 0;
}

static bool is_plain(unsigned char byte) {
    return byte > ' ' && byte < 0x7F;
}

static struct view strip(const struct unicode_tables *tables, struct view line) {
    size_t length;
    if (line.size > 0 && is_plain(line.data[0]) && is_plain(line.data[line.size - 1]))
        return line;
    while (line.size > 0 && begins_with_space(tables, line.data, line.size, &length)) {
        line.data += length;
        line.size -= length;
    }
    for (;;) {
        size_t last = line.size;
        while (last > 0 && (line.data[last - 1] & 0xC0) == 0x80)
            last--;
        if (last == 0 ||
            !begins_with_space(tables, line.data + last - 1, line.size - last + 1, &length))
            return line;
        line.size = last - 1;
    }
}

/* The number of the line, from 1, that the byte at `offset` lies in. */
static size_t line_of(struct view bytes, size_t offset) {
    struct view rest = bytes;
    size_t line = 0;
    do {
        next_line(&rest);
        line++;
    } while (rest.size > 0 && (size_t)(rest.data - bytes.data) <= offset);
    return line;
}

enum status vocabulary_lines_check(struct view bytes, const char *name, struct error *error) {
    if (bytes.size == 0)
        return error_set(error, STATUS_CORRUPT,
                         "the vocabulary '%s' is empty; a vocabulary has one token a line", name);
    const unsigned char *zero = memchr(bytes.data, 0, bytes.size);
    if (zero != NULL) {
        size_t at = (size_t)(zero - bytes.data);
        return error_set(error, STATUS_NOT_OURS,
                         "'%s' is not a vocabulary: it has a NUL byte in line %zu, at byte %zu; a "
                         "vocabulary is text, one token a line",
                         name, line_of(bytes, at), at);
    }
    size_t offset;
    if (!utf8_is_well_formed(bytes.data, bytes.size, &offset))
        return error_set(error, STATUS_CORRUPT,
                         "the vocabulary '%s' has malformed UTF-8 in line %zu, at byte %zu; "
                         "convert it to UTF-8",
                         name, line_of(bytes, offset), offset);
    return STATUS_OK;
}

size_t vocabulary_lines_count(struct view bytes) {
    size_t count = 0;
    while (bytes.size > 0) {
        next_line(&bytes);
        count++;
    }
    return count;
}

struct view vocabulary_lines_next(struct view *rest, const struct unicode_tables *tables) {
    return strip(tables, next_line(rest));
}
