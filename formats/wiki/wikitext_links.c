/*
 * wikitext_links - links in the inline pass: internal, external, files, categories.
 */
#include "formats/wiki/wikitext_inline.h"
#include "formats/wiki/wikitext_scan.h"

/* Longer targets are none: titles have 255 bytes at the most, and may be percent-encoded. */
#define LONGEST_TARGET 1024

static const unsigned char TARGET_STOPS[256] = {
    ['\n'] = 1, ['<'] = 1, ['['] = 1, [']'] = 1, ['{'] = 1, ['|'] = 1, ['}'] = 1, [MARK_BAR] = 1,
};

static const char *const PROTOCOLS[] = {
    "http://", "https://", "//",      "ftp://",       "ftps://",  "mailto:",   "irc://",  "ircs://",
    "news:",   "nntp://",  "git://",  "gopher://",    "svn://",   "telnet://", "sftp://", "ssh://",
    "mms://",  "tel:",     "sip:",    "sips:",        "xmpp:",    "magnet:",   "urn:",    "geo:",
    "sms:",    "redis://", "wais://", "worldwind://", "bitcoin:",
};

static bool is_address(const unsigned char *at, const unsigned char *end) {
    for (size_t i = 0; i < sizeof PROTOCOLS / sizeof PROTOCOLS[0]; i++) {
        if (at < end && wikitext_lower(*at) == (unsigned char)PROTOCOLS[i][0] &&
            wikitext_has_prefix(at, end, PROTOCOLS[i]))
            return true;
    }
    return false;
}

static struct wikitext_open *top_open(const struct wikitext_scanner *scanner) {
    struct wikitext_open *opens = scanner->work->opens.items;
    size_t count = scanner->work->opens.count;
    return count == 0 ? NULL : &opens[count - 1];
}

static enum status push(struct wikitext_scanner *scanner, enum wikitext_open_kind kind,
                        struct view target, struct error *error) {
    struct wikitext_open *open = wikitext_array_push(&scanner->work->opens, sizeof *open);
    if (open == NULL)
        return error_no_memory(error, "the links of a page");
    *open = (struct wikitext_open){
        .kind = kind,
        .start = scanner->size,
        .part = scanner->size,
        .target = target,
    };
    return STATUS_OK;
}

/* The first link of a list item: does it begin the item? */
static void mark_item(struct wikitext_scanner *scanner) {
    if (scanner->linked)
        return;
    scanner->linked = true;
    size_t at = scanner->line;
    unsigned char first = at < scanner->size ? scanner->data[at] : '\0';
    if (first != '*' && first != '#' && first != ':' && first != ';')
        return;
    for (; at < scanner->size; at++) {
        unsigned char byte = scanner->data[at];
        if (byte > ' ' && strchr("*#:;\"'(", byte) == NULL)
            return;
    }
    wikitext_write_byte(scanner, MARK_LINK);
}

/* A list item with a link to another site reads as a list of links, wherever the link stands. */
static void mark_cited(struct wikitext_scanner *scanner) {
    unsigned char first = scanner->line < scanner->size ? scanner->data[scanner->line] : '\0';
    if (first == '*' || first == '#' || first == ':' || first == ';')
        wikitext_write_byte(scanner, MARK_LINK);
}

/* What MediaWiki makes of [[Boston, Massachusetts|]] when a page is saved. */
static struct view pipe_trick(struct view target) {
    const unsigned char *at = target.data, *end = at + target.size;
    const unsigned char *colon = memchr(at, ':', target.size);
    if (colon != NULL && colon + 1 < end)
        at = wikitext_skip_blanks(colon + 1, end);
    const unsigned char *last = memchr(at, '(', (size_t)(end - at));
    if (last == NULL || last == at || end[-1] != ')')
        last = memmem(at, (size_t)(end - at), ", ", 2);
    return wikitext_trim(at, last == NULL || last == at ? end : last);
}

/* Does the name end as files of media do? Then the prefix is a word for files all the same: of
 * another language's wiki, when a dump says wrongly which it is. */
static bool is_file_name(struct view name) {
    static const char *const SUFFIXES[] = {".jpg",  ".jpeg", ".png", ".svg", ".gif", ".tif",
                                           ".tiff", ".webp", ".ogg", ".ogv", ".webm"};
    const unsigned char *end = name.data + name.size;
    for (size_t i = 0; i < sizeof SUFFIXES / sizeof SUFFIXES[0]; i++) {
        size_t size = strlen(SUFFIXES[i]);
        if (name.size > size && wikitext_has_prefix(end - size, end, SUFFIXES[i]))
            return true;
    }
    return false;
}

