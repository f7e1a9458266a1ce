/* References of XML's text: see xml_scanner.h. */
#include "formats/wiki/xml_scanner.h"

/* Longest reference: "&#x10FFFF;", with a few zeros in front. */
#define REFERENCE_LONGEST 16

static const struct {
    const char *name;
    unsigned char size;
    char character;
} ENTITIES[] = {
    {"lt;", 3, '<'}, {"gt;", 3, '>'}, {"amp;", 4, '&'}, {"quot;", 5, '"'}, {"apos;", 5, '\''}};

static size_t encode(unsigned char *bytes, uint32_t character) {
    if (character < 0x80) {
        bytes[0] = (unsigned char)character;
        return 1;
    }
    size_t count = character < 0x800 ? 2 : character < 0x10000 ? 3 : 4;
    static const unsigned char LEADS[] = {0, 0, 0xc0, 0xe0, 0xf0};
    for (size_t i = count - 1; i > 0; i--) {
        bytes[i] = (unsigned char)(0x80 | (character & 0x3f));
        character >>= 6;
    }
    bytes[0] = (unsigned char)(LEADS[count] | character);
    return count;
}

static int digit_of(unsigned char byte, unsigned base) {
    int digit = byte >= '0' && byte <= '9'                     ? byte - '0'
                : (byte | 0x20) >= 'a' && (byte | 0x20) <= 'f' ? (byte | 0x20) - 'a' + 10
                                                               : 99;
    return digit < (int)base ? digit : -1;
}

/* "#65;" or "#x41;" at `raw`: the bytes it stands for; *taken 0 when it means nothing. */
static size_t character_reference(unsigned char *bytes, struct view raw, size_t *taken) {
    bool hexadecimal = raw.size > 1 && raw.data[1] == 'x';
    size_t begin = hexadecimal ? 2 : 1;
    size_t at = begin;
    uint32_t character = 0;
    *taken = 0;
    for (; at < raw.size && at < REFERENCE_LONGEST; at++) {
        int digit = digit_of(raw.data[at], hexadecimal ? 16 : 10);
        if (digit < 0)
            break;
        character = character * (hexadecimal ? 16u : 10u) + (uint32_t)digit;
        if (character > 0x10ffff)
            return 0;
    }
    if (at == begin || at == raw.size || raw.data[at] != ';' ||
        (character >= 0xd800 && character <= 0xdfff) ||
        (character < 0x20 && character != '\t' && character != '\n' && character != '\r'))
        return 0;
    *taken = at + 1;
    return encode(bytes, character);
}

/* What follows "&": the bytes it stands for; *taken 0 when it means nothing. */
static size_t reference(unsigned char *bytes, struct view raw, size_t *taken) {
    if (raw.size > 0 && raw.data[0] == '#')
        return character_reference(bytes, raw, taken);
    for (size_t i = 0; i < sizeof ENTITIES / sizeof ENTITIES[0]; i++) {
        if (raw.size >= ENTITIES[i].size && raw.data[0] == (unsigned char)ENTITIES[i].name[0] &&
            raw.data[1] == (unsigned char)ENTITIES[i].name[1] &&
            memcmp(raw.data, ENTITIES[i].name, ENTITIES[i].size) == 0) {
            bytes[0] = (unsigned char)ENTITIES[i].character;
            *taken = ENTITIES[i].size;
            return 1;
        }
    }
    *taken = 0;
    return 0;
}

/* Copies text without sections; references never become longer. */
static bool undo(struct buffer *text, size_t *at, struct view raw) {
    unsigned char *to = text->data + text->size;
    const unsigned char *from = raw.data;
    const unsigned char *end = raw.data + raw.size;
    while (from < end) {
        const unsigned char *mark = memchr(from, '&', (size_t)(end - from));
        size_t plain = (size_t)((mark == NULL ? end : mark) - from);
        memcpy(to, from, plain);
        to += plain;
        from += plain;
        if (from == end)
            break;
        size_t taken;
        unsigned char bytes[4];
        size_t count = reference(bytes, (struct view){from + 1, (size_t)(end - from) - 1}, &taken);
        if (taken == 0) {
            *at = (size_t)(from - raw.data);
            return false;
        }
        for (size_t i = 0; i < count; i++)
            *to++ = bytes[i];
        from += taken + 1;
    }
    text->size = (size_t)(to - text->data);
    return true;
}

/* The size of the comment, section or instruction at the beginning of `raw`, and of the text it
 * holds. */
static size_t section(struct view raw, struct view *holds) {
    static const struct {
        const char *begin, *end;
    } KINDS[] = {{"<!--", "-->"}, {"<![CDATA[", "]]>"}, {"<?", "?>"}};
    *holds = (struct view){raw.data, 0};
    for (size_t i = 0; i < 3; i++) {
        size_t begin = strlen(KINDS[i].begin);
        if (raw.size < begin || memcmp(raw.data, KINDS[i].begin, begin) != 0)
            continue;
        const unsigned char *end =
            memmem(raw.data + begin, raw.size - begin, KINDS[i].end, strlen(KINDS[i].end));
        if (end == NULL)
            return raw.size;
        if (i == 1)
            *holds = (struct view){raw.data + begin, (size_t)(end - raw.data) - begin};
        return (size_t)(end - raw.data) + strlen(KINDS[i].end);
    }
    return 1;
}

enum status xml_text_append(struct buffer *text, const char **why, size_t *at, struct view raw,
                            struct error *error) {
    if (raw.size == 0)
        return STATUS_OK;
    enum status status = buffer_reserve(text, raw.size, error);
    if (status != STATUS_OK)
        return status;
    for (size_t done = 0; done < raw.size;) {
        const unsigned char *mark = memchr(raw.data + done, '<', raw.size - done);
        size_t plain = (mark == NULL ? raw.size : (size_t)(mark - raw.data)) - done;
        size_t wrong;
        if (!undo(text, &wrong, (struct view){raw.data + done, plain})) {
            *why = "'&' is not followed by a reference that means something";
            *at = done + wrong;
            return STATUS_CORRUPT;
        }
        done += plain;
        if (done < raw.size) {
            struct view holds;
            done += section((struct view){raw.data + done, raw.size - done}, &holds);
            /* Room is there: what is copied is never larger than what it is copied from. */
            memcpy(text->data + text->size, holds.data, holds.size);
            text->size += holds.size;
        }
    }
    return STATUS_OK;
}
