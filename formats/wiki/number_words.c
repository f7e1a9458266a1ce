#include "formats/wiki/number_words.h"

static const char *const small[] = {
    "zero",     "one",     "two",     "three",     "four",     "five",     "six",
    "seven",    "eight",   "nine",    "ten",       "eleven",   "twelve",   "thirteen",
    "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
};
static const char *const tens[] = {"",      "",      "twenty",  "thirty", "forty",
                                   "fifty", "sixty", "seventy", "eighty", "ninety"};

bool number_words_put(struct template_writer *writer, struct view number) {
    size_t value = 0;
    if (number.size == 0 || number.size > 3)
        return false;
    for (size_t i = 0; i < number.size; i++) {
        if (!text_view_is_digit(number.data[i]))
            return false;
        value = value * 10 + (size_t)(number.data[i] - '0');
    }
    if (value >= 100) {
        template_put_string(writer, small[value / 100]);
        template_put_string(writer, " hundred");
        value %= 100;
        if (value == 0)
            return true;
        template_put_string(writer, " and ");
    }
    if (value >= 20) {
        template_put_string(writer, tens[value / 10]);
        value %= 10;
        if (value == 0)
            return true;
        template_put_string(writer, "-");
    }
    template_put_string(writer, small[value]);
    return true;
}
