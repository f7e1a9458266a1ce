#include "formats/wiki/convert_unit.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>

#include "formats/wiki/text_view.h"

struct prefix {
    const char *symbol;
    const char *name;
    int power;
};

static const struct prefix prefixes[] = {
    {"da", "deca", 1},   {"k", "kilo", 3},   {"M", "mega", 6},   {"G", "giga", 9},
    {"T", "tera", 12},   {"P", "peta", 15},  {"E", "exa", 18},   {"h", "hecto", 2},
    {"d", "deci", -1},   {"c", "centi", -2}, {"m", "milli", -3}, {"μ", "micro", -6},
    {"µ", "micro", -6},  {"u", "micro", -6}, {"n", "nano", -9},  {"p", "pico", -12},
    {"f", "femto", -15},
};

/* An index over the codes, made on the first look-up; a power of two, twice their number or more.
 */
#define SLOT_COUNT 2048

static struct slot {
    struct view code; /* data NULL: free */
    const struct convert_unit_row *row;
} slots[SLOT_COUNT];
static pthread_once_t once = PTHREAD_ONCE_INIT;

static struct slot *slot_of(struct view code) {
    size_t at = 2166136261U;
    for (size_t i = 0; i < code.size; i++)
        at = (at ^ code.data[i]) * 16777619U;
    for (at ^= at >> 15;; at++) {
        struct slot *slot = &slots[at % SLOT_COUNT];
        if (slot->code.data == NULL || text_view_equal(slot->code, code))
            return slot;
    }
}

static void fill_slots(void) {
    size_t used = 0;
    for (size_t i = 0; i < convert_unit_data_count; i++) {
        struct view rest = view_of_string(convert_unit_data[i].codes), code;
        while (used < SLOT_COUNT / 2 && text_view_next(&rest, '|', &code)) {
            struct slot *slot = slot_of(code);
            if (slot->code.data == NULL) {
                *slot = (struct slot){code, &convert_unit_data[i]};
                used++;
            }
        }
    }
}

static const struct convert_unit_row *find_row(struct view code) {
    pthread_once(&once, fill_slots);
    return slot_of(code)->row;
}

static void fill(struct convert_unit *unit, const struct convert_unit_row *row) {
    *unit = (struct convert_unit){
        .scale = row->scale, .offset = row->offset, .output = row->output, .flags = row->flags};
    snprintf(unit->kind, sizeof unit->kind, "%s", row->kind);
    snprintf(unit->symbol, sizeof unit->symbol, "%s", row->symbol);
    snprintf(unit->name, sizeof unit->name, "%s", row->name);
    if (row->plural != NULL)
        snprintf(unit->plural, sizeof unit->plural, "%s", row->plural);
    else
        snprintf(unit->plural, sizeof unit->plural, "%ss", row->name);
}

/* Puts `front` before the text of a field; false when it does not fit. */
static bool put_before(char field[CONVERT_UNIT_TEXT_SIZE], const char *front) {
    char text[CONVERT_UNIT_TEXT_SIZE];
    int length = snprintf(text, sizeof text, "%s%s", front, field);
    if (length < 0 || (size_t)length >= sizeof text)
        return false;
    memcpy(field, text, (size_t)length + 1);
    return true;
}

static bool find_prefixed(struct convert_unit *unit, struct view code) {
    for (size_t i = 0; i < sizeof prefixes / sizeof prefixes[0]; i++) {
        const struct prefix *prefix = &prefixes[i];
        if (!text_view_starts(code, prefix->symbol))
            continue;
        const struct convert_unit_row *row = find_row(text_view_from(code, strlen(prefix->symbol)));
        if (row == NULL || (row->flags & CONVERT_UNIT_PREFIXES) == 0)
            continue;
        fill(unit, row);
        unit->scale *= pow(10, prefix->power);
        return put_before(unit->symbol, strcmp(prefix->symbol, "u") == 0 ? "μ" : prefix->symbol) &&
               put_before(unit->name, prefix->name) && put_before(unit->plural, prefix->name);
    }
    return false;
}

