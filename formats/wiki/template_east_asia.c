/* {{nihongo}}, {{zh}}, {{korean}}: names with their characters and romanizations. */
#include "formats/wiki/language_name.h"
#include "formats/wiki/template_handlers.h"
#include "formats/wiki/template_language.h"

/* Puts a part of a list; *count tells how many came before. */
static void put_part(struct template_writer *writer, size_t *count, const char *separator,
                     const char *label, struct view text, const char *after) {
    if (text.size == 0)
        return;
    if ((*count)++ > 0)
        template_put_string(writer, separator);
    template_put_string(writer, label);
    template_put(writer, text);
    template_put_string(writer, after);
}

/* The same text but for bold and italic marks? */
static bool same_text(struct view a, struct view b) {
    while (a.size > 0 && a.data[0] == '\'')
        a = text_view_from(a, 1);
    while (a.size > 0 && a.data[a.size - 1] == '\'')
        a.size--;
    return text_view_equal(a, b);
}

/* English (kanji, romanization, extra) further. Option "2": the kanji alone; "3": romanized first.
 */
void template_nihongo(struct template_writer *writer) {
    struct view english = template_at(writer, 1), kanji = template_at(writer, 2);
    struct view roman = template_at(writer, 3), extra = template_first_of(writer, "4|extra");
    struct view further = template_first_of(writer, "5|extra2");
    char kind = writer->option[0];
    bool lead = template_is_on(writer, "lead") || kind == 'l';
    if (kind == '2') {
        template_put(writer, english);
        return;
    }
    if (kind == '4') {
        extra = roman;
        roman.size = 0;
    }
    const char *roman_label = lead ? "Hepburn: " : "", *roman_end = "";
    if (kind == '3' && roman.size > 0) {
        struct view first = english;
        english = roman;
        roman = first;
        roman_label = roman_end = "\"";
    }
    if (english.size == 0) {
        english = roman;
        roman.size = 0;
    }
    if (english.size == 0) {
        english = kanji;
        kanji.size = 0;
    }
    if (same_text(english, roman))
        roman.size = 0;
    template_put(writer, english);
    if (kanji.size + roman.size + extra.size > 0) {
        size_t count = 0;
        bool brief = roman.size == 0;
        template_put_string(writer, english.size > 0 ? " (" : "(");
        put_part(writer, &count, ", ", lead ? "Japanese: " : "", kanji, "");
        put_part(writer, &count, ", ", roman_label, roman, roman_end);
        put_part(writer, &count, brief ? "; " : ", ", "", extra, "");
        template_put_string(writer, ")");
    }
    if (further.size > 0) {
        template_put_string(writer, " ");
        template_put(writer, further);
    }
}

struct part {
    const char *names, *label, *after;
};

static void put_parts(struct template_writer *writer, const struct part *parts, size_t part_count,
                      size_t *count, bool labels) {
    for (size_t i = 0; i < part_count; i++) {
        struct view value = template_first_of(writer, parts[i].names);
        put_part(writer, count, "; ", labels || parts[i].after[0] != '\0' ? parts[i].label : "",
                 value, parts[i].after);
    }
}

static bool has_labels(const struct template_writer *writer) {
    return !text_view_is_one_of(template_named(writer, "labels"), "no|n|off|none");
}

/*
 * The labels of parts are English; elsewhere the language's name stands before the whole, and the
 * parts have none.
 */
static bool begin_parts(struct template_writer *writer, const char *code) {
    bool labels = has_labels(writer);
    bool english = template_is_language(writer, "en") || template_is_language(writer, "simple");
    if (labels && !english)
        language_name_put_label(writer, view_of_string(code));
    return labels && english;
}

void template_chinese(struct template_writer *writer) {
    static const struct part characters[] = {
        {"c", "Chinese: ", ""},
        {"s", "simplified Chinese: ", ""},
        {"t", "traditional Chinese: ", ""},
    };
    static const struct part traditional_first[] = {
        {"c", "Chinese: ", ""},
        {"t", "traditional Chinese: ", ""},
        {"s", "simplified Chinese: ", ""},
    };
    static const struct part romanizations[] = {
        {"p|hp", "pinyin: ", ""},   {"tp", "Tongyong Pinyin: ", ""},
        {"w", "Wade–Giles: ", ""},  {"psp", "postal: ", ""},
        {"j", "Jyutping: ", ""},    {"y|cy", "Cantonese Yale: ", ""},
        {"sl", "Sidney Lau: ", ""}, {"poj", "Pe̍h-ōe-jī: ", ""},
        {"tl", "Tâi-lô: ", ""},     {"zhu", "Zhuyin Fuhao: ", ""},
        {"l", "lit. '", "'"},       {"tr", "trans. ", ""},
    };
    size_t count = 0;
    size_t before = writer->text->size;
    bool labels = begin_parts(writer, "zh");
    bool first = text_view_is(template_named(writer, "first"), "t");
    put_parts(writer, first ? traditional_first : characters, 3, &count, labels);
    put_parts(writer, romanizations, sizeof romanizations / sizeof romanizations[0], &count,
              labels);
    if (count == 0)
        put_part(writer, &count, "", labels ? "Chinese: " : "", template_at(writer, 1), "");
    if (count == 0 && writer->status == STATUS_OK)
        writer->text->size = before;
}

void template_korean(struct template_writer *writer) {
    static const struct part parts[] = {
        {"hangul|1", "Korean: ", ""}, {"hanja|2", "Hanja: ", ""}, {"rr|3", "RR: ", ""},
        {"mr|4", "MR: ", ""},         {"lit|5", "lit. '", "'"},
    };
    size_t count = 0;
    size_t before = writer->text->size;
    put_parts(writer, parts, sizeof parts / sizeof parts[0], &count, begin_parts(writer, "ko"));
    if (count == 0 && writer->status == STATUS_OK)
        writer->text->size = before;
}
