#include "formats/wiki/parser_function_date.h"

#include "formats/wiki/language_name.h"
#include "formats/wiki/letter_case.h"

/* Takes the next run of digits or of letters. */
static bool next_word(struct view *rest, struct view *word) {
    while (rest->size > 0 &&
           (text_view_is_blank(rest->data[0]) || strchr(",.-/", rest->data[0]) != NULL))
        *rest = text_view_from(*rest, 1);
    size_t size = 0;
    bool digits = rest->size > 0 && text_view_is_digit(rest->data[0]);
    while (size < rest->size && !text_view_is_blank(rest->data[size]) &&
           strchr(",.-/", rest->data[size]) == NULL &&
           text_view_is_digit(rest->data[size]) == digits)
        size++;
    *word = text_view_first(*rest, size);
    *rest = text_view_from(*rest, size);
    return size > 0;
}

static int number_of(struct view word) {
    int number = 0;
    for (size_t i = 0; i < word.size && i < 6; i++)
        number = number * 10 + (word.data[i] - '0');
    return number;
}

bool wiki_date_read(struct wiki_date *date, const char *language, struct view text) {
    *date = (struct wiki_date){0, 0, 0};
    struct view word;
    text = text_view_trim(text);
    bool numeric = text.size >= 6 && text_view_is_digit(text.data[0]) && text.data[4] == '-';
    for (int place = 0; place < 4 && next_word(&text, &word); place++) {
        if (!text_view_is_digit(word.data[0])) {
            int month = language_name_find_month(language, word);
            if (month == 0 || date->month != 0)
                return false;
            date->month = month;
        } else if (numeric && place == 1) {
            date->month = number_of(word);
        } else if (word.size >= 3) {
            date->year = number_of(word);
        } else {
            date->day = number_of(word);
        }
    }
    return text_view_trim(text).size == 0 && date->year > 0 && date->month <= 12 &&
           date->day <= 31 && (date->day == 0 || date->month > 0);
}

static void put_date_letter(struct template_writer *writer, const struct wiki_date *date,
                            unsigned char letter) {
    const char *month = language_name_month(writer->language, date->month);
    switch (letter) {
    case 'Y':
        template_put_format(writer, "%d", date->year);
        break;
    case 'y':
        template_put_format(writer, "%02d", date->year % 100);
        break;
    case 'n':
        template_put_format(writer, "%d", date->month);
        break;
    case 'm':
        template_put_format(writer, "%02d", date->month);
        break;
    case 'F':
        template_put_string(writer, month);
        break;
    case 'M':
        template_put(writer,
                     text_view_first(view_of_string(month), strlen(month) < 3 ? strlen(month) : 3));
        break;
    case 'j':
        template_put_format(writer, "%d", date->day);
        break;
    case 'd':
        template_put_format(writer, "%02d", date->day);
        break;
    default:
        template_put(writer, (struct view){&letter, 1});
        break;
    }
}

void parser_function_time(struct template_writer *writer, struct view format) {
    struct wiki_date date;
    struct view text = template_at(writer, 1);
    if (text_view_ends(writer->name, "formatdate") ||
        text_view_starts(writer->name, "#dateformat") ||
        text_view_starts(writer->name, "#formatdate") ||
        text_view_starts(writer->name, "dateformat") ||
        text_view_starts(writer->name, "formatdate")) {
        template_put(writer, format);
        return;
    }
    if (!wiki_date_read(&date, writer->language, text)) {
        writer->outcome = TEMPLATE_HOLE;
        return;
    }
    size_t before = writer->text->size;
    bool quoted = false;
    for (size_t i = 0; i < format.size; i++) {
        unsigned char letter = format.data[i];
        bool wants = letter == 'j' || letter == 'd' || letter == 'n' || letter == 'm' ||
                     letter == 'F' || letter == 'M';
        if (letter == '"') {
            quoted = !quoted;
        } else if (letter == '\\' && i + 1 < format.size) {
            template_put(writer, (struct view){&format.data[++i], 1});
        } else if (letter == 'x' && i + 1 < format.size && !quoted) {
            i++; /* xg, xn, xr: the genitive of a month, plain digits, Roman numerals */
            if (format.data[i] == 'g')
                put_date_letter(writer, &date, 'F');
        } else if (quoted || letter >= 0x80) {
            template_put(writer, (struct view){&letter, 1});
        } else if (strchr("GHhgisaAlDNwztLWoeITPcrUu", letter) != NULL ||
                   (wants && (letter == 'j' || letter == 'd' ? date.day : date.month) == 0)) {
            template_give_up(writer, before);
            return;
        } else {
            put_date_letter(writer, &date, letter);
        }
    }
}
