#include "formats/wiki/template_handlers.h"

#include <stdio.h>

#include "formats/wiki/language_name.h"
#include "formats/wiki/number_format.h"
#include "formats/wiki/parser_function_date.h"

/* A whole number, 0 when the text is none. */
static int number_in(struct view text) {
    double value;
    return text.size > 0 && text.size < 6 && number_format_read(text, &value) && value > 0 &&
                   value < 100000
               ? (int)value
               : 0;
}

static int month_in(const struct template_writer *writer, struct view text) {
    int month = number_in(text);
    return month == 0 && text.size > 0 ? language_name_find_month(writer->language, text) : month;
}

/* A date in the manner of the wiki's language; English has two. */
static void put_date(struct template_writer *writer, int year, int month, int day, bool day_first) {
    const char *name = language_name_month(writer->language, month);
    if (month < 1 || month > 12) {
        template_put_format(writer, "%d", year);
    } else if (template_is_language(writer, "ja") || template_is_language(writer, "zh")) {
        template_put_format(writer, day > 0 ? "%d年%d月%d日" : "%d年%d月", year, month, day);
    } else if (template_is_language(writer, "ko")) {
        template_put_format(writer, day > 0 ? "%d년 %d월 %d일" : "%d년 %d월", year, month, day);
    } else if (template_is_language(writer, "hu")) {
        template_put_format(writer, day > 0 ? "%d. %s %d." : "%d. %s", year, name, day);
    } else if (day == 0) {
        template_put_format(writer, "%s %d", name, year);
    } else if (!day_first && template_is_language(writer, "en")) {
        template_put_format(writer, "%s %d, %d", name, day, year);
    } else {
        bool dot = strcmp(writer->language, "de") == 0 || strcmp(writer->language, "da") == 0 ||
                   strcmp(writer->language, "no") == 0 || strcmp(writer->language, "cs") == 0 ||
                   strcmp(writer->language, "fi") == 0 || strcmp(writer->language, "sk") == 0;
        bool of = strcmp(writer->language, "es") == 0 || strcmp(writer->language, "pt") == 0;
        template_put_format(writer,
                            dot  ? "%d. %s %d"
                            : of ? "%d de %s de %d"
                                 : "%d %s %d",
                            day, name, year);
    }
}

/* Whole years between two dates. */
static int years_between(const int from[3], const int to[3]) {
    int years = to[0] - from[0];
    return to[1] < from[1] || (to[1] == from[1] && to[2] < from[2]) ? years - 1 : years;
}

void template_date(struct template_writer *writer) {
    bool day_first = template_is_on(writer, "df") || !template_is_language(writer, "en");
    int date[3] = {number_in(template_at(writer, 1)), month_in(writer, template_at(writer, 2)),
                   number_in(template_at(writer, 3))};
    if (template_is_language(writer, "de") || date[0] == 0 ||
        (date[0] <= 31 && template_at(writer, 3).size == 4)) {
        /* Written as day, month, year, or in words. */
        int year = number_in(template_at(writer, 3));
        if (date[0] > 0 && date[0] <= 31 && year > 31) {
            date[2] = date[0];
            date[0] = year;
        } else if (date[0] == 0) {
            template_put(writer, template_at(writer, 1));
            return;
        }
    }
    put_date(writer, date[0], date[1], date[2], day_first);
    int other[3] = {number_in(template_at(writer, 4)), number_in(template_at(writer, 5)),
                    number_in(template_at(writer, 6))};
    if (strcmp(writer->option, "age") == 0 && template_is_language(writer, "en") && other[0] > 0 &&
        other[0] < date[0] && other[1] > 0)
        template_put_format(writer, " (aged %d)", years_between(other, date));
}

void template_as_of(struct template_writer *writer) {
    struct view alternative = template_first_of(writer, "alt");
    int year = number_in(template_at(writer, 1)), day = number_in(template_at(writer, 3));
    int month = month_in(writer, template_at(writer, 2));
    if (alternative.size > 0) {
        template_put(writer, alternative);
        return;
    }
    bool small = template_is_on(writer, "lc");
    const char *words = template_is_on(writer, "since") ? (small ? "since " : "Since ")
                        : small                         ? "as of "
                                                        : "As of ";
    template_put_string(writer, words);
    if (template_is_on(writer, "pre")) {
        template_put(writer, template_named(writer, "pre"));
        template_put_string(writer, " ");
    }
    if (year == 0)
        template_put(writer, template_at(writer, 1));
    else
        put_date(writer, year, month, day, !text_view_is(template_named(writer, "df"), "US"));
    struct view bare = template_named(writer, "post");
    template_put(writer, bare);
}

/* Where " en sport" begins, which only names the article a year is linked to. */
static size_t subject_at(struct view date) {
    const unsigned char *at = memmem(date.data, date.size, " en ", 4);
    return at == NULL ? date.size : (size_t)(at - date.data);
}

void template_french_date(struct template_writer *writer) {
    size_t before = writer->text->size;
    for (size_t place = 1; place <= 3; place++) {
        struct view part = template_at(writer, place);
        int number = number_in(part);
        if (part.size == 0)
            continue;
        /* {{date|1|janvier|2000|en musique}}; days of the week may come first. */
        if (writer->text->size > before)
            template_put_string(writer, " ");
        if (place == 1 && text_view_starts(part, "1 ")) {
            template_put_string(writer, "1er");
            part = text_view_from(part, 1);
            template_put(writer, text_view_first(part, subject_at(part)));
        } else if (place == 1 && number == 1 && template_at(writer, 2).size > 0)
            template_put_string(writer, "1er");
        else if (place == 2 && number >= 1 && number <= 12 && number_in(template_at(writer, 1)) > 0)
            template_put_string(writer, language_name_month("fr", number));
        else
            template_put(writer, text_view_first(part, subject_at(part)));
    }
    if (text_view_is(template_named(writer, "avJC"), "oui"))
        template_put_string(writer, " av. J.-C.");
}

