#include "formats/wiki/template_pattern.h"

#include "formats/wiki/number_format.h"

/* Groups may be nested this deep; the patterns are ours, and a test tries each. */
#define MAX_DEPTH 6

static void put_list(struct template_writer *writer, size_t from, struct view separator,
                     bool *empty) {
    *empty = true;
    size_t place = 0;
    const struct template_call *call = writer->call;
    for (size_t i = 0; i < call->count; i++) {
        if (call->arguments[i].name.size > 0 &&
            !text_view_is_digit(call->arguments[i].name.data[0]))
            continue;
        struct view value = text_view_trim(call->arguments[i].value);
        if (++place < from || value.size == 0)
            continue;
        if (!*empty)
            template_put(writer, separator);
        template_put(writer, value);
        *empty = false;
    }
}

/* Puts what stands in braces; says whether it is empty. */
static bool insert(struct template_writer *writer, struct view inside) {
    bool empty = true;
    unsigned char kind = inside.size > 0 ? inside.data[0] : 0;
    if (kind == '*' && inside.size > 1) {
        put_list(writer, (size_t)(inside.data[1] - '0'), text_view_from(inside, 2), &empty);
        return empty;
    }
    struct view names =
        kind == '#' || kind == '?' || kind == '!' ? text_view_from(inside, 1) : inside;
    struct view value = {NULL, 0}, name;
    while (value.size == 0 && text_view_next(&names, '|', &name))
        value = template_argument(writer, name);
    if (kind == '!')
        return value.size > 0;
    if (kind == '#')
        number_format_put(writer, value);
    else if (kind != '?')
        template_put(writer, value);
    return value.size == 0;
}

void template_pattern_put(struct template_writer *writer, const char *pattern) {
    size_t begins[MAX_DEPTH + 1];
    bool dropped[MAX_DEPTH + 1];
    size_t depth = 0;
    begins[0] = writer->text->size;
    dropped[0] = false;
    for (struct view rest = view_of_string(pattern); rest.size > 0;
         rest = text_view_from(rest, 1)) {
        unsigned char byte = rest.data[0];
        if (byte == '{') {
            size_t end = text_view_find(rest, '}');
            dropped[depth] |= insert(writer, (struct view){rest.data + 1, end - 1});
            rest = text_view_from(rest, end < rest.size ? end : end - 1);
        } else if (byte == '[' && depth < MAX_DEPTH) {
            depth++;
            begins[depth] = writer->text->size;
            dropped[depth] = false;
        } else if (byte == ']' && depth > 0) {
            if (dropped[depth])
                writer->text->size = begins[depth];
            depth--;
        } else {
            if (byte == '\\' && rest.size > 1)
                rest = text_view_from(rest, 1);
            template_put(writer, text_view_first(rest, 1));
        }
    }
}

void template_pattern(struct template_writer *writer) {
    template_pattern_put(writer, writer->option);
}
