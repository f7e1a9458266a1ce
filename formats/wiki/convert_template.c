#include "formats/wiki/convert_template.h"

#include <math.h>
#include <stdio.h>

#include "formats/wiki/convert_request.h"
#include "formats/wiki/number_format.h"
#include "formats/wiki/number_words.h"

/* A number of a side: what is shown, and what decides on singular and plural. */
struct shown {
    char text[CONVERT_NUMBER_TEXT_SIZE];
    bool one;
};

static void put_number(struct template_writer *writer, const struct convert_request *request,
                       const char *text) {
    struct view number = view_of_string(text);
    if (number.size > 0 && number.data[0] == '-') {
        template_put_string(writer, "−");
        number = text_view_from(number, 1);
    }
    size_t whole = strspn((const char *)number.data, "0123456789");
    size_t power = text_view_find(number, 'e');
    if (power < number.size) {
        template_put(writer, text_view_first(number, power));
        template_put_string(writer, "×10");
        template_put(writer, text_view_from(number, power + 1));
        return;
    }
    if (request->comma == 0 || (int)whole < request->comma || strchr(text, '/') != NULL)
        number_format_put_plain(writer, number);
    else
        number_format_put(writer, number);
}

/*
 * Where asked for, British names in American spelling; before a noun, with hyphens: a 5-square-mile
 * island.
 */
static void put_name(struct template_writer *writer, const struct convert_request *request,
                     const char *name) {
    static const struct {
        const char *british, *american;
    } spellings[] = {
        {"metre", "meter"}, {"litre", "liter"}, {"tonne", "metric ton"}, {"deca", "deka"}};
    struct view rest = view_of_string(name);
    while (rest.size > 0) {
        size_t length = 1;
        struct view part = text_view_first(rest, 1);
        for (size_t i = 0; request->american && i < sizeof spellings / sizeof spellings[0]; i++) {
            if (text_view_starts(rest, spellings[i].british)) {
                length = strlen(spellings[i].british);
                part = view_of_string(spellings[i].american);
            }
        }
        if (request->adjective && rest.data[0] == ' ')
            part = view_of_string("-");
        template_put(writer, part);
        rest = text_view_from(rest, length);
    }
}

static void put_unit(struct template_writer *writer, const struct convert_request *request,
                     const struct convert_unit *unit, enum convert_side side, bool one,
                     bool abbreviation_off) {
    bool symbol =
        side == CONVERT_SYMBOLS || ((unit->flags & CONVERT_UNIT_SYMBOL) != 0 && !abbreviation_off);
    if (side == CONVERT_VALUES_ONLY)
        return;
    if (symbol) {
        if ((unit->flags & CONVERT_UNIT_CLOSE) == 0)
            template_put_string(writer, " ");
        /* A unit whose symbol is its name has a plural. */
        bool named = strcmp(unit->symbol, unit->name) == 0;
        template_put_string(writer, named && !one ? unit->plural : unit->symbol);
        return;
    }
    template_put_string(writer, request->adjective ? "-" : " ");
    if (request->adjective) {
        put_name(writer, request, unit->name);
        return;
    }
    put_name(writer, request, one || request->singular ? unit->name : unit->plural);
}

static bool is_one(const struct convert_number *number) {
    return fabs(number->value) == 1 ||
           (number->denominator > 0 && fabs(number->value) <= 1 && number->value != 0);
}

static const char *range_text(const struct convert_request *request, size_t i,
                              enum convert_side side, bool negative) {
    const struct convert_range *range = request->ranges[i];
    const char *text = side == CONVERT_NAMES
                           ? request->adjective ? range->adjective : range->spelled
                           : range->symbol;
    return negative && strcmp(text, "–") == 0 ? " to " : text;
}

