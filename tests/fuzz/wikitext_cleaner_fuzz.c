/* wikitext_cleaner: any text as a page, in languages whose markup differs, with every option. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "formats/wiki/wiki_site.h"
#include "formats/wiki/wikitext_cleaner.h"

static void check(int holds) {
    if (!holds)
        abort();
}

/* Lines of text, none empty, without a control character: no mark of the cleaner's stays. */
static void check_text(struct view text) {
    check(text.size == 0 || text.data[text.size - 1] == '\n');
    for (size_t i = 0; i < text.size; i++) {
        check(text.data[i] >= ' ' || text.data[i] == '\n');
        check(text.data[i] != '\n' || (i > 0 && text.data[i - 1] != '\n'));
    }
}

static struct wikitext_options options_of(uint8_t bits) {
    return (struct wikitext_options){
        .headings = bits & 1,
        .captions = bits & 2,
        .tables = bits & 4,
        .reference_sections = bits & 8,
        .lists = (enum wikitext_lists)((bits >> 4 & 3) % 3),
        .holes = (enum wikitext_holes)((bits >> 6 & 3) % 3),
        .variant = bits & 1 ? "zh-hant" : NULL,
    };
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The site of one of a few languages; they are made once and stay. */
static const struct wiki_site *site_of(uint8_t number) {
    static const char *const LANGUAGES[] = {"en", "zh", "fr", "de", "ru", "ar", "ja", "it"};
    static struct wiki_site sites[8];
    static bool made[8];
    struct error error;
    number %= 8;
    if (!made[number])
        check(wiki_site_init(&sites[number], LANGUAGES[number], &error) == STATUS_OK);
    made[number] = true;
    return &sites[number];
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct wikitext_cleaner cleaner;
    struct wikitext_counts counts = {0};
    struct buffer text = BUFFER_INIT, again = BUFFER_INIT;
    struct error error;
    if (size < 2)
        return 0;
    struct wikitext_options options = options_of(data[0]);
    struct wiki_page page = {.text = {data + 2, size - 2}};
    check(wikitext_cleaner_init(&cleaner, site_of(data[1]), &options, &error) == STATUS_OK);
    check(wikitext_clean(&cleaner, &text, &page, &counts, &error) == STATUS_OK);
    check_text(buffer_view(&text));
    /* What a page leaves behind in the cleaner changes nothing. */
    check(wikitext_clean(&cleaner, &again, &page, NULL, &error) == STATUS_OK);
    check(again.size == text.size &&
          (text.size == 0 || memcmp(again.data, text.data, text.size) == 0));
    buffer_release(&text);
    buffer_release(&again);
    wikitext_cleaner_release(&cleaner);
    return 0;
}
