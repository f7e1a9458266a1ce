#include "formats/wiki/wikitext_inline.h"
#include "formats/wiki/wikitext_scan.h"

static void note_bold(struct wikitext_quotes *quotes, const unsigned char *data, size_t segment,
                      size_t size) {
    if (size > segment && data[size - 1] == ' ') {
        if (quotes->after_space == WIKITEXT_NOWHERE)
            quotes->after_space = size;
    } else if (size - segment >= 2 && data[size - 2] == ' ') {
        if (quotes->after_letter == WIKITEXT_NOWHERE)
            quotes->after_letter = size;
    } else if (quotes->after_word == WIKITEXT_NOWHERE) {
        quotes->after_word = size;
    }
}

/*
 * Words that lose their last vowel before another one. Behind one of them, without a space, three
 * apostrophes are its own and two for italic, or a slip for four: a bold word would follow a space.
 */
static bool is_elided(const struct wikitext_scanner *scanner, size_t segment) {
    static const char *const LANGUAGES[] = {"it", "fr", "ca", "oc", "vec", "lmo", "scn", "pms"};
    static const char *const WORDS[] = {"l",    "d",    "dell",  "all", "nell",
                                        "dall", "sull", "quell", "qu",  "un"};
    const unsigned char *end = scanner->data + scanner->size, *at = end;
    const char *language = scanner->work->site->language;
    bool elides = false;
    for (size_t i = 0; i < sizeof LANGUAGES / sizeof LANGUAGES[0] && !elides; i++)
        elides = strcmp(language, LANGUAGES[i]) == 0;
    if (!elides || scanner->at == scanner->end ||
        (!wikitext_is_letter(*scanner->at) && *scanner->at < 0xC3 && *scanner->at != '['))
        return false;
    while (at > scanner->data + segment && end - at < 6 && wikitext_is_letter(at[-1]))
        at--;
    if (at > scanner->data + segment && at[-1] != ' ' && at[-1] != '(' && at[-1] != ',')
        return false;
    for (size_t i = 0; i < sizeof WORDS / sizeof WORDS[0]; i++) {
        if (strlen(WORDS[i]) == (size_t)(end - at) && wikitext_has_prefix(at, end, WORDS[i]))
            return true;
    }
    return false;
}

void wikitext_inline_quotes(struct wikitext_scanner *scanner) {
    struct wikitext_quotes *quotes = &scanner->quotes;
    size_t length = wikitext_run(scanner->at, scanner->end, '\'');
    scanner->at += length;
    /* What is too many stands in front, as text: of four one, of more than five all but five. */
    size_t literal = length == 4 ? 1 : length > 5 ? length - 5 : 0;
    size_t segment = quotes->first == WIKITEXT_NOWHERE ? scanner->line : quotes->last;
    /* The apostrophe of an elision: should this be the run that is to lose one, it has. */
    size_t bold = length == 3 && is_elided(scanner, segment) ? scanner->size : WIKITEXT_NOWHERE;
    if (bold != WIKITEXT_NOWHERE) {
        literal = 1;
        length = 4;
    }
    memset(scanner->data + scanner->size, '\'', literal);
    scanner->size += literal;
    length -= literal;
    if (quotes->first == WIKITEXT_NOWHERE)
        quotes->first = scanner->size;
    quotes->last = scanner->size;
    quotes->italic += length != 3;
    quotes->bold += length != 2;
    if (length == 3)
        note_bold(quotes, scanner->data, segment < scanner->size ? segment : scanner->size,
                  bold == WIKITEXT_NOWHERE ? scanner->size : bold);
}

/* Puts an apostrophe where a bold run is to be an italic one behind it. */
static void put_apostrophe(struct wikitext_scanner *scanner, size_t where) {
    struct wikitext_open *opens = scanner->work->opens.items;
    memmove(scanner->data + where + 1, scanner->data + where, scanner->size - where);
    scanner->data[where] = '\'';
    scanner->size++;
    for (size_t i = scanner->work->opens.count; i > 0 && opens[i - 1].start > where; i--) {
        opens[i - 1].start++;
        opens[i - 1].part++;
        opens[i - 1].caption += opens[i - 1].caption != 0;
    }
    scanner->region.start += scanner->region.start > where;
}

/* Is the line indented and italic from end to end? */
static bool is_hatnote(const struct wikitext_scanner *scanner) {
    const struct wikitext_quotes *quotes = &scanner->quotes;
    size_t at = scanner->line, last = scanner->size;
    if (at == last || scanner->data[at] != ':' || quotes->italic < 2 || quotes->italic % 2 != 0)
        return false;
    while (at < last && (scanner->data[at] == ':' || wikitext_is_blank(scanner->data[at])))
        at++;
    while (last > at && (wikitext_is_blank(scanner->data[last - 1]) ||
                         scanner->data[last - 1] == '.' || scanner->data[last - 1] == MARK_DROPPED))
        last--;
    return quotes->first <= at && quotes->last >= last;
}

void wikitext_inline_end_quotes(struct wikitext_scanner *scanner) {
    struct wikitext_quotes *quotes = &scanner->quotes;
    if (quotes->first == WIKITEXT_NOWHERE)
        return;
    if (quotes->bold % 2 == 1 && quotes->italic % 2 == 1) {
        size_t where = quotes->after_letter != WIKITEXT_NOWHERE ? quotes->after_letter
                       : quotes->after_word != WIKITEXT_NOWHERE ? quotes->after_word
                                                                : quotes->after_space;
        if (where == scanner->size || (where < scanner->size && scanner->data[where] != '\''))
            put_apostrophe(scanner, where);
    } else if (is_hatnote(scanner)) {
        scanner->data[scanner->line] = MARK_HATNOTE;
    }
    *quotes = (struct wikitext_quotes){
        0,
        0,
        WIKITEXT_NOWHERE,
        WIKITEXT_NOWHERE,
        WIKITEXT_NOWHERE,
        WIKITEXT_NOWHERE,
        WIKITEXT_NOWHERE,
    };
}
