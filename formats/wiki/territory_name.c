#include "formats/wiki/territory_name.h"

static const struct territory_wiki *wiki_of(const char *wiki) {
    struct view code = view_of_string(wiki);
    if (text_view_is(code, "no"))
        code = view_of_string("nb");
    else if (text_view_is(code, "simple"))
        code = view_of_string("en");
    for (int round = 0; round < 2; round++) {
        for (size_t i = 0; i < TERRITORY_WIKIS; i++) {
            if (text_view_is(code, territory_name_data[i].wiki))
                return &territory_name_data[i];
        }
        code = text_view_first(code, text_view_find(code, '-'));
    }
    return NULL;
}

const char *territory_name_find(const char *wiki, struct view country) {
    const struct territory_wiki *names = wiki_of(wiki), *english = wiki_of("en");
    if (names == NULL || country.size < 2)
        return NULL;
    if (text_view_is(country, "UK"))
        country = view_of_string("GB");
    for (size_t i = 0; i < TERRITORY_NAMES; i++) {
        const struct territory_code *code = &territory_name_codes[i];
        bool found = country.size == 2   ? text_view_is(country, code->two)
                     : country.size == 3 ? text_view_is_one_of(country, code->three)
                                         : english != NULL && english->names[i] != NULL &&
                                               text_view_is(country, english->names[i]);
        if (found)
            return names->names[i];
    }
    return NULL;
}

bool territory_name_is_known(const char *wiki, struct view name) {
    const struct territory_wiki *names = wiki_of(wiki);
    for (size_t i = 0; names != NULL && i < TERRITORY_NAMES; i++) {
        if (names->names[i] != NULL && text_view_is(name, names->names[i]))
            return true;
    }
    return false;
}
