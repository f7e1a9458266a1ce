/*
 * convert_request - a call of {{convert}} or {{cvt}}, understood.
 */
#ifndef FORMATS_WIKI_CONVERT_REQUEST_H
#define FORMATS_WIKI_CONVERT_REQUEST_H

#include "formats/wiki/convert_number.h"
#include "formats/wiki/template_writer.h"

/* More values in a range, parts of an input or outputs than this are no convert any more. */
#define CONVERT_VALUES  8
#define CONVERT_PARTS   3
#define CONVERT_OUTPUTS 4

/* A word between the values of a range. */
struct convert_range {
    const char *word;      /* as written in the call */
    const char *spelled;   /* as shown where names of units are */
    const char *adjective; /* the same before a noun (adj=on) */
    const char *symbol;    /* as shown where symbols are */
    bool repeats;          /* symbols stand behind each value: 10 m × 20 m */
};

struct convert_output {
    struct convert_unit unit;
    struct convert_unit part; /* of 5 ft 11 in: the inch */
    bool has_part;
};

enum convert_side { CONVERT_NAMES, CONVERT_SYMBOLS, CONVERT_VALUES_ONLY };

enum convert_display {
    CONVERT_BOTH,
    CONVERT_INPUT_ONLY,
    CONVERT_OUTPUT_ONLY,
    CONVERT_OUTPUT_NUMBER,
    CONVERT_UNIT_ONLY, /* the input's unit */
};

struct convert_request {
    struct convert_number values[CONVERT_VALUES];
    const struct convert_range *ranges[CONVERT_VALUES]; /* before the value of the same index */
    size_t value_count;
    struct convert_unit unit;
    struct convert_number part_values[CONVERT_PARTS]; /* of an input such as 5 ft 11 in */
    struct convert_unit part_units[CONVERT_PARTS];
    size_t part_count; /* 0 for an input of one unit */
    struct convert_output outputs[CONVERT_OUTPUTS];
    size_t output_count;
    struct convert_rounding rounding;
    enum convert_side left, right;
    enum convert_display display;
    bool names_everywhere; /* abbr=off: also where a symbol is usual (20 degrees Celsius) */
    bool flipped, adjective, singular, american, spelled_number, round_each;
    int comma;                         /* digits from which groups are made: 4, 5; 0: never */
    struct view middle;                /* text behind the unit: "-long" */
    struct view before;                /* text before the unit */
    const char *open, *close;          /* round the outputs: " (" and ")" */
    struct view open_text, close_text; /* the same of disp=x */
};

/* Takes the call apart; false when it is not understood. */
bool convert_request_read(struct convert_request *request, const struct template_writer *writer);

#endif
