#include "tools/join/wikiplain_site.h"

#include <stdlib.h>
#include <string.h>

enum status wikiplain_site_make(struct wikiplain_site **site, struct wikiplain_site *before,
                                const struct dump_header *header, const char *language,
                                struct error *error) {
    struct buffer made_of = BUFFER_INIT;
    const char *code = language != NULL ? language : header->language;
    enum status status = buffer_append(&made_of, code, strlen(code) + 1, error);
    if (status == STATUS_OK)
        status = buffer_append(&made_of, header->namespaces.data, header->namespaces.size, error);
    if (status != STATUS_OK)
        goto out_buffer;
    if (before != NULL && before->made_of.size == made_of.size &&
        memcmp(before->made_of.data, made_of.data, made_of.size) == 0) {
        *site = wikiplain_site_share(before);
        goto out_buffer;
    }
    struct wikiplain_site *made = calloc(1, sizeof *made);
    if (made == NULL) {
        status = error_no_memory(error, "the words of the wiki");
        goto out_buffer;
    }
    status = dump_header_site(header, &made->site, language, error);
    if (status != STATUS_OK) {
        free(made);
        goto out_buffer;
    }
    atomic_init(&made->users, 1);
    made->made_of = made_of;
    *site = made;
    return STATUS_OK;
out_buffer:
    buffer_release(&made_of);
    return status;
}

struct wikiplain_site *wikiplain_site_share(struct wikiplain_site *site) {
    atomic_fetch_add(&site->users, 1);
    return site;
}

void wikiplain_site_release(struct wikiplain_site *site) {
    if (site == NULL || atomic_fetch_sub(&site->users, 1) != 1)
        return;
    wiki_site_release(&site->site);
    buffer_release(&site->made_of);
    free(site);
}
