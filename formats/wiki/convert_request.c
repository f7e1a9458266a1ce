#include "formats/wiki/convert_request.h"

#include "formats/wiki/convert_options.h"

static const struct convert_range ranges[] = {
    {"–", "–", "–", "–", false},
    {"-", "–", "–", "–", false},
    {"&ndash;", "–", "–", "–", false},
    {"—", "–", "–", "–", false},
    {"to", " to ", "-to-", " to ", false},
    {"to(-)", " to ", "-to-", "–", false},
    {"to-", " to ", "-to-", "–", false},
    {"and", " and ", " and ", " and ", false},
    {"&", " and ", " and ", " and ", false},
    {"and(-)", " and ", " and ", "–", false},
    {"or", " or ", " or ", " or ", false},
    {"or(-)", " or ", " or ", "–", false},
    {"by", " by ", "-by-", " by ", false},
    {"x", " by ", "-by-", " × ", true},
    {"×", " by ", "-by-", " × ", true},
    {"by(x)", " by ", "-by-", " × ", true},
    {"*", " × ", " × ", " × ", true},
    {"xx", " × ", " × ", " × ", false},
    {"+/-", " ± ", " ± ", " ± ", false},
    {"±", " ± ", " ± ", " ± ", false},
    {"&plusmn;", " ± ", " ± ", " ± ", false},
    {"+", " + ", " + ", " + ", false},
    {"/", "/", "/", "/", false},
    {",", ", ", ", ", ", ", false},
    {", and", ", and ", ", and ", ", and ", false},
    {", or", ", or ", ", or ", ", or ", false},
    {"to about", " to about ", " to about ", " to about ", false},
    {"and about", " and about ", " and about ", " and about ", false},
    {"to over", " to over ", " to over ", " to over ", false},
    {"up to", " up to ", " up to ", " up to ", false},
    {"till", " till ", " till ", " till ", false},
    {"to more than", " to more than ", " to more than ", " to more than ", false},
    {"to at least", " to at least ", " to at least ", " to at least ", false},
    {"then", ", then ", ", then ", ", then ", false},
};

static const struct convert_range *find_range(struct view word) {
    for (size_t i = 0; i < sizeof ranges / sizeof ranges[0]; i++) {
        if (text_view_is(word, ranges[i].word))
            return &ranges[i];
    }
    return NULL;
}

/* Values and the words between them. */
static bool read_values(struct convert_request *request, const struct template_writer *writer,
                        size_t *place) {
    for (;;) {
        if (request->value_count == CONVERT_VALUES ||
            !convert_number_read(&request->values[request->value_count],
                                 template_at(writer, (*place)++)))
            return false;
        request->value_count++;
        const struct convert_range *range = find_range(template_at(writer, *place));
        if (range == NULL || request->value_count == CONVERT_VALUES)
            return true;
        request->ranges[request->value_count] = range;
        ++*place;
    }
}

/* 5|ft|11|in: the total in the smallest unit takes the value's place. */
static void read_parts(struct convert_request *request, const struct template_writer *writer,
                       size_t *place) {
    if (request->value_count != 1)
        return;
    request->part_values[0] = request->values[0];
    request->part_units[0] = request->unit;
    size_t count = 1;
    while (count < CONVERT_PARTS) {
        struct convert_number number;
        struct convert_unit unit;
        if (!convert_number_read(&number, template_at(writer, *place)) ||
            !convert_unit_find(&unit, template_at(writer, *place + 1)))
            break;
        int division = convert_unit_division(&request->part_units[count - 1], &unit);
        if (division == 0)
            break;
        double total = request->values[0].value * division;
        number.value = total + (total < 0 ? -number.value : number.value);
        request->values[0] = number;
        convert_number_read(&request->part_values[count], template_at(writer, *place));
        request->part_units[count++] = unit;
        *place += 2;
    }
    if (count > 1) {
        request->part_count = count;
        const char *output = request->unit.output;
        request->unit = request->part_units[count - 1];
        /* The default is that of the larger unit; a stone's is the kilogram alone. */
        request->unit.output = strcmp(output, "lb kg") == 0 ? "kg" : output;
    }
}