/* One side of one unit, with all values of the range. */
static void put_side(struct template_writer *writer, const struct convert_request *request,
                     const struct shown *numbers, const struct convert_unit *unit,
                     enum convert_side side, bool first) {
    bool off = request->names_everywhere;
    size_t count = request->value_count;
    for (size_t i = 0; i < count; i++) {
        bool last = i + 1 == count;
        /* The right side keeps the symbols' words even for units that have no names. */
        enum convert_side words =
            (unit->flags & CONVERT_UNIT_SYMBOL) != 0 && !first && !off ? CONVERT_SYMBOLS : side;
        if (i > 0)
            template_put_string(writer, range_text(request, i, words, numbers[i].text[0] == '-'));
        if (first && request->spelled_number &&
            number_words_put(writer, view_of_string(numbers[i].text)))
            ;
        else
            put_number(writer, request, numbers[i].text);
        bool repeats = !last && side == CONVERT_SYMBOLS && request->ranges[i + 1]->repeats;
        if (!last && !repeats)
            continue;
        if (first && request->before.size > 0) {
            template_put_string(writer, " ");
            template_put(writer, request->before);
        }
        put_unit(writer, request, unit, side,
                 count == 1 && numbers[i].one && (unit->flags & CONVERT_UNIT_MULTIPLE) == 0, off);
        if (last && first && request->middle.size > 0) {
            if (request->middle.data[0] != '-')
                template_put_string(writer, " ");
            template_put(writer, request->middle);
        }
    }
}

/* The input side. */
static void put_input(struct template_writer *writer, const struct convert_request *request,
                      enum convert_side side, bool first) {
    bool off = request->names_everywhere;
    if (request->part_count > 0) {
        for (size_t i = 0; i < request->part_count; i++) {
            const struct convert_number *number = &request->part_values[i];
            if (i > 0)
                template_put_string(writer,
                                    request->adjective && side == CONVERT_NAMES ? "-" : " ");
            put_number(writer, request, number->text);
            put_unit(writer, request, &request->part_units[i], side, is_one(number), off);
        }
        if (first)
            template_put(writer, request->middle);
        return;
    }
    struct shown numbers[CONVERT_VALUES];
    for (size_t i = 0; i < request->value_count; i++) {
        memcpy(numbers[i].text, request->values[i].text, sizeof numbers[i].text);
        numbers[i].one = is_one(&request->values[i]);
    }
    put_side(writer, request, numbers, &request->unit, side, first);
}

static int precision_of(const struct convert_request *request, size_t i, double converted,
                        const struct convert_unit *unit) {
    const struct convert_rounding *rounding = &request->rounding;
    if (rounding->significant > 0) {
        double magnitude = fabs(converted);
        return magnitude > 0 ? rounding->significant - 1 - (int)floor(log10(magnitude) + 1e-14) : 0;
    }
    if (rounding->has_precision)
        return rounding->precision;
    return convert_number_precision(&request->values[i], converted, &request->unit, unit,
                                    request->part_count > 0);
}

static void show_outputs(const struct convert_request *request, const struct convert_unit *unit,
                         struct shown *numbers) {
    double converted[CONVERT_VALUES];
    int highest = -100, precisions[CONVERT_VALUES];
    for (size_t i = 0; i < request->value_count; i++) {
        converted[i] = convert_number_value(request->values[i].value, &request->unit, unit);
        precisions[i] = precision_of(request, i, converted[i], unit);
        if (precisions[i] > highest)
            highest = precisions[i];
    }
    for (size_t i = 0; i < request->value_count; i++) {
        double shown = converted[i], step = request->rounding.step;
        bool own = request->round_each || request->rounding.significant > 0;
        if (request->rounding.fraction > 0) {
            convert_number_show_fraction(shown, request->rounding.fraction, numbers[i].text);
        } else if (step > 0) {
            shown = floor(shown / step + 0.5) * step;
            convert_number_show(shown, step < 1 ? 1 : 0, numbers[i].text, &shown);
        } else {
            convert_number_show(shown, own ? precisions[i] : highest, numbers[i].text, &shown);
        }
        numbers[i].one = fabs(shown) == 1 && strchr(numbers[i].text, '/') == NULL;
    }
}

