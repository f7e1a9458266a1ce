#include "formats/wiki/convert_options.h"

#include "formats/wiki/number_format.h"

static void read_abbreviation(struct convert_request *request, struct view abbr, bool cvt) {
    request->left = cvt ? CONVERT_SYMBOLS : CONVERT_NAMES;
    request->right = CONVERT_SYMBOLS;
    if (text_view_is_one_of(abbr, "on|y|yes|h|unit|~")) {
        request->left = CONVERT_SYMBOLS;
    } else if (text_view_is_one_of(abbr, "off|n|no")) {
        request->left = request->right = CONVERT_NAMES;
        request->names_everywhere = true;
    } else if (text_view_is(abbr, "in")) {
        request->left = CONVERT_SYMBOLS;
        request->right = CONVERT_NAMES;
    } else if (text_view_is(abbr, "out")) {
        request->left = CONVERT_NAMES;
    } else if (text_view_is_one_of(abbr, "values|none")) {
        request->left = request->right = CONVERT_VALUES_ONLY;
    }
}

/* disp: what is shown, and what stands between input and output. */
static void read_display(struct convert_request *request, struct view disp) {
    static const struct {
        const char *words, *open, *close;
    } joins[] = {
        {"or", " or ", ""},     {"comma", ", ", ""},         {"sqbr|s", " [", "]"},
        {"slash|/", " / ", ""}, {"semicolon", "; ", ""},     {"br", "\n", ""},
        {"br()", "\n(", ")"},   {"table|tablecen", " ", ""}, {"to", " to ", ""},
        {"-", " – ", ""},
    };
    static const struct {
        const char *words;
        enum convert_display display;
    } displays[] = {
        {"output only|out|outputonly|output", CONVERT_OUTPUT_ONLY},
        {"output number only|number|num", CONVERT_OUTPUT_NUMBER},
        {"unit|unit or text", CONVERT_UNIT_ONLY},
        {"input|input only", CONVERT_INPUT_ONLY},
    };
    request->open = " (";
    request->close = ")";
    for (size_t i = 0; i < sizeof joins / sizeof joins[0]; i++) {
        if (text_view_is_one_of(disp, joins[i].words)) {
            request->open = joins[i].open;
            request->close = joins[i].close;
        }
    }
    for (size_t i = 0; i < sizeof displays / sizeof displays[0]; i++) {
        if (text_view_is_one_of(disp, displays[i].words))
            request->display = displays[i].display;
    }
    if (text_view_is_one_of(disp, "flip|flip5"))
        request->flipped = true;
}

static void read_rounding(struct convert_request *request, const struct template_writer *writer) {
    struct convert_rounding *rounding = &request->rounding;
    double value;
    struct view round = template_named(writer, "round");
    struct view disp = template_named(writer, "disp");
    if (text_view_is(round, "each"))
        request->round_each = true;
    else if (number_format_read(round, &value) && value > 0 && value <= 1000)
        rounding->step = value;
    if (text_view_is_one_of(disp, "5|flip5"))
        rounding->step = 5;
    if (number_format_read(template_first_of(writer, "sigfig|sigfigs"), &value) && value >= 1 &&
        value <= 15)
        rounding->significant = (int)value;
    if (number_format_read(template_named(writer, "frac"), &value) && value >= 1 && value <= 1000)
        rounding->fraction = (int)value;
}

void convert_options_read(struct convert_request *request, const struct template_writer *writer) {
    bool cvt = strcmp(writer->option, "cvt") == 0;
    read_abbreviation(request, template_named(writer, "abbr"), cvt);
    struct view adjective = template_first_of(writer, "adj|sing");
    request->adjective = text_view_is_one_of(adjective, "on|y|yes|mid|j|flip|with");
    request->singular = text_view_is_one_of(adjective, "1|pre1|sing");
    struct view display = template_named(writer, "disp");
    read_display(request, display);
    if (text_view_is(display, "or") && !cvt && template_named(writer, "abbr").size == 0)
        request->right = CONVERT_NAMES;
    if (text_view_is_one_of(template_named(writer, "order"), "flip"))
        request->flipped = true;
    if (text_view_is_one_of(adjective, "flip"))
        request->flipped = true;
    request->american = text_view_is_one_of(template_named(writer, "sp"), "us|US|u.s.");
    struct view comma = template_named(writer, "comma");
    request->comma = text_view_is_one_of(comma, "off|n|no") ? 0 : text_view_is(comma, "5") ? 5 : 4;
    request->spelled_number = text_view_is_one_of(template_named(writer, "spell"), "in|on|In|On");
    read_rounding(request, writer);
}
