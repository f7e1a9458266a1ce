#include "formats/wiki/language_name.h"

#include <stdlib.h>

#include "formats/wiki/letter_case.h"

static const struct language_name_wiki *wiki_of(const char *wiki) {
    struct view code = view_of_string(wiki);
    if (text_view_is(code, "no"))
        code = view_of_string("nb");
    if (text_view_is(code, "sh"))
        code = view_of_string("hr");
    if (text_view_is(code, "simple"))
        code = view_of_string("en");
    for (int round = 0; round < 2; round++) {
        for (size_t i = 0; i < LANGUAGE_NAME_WIKIS; i++) {
            if (text_view_is(code, language_name_data[i].wiki))
                return &language_name_data[i];
        }
        code = text_view_first(code, text_view_find(code, '-'));
    }
    return NULL;
}

static size_t index_of(struct view code) {
    size_t low = 0, high = LANGUAGE_NAME_CODES;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        struct view other = view_of_string(language_name_codes[middle]);
        size_t size = code.size < other.size ? code.size : other.size;
        int order = memcmp(code.data, other.data, size);
        if (order == 0 && code.size == other.size)
            return middle;
        if (order < 0 || (order == 0 && code.size < other.size))
            high = middle;
        else
            low = middle + 1;
    }
    return LANGUAGE_NAME_CODES;
}

/* Codes that wikis use for a language that has another here. */
static struct view usual_code(struct view code) {
    static const char *const codes[][2] = {
        {"grc-gre", "el"}, {"gre", "el"},      {"gr", "el"},          {"jp", "ja"},
        {"cz", "cs"},      {"cmn", "zh"},      {"iw", "he"},          {"hbo", "he"},
        {"eng", "en"},     {"ger", "de"},      {"fra", "fr"},         {"spa", "es"},
        {"pes", "fa"},     {"prs", "fa"},      {"be-tarask", "be"},   {"als", "gsw"},
        {"lat", "la"},     {"be-x-old", "be"}, {"simple", "en"},      {"deu", "de"},
        {"rus", "ru"},     {"ita", "it"},      {"zh-min-nan", "nan"}, {"sqi", "sq"},
        {"dk", "da"},
    };
    for (size_t i = 0; i < sizeof codes / sizeof codes[0]; i++) {
        if (text_view_is(code, codes[i][0]))
            return view_of_string(codes[i][1]);
    }
    return code;
}

const char *language_name_find(const char *wiki, struct view code) {
    const struct language_name_wiki *names = wiki_of(wiki);
    if (code.size == 0)
        return NULL;
    code = usual_code(code);
    size_t index = index_of(code);
    if (index == LANGUAGE_NAME_CODES)
        index = index_of(text_view_first(code, text_view_find(code, '-')));
    if (index == LANGUAGE_NAME_CODES || names == NULL)
        return NULL;
    return names->names[index];
}

const char *language_name_code(const char *wiki, struct view name) {
    static const char article[] = "ال";
    const struct language_name_wiki *names = wiki_of(wiki);
    for (size_t i = 0; names != NULL && i < LANGUAGE_NAME_CODES; i++) {
        unsigned char small[64];
        struct view other = view_of_string(names->names[i] != NULL ? names->names[i] : "");
        if (text_view_starts(other, article))
            other = text_view_from(other, strlen(article));
        if (other.size != name.size || other.size == 0 || other.size > sizeof small)
            continue;
        memcpy(small, other.data, other.size);
        letter_case_lower(small, other.size);
        if (memcmp(small, name.data, name.size) == 0)
            return language_name_codes[i];
    }
    return NULL;
}

const char *language_name_month(const char *wiki, int month) {
    const struct language_name_wiki *names = wiki_of(wiki);
    if (names == NULL)
        names = wiki_of("en");
    return month < 1 || month > 12 || names == NULL ? "" : names->months[month - 1];
}

int language_name_find_month(const char *wiki, struct view text) {
    for (int month = 1; month <= 12; month++) {
        unsigned char small[32];
        size_t size = text.size < sizeof small ? text.size : sizeof small;
        memcpy(small, text.data, size);
        letter_case_lower(small, size);
        const char *own = language_name_month(wiki, month);
        const char *english = language_name_month("en", month);
        if (text_view_starts(text, own) || text_view_starts(text, english) ||
            text_view_starts((struct view){small, size}, own))
            return month;
    }
    return 0;
}

bool language_name_put_value(struct template_writer *writer, const char *list, struct view key) {
    struct view rest = view_of_string(list), part;
    while (text_view_next(&rest, '|', &part)) {
        size_t equal = text_view_find(part, '=');
        if (equal < part.size && text_view_equal(text_view_first(part, equal), key)) {
            template_put(writer, text_view_from(part, equal + 1));
            return true;
        }
    }
    return false;
}

static const struct language_form *form_of(const char *wiki) {
    struct view whole = view_of_string(wiki);
    for (size_t i = 0; i + 1 < language_form_data_count; i++) {
        if (text_view_is_one_of(whole, language_form_data[i].wikis))
            return &language_form_data[i];
    }
    size_t hyphen = text_view_find(whole, '-');
    for (size_t i = 0; hyphen < whole.size && i + 1 < language_form_data_count; i++) {
        if (text_view_is_one_of(text_view_first(whole, hyphen), language_form_data[i].wikis))
            return &language_form_data[i];
    }
    return &language_form_data[language_form_data_count - 1];
}

bool language_name_put_label(struct template_writer *writer, struct view code) {
    const struct language_form *form = form_of(writer->language);
    if (form->forms != NULL && language_name_put_value(writer, form->forms, usual_code(code))) {
        template_put_string(writer, form->form_after);
        return true;
    }
    const char *name = language_name_find(writer->language, code);
    if (name == NULL)
        return false;
    template_put_string(writer, form->before);
    size_t begin = writer->text->size;
    template_put_string(writer, name);
    if (form->small && writer->status == STATUS_OK)
        letter_case_lower(writer->text->data + begin,
                          letter_case_length((struct view){writer->text->data + begin,
                                                           writer->text->size - begin}));
    template_put_string(writer, form->after);
    return true;
}
