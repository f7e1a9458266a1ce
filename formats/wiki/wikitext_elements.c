/*
 * wikitext_elements - tags in the inline pass.
 */
#include "formats/wiki/wikitext_inline.h"
#include "formats/wiki/wikitext_scan.h"
#include "formats/wiki/wikitext_tag.h"

/* Ends the line, and writes what the next one begins with. */
static enum status begin_line(struct wikitext_scanner *scanner, bool paragraph, const char *prefix,
                              struct error *error) {
    enum status status = wikitext_inline_end_line(scanner, paragraph, error);
    if (status == STATUS_OK)
        wikitext_write(scanner, prefix, strlen(prefix));
    /* Blanks behind the tag would be an indentation. */
    scanner->at = wikitext_skip_blanks(scanner->at, scanner->end);
    return status;
}

static void begin_region(struct wikitext_scanner *scanner, unsigned tag) {
    scanner->region = (struct wikitext_region){
        .start = scanner->size,
        .tag = tag,
        .depth = 1,
        .opens = scanner->work->opens.count,
    };
}

/* A tag inside a region: true when it was the region's own. */
static bool region_tag(struct wikitext_scanner *scanner, const struct wikitext_tag *tag) {
    struct wikitext_region *region = &scanner->region;
    if (region->depth == 0 || tag->index != region->tag || tag->kind == WIKITEXT_TAG_UNKNOWN)
        return false;
    if (tag->closing)
        region->depth--;
    else
        region->depth += !tag->self_closing;
    if (region->depth == 0) {
        if (scanner->work->opens.count > region->opens)
            scanner->work->opens.count = region->opens;
        wikitext_cut_output(scanner, region->start < scanner->size ? region->start : scanner->size);
        wikitext_write_byte(scanner, tag->kind == WIKITEXT_TAG_TABLE ? MARK_TABLE : MARK_DROPPED);
    }
    return true;
}

/* Two in a row end the paragraph. */
static enum status line_break(struct wikitext_scanner *scanner, struct error *error) {
    size_t size = scanner->size;
    while (size > 0 && wikitext_is_blank(scanner->data[size - 1]))
        size--;
    if (scanner->line_break != WIKITEXT_NOWHERE && size < scanner->line_break) {
        scanner->line_break = WIKITEXT_NOWHERE;
        return begin_line(scanner, true, "", error);
    }
    wikitext_write_byte(scanner, ' ');
    scanner->line_break = scanner->size;
    return STATUS_OK;
}

static bool hides(const struct wikitext_scanner *scanner, const struct wikitext_tag *tag) {
    return scanner->region.depth == 0 && !tag->closing && !tag->self_closing &&
           tag->attributes.size > 12 && tag->kind != WIKITEXT_TAG_UNKNOWN &&
           wikitext_tag_is_hidden(tag->attributes);
}

enum status wikitext_inline_tag(struct wikitext_scanner *scanner, struct error *error) {
    struct wikitext_tag tag;
    if (!wikitext_tag_read(&tag, scanner->at, scanner->end)) {
        wikitext_write_byte(scanner, *scanner->at++);
        return STATUS_OK;
    }
    scanner->at = tag.next;
    if (region_tag(scanner, &tag))
        return STATUS_OK;
    if (hides(scanner, &tag)) {
        begin_region(scanner, tag.index);
        return STATUS_OK;
    }
    switch (tag.kind) {
    case WIKITEXT_TAG_BLOCK:
        return begin_line(scanner, true, "", error);
    case WIKITEXT_TAG_BREAK:
        return line_break(scanner, error);
    case WIKITEXT_TAG_ITEM:
        return begin_line(scanner, false, tag.closing ? "" : "* ", error);
    case WIKITEXT_TAG_TERM:
        return begin_line(scanner, false, tag.closing ? "" : "; ", error);
    case WIKITEXT_TAG_HEADING:
        if (!tag.closing)
            return begin_line(scanner, false, "==", error);
        wikitext_write(scanner, "==", 2);
        return begin_line(scanner, false, "", error);
    case WIKITEXT_TAG_POEM:
        scanner->poem = !tag.closing && !tag.self_closing;
        return begin_line(scanner, true, "", error);
    case WIKITEXT_TAG_TABLE:
        if (!scanner->work->options->tables && !tag.closing && scanner->region.depth == 0)
            begin_region(scanner, tag.index);
        return STATUS_OK;
    default:
        return STATUS_OK;
    }
}
