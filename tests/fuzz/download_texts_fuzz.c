/* content_range, download_state, url_facts, http_location: any text as a header, a state or a URL.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "tools/fetch/content_range.h"
#include "tools/fetch/download_state.h"
#include "tools/fetch/dump_files.h"
#include "tools/fetch/local_copy.h"
#include "tools/fetch/url_facts.h"
#include "tools/s3/http_location.h"

static void check(int holds) {
    if (!holds)
        abort();
}

static void try_range(const char *text) {
    struct content_range range;
    if (!content_range_parse(&range, text))
        return;
    check(range.has_bytes || range.has_total);
    check(!range.has_bytes || range.first <= range.last);
    check(!range.has_bytes || !range.has_total || range.last < range.total);
}

/* What can be read is written, and then is read as the same. */
static void try_state(struct view bytes) {
    struct download_state state, again;
    struct buffer text = BUFFER_INIT;
    struct error error;
    if (!download_state_parse(&state, bytes))
        return;
    const char *validator = download_state_validator(&state);
    check(validator == NULL || strpbrk(validator, "\r\n") == NULL);
    if (download_state_write(&state, &text, &error) == STATUS_OK) {
        check(download_state_parse(&again, buffer_view(&text)));
        check(strcmp(state.of, again.of) == 0 && strcmp(state.etag, again.etag) == 0);
        check(strcmp(state.last_modified, again.last_modified) == 0);
        check(state.total == again.total && state.durable == again.durable);
    }
    buffer_release(&text);
}

static void try_url(const char *text) {
    char name[URL_FACTS_NAME], *path = NULL, *place = NULL;
    struct error error = {.message = ""};
    if (url_facts_name(name, text, &error) == STATUS_OK)
        check(dump_files_is_name(name));
    else
        check(error.message[0] != '\0');
    if (local_copy_is(text) && local_copy_path(&path, text, &error) == STATUS_OK)
        check(path[0] == '/' && strlen(path) <= strlen(text));
    if (http_location_resolve(&place, "https://a/b/c?d", text, &error) == STATUS_OK)
        check(strncmp(place, "https://", 8) == 0);
    free(path);
    free(place);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = strndup((const char *)data, size);
    check(text != NULL);
    try_range(text);
    try_url(text);
    try_state((struct view){data, size});
    free(text);
    return 0;
}