/* Millions of something: by the power of ten (e6acre), or by a letter for what is counted so. */
static bool find_multiple(struct convert_unit *unit, struct view code) {
    static const struct {
        const char *code, *name, *symbol;
        double factor;
    } powers[] = {
        {"e3", "thousand ", "×103 ", 1e3},       {"e6", "million ", "×106 ", 1e6},
        {"e9", "billion ", "×109 ", 1e9},        {"e12", "trillion ", "×1012 ", 1e12},
        {"e15", "quadrillion ", "×1015 ", 1e15}, {"k", "thousand ", "thousand ", 1e3},
        {"M", "million ", "million ", 1e6},      {"G", "billion ", "billion ", 1e9},
        {"T", "trillion ", "trillion ", 1e12},
    };
    static const char counted[] =
        "oilbbl|oilbbl/d|bbl|bbl/d|cuft|cuft/s|cuft/d|USgal|U.S.gal|impgal|"
        "acre.ft|acre·ft|cuyd|gal|USgal/d|impgal/d|BTU";
    for (size_t i = 0; i < sizeof powers / sizeof powers[0]; i++) {
        if (!text_view_starts(code, powers[i].code))
            continue;
        struct view rest = text_view_from(code, strlen(powers[i].code));
        bool power = powers[i].code[0] == 'e';
        if (rest.size == 0 || text_view_is_digit(rest.data[0]) ||
            (!power && !text_view_is_one_of(rest, counted)))
            continue;
        const struct convert_unit_row *row = find_row(rest);
        if (row != NULL)
            fill(unit, row);
        else if (!find_prefixed(unit, rest))
            return false;
        unit->scale *= powers[i].factor;
        unit->flags |= CONVERT_UNIT_MULTIPLE | (power ? CONVERT_UNIT_CLOSE : 0U);
        bool barrel = !power && strncmp(unit->symbol, "bbl", 3) == 0;
        return put_before(unit->symbol, barrel ? powers[i].code : powers[i].symbol) &&
               put_before(unit->name, powers[i].name) && put_before(unit->plural, powers[i].name);
    }
    return false;
}

static bool find_simple(struct convert_unit *unit, struct view code) {
    const struct convert_unit_row *row = find_row(code);
    if (row != NULL)
        fill(unit, row);
    return row != NULL || find_multiple(unit, code) || find_prefixed(unit, code);
}

/* Puts together "a<between>b" in a field. */
static bool join(char field[CONVERT_UNIT_TEXT_SIZE], const char *between, const char *last) {
    size_t size = strlen(field);
    int length = snprintf(field + size, CONVERT_UNIT_TEXT_SIZE - size, "%s%s", between, last);
    return length >= 0 && size + (size_t)length < CONVERT_UNIT_TEXT_SIZE;
}

static bool find_quotient(struct convert_unit *unit, struct view code) {
    size_t slash = text_view_find(code, '/');
    struct convert_unit below;
    if (slash == 0 || slash + 1 >= code.size || !find_simple(unit, text_view_first(code, slash)) ||
        !find_simple(&below, text_view_from(code, slash + 1)) || below.scale == 0 ||
        ((unit->flags | below.flags) & (CONVERT_UNIT_TEMPERATURE | CONVERT_UNIT_INVERSE)) != 0)
        return false;
    unit->scale /= below.scale;
    unit->output = "";
    unit->flags = 0;
    return join(unit->kind, " per ", below.kind) && join(unit->symbol, "/", below.symbol) &&
           join(unit->name, " per ", below.name) && join(unit->plural, " per ", below.name);
}

bool convert_unit_find(struct convert_unit *unit, struct view code) {
    code = text_view_trim(code);
    return code.size > 0 && code.size < 48 &&
           (find_simple(unit, code) || find_quotient(unit, code));
}

int convert_unit_division(const struct convert_unit *large, const struct convert_unit *small) {
    static const struct {
        const char *large, *small;
        int count;
    } divisions[] = {
        {"foot", "inch", 12},         {"yard", "foot", 3},
        {"yard", "inch", 36},         {"chain", "foot", 66},
        {"chain", "yard", 22},        {"mile", "chain", 80},
        {"mile", "foot", 5280},       {"mile", "yard", 1760},
        {"mile", "furlong", 8},       {"stone", "pound", 14},
        {"pound", "ounce", 16},       {"long ton", "long hundredweight", 20},
        {"long ton", "pound", 2240},  {"metre", "centimetre", 100},
        {"kilometre", "metre", 1000}, {"hour", "minute", 60},
        {"minute", "second", 60},     {"long hundredweight", "pound", 112},
        {"fathom", "foot", 6},        {"acre", "rood", 4},
        {"furlong", "yard", 220},     {"kilogram", "gram", 1000},
        {"league", "mile", 3},
    };
    for (size_t i = 0; i < sizeof divisions / sizeof divisions[0]; i++) {
        if (strcmp(large->name, divisions[i].large) == 0 &&
            strcmp(small->name, divisions[i].small) == 0)
            return divisions[i].count;
    }
    return 0;
}
