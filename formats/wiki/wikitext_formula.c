/*
 * wikitext_formula - short formulas in TeX as plain characters.
 *
 * Letters, digits and signs stay, commands for signs become them, indices and short powers stand
 * beside what they belong to, fractions are written a/b. Whatever has more to it (matrices, unknown
 * commands, long formulas) is a hole.
 */
#include "formats/wiki/wikitext_formula_data.h"
#include "formats/wiki/wikitext_preprocess.h"
#include "formats/wiki/wikitext_scan.h"

/* Longer ones are not readable in one line. */
#define LONGEST_FORMULA 160
#define DEEPEST_GROUP   12

struct formula_reader {
    const unsigned char *at, *end;
    char text[4 * LONGEST_FORMULA + 64];
    size_t size;
    enum formula_kind pending; /* what the next atom is the argument of */
    struct {
        enum formula_kind kind;
        size_t start;
    } groups[DEEPEST_GROUP];
    size_t depth;
};

static bool insert(struct formula_reader *reader, size_t where, const char *text) {
    size_t size = strlen(text);
    if (reader->size + size > sizeof reader->text)
        return false;
    memmove(reader->text + where + size, reader->text + where, reader->size - where);
    memcpy(reader->text + where, text, size);
    reader->size += size;
    return true;
}

static bool append(struct formula_reader *reader, const char *text) {
    return insert(reader, reader->size, text);
}

/* Is what was written from `start` on one number, name or sign? */
static bool is_atom(const struct formula_reader *reader, size_t start) {
    for (size_t i = start; i < reader->size; i++) {
        unsigned char byte = (unsigned char)reader->text[i];
        if (byte < 0x80 && !wikitext_is_letter(byte) && !wikitext_is_digit(byte) && byte != '.')
            return false;
    }
    return true;
}

static bool in_parentheses(struct formula_reader *reader, size_t start) {
    return is_atom(reader, start) || (insert(reader, start, "(") && append(reader, ")"));
}

/* An argument has been written from `start` on. */
static bool complete(struct formula_reader *reader, enum formula_kind kind, size_t start) {
    switch (kind) {
    case FORMULA_FRACTION:
        reader->pending = FORMULA_DENOMINATOR;
        return in_parentheses(reader, start) && append(reader, "/");
    case FORMULA_DENOMINATOR:
        return in_parentheses(reader, start);
    case FORMULA_ROOT:
        return in_parentheses(reader, start) && insert(reader, start, "√");
    case FORMULA_POWER:
        return is_atom(reader, start) ||
               (in_parentheses(reader, start) && insert(reader, start, "^"));
    default:
        return true;
    }
}

static const struct formula_command *find_command(const unsigned char *name, size_t size) {
    size_t low = 0, high = FORMULA_COMMAND_COUNT;
    while (low < high) {
        size_t middle = (low + high) / 2;
        const char *other = FORMULA_COMMANDS[middle].name;
        int order = strncmp((const char *)name, other, size);
        if (order == 0 && other[size] == '\0')
            return &FORMULA_COMMANDS[middle];
        if (order < 0 || (order == 0 && other[size] != '\0'))
            high = middle;
        else
            low = middle + 1;
    }
    return NULL;
}

static bool run_command(struct formula_reader *reader, const struct formula_command *command) {
    enum formula_kind kind = reader->pending;
    size_t start = reader->size;
    switch (command->kind) {
    case FORMULA_SYMBOL:
        reader->pending = FORMULA_SYMBOL;
        return append(reader, command->text) && complete(reader, kind, start);
    case FORMULA_FUNCTION:
        if (start > 0 && (wikitext_is_letter((unsigned char)reader->text[start - 1]) ||
                          wikitext_is_digit((unsigned char)reader->text[start - 1])))
            start += append(reader, " ");
        if (!append(reader, command->text))
            return false;
        if (reader->at < reader->end && *reader->at != ' ' && strchr("({_^[", *reader->at) == NULL)
            return append(reader, " ");
        reader->pending = FORMULA_SYMBOL;
        return complete(reader, kind, start);
    default:
        if (kind != FORMULA_SYMBOL && command->kind != FORMULA_PLAIN)
            return false;
        if (command->kind != FORMULA_PLAIN)
            reader->pending = command->kind;
        return true;
    }
}

static bool read_command(struct formula_reader *reader) {
    const unsigned char *name = ++reader->at;
    while (reader->at < reader->end && wikitext_is_letter(*reader->at))
        reader->at++;
    if (reader->at > name) {
        const struct formula_command *command = find_command(name, (size_t)(reader->at - name));
        return command != NULL && run_command(reader, command);
    }
    if (reader->at == reader->end)
        return false;
    unsigned char byte = *reader->at++;
    if (strchr(",;: !>", byte) != NULL)
        return byte == '!' || append(reader, " ");
    char text[2] = {(char)byte, '\0'};
    return strchr("%$#&_{}|", byte) != NULL && append(reader, text);
}

static bool read_group(struct formula_reader *reader, bool opening) {
    reader->at++;
    if (opening) {
        if (reader->depth == DEEPEST_GROUP)
            return false;
        reader->groups[reader->depth].kind = reader->pending;
        reader->groups[reader->depth++].start = reader->size;
        reader->pending = FORMULA_SYMBOL;
        return true;
    }
    if (reader->depth == 0 || reader->pending != FORMULA_SYMBOL)
        return false;
    reader->depth--;
    return complete(reader, reader->groups[reader->depth].kind,
                    reader->groups[reader->depth].start);
}

static bool read_atom(struct formula_reader *reader) {
    unsigned char byte = *reader->at;
    switch (byte) {
    case '\\':
        return read_command(reader);
    case '{':
    case '}':
        return read_group(reader, byte == '{');
    case '_':
    case '^':
        reader->at++;
        if (byte == '^' && reader->pending == FORMULA_SYMBOL)
            reader->pending = FORMULA_POWER;
        return true;
    case ' ':
    case '\n':
    case '\t':
    case '~':
        reader->at++;
        return reader->size == 0 || reader->text[reader->size - 1] == ' ' || append(reader, " ");
    case '&':
    case '%':
        return false;
    default:
        break;
    }
    enum formula_kind kind = reader->pending;
    size_t start = reader->size;
    reader->pending = FORMULA_SYMBOL;
    do {
        char text[2] = {(char)*reader->at++, '\0'};
        if (!append(reader, text))
            return false;
    } while (reader->at < reader->end && (*reader->at & 0xC0) == 0x80);
    return complete(reader, kind, start);
}

enum status wikitext_append_formula(struct buffer *buffer, struct view formula,
                                    struct error *error) {
    struct formula_reader reader = {.at = formula.data, .end = formula.data + formula.size};
    bool readable = formula.size <= LONGEST_FORMULA;
    while (readable && reader.at < reader.end)
        readable = read_atom(&reader);
    readable = readable && reader.depth == 0 && reader.pending == FORMULA_SYMBOL;
    while (reader.size > 0 && reader.text[reader.size - 1] == ' ')
        reader.size--;
    if (!readable || reader.size == 0)
        return wikitext_put(buffer, readable ? MARK_DROPPED : MARK_HOLE, error);
    struct view text = {(const unsigned char *)reader.text, reader.size};
    return wikitext_append_protected(buffer, text, error);
}
