/*
 * template_writer - what a handler of templates works with: the call's arguments, and where its
 * text goes.
 *
 * The first failure is kept in `status`, and what is put after it goes nowhere, so that a handler
 * needs no checks of its own; template_expand returns it.
 *
 * Thread rule: one thread at a time per writer.
 */
#ifndef FORMATS_WIKI_TEMPLATE_WRITER_H
#define FORMATS_WIKI_TEMPLATE_WRITER_H

#include <stdbool.h>

#include "formats/wiki/template_call.h"
#include "formats/wiki/text_view.h"

struct template_writer {
    const struct template_call *call;
    const char *language; /* code of the wiki: "en", "pt-br" */
    const char *option;   /* of the table's row: what one of several templates of a handler wants */
    struct view name;     /* of the call, in small letters, spaces collapsed */
    struct view title;    /* of the page; empty when not known */
    enum template_outcome outcome; /* TEMPLATE_TEXT unless a handler says otherwise */
    struct buffer *text;
    enum status status;
    struct error *error;
};

/* What a table names for a template. */
typedef void template_handler(struct template_writer *writer);

/* Appends to the text. */
void template_put(struct template_writer *writer, struct view text);
void template_put_string(struct template_writer *writer, const char *string);
void template_put_format(struct template_writer *writer, const char *format, ...) PRINTF_LIKE(2, 3);

/*
 * The value, trimmed, of the argument of this name ("abbr"), or at this place counted from 1, be it
 * positional or named by its number; the last one where there are several, empty where there is
 * none.
 */
struct view template_named(const struct template_writer *writer, const char *name);
struct view template_at(const struct template_writer *writer, size_t place);

/* The same by a view that holds a name or a number. */
struct view template_argument(const struct template_writer *writer, struct view name);

/* The first of the arguments named in `names` ("lt|display|1") that is not empty. */
struct view template_first_of(const struct template_writer *writer, const char *names);

/* The number of positional arguments. */
size_t template_places(const struct template_writer *writer);

/* Is the argument there and neither empty nor one of no, n, off, false, 0? */
bool template_is_on(const struct template_writer *writer, const char *name);

/* Is the wiki's language this one ("zh" holds for "zh-yue" too)? */
bool template_is_language(const struct template_writer *writer, const char *language);

/* Ends a handler that cannot know what a reader sees: drops what it put. */
void template_give_up(struct template_writer *writer, size_t size_before);

#endif
