#include "formats/wiki/wikitext_cleaner.h"

#include <stdlib.h>

#include "formats/wiki/wiki_site.h"
#include "formats/wiki/wikitext_work.h"

enum status wikitext_cleaner_init(struct wikitext_cleaner *cleaner, const struct wiki_site *site,
                                  const struct wikitext_options *options, struct error *error) {
    *cleaner = (struct wikitext_cleaner){.site = site};
    if (options != NULL)
        cleaner->options = *options;
    cleaner->work = calloc(1, sizeof *cleaner->work);
    if (cleaner->work == NULL)
        return error_no_memory(error, "the wikitext cleaner");
    cleaner->work->site = site;
    return STATUS_OK;
}

void wikitext_cleaner_release(struct wikitext_cleaner *cleaner) {
    struct wikitext_work *work = cleaner->work;
    if (work == NULL)
        return;
    buffer_release(&work->first);
    buffer_release(&work->second);
    buffer_release(&work->scratch);
    buffer_release(&work->captions);
    free(work->braces.items);
    free(work->parts.items);
    free(work->arguments.items);
    free(work->opens.items);
    free(work->ranges.items);
    free(work->starts.items);
    free(work);
    cleaner->work = NULL;
}

/* The budget wikitext_options promises. */
static uint64_t budget_of(const struct wikitext_options *options, size_t size) {
    return options->budget != 0 ? options->budget : 64 * (uint64_t)size + ((uint64_t)4 << 20);
}

static enum status append_title(struct buffer *text, const struct wiki_page *page,
                                struct error *error) {
    enum status status = buffer_append(text, page->title.data, page->title.size, error);
    return status == STATUS_OK ? buffer_append(text, "\n", 1, error) : status;
}

enum status wikitext_clean(struct wikitext_cleaner *cleaner, struct buffer *text,
                           const struct wiki_page *page, struct wikitext_counts *counts,
                           struct error *error) {
    struct wikitext_counts unused = {0};
    struct wikitext_work *work = cleaner->work;
    if (page->is_redirect || page->text.size == 0 ||
        wiki_site_is_redirect(cleaner->site, page->text, NULL))
        return STATUS_OK;
    work->options = &cleaner->options;
    work->page = page;
    work->counts = counts == NULL ? &unused : counts;
    work->budget = budget_of(&cleaner->options, page->text.size);
    work->budget_hit = false;
    enum status status = STATUS_OK;
    if (cleaner->options.titles && page->title.size > 0)
        status = append_title(text, page, error);
    if (status == STATUS_OK)
        status = wikitext_preprocess(work, error);
    if (status == STATUS_OK)
        status = wikitext_drop_tables(work, error);
    if (status == STATUS_OK)
        status = wikitext_convert_variants(work, error);
    if (status == STATUS_OK)
        status = wikitext_inline(work, error);
    if (status == STATUS_OK)
        status = wikitext_blocks(work, text, error);
    work->counts->budget_hits += work->budget_hit;
    work->page = NULL;
    work->counts = NULL;
    return status;
}
