/*
 * template_language - templates that hold text in a foreign language and name the language.
 *
 * {{lang-de|Berlin}} is "German: Berlin" on an English wiki, "нем. Berlin" on a Russian one.
 */
#ifndef FORMATS_WIKI_TEMPLATE_LANGUAGE_H
#define FORMATS_WIKI_TEMPLATE_LANGUAGE_H

#include "formats/wiki/template_writer.h"

/*
 * Handles templates whose name holds the language: lang-de, lang-de-short, k-en (Finnish), enS
 * (German), and those named by a language in the wiki's own (Italian {{inglese|...}}). False, with
 * nothing put, when the name is none of these.
 */
bool template_language_by_name(struct template_writer *writer);

/* Handlers. */
void template_langx(struct template_writer *writer);         /* {{langx|de|Berlin}} */
void template_lang_labelled(struct template_writer *writer); /* {{llang|de|Berlin}}: the same */
void template_lang_multiple(struct template_writer *writer); /* {{lingue|en|a|fr|b}} */
void template_nihongo(struct template_writer *writer);
void template_chinese(struct template_writer *writer);
void template_korean(struct template_writer *writer);

#endif
