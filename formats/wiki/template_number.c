#include "formats/wiki/template_handlers.h"

#include <math.h>
#include <stdio.h>

#include "formats/wiki/convert_number.h"
#include "formats/wiki/language_name.h"
#include "formats/wiki/number_format.h"
#include "formats/wiki/number_words.h"

void template_nothing(struct template_writer *writer) {
    writer->outcome = TEMPLATE_NOTHING;
}

void template_hole(struct template_writer *writer) {
    writer->outcome = TEMPLATE_HOLE;
}

/* A number with a real minus sign. */
static void put_signed(struct template_writer *writer, struct view text, bool grouped) {
    if (text.size > 1 && text.data[0] == '-') {
        template_put_string(writer, "−");
        text = text_view_from(text, 1);
    }
    if (grouped)
        number_format_put(writer, text);
    else
        template_put(writer, text);
}

static void put_value_error(struct template_writer *writer) {
    struct view first = template_at(writer, 2), second = template_at(writer, 3);
    if (first.size == 0)
        return;
    if (second.size > 0 && text_view_is_one_of(first, "-|–|to|by|and|x|×|or")) {
        bool dash = text_view_is_one_of(first, "-|–");
        template_put_string(writer, dash ? "–" : " ");
        template_put(writer, dash ? (struct view){NULL, 0} : first);
        template_put_string(writer, dash ? "" : " ");
        put_signed(writer, second, false);
        return;
    }
    if (first.data[0] == '(' || first.data[0] == '+') {
        template_put(writer, first);
    } else if (second.size == 0) {
        template_put_string(writer, " ± ");
        template_put(writer, first);
    } else {
        template_put_string(writer, "+");
        template_put(writer, first);
    }
    if (second.size > 0) {
        template_put_string(writer, second.data[0] == '-' ? "" : "−");
        put_signed(writer, second, false);
    }
}

void template_value(struct template_writer *writer) {
    struct view number = template_at(writer, 1), unit = template_first_of(writer, "u|ul|unit");
    struct view per = template_first_of(writer, "up|upl"), power = template_named(writer, "e");
    struct view format = template_named(writer, "fmt");
    if (text_view_is_one_of(unit, "degC|deg C"))
        unit = view_of_string("°C");
    else if (text_view_is_one_of(unit, "degF|deg F"))
        unit = view_of_string("°F");
    template_put(writer, template_named(writer, "p"));
    put_signed(writer, number, text_view_is(format, "commas"));
    put_value_error(writer);
    if (power.size > 0) {
        template_put_string(writer, number.size > 0 ? "×10" : "10");
        put_signed(writer, power, false);
    }
    template_put(writer, template_first_of(writer, "s|end"));
    if (unit.size > 0) {
        bool close = unit.data[0] == '%' || (text_view_starts(unit, "°") && unit.size == 2);
        template_put_string(writer, close || number.size + power.size == 0 ? "" : " ");
        template_put(writer, unit);
    }
    if (per.size > 0) {
        template_put_string(writer, "/");
        template_put(writer, per);
    }
}

void template_fraction(struct template_writer *writer) {
    struct view a = template_at(writer, 1), b = template_at(writer, 2), c = template_at(writer, 3);
    if (a.size == 0) {
        template_put_string(writer, "/");
    } else if (c.size > 0) {
        template_put(writer, a);
        template_put_string(writer, " ");
        template_put(writer, b);
        template_put_string(writer, "/");
        template_put(writer, c);
    } else {
        template_put(writer, b.size > 0 ? a : view_of_string("1"));
        template_put_string(writer, "/");
        template_put(writer, b.size > 0 ? b : a);
    }
}

static void put_money(struct template_writer *writer, const char *sign, struct view amount) {
    bool behind = sign[0] == ' ';
    if (!behind)
        template_put_string(writer, sign);
    number_format_put(writer, amount);
    if (behind)
        template_put_string(writer, amount.size > 0 ? sign : sign + 1);
}

void template_currency(struct template_writer *writer) {
    put_money(writer, writer->option, template_at(writer, 1));
}

void template_currency_code(struct template_writer *writer) {
    static const char signs[] =
        "USD=US$|GBP=£|EUR=€|INR=₹|JPY=¥|CNY=CN¥|AUD=A$|CAD=C$|NZD=NZ$|"
        "HKD=HK$|KRW=₩|RUB=₽|ILS=₪|PHP=₱|THB=฿|UAH=₴|NGN=₦|VND=₫|TRY=₺|"
        "CHF=CHF |SEK=SEK |NOK=NOK |DKK=DKK |PLN=PLN |SGD=S$|MXN=Mex$|"
        "BRL=R$|ZAR=R|TWD=NT$|CRC=₡|KZT=₸|usd=US$|gbp=£|eur=€|inr=₹";
    struct view amount = template_at(writer, 1), code = template_first_of(writer, "2|type");
    if (code.size == 0)
        code = view_of_string("USD");
    if (!language_name_put_value(writer, signs, code)) {
        template_put(writer, code);
        template_put_string(writer, " ");
    }
    number_format_put(writer, amount);
}

