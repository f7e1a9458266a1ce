#include "tools/join/h5look_html.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tools/cli/numbers.h"
#include "tools/join/h5look_html_row.h"
#include "tools/join/h5look_plot.h"
#include "tools/join/h5look_text.h"

/* A table of more files would be longer than anybody reads. */
static const size_t MOST_FILES = 200;

static const char HEAD[] =
    "<!DOCTYPE html>\n"
    "<html lang=\"en\"><head><meta charset=\"utf-8\"/>\n"
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
    "<title>Training shards</title>\n"
    "<style>\n"
    ":root{--ink:#1d2733;--paper:#fff;--soft:#66717d;--rule:#dde3e9;--bar:#3a78b5;--good:#1f7a45;"
    "--bad:#b3261e;--warn:#8a6100;--mask:#ffe2a8;--keep:#cdebd3;--random:#f8cfcf}\n"
    "@media(prefers-color-scheme:dark){:root{--ink:#e2e8ee;--paper:#14191f;--soft:#97a3af;"
    "--rule:#2c353f;--bar:#6ba7de;--good:#6fce95;--bad:#ff8a80;--warn:#e5b95c;--mask:#6b4e10;"
    "--keep:#1f5230;--random:#6e2a2a}}\n"
    "body{font:16px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper);"
    "max-width:1340px;margin:2em auto;padding:0 1em}\n"
    "h2{margin-top:2em;border-bottom:2px solid var(--rule);overflow-wrap:anywhere}\n"
    "dl.facts{display:flex;flex-wrap:wrap;gap:1em 2.5em}dl.facts dt{color:var(--soft);"
    "font-size:.85em}dl.facts dd{margin:0;font-size:1.35em}\n"
    ".plots{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(480px,100%),1fr));"
    "gap:1em}figure{margin:0}svg{width:100%;height:auto}svg text{font-size:12px;"
    "fill:var(--soft)}svg .title{font-size:15px;fill:var(--ink)}\n"
    ".bar{fill:var(--bar)}.line{fill:none;stroke:var(--bar);stroke-width:2}"
    ".axis{fill:none;stroke:var(--soft)}.grid{stroke:var(--rule)}\n"
    "table{border-collapse:collapse}td,th{text-align:left;padding:.2em 1em .2em 0;"
    "border-bottom:1px solid var(--rule);vertical-align:top;overflow-wrap:anywhere}"
    "td.n,th.n{text-align:right;white-space:nowrap}\n"
    ".good{color:var(--good)}.bad{color:var(--bad)}.warn{color:var(--warn)}\n"
    ".row{line-height:2.3}.row span{padding:.1em .2em;border-radius:.2em}"
    ".row .b{border-bottom:2px solid var(--bar)}.mask{background:var(--mask)}"
    ".keep{background:var(--keep)}.random{background:var(--random)}"
    ".row small{color:var(--soft)}pre{white-space:pre-wrap;overflow-wrap:anywhere}\n"
    "</style></head><body>\n";

static void fact(FILE *file, const char *name, const char *value) {
    fprintf(file, "<div><dt>%s</dt><dd>%s</dd></div>\n", name, value);
}

static void fact_count(FILE *file, const char *name, uint64_t count) {
    char text[NUMBERS_SIZE];
    numbers_format_count(count, text);
    fact(file, name, text);
}

static void fact_percent(FILE *file, const char *name, uint64_t part, uint64_t whole) {
    char text[NUMBERS_SIZE];
    snprintf(text, sizeof text, "%.2f %%", whole == 0 ? 0 : 100 * (double)part / (double)whole);
    fact(file, name, text);
}

static void write_facts(FILE *file, const struct h5look_set *set) {
    const struct h5look_statistics *found = &set->statistics;
    char text[NUMBERS_SIZE];
    fputs("<dl class=\"facts\">\n", file);
    fact_count(file, "shards", set->count);
    fact_count(file, "rows", set->rows);
    numbers_format_size(set->bytes, text);
    fact(file, "size", text);
    fact_count(file, "pieces", found->tokens);
    snprintf(text, sizeof text, "%.1f",
             found->rows == 0 ? 0 : (double)found->tokens / (double)found->rows);
    fact(file, "mean length", text);
    fact_percent(file, "padding", found->places - found->tokens, found->places);
    fact_percent(file, "predicted", found->predictions, found->tokens - found->separators);
    if (set->ids.known)
        fact_percent(file, "of these [MASK]", found->masked, found->predictions);
    fact_percent(file, "kept", found->kept, found->predictions);
    fact_percent(file, set->ids.known ? "random" : "[MASK] or random", found->random,
                 found->predictions);
    fact_percent(file, "not the next sentence", found->not_next, found->rows);
    if (set->ids.known) {
        uint64_t used = h5look_statistics_used(found);
        fact_percent(file, "unknown", h5look_statistics_piece(found, set->ids.unknown),
                     found->tokens);
        fact_count(file, "vocabulary entries never used",
                   used > set->ids.size ? 0 : set->ids.size - used);
    }
    fputs("</dl>\n", file);
}

static int descending(const void *a, const void *b) {
    uint64_t left = *(const uint64_t *)a;
    uint64_t right = *(const uint64_t *)b;
    return (left < right) - (left > right);
}

