#include "formats/wiki/convert_number.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "formats/wiki/number_format.h"

/* Logarithms of powers of ten come out a little low now and then. */
#define FUDGE 1e-14

/* A whole number of at most six digits. */
static bool read_small(struct view text, int *value) {
    text = text_view_trim(text);
    if (text.size == 0 || text.size > 6)
        return false;
    *value = 0;
    for (size_t i = 0; i < text.size; i++) {
        if (!text_view_is_digit(text.data[i]))
            return false;
        *value = *value * 10 + (text.data[i] - '0');
    }
    return true;
}

/* Copies what counts of a number: sign, digits, point, exponent. */
static void plain_text(struct view text, char *plain, size_t size) {
    size_t used = 0;
    for (size_t i = 0; i < text.size && used + 2 < size; i++) {
        unsigned char byte = text.data[i];
        bool minus = byte == '-' ||
                     (byte == 0xE2 && i + 2 < text.size && text.data[i + 1] != 0x80) ||
                     text_view_starts(text_view_from(text, i), "&minus;");
        if (minus && (used == 0 || plain[used - 1] == 'e'))
            plain[used++] = '-';
        if (byte == '&')
            i += text_view_find(text_view_from(text, i), ';');
        else if (text_view_is_digit(byte) || byte == '.')
            plain[used++] = (char)byte;
        else if (byte == 'e' || byte == 'E')
            plain[used++] = 'e';
        if (used == 1 && plain[0] == '.') {
            plain[0] = '0';
            plain[used++] = '.';
        }
    }
    plain[used] = '\0';
}

static bool read_decimal(struct convert_number *number, struct view text) {
    /* Nothing that is measured is larger; and products with units' scales stay finite. */
    if (text.size > 48 || !number_format_read(text, &number->value) || fabs(number->value) > 1e30)
        return false;
    plain_text(text, number->text, sizeof number->text);
    const char *at = number->text + (number->text[0] == '-');
    size_t whole = strspn(at, "0123456789");
    const char *after = at + whole;
    if (*after == '.') {
        size_t decimals = strspn(after + 1, "0123456789");
        number->precision = (int)decimals;
        after += decimals + 1;
    } else {
        int zeros = 0;
        while (zeros < (int)whole && at[(int)whole - 1 - zeros] == '0')
            zeros++;
        number->precision = -zeros;
    }
    if (*after == 'e')
        number->precision -= strlen(after + 1) < 5 ? atoi(after + 1) : 1000;
    return number->precision > -40 && number->precision < 40;
}

/* "3/4", "3+1/2", "3-1/2", "3 1/2", with / or the fraction slash. */
static bool read_fraction(struct convert_number *number, struct view text) {
    size_t slash = text_view_find(text, '/'), length = 1;
    for (size_t i = 0; slash == text.size && i + 3 <= text.size; i++) {
        if (memcmp(text.data + i, "⁄", 3) == 0) {
            slash = i;
            length = 3;
            break;
        }
    }
    if (slash + length >= text.size)
        return false;
    struct view front = text_view_trim(text_view_first(text, slash));
    bool negative = front.size > 0 && front.data[0] == '-';
    if (negative)
        front = text_view_from(front, 1);
    size_t begin = front.size;
    while (begin > 0 && text_view_is_digit(front.data[begin - 1]))
        begin--;
    int whole = 0, numerator, denominator;
    if (!read_small(text_view_from(front, begin), &numerator) ||
        !read_small(text_view_from(text, slash + length), &denominator) || denominator == 0)
        return false;
    struct view head = text_view_trim(text_view_first(front, begin));
    if (head.size > 0 && (head.data[head.size - 1] == '+' || head.data[head.size - 1] == '-'))
        head.size--;
    if (head.size > 0 && !read_small(head, &whole))
        return false;
    number->value = (whole + (double)numerator / denominator) * (negative ? -1 : 1);
    number->denominator = denominator;
    if (head.size > 0)
        snprintf(number->text, sizeof number->text, "%s%d %d/%d", negative ? "-" : "", whole,
                 numerator, denominator);
    else
        snprintf(number->text, sizeof number->text, "%s%d/%d", negative ? "-" : "", numerator,
                 denominator);
    return true;
}

