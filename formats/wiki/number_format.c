#include "formats/wiki/number_format.h"

#include <stdio.h>
#include <stdlib.h>

struct number_marks {
    const char *languages; /* separated by bars */
    const char *group;
    const char *point;
    int minimum;        /* a number is grouped when its first group would have this many digits */
    bool indian;        /* groups of two above the first of three */
    const char *digits; /* the ten digits of the language's own script, NULL for 0 to 9 */
};

static const struct number_marks marks[] = {
    {"en", ",", ".", 1, false, NULL},
    {"de|nl|da|ro|tr|vi|id|ca|el|sr|hr|sl|eu|gl|az|bs|is|sh|mk|jv|lb|nds|tk|lmo|als|bar|pt-br", ".",
     ",", 1, false, NULL},
    {"fr|it|pt|sv|no|nb|nn|fi|cs|hu|sk|lt|lv|eo|be|oc|br|ast|af|sq|kk|ky|tt|ka|uz|pms|cv|ba|fo",
     " ", ",", 1, false, NULL},
    {"es|pl|ru|uk|bg|et|hy|be-tarask", " ", ",", 2, false, NULL},
    {"de-ch|de-li|gsw", "'", ".", 1, false, NULL},
    {"ar|arz|ary", "٬", "٫", 1, false, NULL},
    {"fa|mzn|glk", "٬", "٫", 1, false, "۰۱۲۳۴۵۶۷۸۹"},
    {"ckb|ps", "٬", "٫", 1, false, "٠١٢٣٤٥٦٧٨٩"},
    {"hi|ta|te|ml|gu|kn|pa", ",", ".", 1, true, NULL},
    {"bn|as|bpy", ",", ".", 1, true, "০১২৩৪৫৬৭৮৯"},
    {"mr|ne|sa|new|bho", ",", ".", 1, true, "०१२३४५६७८९"},
    {"my", ",", ".", 1, false, "၀၁၂၃၄၅၆၇၈၉"},
    {"km", ".", ",", 1, false, "០១២៣៤៥៦៧៨៩"},
};

static const struct number_marks *marks_of(const char *language) {
    struct view whole = view_of_string(language);
    for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++) {
        if (text_view_is_one_of(whole, marks[i].languages))
            return &marks[i];
    }
    size_t hyphen = text_view_find(whole, '-');
    whole.size = hyphen < whole.size ? hyphen : 0;
    for (size_t i = 0; whole.size > 0 && i < sizeof marks / sizeof marks[0]; i++) {
        if (text_view_is_one_of(whole, marks[i].languages))
            return &marks[i];
    }
    return &marks[0];
}

static void put_digit(struct template_writer *writer, const struct number_marks *style,
                      unsigned char digit) {
    if (style->digits == NULL) {
        template_put(writer, (struct view){&digit, 1});
        return;
    }
    /* The digits of one script take the same number of bytes each. */
    size_t length = strlen(style->digits) / 10;
    struct view digits = view_of_string(style->digits);
    template_put(writer, (struct view){digits.data + length * (size_t)(digit - '0'), length});
}

/* Whether a group mark stands before a digit that `left` digits follow, itself included. */
static bool begins_group(const struct number_marks *style, size_t left) {
    if (!style->indian || left <= 3)
        return left % 3 == 0;
    return left % 2 == 1;
}

static void put_integer(struct template_writer *writer, const struct number_marks *style,
                        struct view digits, bool grouped) {
    if (digits.size < 3 + (size_t)style->minimum)
        grouped = false;
    for (size_t i = 0; i < digits.size; i++) {
        if (grouped && i > 0 && begins_group(style, digits.size - i))
            template_put_string(writer, style->group);
        put_digit(writer, style, digits.data[i]);
    }
}

static size_t digits_at(struct view text) {
    size_t count = 0;
    while (count < text.size && text_view_is_digit(text.data[count]))
        count++;
    return count;
}