static size_t used_length(const uint64_t *counts, size_t count) {
    while (count > 0 && counts[count - 1] == 0)
        count--;
    return count;
}

static enum status write_plots(FILE *file, const struct h5look_set *set, struct error *error) {
    static const struct h5look_plot LENGTHS = {"Lengths", "pieces of a row, padding apart", "rows"};
    static const struct h5look_plot MASKS = {"Predictions by position", "position in the row",
                                             "predictions"};
    static const struct h5look_plot PIECES = {"Pieces by rank", "rank of the piece", "times"};
    static const struct h5look_plot SHARDS = {"Rows of shards", "shard, in the order below",
                                              "rows"};
    const struct h5look_statistics *found = &set->statistics;
    size_t pieces = found->piece_count;
    size_t room = pieces > set->count ? pieces : set->count;
    uint64_t *counts = calloc(room + 1, sizeof *counts);
    if (counts == NULL)
        return error_no_memory(error, "the plots");
    fputs("<div class=\"plots\">\n", file);
    h5look_plot_bars(file, &LENGTHS, found->lengths,
                     used_length(found->lengths, SHARD_MAX_SEQ_LENGTH + 1), 0);
    h5look_plot_bars(file, &MASKS, found->masks, used_length(found->masks, SHARD_MAX_SEQ_LENGTH),
                     0);
    if (pieces > 0) {
        memcpy(counts, found->pieces, pieces * sizeof *counts);
        qsort(counts, pieces, sizeof *counts, descending);
    }
    h5look_plot_ranks(file, &PIECES, counts, h5look_statistics_used(found));
    for (size_t i = 0; i < set->count; i++)
        counts[i] = set->files[i].rows;
    h5look_plot_bars(file, &SHARDS, counts, set->count, 1);
    fputs("</div>\n", file);
    free(counts);
    return STATUS_OK;
}

static void write_checks(FILE *file, const char *title, const struct h5look_check *checks,
                         size_t count) {
    static const char *const VERDICTS[] = {"ok", "warning", "wrong", "damaged"};
    static const char *const CLASSES[] = {"good", "warn", "bad", "bad"};
    fprintf(file, "<h3>%s</h3>\n<table>\n", title);
    for (size_t i = 0; i < count; i++) {
        const struct h5look_check *check = &checks[i];
        const char *verdict = check->title == NULL            ? VERDICTS[check->verdict]
                              : check->verdict == H5LOOK_FITS ? "fits"
                                                              : "does not";
        fprintf(file, "<tr><td class=\"%s\">%s</td><td>", CLASSES[check->verdict], verdict);
        h5look_html_text(file, check->title == NULL ? check->name : check->title);
        fputs("</td><td>", file);
        h5look_html_text(file, check->text);
        fputs("</td></tr>\n", file);
    }
    fputs("</table>\n", file);
}

static void write_files(FILE *file, const struct h5look_set *set) {
    char text[NUMBERS_SIZE];
    fputs("<h3>Files</h3>\n<table>\n<tr><th class=\"n\">rows</th><th class=\"n\">size</th>"
          "<th>name</th></tr>\n",
          file);
    for (size_t i = 0; i < set->count && i < MOST_FILES; i++) {
        const struct h5look_file *shard = &set->files[i];
        numbers_format_count(shard->rows, text);
        fprintf(file, "<tr><td class=\"n\">%s</td>", text);
        numbers_format_size(shard->bytes, text);
        fprintf(file, "<td class=\"n\">%s</td><td>", text);
        h5look_html_text(file, shard->name);
        if (shard->fault != NULL) {
            fputs("<br/><span class=\"bad\">", file);
            h5look_html_text(file, shard->fault);
            fputs("</span>", file);
        }
        fputs("</td></tr>\n", file);
    }
    fputs("</table>\n", file);
    if (set->count > MOST_FILES)
        fprintf(file, "<p>and %zu more</p>\n", set->count - MOST_FILES);
}

enum status h5look_html(FILE *file, const struct h5look_sets *sets,
                        const struct vocabulary *vocabulary,
                        const struct h5look_verification *verifications, struct error *error) {
    fputs(HEAD, file);
    fputs("<h1>Training shards</h1>\n", file);
    enum status status = STATUS_OK;
    for (size_t i = 0; i < sets->count && status == STATUS_OK; i++) {
        const struct h5look_set *set = &sets->items[i];
        fputs("<h2>", file);
        h5look_html_text(file, set->folder);
        fputs("</h2>\n", file);
        write_facts(file, set);
        status = write_plots(file, set, error);
        if (status == STATUS_OK)
            status = h5look_html_rows(file, set, vocabulary, error);
        if (verifications != NULL) {
            write_checks(file, "Checks", verifications[i].checks, H5LOOK_CHECKS);
            write_checks(file, "Trainers", verifications[i].trainers, H5LOOK_TRAINERS);
        }
        write_files(file, set);
        fputs("<h3>Provenance</h3>\n<pre>", file);
        h5look_html_text(file, set->provenance == NULL ? "none" : set->provenance);
        fputs("</pre>\n", file);
    }
    fputs("</body></html>\n", file);
    return status;
}