static enum wikitext_open_kind kind_of_target(const struct wikitext_scanner *scanner,
                                              struct view target) {
    const struct wiki_site *site = scanner->work->site;
    const unsigned char *colon = memchr(target.data, ':', target.size);
    if (colon == NULL || colon == target.data)
        return WIKITEXT_OPEN_LINK;
    struct view prefix = wikitext_trim(target.data, colon);
    if (wiki_site_is_media(site, prefix))
        return WIKITEXT_OPEN_FILE;
    if (wiki_site_is_category(site, prefix) || wiki_site_is_language_prefix(site, prefix))
        return WIKITEXT_OPEN_DROP;
    int number;
    if (is_file_name(target) && !wiki_site_find_namespace(site, prefix, &number))
        return WIKITEXT_OPEN_FILE;
    return WIKITEXT_OPEN_LINK;
}

/* Text at `at` that needs no more than copying up to "]]": copies it and moves on behind. */
static bool copy_plain(struct wikitext_scanner *scanner, const unsigned char *at) {
    const unsigned char *end = scanner->end;
    const unsigned char *stop = wikitext_inline_skip(at, end);
    if (stop == at || end - stop < 2 || stop[0] != ']' || stop[1] != ']' ||
        (end - stop > 2 && stop[2] == ']'))
        return false;
    wikitext_write(scanner, at, (size_t)(stop - at));
    scanner->at = stop + 2;
    return true;
}

/* An internal link whose target begins at `at`. */
static enum status open_internal(struct wikitext_scanner *scanner, const unsigned char *at,
                                 struct error *error) {
    const unsigned char *end = scanner->end;
    const unsigned char *limit = end - at > LONGEST_TARGET ? at + LONGEST_TARGET : end;
    const unsigned char *stop = wikitext_skip(at, limit, TARGET_STOPS, 1);
    bool piped = stop < limit && (*stop == '|' || *stop == MARK_BAR);
    scanner->at = at;
    if (!piped && (end - stop < 2 || stop[0] != ']' || stop[1] != ']')) {
        scanner->work->counts->unclosed++;
        return STATUS_OK;
    }
    struct view target = wikitext_trim(at, stop);
    enum wikitext_open_kind kind = kind_of_target(scanner, target);
    if (kind == WIKITEXT_OPEN_LINK)
        mark_item(scanner);
    if (piped)
        scanner->at = stop + 1;
    else if (target.size > 0 && *target.data == ':')
        scanner->at = target.data + 1;
    if (kind == WIKITEXT_OPEN_LINK && copy_plain(scanner, scanner->at))
        return STATUS_OK;
    return push(scanner, kind, target, error);
}

/* [http://... label]; `at` is where the address begins. */
static enum status open_external(struct wikitext_scanner *scanner, const unsigned char *at,
                                 bool twice, struct error *error) {
    const unsigned char *end = scanner->end;
    while (at<end && * at> ' ' && strchr("[]<>\"", *at) == NULL)
        at++;
    scanner->at = wikitext_skip_blanks(at, end);
    mark_cited(scanner);
    if (at < end && *at == ']' && !twice) {
        scanner->at++;
        wikitext_write_byte(scanner, MARK_DROPPED);
        return STATUS_OK;
    }
    enum status status = push(scanner, WIKITEXT_OPEN_EXTERNAL, (struct view){NULL, twice}, error);
    return status;
}

enum status wikitext_inline_open(struct wikitext_scanner *scanner, struct error *error) {
    size_t run = wikitext_run(scanner->at, scanner->end, '[');
    const unsigned char *behind = scanner->at + run;
    if (is_address(behind, scanner->end))
        return open_external(scanner, behind, run > 1, error);
    if (run % 2 == 1)
        wikitext_write_byte(scanner, '[');
    scanner->at = behind;
    return run == 1 ? STATUS_OK : open_internal(scanner, behind, error);
}