static bool add_output(struct convert_request *request, struct view code) {
    static const struct {
        const char *codes, *unit, *part;
    } combined[] = {{"ftin|ft in|ft+in|ft&in", "ft", "in"},
                    {"stlb|st lb|st+lb", "st", "lb"},
                    {"lboz|lb oz|lb+oz", "lb", "oz"},
                    {"miyd|mi+yd", "mi", "yd"},
                    {"mich|mi+ch", "mi", "ch"},
                    {"ydft|yd+ft|ydftin", "yd", "ft"},
                    {"LTcwt|LT+cwt", "LT", "cwt"},
                    {"mift|mi+ft", "mi", "ft"}};
    if (request->output_count == CONVERT_OUTPUTS)
        return false;
    struct convert_output *output = &request->outputs[request->output_count];
    output->has_part = false;
    for (size_t i = 0; i < sizeof combined / sizeof combined[0]; i++) {
        if (text_view_is_one_of(code, combined[i].codes))
            output->has_part = convert_unit_find(&output->unit, view_of_string(combined[i].unit)) &&
                               convert_unit_find(&output->part, view_of_string(combined[i].part));
    }
    if (!output->has_part && !convert_unit_find(&output->unit, code))
        return false;
    if (strcmp(output->unit.kind, request->unit.kind) != 0)
        return false;
    request->output_count++;
    return true;
}

/* One code, or several with spaces or plus signs between them. */
static bool add_outputs(struct convert_request *request, struct view codes) {
    if (add_output(request, codes))
        return true;
    size_t before = request->output_count;
    unsigned char separator = text_view_find(codes, '+') < codes.size ? '+' : ' ';
    struct view code;
    while (text_view_next(&codes, separator, &code)) {
        code = text_view_trim(code);
        if (code.size > 0 && !add_output(request, code)) {
            request->output_count = before;
            return false;
        }
    }
    return request->output_count > before;
}

static bool read_precision(struct convert_request *request, struct view text) {
    struct convert_number number;
    if (text.size == 0 || text.size > 3 || !convert_number_read(&number, text) ||
        number.precision > 0 || number.denominator > 0 || number.value > 30 || number.value < -30)
        return false;
    request->rounding.has_precision = true;
    request->rounding.precision = (int)number.value;
    return true;
}

/* What stands behind the input unit: output codes, digits, texts of adj=mid and disp=x. */
static void read_tail(struct convert_request *request, const struct template_writer *writer,
                      size_t place) {
    struct view adjective = template_named(writer, "adj");
    bool middle = text_view_is(adjective, "mid"), before = text_view_is(adjective, "pre");
    bool own = text_view_is(template_named(writer, "disp"), "x");
    size_t texts = 0;
    for (size_t last = place + 6; place < last; place++) {
        struct view text = template_at(writer, place);
        if (text.size == 0)
            continue;
        if (request->output_count == 0 && texts == 0 && add_outputs(request, text))
            continue;
        if (!request->rounding.has_precision && read_precision(request, text))
            continue;
        if (middle && request->middle.size == 0) {
            request->middle = text;
        } else if (before && request->before.size == 0) {
            request->before = text;
        } else if (own && texts < 2) {
            *(texts == 0 ? &request->open_text : &request->close_text) = text;
            texts++;
        }
    }
}

static void add_default_outputs(struct convert_request *request) {
    if (request->output_count > 0)
        return;
    const char *codes = request->unit.output;
    if (strcmp(request->unit.name, "metre") == 0)
        codes = request->values[0].value < 3 ? "ftin" : "ft";
    else if (strcmp(request->unit.name, "hertz") == 0 || codes[0] == '\0')
        return;
    add_outputs(request, view_of_string(codes));
}

bool convert_request_read(struct convert_request *request, const struct template_writer *writer) {
    memset(request, 0, sizeof *request);
    size_t place = 1;
    if (!read_values(request, writer, &place))
        return false;
    struct view code = template_at(writer, place++);
    if (text_view_is(template_named(writer, "adj"), "pre") &&
        !convert_unit_find(&request->unit, code)) {
        request->before = code;
        code = template_at(writer, place++);
    }
    if (!convert_unit_find(&request->unit, code))
        return false;
    read_parts(request, writer, &place);
    read_tail(request, writer, place);
    add_default_outputs(request);
    convert_options_read(request, writer);
    return true;
}
