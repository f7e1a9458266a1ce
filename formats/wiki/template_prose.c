#include "formats/wiki/template_handlers.h"

#include "formats/wiki/language_name.h"
#include "formats/wiki/territory_name.h"

void template_quotation(struct template_writer *writer) {
    static const char names[] =
        "1|text|quote|texto|texte|citation|content|testo|tekst|text1|"
        "Text|zitat|Zitat|cita|цитата|текст|citat|citace|citation1|Citat|quotetext|citação";
    struct view text = template_first_of(writer, names);
    struct view marks = view_of_string(writer->option), open = {NULL, 0};
    text_view_next(&marks, '|', &open);
    if (text.size == 0) {
        writer->outcome = TEMPLATE_NOTHING;
        return;
    }
    bool quoted = text_view_starts(text, "\"") || text_view_starts(text, "„") ||
                  text_view_starts(text, "“") || text_view_starts(text, "«") ||
                  text_view_starts(text, "「");
    if (!quoted)
        template_put(writer, open);
    template_put(writer, text);
    if (!quoted)
        template_put(writer, marks);
}

static bool is_year(struct view text) {
    return text.size >= 4 && text_view_is_digit(text.data[0]) && text_view_is_digit(text.data[3]);
}

/* Citations that are part of the sentence; others are furniture. */
void template_harvard(struct template_writer *writer) {
    struct view year = template_first_of(writer, "year|year1|date");
    struct view author = template_first_of(writer, "last|last1|author"), second, next;
    if (strcmp(writer->option, "harvs") == 0 && !template_is_on(writer, "txt") &&
        !text_view_is(template_at(writer, 1), "txt")) {
        writer->outcome = TEMPLATE_NOTHING;
        return;
    }
    second = template_named(writer, "last2");
    if (author.size == 0) {
        author = template_at(writer, 1);
        second = template_at(writer, 2);
        next = template_at(writer, 3);
        year = is_year(second) ? second : is_year(next) ? next : template_at(writer, 4);
        if (is_year(second))
            second.size = 0;
        if (second.size > 0 && !is_year(next)) {
            template_put(writer, author);
            template_put_string(writer, " et al.");
            author.size = second.size = 0;
        }
    }
    template_put(writer, author);
    template_put_string(writer, second.size > 0 ? " & " : "");
    template_put(writer, second);
    struct view page = template_named(writer, "p"), pages = template_named(writer, "pp");
    if (year.size == 0)
        return;
    template_put_string(writer, " (");
    template_put(writer, year);
    template_put_string(writer, page.size > 0 ? ", p. " : pages.size > 0 ? ", pp. " : "");
    template_put(writer, page.size > 0 ? page : pages);
    template_put_string(writer, ")");
}

/* USS Enterprise (CV-6): the fourth argument or the third says which parts are shown. */
void template_ship(struct template_writer *writer) {
    bool general = writer->option[0] == '\0';
    size_t shift = general ? 1 : 0;
    struct view prefix = general ? template_at(writer, 1) : view_of_string(writer->option);
    struct view name = template_at(writer, 1 + shift), hull = template_at(writer, 2 + shift);
    struct view how = template_at(writer, 3 + shift);
    if (how.size == 0)
        how = template_named(writer, "up");
    int format = how.size > 0 ? how.data[0] : '0';
    bool shows_prefix = format == '0' || format == '1' || format == '6';
    bool shows_hull = (format == '0' || format == '3') && hull.size > 0;
    if (general && text_view_find(prefix, ' ') < prefix.size)
        shows_prefix = false; /* {{ship|German battleship|Bismarck}} */
    if (format == '5') {
        template_put(writer, hull);
        return;
    }
    if (prefix.size > 0 && (shows_prefix || (general && format == '0'))) {
        template_put(writer, prefix);
        template_put_string(writer, " ");
    }
    template_put(writer, name);
    if (shows_hull) {
        template_put_string(writer, " (");
        template_put(writer, hull);
        template_put_string(writer, ")");
    }
}

void template_list(struct template_writer *writer) {
    bool any = false;
    for (size_t i = 0; i < writer->call->count; i++) {
        struct view item = text_view_trim(writer->call->arguments[i].value);
        struct view name = writer->call->arguments[i].name;
        if (item.size == 0 || (name.size > 0 && !text_view_is_digit(name.data[0])))
            continue;
        if (any)
            template_put_string(writer, writer->option);
        template_put(writer, item);
        any = true;
    }
}

void template_title(struct template_writer *writer) {
    struct view title = template_at(writer, 1);
    size_t bracket = text_view_find(title, '(');
    if (bracket > 0 && bracket < title.size)
        title = text_view_trim(text_view_first(title, bracket));
    template_put(writer, title);
}

void template_words(struct template_writer *writer) {
    struct view word = template_at(writer, 1);
    if (!language_name_put_value(writer, writer->option, word))
        template_put(writer, word);
}

void template_country(struct template_writer *writer) {
    struct view country =
        template_first_of(writer, writer->option[0] != '\0' ? writer->option : "name|1");
    const char *name = territory_name_find(writer->language, country);
    template_put(writer, name != NULL ? view_of_string(name) : country);
}

void template_own_name(struct template_writer *writer) {
    template_put(writer, text_view_trim(writer->call->name));
}

void template_joined(struct template_writer *writer) {
    for (size_t i = 0; i < writer->call->count; i++) {
        if (writer->call->arguments[i].name.size == 0)
            template_put(writer, text_view_trim(writer->call->arguments[i].value));
    }
}

void template_section_link(struct template_writer *writer) {
    struct view page = template_at(writer, 1), section = template_at(writer, 2);
    template_put(writer, page);
    if (section.size > 0) {
        template_put_string(writer, page.size > 0 ? " § " : "§ ");
        template_put(writer, section);
    }
}

void template_bracketed(struct template_writer *writer) {
    struct view text = template_at(writer, 1);
    struct view marks = view_of_string(writer->option), open = {NULL, 0};
    text_view_next(&marks, '|', &open);
    template_put(writer, open);
    template_put(writer, text);
    template_put(writer, marks);
}