static void put_roman_ordinal(struct template_writer *writer, struct view roman) {
    template_put(writer, roman);
    if (!text_view_ends(roman, "e") && !text_view_ends(roman, "er"))
        template_put_string(writer, text_view_is_one_of(roman, "I|i|1") ? "er" : "e");
}

/* {{s|XIX}}, {{s2|XVI|XVII}}, {{sp|XVI|ou|XVII}}. */
void template_french_century(struct template_writer *writer) {
    struct view first = template_at(writer, 1), second = template_at(writer, 2);
    struct view third = template_at(writer, 3);
    put_roman_ordinal(writer, first);
    if (text_view_starts(writer->name, "s2") || text_view_starts(writer->name, "-s2")) {
        template_put_string(writer, " et ");
        put_roman_ordinal(writer, second);
        template_put_string(writer, " siècles");
        return;
    }
    if (text_view_starts(writer->name, "sp") || text_view_starts(writer->name, "-sp")) {
        /* The ending of the first may be written: {{sp|XVI|e|ou|XVII|e}}. */
        bool ending = text_view_is_one_of(second, "e|er");
        template_put_string(writer, " ");
        template_put(writer, ending ? third : second);
        template_put_string(writer, " ");
        put_roman_ordinal(writer, ending ? template_at(writer, 4) : third);
    }
    template_put_string(writer, writer->option);
    if (template_at(writer, 2).size > 0 && text_view_is(second, "er"))
        template_put_string(writer, " ");
}

void template_french_hour(struct template_writer *writer) {
    struct view hours = template_at(writer, 1), minutes = template_at(writer, 2);
    struct view seconds = template_at(writer, 3);
    if (hours.size > 0) {
        template_put(writer, hours);
        template_put_string(writer, " h");
    }
    if (minutes.size > 0) {
        template_put_string(writer, hours.size > 0 ? " " : "");
        template_put(writer, minutes);
        template_put_string(writer, hours.size == 0 || seconds.size > 0 ? " min" : "");
    }
    if (seconds.size > 0) {
        template_put_string(writer, " ");
        template_put(writer, seconds);
        template_put_string(writer, " s");
    }
}

void template_age(struct template_writer *writer) {
    int from[3], to[3];
    for (size_t i = 0; i < 3; i++) {
        from[i] = number_in(template_at(writer, i + 1));
        to[i] = number_in(template_at(writer, i + 4));
    }
    if (from[0] == 0 || to[0] < from[0])
        writer->outcome = TEMPLATE_HOLE;
    else
        template_put_format(writer, "%d", years_between(from, to));
}

void template_circa(struct template_writer *writer) {
    struct view first = template_at(writer, 1), second = template_at(writer, 2);
    template_put_string(writer, writer->option);
    if (first.size > 0) {
        template_put_string(writer, " ");
        template_put(writer, first);
    }
    if (second.size > 0) {
        template_put_string(writer, strcmp(writer->option, "c.") == 0 ? " – c. " : "–");
        template_put(writer, second);
    }
}

void template_reign(struct template_writer *writer) {
    struct view first = template_at(writer, 1), second = template_at(writer, 2);
    if (!text_view_is_one_of(template_named(writer, "lb"), "no|none"))
        template_put_string(writer, writer->option);
    template_put(writer, first);
    if (second.size > 0 || first.size > 0) {
        template_put_string(writer, second.size > 0 ? "–" : "");
        template_put(writer, second);
    }
}

void template_spanish_century(struct template_writer *writer) {
    struct view era = template_at(writer, 2), style = template_at(writer, 3);
    if (style.size > 0)
        template_put_string(writer, style.data[0] == 'S' ? "Siglo " : "siglo ");
    else if (template_places(writer) < 2)
        template_put_string(writer, "siglo ");
    template_put(writer, template_at(writer, 1));
    if (text_view_is_one_of(era, "a|aC|a. C."))
        template_put_string(writer, " a. C.");
    else if (text_view_is_one_of(era, "d|dC|d. C."))
        template_put_string(writer, " d. C.");
}

static int days_of(int month, int year) {
    static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    return days[month - 1] + (month == 2 && leap ? 1 : 0);
}

void template_julian_date(struct template_writer *writer) {
    int part[3] = {0, 0, 0};
    struct view rest = template_at(writer, 1), text;
    for (size_t i = 0; i < 3 && text_view_next(&rest, '.', &text); i++)
        part[i] = number_in(text);
    int day = part[0], month = part[1], year = part[2];
    if (day < 1 || day > 31 || month < 1 || month > 12 || year < 1000) {
        template_put(writer, template_at(writer, 1));
        return;
    }
    /* The calendars part by three days in four centuries; from March of a century's year on. */
    int before = month < 3 ? year - 1 : year;
    int new_day = day + before / 100 - before / 400 - 2, new_month = month, new_year = year;
    if (new_day > days_of(month, year)) {
        new_day -= days_of(month, year);
        new_month = month % 12 + 1;
        new_year += month == 12;
    }
    const char *name = language_name_month("ru", month);
    const char *new_name = language_name_month("ru", new_month);
    if (new_month == month)
        template_put_format(writer, "%d (%d) %s %d", day, new_day, name, year);
    else if (new_year == year)
        template_put_format(writer, "%d %s (%d %s) %d", day, name, new_day, new_name, year);
    else
        template_put_format(writer, "%d %s %d (%d %s %d)", day, name, year, new_day, new_name,
                            new_year);
}
