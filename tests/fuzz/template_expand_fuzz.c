/*
 * template_expand of any call: the first byte chooses the wiki, the rest is the call without its
 * braces. What comes out must agree with its outcome, and come out the same twice.
 */
#include <stdlib.h>

#include "formats/wiki/template_expand.h"
#include "formats/wiki/text_view.h"
#include "formats/wiki/wiki_site.h"

#define MAX_ARGUMENTS 64

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char *const languages[] = {"en", "de", "fr", "es",    "it", "ru", "ja", "zh",
                                        "ko", "ar", "fa", "pt-br", "hu", "bn", "fi", "xx"};

static size_t take_apart(struct view rest, struct view *name, struct template_argument *arguments) {
    size_t count = 0;
    size_t end = text_view_find(rest, '|');
    *name = text_view_trim(text_view_first(rest, end));
    rest = text_view_from(rest, end < rest.size ? end + 1 : end);
    struct view part;
    while (count < MAX_ARGUMENTS && text_view_next(&rest, '|', &part)) {
        size_t equal = text_view_find(part, '=');
        arguments[count] = (struct template_argument){{NULL, 0}, part};
        if (equal < part.size) {
            arguments[count].name = text_view_trim(text_view_first(part, equal));
            arguments[count].value = text_view_trim(text_view_from(part, equal + 1));
        }
        count++;
    }
    return count;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static struct template_argument arguments[MAX_ARGUMENTS];
    struct error error;
    if (size < 2)
        return 0;
    struct wiki_site site = {.words = NULL};
    const char *language = languages[data[0] % (sizeof languages / sizeof languages[0])];
    memcpy(site.language, language, strlen(language) + 1);
    struct template_call call = {.arguments = arguments, .site = &site};
    call.count = take_apart((struct view){data + 1, size - 1}, &call.name, arguments);

    struct buffer first = BUFFER_INIT, second = BUFFER_INIT;
    enum template_outcome outcome, again;
    if (template_expand(&outcome, &first, &call, &error) != STATUS_OK ||
        template_expand(&again, &second, &call, &error) != STATUS_OK)
        abort();
    if (outcome != again || !text_view_equal(buffer_view(&first), buffer_view(&second)))
        abort();
    if ((outcome == TEMPLATE_TEXT) != (first.size > 0))
        abort();
    /* Nothing grows beyond what the arguments and a few words of ours can make. */
    if (first.size > 16 * size + 4096)
        abort();
    (void)template_is_likely_furniture(&call, (data[0] & 16) != 0);
    buffer_release(&first);
    buffer_release(&second);
    return 0;
}
