/*
 * wiki_site - the language of a wiki and the words its markup uses there.
 *
 * The words come from three places: a generated table of what MediaWiki knows (wiki_words.h), for
 * the language, the languages it falls back to and English, whose words are valid on every wiki;
 * and the dump's own siteinfo. Names are compared as MediaWiki does: spaces and underscores around
 * them do not count, runs of both inside are one space, letters in either case are equal
 * (see wiki_name.h).
 *
 * Thread rule: the functions that take a const site are safe in any number of threads while
 * nothing changes it.
 */
#ifndef FORMATS_WIKI_WIKI_SITE_H
#define FORMATS_WIKI_WIKI_SITE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/base/buffer.h"
#include "formats/base/status.h"

/* Longest language code kept, NUL included; the longest of MediaWiki's own has 14 letters. */
#define WIKI_SITE_LANGUAGE_SIZE 32

/* Namespaces by number; the same on every wiki. */
enum {
    WIKI_NAMESPACE_MEDIA = -2,
    WIKI_NAMESPACE_SPECIAL = -1,
    WIKI_NAMESPACE_ARTICLE = 0,
    WIKI_NAMESPACE_PROJECT = 4,
    WIKI_NAMESPACE_FILE = 6,
    WIKI_NAMESPACE_TEMPLATE = 10,
    WIKI_NAMESPACE_CATEGORY = 14,
};

struct wiki_word; /* one entry of the site's table: its spelling and what it is */

struct wiki_site {
    char language[WIKI_SITE_LANGUAGE_SIZE]; /* "en", "zh-yue", ... in lower case */
    struct wiki_word *words;                /* open addressing, slot_count a power of two */
    size_t slot_count;
    size_t word_count;
    bool has_own_namespaces; /* wiki_site_add_namespace told some */
    struct buffer spellings; /* of the words, in the form that is compared */
    struct buffer patterns;  /* options of images round a number: "$1px" */
};

/*
 * Makes a site with the words of `language`, a code such as "en", "pt-br" or "simple" in either
 * case; an unknown or empty one gives English words, and keeps its code.
 */
MUST_USE enum status wiki_site_init(struct wiki_site *site, const char *language,
                                    struct error *error);

/* Adds a namespace's name, as siteinfo tells it; an own name wins over the table's. */
MUST_USE enum status wiki_site_add_namespace(struct wiki_site *site, struct view name, int number,
                                             struct error *error);

/* Frees the memory; harmless on a zeroed site. */
void wiki_site_release(struct wiki_site *site);

/*
 * Is `name` (what stands before the colon of a link) a name of the namespace? Media: links show
 * their text like any other link, so "Media" is not one of is_media, which means File.
 */
bool wiki_site_is_media(const struct wiki_site *site, struct view name);
bool wiki_site_is_category(const struct wiki_site *site, struct view name);
bool wiki_site_is_template(const struct wiki_site *site, struct view name);

/* The number of the namespace with this name, true when there is one. */
bool wiki_site_find_namespace(const struct wiki_site *site, struct view name, int *number);

/*
 * The namespace a title is in by its prefix ("Talk:Moon"), 0 when what stands before the colon is
 * no namespace ("Alien: Covenant") or nothing follows it. Where siteinfo told the namespaces, no
 * others count. *rest, if not NULL, gets the title without the prefix.
 */
int wiki_site_namespace_of_title(const struct wiki_site *site, struct view title,
                                 struct view *rest);

/*
 * Is `word` (a whole part of an image link, blanks around it allowed) an option of images:
 * "thumb", "mini", "200x150px", "alt=...", "upright 1.2"? What is none is the caption.
 */
bool wiki_site_is_image_option(const struct wiki_site *site, struct view word);

/*
 * The same for options whose value is text: when `word` is the alternative text (alt=...), gives
 * the value.
 */
bool wiki_site_is_image_alternative(const struct wiki_site *site, struct view word,
                                    struct view *value);

/*
 * Is the text a redirect: after blanks, "#REDIRECT" or one of the language's words, an optional
 * colon, and a link on the same line? *target, if not NULL, gets the link's target.
 */
bool wiki_site_is_redirect(const struct wiki_site *site, struct view text, struct view *target);

/* Is `word` a behaviour switch, underscores included: "__NOTOC__", "__KEIN_INHALTSVERZEICHNIS__"?
 */
bool wiki_site_is_switch(const struct wiki_site *site, struct view word);

/*
 * MediaWiki's name for a magic word that stands for text or is a function of text, as the language
 * spells it, without the number sign of a parser function: "formatnum" for "ZAHLENFORMAT",
 * "pagename" for "NOMBREDEPAGINA", "if" for "если". Case does not count. False for other words.
 */
bool wiki_site_find_magic_word(const struct wiki_site *site, struct view word, struct view *name);

/*
 * Is `name` a prefix that leads to another wiki? [[fr:Lune]] with a language's prefix stands in the
 * margin and shows nothing in the text, unless a colon comes first; [[wikt:moon]] with a project's
 * shows its text. is_interwiki_prefix is true for both.
 */
bool wiki_site_is_interwiki_prefix(const struct wiki_site *site, struct view name);
bool wiki_site_is_language_prefix(const struct wiki_site *site, struct view name);

/* Is `name` (of a template, without prefix) one that marks a page of disambiguation? */
bool wiki_site_is_disambiguation(const struct wiki_site *site, struct view name);

#endif
