/* Italian {{Bio}}: the first sentence of a biography, made of the template's fields. */
#include "formats/wiki/template_handlers.h"

#include <string.h>

/* Puts a field behind a separator when there is one. */
static bool put_field(struct template_writer *writer, const char *separator, struct view field) {
    if (field.size == 0)
        return false;
    template_put_string(writer, separator);
    template_put(writer, field);
    return true;
}

/* "Roma, 1º gennaio 1900"; false when nothing of it is known. */
static bool put_event(struct template_writer *writer, const char *separator, const char *place_name,
                      const char *day_name, const char *year_name) {
    struct view place = template_named(writer, place_name);
    struct view day = template_named(writer, day_name), year = template_named(writer, year_name);
    bool any = put_field(writer, separator, place);
    any = put_field(writer, any ? ", " : separator, day) || any;
    return put_field(writer, day.size > 0 ? " " : any ? ", " : separator, year) || any;
}

/* The article that Italian puts before the word. */
static const char *article_before(struct view word, bool woman) {
    while (word.size > 0 && word.data[0] == '[')
        word = text_view_from(word, 1);
    bool vowel = word.size > 0 && memchr("aeiouAEIOU", word.data[0], 10) != NULL;
    if (woman)
        return vowel ? "un'" : "una ";
    bool hard = word.size > 1 && word.data[0] == 's' && memchr("aeiou", word.data[1], 5) == NULL;
    hard = hard || text_view_starts(word, "z") || text_view_starts(word, "ps") ||
           text_view_starts(word, "gn") || text_view_starts(word, "x");
    return hard ? "uno " : "un ";
}

static void put_activities(struct template_writer *writer) {
    struct view before = template_named(writer, "PreAttività");
    struct view first = template_named(writer, "Attività");
    struct view second = template_named(writer, "Attività2");
    struct view third = template_named(writer, "Attività3");
    struct view others = template_named(writer, "AttivitàAltre");
    bool woman = text_view_is(template_named(writer, "Sesso"), "F");
    bool lives = template_named(writer, "AnnoMorte").size == 0;
    template_put_string(writer, lives ? " è " : woman ? " è stata " : " è stato ");
    template_put_string(writer, article_before(before.size > 0 ? before : first, woman));
    if (put_field(writer, "", before))
        template_put_string(writer, " ");
    template_put(writer, first);
    put_field(writer, third.size + others.size > 0 ? ", " : " e ", second);
    put_field(writer, others.size > 0 ? ", " : " e ", third);
    put_field(writer, "", others);
    put_field(writer, " ", template_named(writer, "Nazionalità"));
    struct view after = template_named(writer, "PostNazionalità");
    bool close = after.size > 0 && (after.data[0] == ',' || after.data[0] == '.');
    put_field(writer, close ? "" : " ", after);
}

void template_italian_biography(struct template_writer *writer) {
    struct view end = template_named(writer, "FineIncipit");
    struct view name = template_named(writer, "Nome");
    if (name.size == 0 || (end.size == 0 && template_named(writer, "Attività").size == 0)) {
        writer->outcome = TEMPLATE_NOTHING;
        return;
    }
    if (put_field(writer, "", template_named(writer, "Titolo")))
        template_put_string(writer, " ");
    template_put(writer, name);
    put_field(writer, " ", template_named(writer, "Cognome"));
    struct view alias = template_named(writer, "PostCognome");
    put_field(writer, text_view_starts(alias, ",") ? "" : " ", alias);
    size_t before = writer->text->size;
    bool any = put_field(writer, " (", template_named(writer, "PreData"));
    any =
        put_event(writer, any ? "; " : " (", "LuogoNascita", "GiornoMeseNascita", "AnnoNascita") ||
        any;
    if (any)
        put_event(writer, " – ", "LuogoMorte", "GiornoMeseMorte", "AnnoMorte");
    if (any && writer->text->size > before)
        template_put_string(writer, ")");
    if (end.size > 0)
        put_field(writer, text_view_starts(end, ",") ? "" : " ", end);
    else
        put_activities(writer);
    if (!text_view_is(template_named(writer, "Punto"), "no"))
        template_put_string(writer, ".");
}
