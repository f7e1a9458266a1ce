#include "tools/join/wikiplain_report.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

#include "tools/cli/numbers.h"

/* Templates that are named in the report; further ones are rare, and no use to anyone. */
enum { TEMPLATES_NAMED = 1000 };

void wikiplain_totals_release(struct wikiplain_totals *totals) {
    buffer_release(&totals->over_budget);
    name_tally_release(&totals->holes);
}

enum status wikiplain_totals_add(struct wikiplain_totals *totals, const struct wikiplain_job *job,
                                 struct error *error) {
    wikiplain_counts_add(&totals->counts, &job->counts);
    totals->too_long += job->skipped;
    struct view rest = buffer_view(&job->over_budget);
    enum status status = STATUS_OK;
    while (rest.size > 0 && totals->titles < WIKIPLAIN_REPORT_TITLES && status == STATUS_OK) {
        const unsigned char *end = memchr(rest.data, '\n', rest.size);
        size_t size = end == NULL ? rest.size : (size_t)(end - rest.data) + 1;
        status = buffer_append(&totals->over_budget, rest.data, size, error);
        totals->titles++;
        rest.data += size;
        rest.size -= size;
    }
    return status;
}

struct reason {
    const char *one, *many; /* for people */
    uint64_t count;
};

void wikiplain_report_pages(const struct wikiplain_totals *totals, char *text, size_t size) {
    const struct wikiplain_counts *counts = &totals->counts;
    const struct reason reasons[] = {
        {"article", "articles", counts->articles},
        {"redirect", "redirects", counts->pages.redirects},
        {"of another namespace", "of other namespaces", counts->pages.other_namespace},
        {"disambiguation", "disambiguations", counts->disambiguations},
        {"list", "lists", counts->lists},
        {"too short", "too short", counts->too_short},
        {"empty", "empty", counts->pages.empty},
        {"without reading text", "without reading text", counts->without_text},
        {"no wikitext", "no wikitext", counts->pages.other_content},
        {"too long", "too long", totals->too_long},
    };
    char number[NUMBERS_SIZE];
    uint64_t pages = counts->pages.pages + totals->too_long;
    numbers_format_count(pages, number);
    size_t used = (size_t)snprintf(text, size, "%s %s", number, pages == 1 ? "page" : "pages");
    const char *before = ": ";
    for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++) {
        if (reasons[i].count == 0 || used >= size)
            continue;
        numbers_format_count(reasons[i].count, number);
        used += (size_t)snprintf(text + used, size - used, "%s%s %s", before, number,
                                 reasons[i].count == 1 ? reasons[i].one : reasons[i].many);
        before = ", ";
    }
}

/* {"name": count} of the unknown templates, the commonest first. */
static json_t *hole_templates(const struct name_tally *holes) {
    struct name_tally_entry *top = calloc(TEMPLATES_NAMED, sizeof *top);
    json_t *object = json_object();
    size_t count = top == NULL ? 0 : name_tally_top(holes, top, TEMPLATES_NAMED);
    for (size_t i = 0; i < count; i++)
        json_object_set_new(object, top[i].name, json_integer((json_int_t)top[i].count));
    free(top);
    return object;
}

static json_t *lines(const struct buffer *text) {
    json_t *array = json_array();
    struct view rest = buffer_view(text);
    while (rest.size > 0) {
        const unsigned char *end = memchr(rest.data, '\n', rest.size);
        size_t size = end == NULL ? rest.size : (size_t)(end - rest.data);
        json_array_append_new(array, json_stringn((const char *)rest.data, size));
        rest.data += end == NULL ? size : size + 1;
        rest.size -= end == NULL ? size : size + 1;
    }
    return array;
}

void wikiplain_report_set(struct run_report *report, const struct wikiplain_totals *totals) {
    const struct wikiplain_counts *counts = &totals->counts;
    run_report_set(report, "files", totals->files);
    run_report_set(report, "pages", counts->pages.pages + totals->too_long);
    run_report_set(report, "articles", counts->articles);
    run_report_set(report, "redirects", counts->pages.redirects);
    run_report_set(report, "other_namespaces", counts->pages.other_namespace);
    run_report_set(report, "other_content", counts->pages.other_content);
    run_report_set(report, "disambiguations", counts->disambiguations);
    run_report_set(report, "lists", counts->lists);
    run_report_set(report, "too_short", counts->too_short);
    run_report_set(report, "too_long", totals->too_long);
    run_report_set(report, "empty", counts->pages.empty);
    run_report_set(report, "without_text", counts->without_text);
    run_report_set(report, "lines_skipped", counts->pages.lines_skipped);
    run_report_set(report, "templates", counts->cleaning.templates);
    run_report_set(report, "holes", counts->cleaning.holes);
    run_report_set(report, "dropped_sentences", counts->cleaning.dropped_sentences);
    run_report_set(report, "unclosed", counts->cleaning.unclosed);
    run_report_set(report, "budget_hits", counts->cleaning.budget_hits);
    run_report_set(report, "bytes_in", totals->bytes_in);
    run_report_set(report, "bytes_unpacked", counts->text_bytes);
    run_report_set(report, "bytes_out", totals->bytes_out);
    run_report_add(report, "hole_templates", hole_templates(&totals->holes));
    run_report_add(report, "hole_templates_forgotten",
                   json_integer((json_int_t)totals->holes.forgotten));
    run_report_add(report, "budget_pages", lines(&totals->over_budget));
}