/* 5 ft 11 in: rounded in the smaller unit, in whole ones unless more digits are due. */
static void put_output_parts(struct template_writer *writer, const struct convert_request *request,
                             const struct convert_output *output, enum convert_side side) {
    int division = convert_unit_division(&output->unit, &output->part);
    bool off = request->names_everywhere;
    int highest = 0;
    for (size_t i = 0; i < request->value_count; i++) {
        int precision = precision_of(
            request, i,
            convert_number_value(request->values[i].value, &request->unit, &output->part),
            &output->part);
        highest = precision > highest ? precision : highest;
    }
    for (size_t i = 0; i < request->value_count; i++) {
        double total =
            convert_number_value(request->values[i].value, &request->unit, &output->part);
        double unit = pow(10, highest > 10 ? 10 : highest), shown;
        double rounded = floor(fabs(total) * unit + 0.5) / unit;
        double large = floor(rounded / division + 1e-9);
        double small = fabs(rounded - large * division);
        char text[CONVERT_NUMBER_TEXT_SIZE];
        if (i > 0)
            template_put_string(writer, range_text(request, i, side, total < 0));
        if (total < 0)
            template_put_string(writer, "−");
        convert_number_show(large, 0, text, &shown);
        if (large > 0) {
            put_number(writer, request, text);
            put_unit(writer, request, &output->unit, side, large == 1, off);
            template_put_string(writer, request->adjective && side == CONVERT_NAMES ? "-" : " ");
        }
        if (request->rounding.fraction > 0)
            convert_number_show_fraction(small, request->rounding.fraction, text);
        else
            snprintf(text, sizeof text, "%.*f", highest > 10 ? 10 : highest, small);
        put_number(writer, request, text);
        put_unit(writer, request, &output->part, side, small == 1, off);
    }
}

static void put_outputs(struct template_writer *writer, const struct convert_request *request,
                        enum convert_side side, bool first) {
    for (size_t i = 0; i < request->output_count; i++) {
        const struct convert_output *output = &request->outputs[i];
        if (i > 0)
            template_put_string(writer, "; ");
        if (output->has_part) {
            put_output_parts(writer, request, output, side);
            continue;
        }
        struct shown numbers[CONVERT_VALUES];
        show_outputs(request, &output->unit, numbers);
        put_side(writer, request, numbers, &output->unit, side, first && i == 0);
    }
}

static void put_both(struct template_writer *writer, const struct convert_request *request) {
    if (request->flipped)
        put_outputs(writer, request, request->left, true);
    else
        put_input(writer, request, request->left, true);
    struct view open = view_of_string(request->open), close = view_of_string(request->close);
    if (request->open_text.size > 0) {
        template_put_string(writer, " ");
        open = request->open_text;
        close = request->close_text;
    }
    template_put(writer, open);
    if (request->flipped)
        put_input(writer, request, request->right, false);
    else
        put_outputs(writer, request, request->right, false);
    template_put(writer, close);
}

void convert_template(struct template_writer *writer) {
    struct convert_request request;
    size_t before = writer->text->size;
    if (!convert_request_read(&request, writer)) {
        template_give_up(writer, before);
        return;
    }
    if (!template_is_language(writer, "en") && !template_is_language(writer, "simple"))
        request.left = request.left == CONVERT_NAMES ? CONVERT_SYMBOLS : request.left;
    if (request.display == CONVERT_OUTPUT_NUMBER) {
        request.left = CONVERT_VALUES_ONLY;
        put_outputs(writer, &request, CONVERT_VALUES_ONLY, true);
    } else if (request.display == CONVERT_OUTPUT_ONLY) {
        bool named = request.left == CONVERT_NAMES && request.right == CONVERT_NAMES;
        put_outputs(writer, &request, named ? CONVERT_NAMES : request.right, true);
    } else if (request.display == CONVERT_UNIT_ONLY) {
        template_put_string(writer, request.left == CONVERT_SYMBOLS ? request.unit.symbol
                                                                    : request.unit.plural);
    } else if (request.output_count == 0 || request.display == CONVERT_INPUT_ONLY) {
        put_input(writer, &request, request.left, true);
    } else {
        put_both(writer, &request);
    }
}