bool convert_number_read(struct convert_number *number, struct view text) {
    static const struct {
        const char *sign, *fraction;
    } vulgar[] = {{"½", "1/2"}, {"¼", "1/4"}, {"¾", "3/4"}, {"⅓", "1/3"}, {"⅔", "2/3"},
                  {"⅛", "1/8"}, {"⅜", "3/8"}, {"⅝", "5/8"}, {"⅞", "7/8"}};
    *number = (struct convert_number){.denominator = 0};
    text = text_view_trim(text);
    if (text.size == 0)
        return false;
    if (read_decimal(number, text) || read_fraction(number, text))
        return true;
    for (size_t i = 0; i < sizeof vulgar / sizeof vulgar[0]; i++) {
        char whole[40];
        if (!text_view_ends(text, vulgar[i].sign) || text.size > 24)
            continue;
        int length =
            snprintf(whole, sizeof whole, "%.*s %s", (int)(text.size - strlen(vulgar[i].sign)),
                     (const char *)text.data, vulgar[i].fraction);
        return length > 0 &&
               read_fraction(number, text_view_trim((struct view){(const unsigned char *)whole,
                                                                  (size_t)length}));
    }
    return false;
}

double convert_number_value(double value, const struct convert_unit *input,
                            const struct convert_unit *output) {
    double base = (value - input->offset) * input->scale;
    if ((input->flags & CONVERT_UNIT_INVERSE) != 0)
        base = value != 0 ? input->scale / value : 0;
    if ((output->flags & CONVERT_UNIT_INVERSE) != 0)
        return base != 0 ? output->scale / base : 0;
    return base / output->scale + output->offset;
}

int convert_number_precision(const struct convert_number *number, double converted,
                             const struct convert_unit *input, const struct convert_unit *output,
                             bool subunit) {
    double precision = subunit && number->precision < 0 ? 0 : number->precision;
    double adjust = 0, least, magnitude = fabs(converted);
    if (number->denominator > 0)
        precision = fmax(log10(number->denominator), 1);
    if ((input->flags & output->flags & CONVERT_UNIT_TEMPERATURE) != 0) {
        double kelvins = fabs((number->value - input->offset) * input->scale);
        least = kelvins < 1e-8 ? 2 : 2 - floor(log10(kelvins) + FUDGE);
    } else {
        if (number->value == 0 || magnitude == 0)
            return 0;
        if ((output->flags & CONVERT_UNIT_WHOLE_MORE) != 0 && floor(number->value) == number->value)
            adjust = -log10(input->scale);
        else if (subunit && strcmp(input->name, "inch") == 0)
            adjust = log10(output->scale) + 2;
        else
            adjust = log10(fabs(number->value) / magnitude);
        adjust += log10(2);
        least = 1 - floor(log10(magnitude) + FUDGE);
    }
    double result = fmax(floor(precision + adjust), least);
    return result > 30 ? 30 : result < -30 ? -30 : (int)result;
}

void convert_number_show(double value, int precision, char text[CONVERT_NUMBER_TEXT_SIZE],
                         double *shown) {
    double magnitude = fabs(value);
    const char *sign = value < 0 ? "-" : "";
    if (magnitude > 0 && (magnitude >= 1e9 || magnitude < 1e-4)) {
        int exponent = (int)floor(log10(magnitude) + FUDGE);
        int digits = precision + exponent;
        snprintf(text, CONVERT_NUMBER_TEXT_SIZE, "%s%.*f×10%s%d", sign,
                 digits < 0    ? 0
                 : digits > 15 ? 15
                               : digits,
                 magnitude / pow(10, exponent), exponent < 0 ? "−" : "", abs(exponent));
        *shown = value;
        return;
    }
    if (precision >= 0) {
        snprintf(text, CONVERT_NUMBER_TEXT_SIZE, "%s%.*f", sign, precision > 15 ? 15 : precision,
                 magnitude + 2e-14);
    } else {
        double step = pow(10, -precision);
        snprintf(text, CONVERT_NUMBER_TEXT_SIZE, "%s%.0f", sign,
                 floor(magnitude / step + 0.5 + FUDGE) * step);
    }
    *shown = strtod(text, NULL);
    if (*shown == 0 && text[0] == '-')
        memmove(text, text + 1, strlen(text));
}

void convert_number_show_fraction(double value, int denominator,
                                  char text[CONVERT_NUMBER_TEXT_SIZE]) {
    double parts = floor(fabs(value) * denominator + 0.5);
    if (!(parts < 1e12)) {
        double shown;
        convert_number_show(value, 0, text, &shown);
        return;
    }
    long long whole = (long long)parts / denominator, rest = (long long)parts % denominator;
    int below = denominator;
    while (rest > 0 && rest % 2 == 0 && below % 2 == 0) {
        rest /= 2;
        below /= 2;
    }
    const char *sign = value < 0 ? "-" : "";
    if (rest == 0)
        snprintf(text, CONVERT_NUMBER_TEXT_SIZE, "%s%lld", sign, whole);
    else if (whole == 0)
        snprintf(text, CONVERT_NUMBER_TEXT_SIZE, "%s%lld/%d", sign, rest, below);
    else
        snprintf(text, CONVERT_NUMBER_TEXT_SIZE, "%s%lld %lld/%d", sign, whole, rest, below);
}
