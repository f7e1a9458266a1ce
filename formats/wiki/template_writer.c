#include "formats/wiki/template_writer.h"

#include <stdio.h>

void template_put(struct template_writer *writer, struct view text) {
    if (writer->status == STATUS_OK)
        writer->status = buffer_append(writer->text, text.data, text.size, writer->error);
}

void template_put_string(struct template_writer *writer, const char *string) {
    template_put(writer, view_of_string(string));
}

void template_put_format(struct template_writer *writer, const char *format, ...) {
    char text[256];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (length > 0)
        template_put(writer, (struct view){(const unsigned char *)text, (size_t)length < sizeof text
                                                                            ? (size_t)length
                                                                            : sizeof text - 1});
}

/* A place as a number, 0 when the name is none. */
static size_t place_of(struct view name) {
    size_t place = 0;
    if (name.size == 0 || name.size > 4)
        return 0;
    for (size_t i = 0; i < name.size; i++) {
        if (!text_view_is_digit(name.data[i]))
            return 0;
        place = place * 10 + (size_t)(name.data[i] - '0');
    }
    return place;
}

struct view template_argument(const struct template_writer *writer, struct view name) {
    size_t place = place_of(name);
    if (place > 0)
        return template_at(writer, place);
    struct view value = {NULL, 0};
    for (size_t i = 0; i < writer->call->count; i++) {
        if (text_view_equal(writer->call->arguments[i].name, name))
            value = writer->call->arguments[i].value;
    }
    return text_view_trim(value);
}

struct view template_named(const struct template_writer *writer, const char *name) {
    return template_argument(writer, view_of_string(name));
}

struct view template_at(const struct template_writer *writer, size_t place) {
    struct view value = {NULL, 0};
    size_t positional = 0;
    for (size_t i = 0; i < writer->call->count; i++) {
        const struct template_argument *argument = &writer->call->arguments[i];
        if (argument->name.size == 0 ? ++positional == place : place_of(argument->name) == place)
            value = argument->value;
    }
    return text_view_trim(value);
}

struct view template_first_of(const struct template_writer *writer, const char *names) {
    struct view rest = view_of_string(names), name, value = {NULL, 0};
    while (value.size == 0 && text_view_next(&rest, '|', &name))
        value = template_argument(writer, name);
    return value;
}

size_t template_places(const struct template_writer *writer) {
    size_t places = 0;
    for (size_t i = 0; i < writer->call->count; i++) {
        size_t place = place_of(writer->call->arguments[i].name);
        if (writer->call->arguments[i].name.size == 0)
            places++;
        else if (place == places + 1)
            places = place;
    }
    return places;
}

bool template_is_on(const struct template_writer *writer, const char *name) {
    struct view value = template_named(writer, name);
    return value.size > 0 && !text_view_is_one_of(value, "no|n|off|false|0|No|none");
}

bool template_is_language(const struct template_writer *writer, const char *language) {
    size_t size = strlen(language);
    return strncmp(writer->language, language, size) == 0 &&
           (writer->language[size] == '\0' || writer->language[size] == '-');
}

void template_give_up(struct template_writer *writer, size_t size_before) {
    writer->text->size = size_before;
    writer->outcome = TEMPLATE_HOLE;
}