/* The part of a file link that ends here: is it the caption? */
static void end_part(struct wikitext_scanner *scanner, struct wikitext_open *open) {
    struct view part = wikitext_trim(scanner->data + open->part, scanner->data + scanner->size);
    if (part.size > 0 && !wiki_site_is_image_option(scanner->work->site, part)) {
        open->caption = (size_t)(part.data - scanner->data);
        open->caption_size = part.size;
    }
    open->part = scanner->size;
}

/* Ends a file link; its caption waits for the end of the line. */
static void close_file(struct wikitext_scanner *scanner, struct wikitext_open *open) {
    struct error ignored;
    struct buffer *captions = &scanner->work->captions;
    if (scanner->work->options->captions) {
        end_part(scanner, open);
        /* Without memory for it a caption is lost, no more. */
        if (open->caption_size > 0 &&
            buffer_reserve(captions, open->caption_size + 4, &ignored) == STATUS_OK) {
            captions->data[captions->size++] = '\n';
            memcpy(captions->data + captions->size, scanner->data + open->caption,
                   open->caption_size);
            captions->size += open->caption_size;
            captions->data[captions->size++] = '\n';
            captions->data[captions->size++] = '\n';
        }
    }
    wikitext_cut_output(scanner, open->start);
    wikitext_write_byte(scanner, MARK_DROPPED);
}

static void close_internal(struct wikitext_scanner *scanner, struct wikitext_open *open) {
    if (open->kind == WIKITEXT_OPEN_FILE) {
        close_file(scanner, open);
    } else if (open->kind == WIKITEXT_OPEN_DROP) {
        wikitext_cut_output(scanner, open->start);
    } else if (scanner->size == open->start) {
        struct view text = pipe_trick(open->target);
        wikitext_write(scanner, text.data, text.size);
    }
    scanner->work->opens.count--;
}

void wikitext_inline_close(struct wikitext_scanner *scanner) {
    size_t run = wikitext_run(scanner->at, scanner->end, ']');
    struct wikitext_open *open;
    scanner->at += run;
    while (run > 0 && (open = top_open(scanner)) != NULL) {
        if (open->kind == WIKITEXT_OPEN_EXTERNAL) {
            run -= open->target.size == 1 && run > 1 ? 2 : 1;
            if (scanner->size == open->start)
                wikitext_write_byte(scanner, MARK_DROPPED);
            scanner->work->opens.count--;
        } else if (run > 1) {
            close_internal(scanner, open);
            run -= 2;
        } else {
            break;
        }
    }
    if (run % 2 == 1)
        wikitext_write_byte(scanner, ']');
}

void wikitext_inline_bar(struct wikitext_scanner *scanner) {
    struct wikitext_open *open = top_open(scanner);
    scanner->at++;
    if (open == NULL || open->kind != WIKITEXT_OPEN_FILE)
        wikitext_write_byte(scanner, '|');
    else if (scanner->work->options->captions)
        end_part(scanner, open);
}

enum status wikitext_inline_end_links(struct wikitext_scanner *scanner, bool paragraph,
                                      struct error *error) {
    struct wikitext_work *work = scanner->work;
    struct wikitext_open *opens = work->opens.items, *top;
    size_t done = 0;
    while ((top = top_open(scanner)) != NULL && top->kind == WIKITEXT_OPEN_EXTERNAL)
        work->opens.count--;
    if (work->opens.count == 0 || opens == NULL)
        return STATUS_OK;
    for (size_t i = work->opens.count; i > 0 && opens[i - 1].newline == 0; i--)
        opens[i - 1].newline = scanner->size;
    if (!paragraph)
        return STATUS_OK;
    work->ranges.count = 0;
    for (size_t i = 0; i < work->opens.count; i++) {
        work->counts->unclosed++;
        if ((opens[i].kind != WIKITEXT_OPEN_FILE && opens[i].kind != WIKITEXT_OPEN_DROP) ||
            opens[i].start < done)
            continue;
        struct wikitext_range *range = wikitext_array_push(&work->ranges, sizeof *range);
        if (range == NULL)
            return error_no_memory(error, "the links of a page");
        done = opens[i].newline > opens[i].start ? opens[i].newline : opens[i].start;
        *range = (struct wikitext_range){opens[i].start, done};
    }
    work->opens.count = 0;
    struct buffer output = {scanner->data, scanner->size, scanner->size};
    wikitext_cut_ranges(work, &output, MARK_DROPPED);
    scanner->size = output.size;
    if (scanner->region.start > scanner->size)
        scanner->region.start = scanner->size;
    return STATUS_OK;
}
