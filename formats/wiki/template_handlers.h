/*
 * template_handlers - templates that take more than putting arguments together.
 *
 * Each is a template_handler; `option` in a comment is that of the table's row.
 */
#ifndef FORMATS_WIKI_TEMPLATE_HANDLERS_H
#define FORMATS_WIKI_TEMPLATE_HANDLERS_H

#include "formats/wiki/template_writer.h"

/* Furniture, and templates whose text only the wiki's own data could tell. */
void template_nothing(struct template_writer *writer);
void template_hole(struct template_writer *writer);

/* --- template_number.c: numbers and units --- */

/* {{val|1.23|0.05|e=6|u=m}}. */
void template_value(struct template_writer *writer);
/* {{frac|3|1|2}}: 3 1/2. */
void template_fraction(struct template_writer *writer);
/* {{US$|5}}; option: the sign, before the number, or " €" behind it. */
void template_currency(struct template_writer *writer);
/* {{currency|5|USD}}. */
void template_currency_code(struct template_writer *writer);
/* {{unité|120|km|2}}, {{unidad|5|km}}, {{nombre|71|sièges}}: number, unit, power, unit, power. */
void template_unit(struct template_writer *writer);
/* Italian {{M|1|c|m}}: number, prefix, unit. */
void template_prefixed_unit(struct template_writer *writer);
/* German {{Höhe|115|DE-NHN}}: height over a datum. */
void template_height(struct template_writer *writer);
/* {{chem|H|2|O}}, {{chem2|H2O}}. */
void template_chemical(struct template_writer *writer);
/* {{ordinal|3}}: 3rd. */
void template_ordinal(struct template_writer *writer);
/* {{number to words|12}} and the like. */
void template_spelled_number(struct template_writer *writer);
/* {{inflation|US|100|1990}}: a hole, but a remark (equivalent to $5 in 2023) can go without harm.
 */
void template_inflation(struct template_writer *writer);
/* {{RailGauge|1435mm}}: 1,435 mm (4 ft 8 1/2 in). */
void template_rail_gauge(struct template_writer *writer);

/* --- template_date.c: dates and centuries --- */

/* {{start date|1871|6|3|df=y}}; option "age": the last three are a date of birth. */
void template_date(struct template_writer *writer);
/* {{as of|2015|3}}. */
void template_as_of(struct template_writer *writer);
/* French {{date|12|mars|1990}}. */
void template_french_date(struct template_writer *writer);
/* French {{s|XIX}}: XIXe siècle; option: what stands behind it. */
void template_french_century(struct template_writer *writer);
/* {{heure|4|30}}. */
void template_french_hour(struct template_writer *writer);
/* {{age in years|1990|1|1|2000|1|1}} with both dates. */
void template_age(struct template_writer *writer);
/* {{floruit|..}}, {{circa|1895|1900}}; option: what stands before. */
void template_circa(struct template_writer *writer);
/* Spanish {{siglo|V|a|s}}: siglo V a. C. */
void template_spanish_century(struct template_writer *writer);
/* Russian {{СС3|14.12.1825}}: a date of the Julian calendar, with the Gregorian one. */
void template_julian_date(struct template_writer *writer);
/* {{reign|1760|1820}}: r. 1760–1820. */
void template_reign(struct template_writer *writer);

/* --- template_prose.c: texts --- */

/* {{quote|text|author}}: option: the marks round it, separated by a bar, or empty. */
void template_quotation(struct template_writer *writer);
/* {{harvtxt|Smith|Jones|2000|p=3}}: Smith & Jones (2000, p. 3); option "harvs": {{harvs|txt|..}}.
 */
void template_harvard(struct template_writer *writer);
/* --- template_biography.c --- */

/* Italian {{Bio|Nome=..|Cognome=..}}: the first sentence of a biography. */
void template_italian_biography(struct template_writer *writer);

/* --- template_prose.c: ships, lists, countries --- */

/* {{USS|Enterprise|CV-6}}; option: the prefix; {{ship||Name|..}} has it in the first argument. */
void template_ship(struct template_writer *writer);
/* {{hlist|a|b}}: option: the separator; names of arguments do not count. */
void template_list(struct template_writer *writer);
/* A title without what stands in parentheses at its end. */
void template_title(struct template_writer *writer);
/* {{music|sharp}}; option: words and their signs, "sharp=♯|flat=♭". */
void template_words(struct template_writer *writer);
/* {{flag|GER}}: the country's name for a code, else the argument. */
void template_country(struct template_writer *writer);
/* The template's own name, as written: {{XXe siècle}}, {{etc.}}. */
void template_own_name(struct template_writer *writer);
/* All positional arguments without anything between them. */
void template_joined(struct template_writer *writer);
/* {{section link|Page|Section}}: Page § Section. */
void template_section_link(struct template_writer *writer);
/* {{angbr|a}} when there is an argument; option: the marks, separated by a bar. */
void template_bracketed(struct template_writer *writer);

#endif