/*
 * Puts a text that begins with a number as authors of the language write it: `12,5` as well as
 * `12.5`, grouped or not, with or without words behind it. Only the number's own digits are
 * grouped.
 */
static void put_unit_number(struct template_writer *writer, struct view text) {
    if (text.size > 1 && text.data[0] == '-') {
        template_put_string(writer, "−");
        text = text_view_from(text, 1);
    }
    size_t whole = 0;
    while (whole < text.size && text_view_is_digit(text.data[whole]))
        whole++;
    size_t end = whole;
    if (end + 1 < text.size && text.data[end] == '.' && text_view_is_digit(text.data[end + 1])) {
        end++;
        while (end < text.size && text_view_is_digit(text.data[end]))
            end++;
    }
    number_format_put(writer, text_view_first(text, end));
    template_put(writer, text_view_from(text, end));
}

/* {{unité|5|à|10|mètres}}: the word between two numbers; the place of the second. */
static size_t put_unit_range(struct template_writer *writer) {
    struct view word = template_at(writer, 2), end = template_at(writer, 3);
    if (!text_view_is_one_of(word, "à|et|ou|x|×|-|–|a|y|o|bis|und|x|/") || end.size == 0 ||
        !text_view_is_digit(end.data[0]))
        return 1;
    bool dash = text_view_is_one_of(word, "-|–|/");
    template_put_string(writer, dash ? "" : " ");
    template_put(writer, text_view_is(word, "x") ? view_of_string("×") : word);
    template_put_string(writer, dash ? "" : " ");
    put_unit_number(writer, end);
    return 3;
}

void template_unit(struct template_writer *writer) {
    put_unit_number(writer, template_at(writer, 1));
    size_t first = put_unit_range(writer) + 1;
    struct view power = template_named(writer, "e");
    if (power.size > 0) {
        template_put_string(writer, "×10");
        put_signed(writer, power, false);
    }
    for (size_t place = first; place <= first + 6; place += 2) {
        struct view unit = template_at(writer, place), exponent = template_at(writer, place + 1);
        if (unit.size == 0 && place == first)
            unit = template_first_of(writer, "u|ul|unit");
        if (unit.size == 0)
            break;
        bool below = place > first && text_view_is_one_of(exponent, "-1|−1");
        template_put_string(writer, place == first ? " " : below ? "/" : "⋅");
        template_put(writer, unit);
        if (!below)
            put_signed(writer, exponent, false);
    }
}

void template_prefixed_unit(struct template_writer *writer) {
    put_unit_number(writer, template_at(writer, 1));
    struct view prefix = template_at(writer, 2), unit = template_first_of(writer, "3|u|ul");
    struct view power = template_named(writer, "e");
    if (power.size > 0) {
        template_put_string(writer, " × 10");
        put_signed(writer, power, false);
    }
    if (prefix.size + unit.size > 0)
        template_put_string(writer, " ");
    if (!text_view_is_one_of(prefix, "_|-"))
        template_put(writer, prefix);
    template_put(writer, unit);
}

void template_height(struct template_writer *writer) {
    static const char data[] = "DE-NHN=ü. NHN|DE-NN=ü. NN|DE-HN=ü. HN|DE=ü. NHN|AT=ü. A.|CH=ü. M.|"
                               "LI=ü. M.|IT=s.l.m.|NL=NAP|ES=msnm|FR=|US=|UK=|GB=|TR=|PL=n.p.m.|"
                               "CZ=n.m.|SK=n.m.";
    number_format_put(writer, template_at(writer, 1));
    template_put_string(writer, " m");
    size_t before = writer->text->size;
    template_put_string(writer, " ");
    if (!language_name_put_value(writer, data, template_at(writer, 2)) ||
        writer->text->size == before + 1)
        writer->text->size = writer->status == STATUS_OK ? before : writer->text->size;
}

/* Bytes of a charge in parentheses at the text's beginning, (2-) or (+); 0 when there is none. */
static size_t charge_size(struct view text) {
    size_t end = 1;
    while (end < text.size && text_view_is_digit(text.data[end]))
        end++;
    bool sign = end + 1 < text.size && (text.data[end] == '+' || text.data[end] == '-');
    return sign && text.data[end + 1] == ')' ? end + 2 : 0;
}

