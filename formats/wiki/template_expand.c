#include "formats/wiki/template_expand.h"

#include "formats/wiki/letter_case.h"
#include "formats/wiki/parser_function.h"
#include "formats/wiki/template_language.h"
#include "formats/wiki/template_table.h"
#include "formats/wiki/territory_name.h"
#include "formats/wiki/wiki_page.h"
#include "formats/wiki/wiki_site.h"

/* Small letters, single spaces; cut at the end of `folded`. */
static struct view fold_name(struct view name, unsigned char folded[TEMPLATE_NAME_SIZE]) {
    size_t size = 0;
    name = text_view_trim(name);
    for (size_t i = 0; i < name.size && size < TEMPLATE_NAME_SIZE; i++) {
        unsigned char byte = name.data[i];
        if (byte == '_' || text_view_is_blank(byte)) {
            if (size > 0 && folded[size - 1] == ' ')
                continue;
            byte = ' ';
        }
        if (byte >= 0x20)
            folded[size++] = byte;
    }
    while (size > 0 && folded[size - 1] == ' ')
        size--;
    letter_case_lower(folded, size);
    return (struct view){folded, size};
}

/* Simple English is English; Norwegian has two codes for its main form. */
static const char *table_language(const char *language) {
    if (strcmp(language, "simple") == 0)
        return "en";
    return strcmp(language, "nb") == 0 ? "no" : language;
}

/* {{USA}}, {{GER|Ziel=Berlin}}: a flag and the country. */
static bool expand_country(struct template_writer *writer) {
    struct view code = text_view_trim(writer->call->name);
    for (size_t i = 0; i < code.size; i++) {
        if (code.data[i] < 'A' || code.data[i] > 'Z')
            return false;
    }
    if (code.size < 2 || code.size > 3 || template_places(writer) > 0 ||
        (code.size == 2 && !text_view_is_one_of(code, "UK|US")))
        return false;
    const char *name = territory_name_find(writer->language, code);
    if (name != NULL)
        template_put_string(writer, name);
    return name != NULL;
}

/* On East Slavic wikis {{Мексика}} is a flag and the country. */
static bool expand_country_by_name(struct template_writer *writer) {
    static const char *const languages[] = {"ru", "uk", "be"};
    for (size_t i = 0; i < sizeof languages / sizeof languages[0]; i++) {
        struct view name = text_view_trim(writer->call->name);
        if (template_is_language(writer, languages[i]) && writer->call->count == 0 &&
            territory_name_is_known(languages[i], name)) {
            template_put(writer, name);
            return true;
        }
    }
    return false;
}

static void expand(struct template_writer *writer) {
    if (parser_function_expand(writer) || expand_country(writer))
        return;
    const struct template_row *row = template_table_find(writer->language, writer->name);
    if (row != NULL) {
        writer->option = row->option;
        row->handler(writer);
        return;
    }
    if (template_language_by_name(writer) || expand_country_by_name(writer))
        return;
    writer->outcome = template_table_is_furniture(writer->language, writer->name) ? TEMPLATE_NOTHING
                                                                                  : TEMPLATE_HOLE;
}

enum status template_expand(enum template_outcome *outcome, struct buffer *text,
                            const struct template_call *call, struct error *error) {
    unsigned char folded[TEMPLATE_NAME_SIZE];
    size_t before = text->size;
    struct template_writer writer = {
        .call = call,
        .language = table_language(call->site->language),
        .option = "",
        .name = fold_name(call->name, folded),
        .title = call->page != NULL ? call->page->title : (struct view){NULL, 0},
        .outcome = TEMPLATE_TEXT,
        .text = text,
        .status = STATUS_OK,
        .error = error,
    };
    expand(&writer);
    if (writer.status != STATUS_OK || writer.outcome != TEMPLATE_TEXT)
        text->size = before;
    if (writer.outcome == TEMPLATE_TEXT && text->size == before)
        writer.outcome = TEMPLATE_NOTHING;
    *outcome = writer.outcome;
    return writer.status;
}

/* A positional argument longer than this, in bytes, is probably prose. */
#define PROSE_SIZE 80

bool template_is_likely_furniture(const struct template_call *call, bool alone) {
    size_t positional = 0, named = 0;
    for (size_t i = 0; i < call->count; i++) {
        struct view value = text_view_trim(call->arguments[i].value);
        if (call->arguments[i].name.size > 0) {
            named++;
            continue;
        }
        positional++;
        if (value.size >= PROSE_SIZE)
            return false;
    }
    /* A box has its fields by name; many of them never are a piece of a sentence. */
    return alone || (named >= 4 && named > positional);
}