static void put_numbers(struct template_writer *writer, struct view text, bool grouped) {
    const struct number_marks *style = marks_of(writer->language);
    while (text.size > 0) {
        size_t count = digits_at(text);
        if (count == 0) {
            size_t length = 1;
            while (length < text.size && !text_view_is_digit(text.data[length]))
                length++;
            if (text.data[0] == '-' && length == 1 && text.size > 1)
                template_put_string(writer, "−");
            else
                template_put(writer, text_view_first(text, length));
            text = text_view_from(text, length);
            continue;
        }
        put_integer(writer, style, text_view_first(text, count), grouped);
        text = text_view_from(text, count);
        size_t decimals =
            text.size > 1 && text.data[0] == '.' ? digits_at(text_view_from(text, 1)) : 0;
        if (decimals == 0)
            continue;
        template_put_string(writer, style->point);
        for (size_t i = 1; i <= decimals; i++)
            put_digit(writer, style, text.data[i]);
        text = text_view_from(text, decimals + 1);
    }
}

void number_format_put(struct template_writer *writer, struct view text) {
    /* A number that has marks of its own is written already. */
    size_t comma = text_view_find(text, ',');
    put_numbers(writer, text, comma == text.size);
}

void number_format_put_plain(struct template_writer *writer, struct view text) {
    put_numbers(writer, text, false);
}

void number_format_put_raw(struct template_writer *writer, struct view text) {
    const struct number_marks *style = marks_of(writer->language);
    struct view own = view_of_string(style->digits != NULL ? style->digits : "");
    while (text.size > 0) {
        size_t length = 1;
        if (text_view_starts(text, style->group)) {
            length = strlen(style->group);
        } else if (text_view_starts(text, "\xC2\xA0") || text_view_starts(text, "−")) {
            length = text.data[0] == 0xC2 ? 2 : 3;
            if (length == 3)
                template_put_string(writer, "-");
        } else if (text_view_starts(text, style->point)) {
            length = strlen(style->point);
            template_put_string(writer, ".");
        } else {
            size_t digit = 0, size = own.size / 10;
            while (digit < 10 && (own.size == 0 || text.size < size ||
                                  memcmp(own.data + digit * size, text.data, size) != 0))
                digit++;
            if (digit < 10) {
                length = size;
                template_put_format(writer, "%zu", digit);
            } else {
                template_put(writer, text_view_first(text, 1));
            }
        }
        text = text_view_from(text, length);
    }
}

/* Passes over what stands between digits without meaning; 0 when nothing does. */
static size_t filler_at(struct view text) {
    static const char *const fillers[] = {
        ",", " ", "\n", "\t", "\xC2\xA0", "\xE2\x80\xAF", "\xE2\x80\x89", "&nbsp;", "&thinsp;",
    };
    for (size_t i = 0; i < sizeof fillers / sizeof fillers[0]; i++) {
        if (text_view_starts(text, fillers[i]))
            return strlen(fillers[i]);
    }
    /* Marks that the cleaner leaves where it dropped a reference. */
    return text.data[0] < 0x20 && text.data[0] != 0x02 ? 1 : 0;
}

bool number_format_read(struct view text, double *value) {
    char plain[64];
    size_t size = 0;
    bool digits = false;
    /* Longer than any number is; so that whoever asks often pays little. */
    if (text.size > 4 * sizeof plain)
        return false;
    while (text.size > 0 && size + 1 < sizeof plain) {
        size_t length = filler_at(text);
        unsigned char byte = text.data[0];
        if (length == 0) {
            length = 1;
            bool dash = text_view_starts(text, "−") || text_view_starts(text, "–");
            if (dash || text_view_starts(text, "&minus;")) {
                length = dash ? 3 : 7;
                byte = '-';
            }
            bool sign = (byte == '-' || byte == '+') &&
                        (size == 0 || plain[size - 1] == 'e' || plain[size - 1] == 'E');
            if (!sign && !text_view_is_digit(byte) && byte != '.' &&
                !(digits && (byte == 'e' || byte == 'E')))
                return false;
            digits |= text_view_is_digit(byte);
            plain[size++] = (char)byte;
        }
        text = text_view_from(text, length);
    }
    plain[size] = '\0';
    char *end = plain;
    /* strtod follows the locale's point; the tools never set one, and a text with another fails. */
    double number = strtod(plain, &end);
    if (!digits || text.size > 0 || *end != '\0' || !(number < 1e300 && number > -1e300))
        return false;
    *value = number;
    return true;
}