/* A charge with a real minus sign: 2−. */
static void put_charge(struct template_writer *writer, struct view charge) {
    bool negative = charge.data[charge.size - 1] == '-';
    template_put(writer, text_view_first(charge, charge.size - negative));
    template_put_string(writer, negative ? "−" : "");
}

void template_chemical(struct template_writer *writer) {
    for (size_t i = 0; i < writer->call->count; i++) {
        struct view part = writer->call->arguments[i].value;
        if (writer->call->arguments[i].name.size > 0)
            continue;
        for (part = text_view_trim(part); part.size > 0; part = text_view_from(part, 1)) {
            if (text_view_starts(part, "->")) {
                template_put_string(writer, "→");
                part = text_view_from(part, 1);
            } else if (part.size > 1 && part.data[0] == '(' && charge_size(part) > 0) {
                size_t size = charge_size(part);
                put_charge(writer, text_view_first(text_view_from(part, 1), size - 2));
                part = text_view_from(part, size - 1);
            } else if (part.size == 1 && part.data[0] == '-') {
                put_charge(writer, part);
            } else if (strchr("_{}^", part.data[0]) == NULL) {
                template_put(writer, text_view_first(part, 1));
            }
        }
    }
}

void template_ordinal(struct template_writer *writer) {
    struct view text = template_at(writer, 1);
    double number;
    template_put(writer, text);
    if (!number_format_read(text, &number) || text.size > 12)
        return;
    int hundreds = (int)fmod(fabs(number), 100), ones = hundreds % 10;
    bool teens = hundreds >= 11 && hundreds <= 13;
    template_put_string(writer, teens || ones == 0 || ones > 3 ? "th"
                                : ones == 1                    ? "st"
                                : ones == 2                    ? "nd"
                                                               : "rd");
}

void template_spelled_number(struct template_writer *writer) {
    struct view number = template_at(writer, 1);
    if (!number_words_put(writer, number))
        template_put(writer, number);
}

void template_rail_gauge(struct template_writer *writer) {
    static const struct {
        const char *codes, *text;
    } gauges[] = {
        {"1435mm|1435|ussg|standard|sg|4ft8.5in|56.5in|std", "1,435 mm (4 ft 8 1/2 in)"},
        {"1520mm|1520|russian", "1,520 mm (4 ft 11 27/32 in)"},
        {"1524mm|1524|5ft", "1,524 mm (5 ft)"},
        {"1067mm|1067|3ft6in|42in|cape", "1,067 mm (3 ft 6 in)"},
        {"1000mm|1000|metre|1m|meter", "1,000 mm (3 ft 3 3/8 in)"},
        {"1600mm|1600|5ft3in|irish", "1,600 mm (5 ft 3 in)"},
        {"1668mm|1668|iberian", "1,668 mm (5 ft 5 21/32 in)"},
        {"1676mm|1676|5ft6in|indian", "1,676 mm (5 ft 6 in)"},
        {"914mm|914|3ft", "914 mm (3 ft)"},
        {"762mm|762|2ft6in", "762 mm (2 ft 6 in)"},
        {"760mm|760|bosnian", "760 mm (2 ft 5 15/16 in)"},
        {"750mm|750", "750 mm (2 ft 5 1/2 in)"},
        {"610mm|610|2ft", "610 mm (2 ft)"},
        {"600mm|600", "600 mm (1 ft 11 5/8 in)"},
        {"2140mm|7ft0.25in|brunel|7ft1/4in", "2,140 mm (7 ft 1/4 in)"},
    };
    char code[32];
    struct view text = template_at(writer, 1);
    size_t size = 0;
    for (size_t i = 0; i < text.size && size < sizeof code; i++) {
        if (text.data[i] != ' ' && text.data[i] != ',')
            code[size++] =
                (char)(text.data[i] | (text.data[i] >= 'A' && text.data[i] <= 'Z' ? 32 : 0));
    }
    for (size_t i = 0; i < sizeof gauges / sizeof gauges[0]; i++) {
        if (text_view_is_one_of((struct view){(const unsigned char *)code, size},
                                gauges[i].codes)) {
            template_put_string(writer, gauges[i].text);
            return;
        }
    }
    template_put(writer, text);
}

void template_inflation(struct template_writer *writer) {
    bool remark = text_view_is_one_of(template_named(writer, "fmt"), "eq|eqd|equivalent");
    writer->outcome = remark ? TEMPLATE_NOTHING : TEMPLATE_HOLE;
}
