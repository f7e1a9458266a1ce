#include "formats/wiki/template_language.h"

#include "formats/wiki/language_name.h"

/* Text, romanization and meaning of the arguments from `place` on. */
static void put_foreign(struct template_writer *writer, struct view code, size_t place) {
    struct view text = template_at(writer, place);
    if (text.size == 0)
        text = template_first_of(writer, "text|script");
    if (text.size == 0) {
        writer->outcome = TEMPLATE_NOTHING;
        return;
    }
    struct view label = template_named(writer, "label");
    if (text_view_is_one_of(label, "none|no|off")) {
        label.size = 0;
    } else if (label.size > 0) {
        template_put(writer, label);
        template_put_string(writer, ": ");
    } else {
        language_name_put_label(writer, code);
    }
    template_put(writer, text);
    if (!template_is_language(writer, "en") && !template_is_language(writer, "simple"))
        return;
    struct view roman = template_at(writer, place + 1), meaning = template_at(writer, place + 2);
    if (roman.size == 0)
        roman = template_named(writer, "translit");
    if (meaning.size == 0)
        meaning = template_first_of(writer, "translation|lit|gloss");
    if (roman.size > 0) {
        template_put_string(writer, ", romanized: ");
        template_put(writer, roman);
    }
    if (meaning.size > 0) {
        template_put_string(writer, ", lit. '");
        template_put(writer, meaning);
        template_put_string(writer, "'");
    }
}

void template_langx(struct template_writer *writer) {
    put_foreign(writer, template_at(writer, 1), 2);
}

void template_lang_labelled(struct template_writer *writer) {
    struct view text = template_first_of(writer, "2|texte|text");
    if (text.size == 0 || !language_name_put_label(writer, template_at(writer, 1))) {
        template_put(writer, text);
        return;
    }
    template_put(writer, text);
}

void template_lang_multiple(struct template_writer *writer) {
    for (size_t place = 1; place < 12; place += 2) {
        struct view code = template_at(writer, place), text = template_at(writer, place + 1);
        if (text.size == 0)
            break;
        if (place > 1)
            template_put_string(writer, ", ");
        language_name_put_label(writer, code);
        template_put(writer, text);
    }
}

static bool put_by_prefix(struct template_writer *writer) {
    struct view name = writer->name, code;
    if (text_view_starts(name, "lang-"))
        code = text_view_from(name, 5);
    else if (template_is_language(writer, "fi") && text_view_starts(name, "k-"))
        code = text_view_from(name, 2);
    else if (template_is_language(writer, "hu") && text_view_starts(name, "ny-"))
        code = text_view_from(name, 3);
    else
        return false;
    bool brief = text_view_ends(code, "-short") || text_view_ends(code, "2") ||
                 text_view_ends(code, "-nombre");
    if (brief)
        code.size -= text_view_ends(code, "-short") ? 6 : text_view_ends(code, "2") ? 1 : 7;
    if (brief && template_is_language(writer, "ja") && template_at(writer, 1).size > 0 &&
        language_name_put_value(writer, language_form_japanese, code)) {
        template_put_string(writer, ": ");
        template_put(writer, template_at(writer, 1));
        return true;
    }
    put_foreign(writer, code, 1);
    return true;
}

/* French {{84e}}, {{XXe siècle}}, {{1er mai}}: the name is the text. */
static bool is_french_ordinal(struct view name) {
    size_t size = 0;
    while (size < name.size &&
           (text_view_is_digit(name.data[size]) || strchr("ivxlcdm", name.data[size]) != NULL))
        size++;
    struct view rest = text_view_from(name, size);
    if (size == 0)
        return false;
    if (text_view_starts(rest, "er") || text_view_starts(rest, "re"))
        rest = text_view_from(rest, 2);
    else if (text_view_starts(rest, "e"))
        rest = text_view_from(rest, 1);
    else
        return false;
    return rest.size == 0 || text_view_starts(rest, " siècle") ||
           (text_view_starts(rest, " ") &&
            language_name_find_month("fr", text_view_from(rest, 1)) != 0);
}

bool template_language_by_name(struct template_writer *writer) {
    if (template_is_language(writer, "fr") && is_french_ordinal(writer->name)) {
        template_put(writer, text_view_trim(writer->call->name));
        return true;
    }
    if (writer->call->count == 0 || writer->name.size < 3)
        return false;
    if (put_by_prefix(writer))
        return true;
    struct view name = writer->name, code = name;
    if (template_is_language(writer, "de") && name.size <= 4 && text_view_ends(name, "s")) {
        code.size--;
        if (language_name_find("de", code) == NULL)
            return false;
        language_name_put_label(writer, code);
        template_put(writer, template_at(writer, 1));
        return true;
    }
    if (!template_is_language(writer, "it") && !template_is_language(writer, "ar") &&
        !template_is_language(writer, "pt") && !template_is_language(writer, "es"))
        return false;
    struct view text = template_at(writer, 1);
    const char *found = text.size > 0 ? language_name_code(writer->language, name) : NULL;
    if (found == NULL)
        return false;
    bool brackets = template_is_language(writer, "ar");
    template_put_string(writer, brackets ? "(" : "");
    language_name_put_label(writer, view_of_string(found));
    template_put(writer, text);
    template_put_string(writer, brackets ? ")" : "");
    return true;
}
