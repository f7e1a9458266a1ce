/* Templates that carry text in French: see template_table.h. */
#include "formats/wiki/convert_template.h"
#include "formats/wiki/template_handlers.h"
#include "formats/wiki/template_language.h"
#include "formats/wiki/template_pattern.h"
#include "formats/wiki/template_table.h"

static const struct template_row rows[] = {
    /* Units and numbers. */
    {"fr", template_unit, "",
     "unité|unite|nombre|nb|nb unité|unité/2|units|unité2|val|nombre unité|grandeur"},
    {"fr", template_pattern, "{#1}[ {2}]", "tmp|température|tmp2"},
    {"fr", template_pattern, "{1}",
     "nobr|année|insécable|nobreak|nowrap|nobr romains|nombre en lettres|formatage"},
    {"fr", template_pattern, "{#1}", "formatnum|formater nombre|smn|nts|numérique|num"},
    {"fr", template_fraction, "", "fraction|frac|sfrac|fracdiag|frac2"},
    {"fr", template_currency, " €", "euro|euros|€"},
    {"fr", template_currency, " $", "dollar|dollars|usd"},
    {"fr", template_currency, " F", "franc|francs|frf"},
    {"fr", template_pattern, "{1} %", "pourcentage|pct|%"},
    {"fr", template_french_hour, "", "heure|heures|h|durée|durées|heure-|temps"},
    {"fr", template_pattern, "{#1} hab./km2", "hab/km2|densité"},
    {"fr", template_pattern, "{#1} hab.", "hab|habitants"},
    {"fr", template_pattern, "n° {1}", "n°|numéro|no|numero|nº"},
    {"fr", template_pattern, "N° {1}", "numéro avec majuscule"},
    {"fr", template_pattern, "nos {1}", "n°s|numéros|nos"},
    {"fr", template_pattern, "p. {1}", "p.|page|p|pages|pp.|page h'|page-"},
    {"fr", template_pattern, "t. {1}", "t.|tome"},
    {"fr", template_pattern, "vol. {1}", "vol.|volume|vol"},
    {"fr", template_pattern, "chap. {1}", "chap.|chap"},
    {"fr", template_pattern, "[{1} ]av. J.-C.", "av jc|avjc|av. j.-c.|-jc|av|av jc-"},
    {"fr", template_pattern, "[{1} ]apr. J.-C.", "ap jc|apjc|apr. j.-c.|+jc|apr jc"},
    {"fr", template_pattern, "J.-C.", "jc|j.-c."},
    /* Dates and centuries. */
    {"fr", template_french_date, "",
     "date|date-|date de naissance|date de décès|date de naissance-|date de "
     "décès-|naissance|décès|date2|date rapide|date-rapide|date de début|date de fin|date "
     "sport|datesport|date de naissance2|date sportive|d|date1|jour|date en "
     "musique|date-musique|dts|date triable"},
    {"fr", template_french_century, " siècle", "s|s-|siècle|sp|sp-|s2|s2-|siecle|siècle-"},
    {"fr", template_french_century, " siècle av. J.-C.", "-s|-s-|av siècle"},
    {"fr", template_french_century, " et", "-s2|-s2-"},
    {"fr", template_french_century, " siècle av. J.-C.", "-sp|-sp-"},
    {"fr", template_french_century, "",
     "s mini|s mini-|smini|siècle mini|ordinal romain|s romain|-s mini|-s mini-"},
    {"fr", template_french_century, " millénaire", "mill|millénaire|mill-|m"},
    {"fr", template_french_century, " millénaire av. J.-C.", "-mill|-mill-|-m|-m-"},
    {"fr", template_own_name, "",
     "ier|iier|1er|1re|1ère|ire|2e|2d|2nd|2nde|2de|iie|iiie|ive|ve|vie|viie|viiie|ixe|xe|xie|xiie|"
     "xiiie|xive|xve|"
     "xvie|xviie|xviiie|xixe|xxe|xxie|i|ii|iii|iv|v|vi|vii|viii|ix|x|xi|xii|xiii|xiv|xv|xvi|xvii|"
     "xviii|xix|xx|"
     "xxi|etc.|cf.|cf|id.|ibid.|ibid|op. cit.|infra|supra|c.-à-d.|1ers|1res|premier|première"},
    /* Quotations and marks. */
    {"fr", template_quotation, "« | »",
     "citation|guil|guillemets|\"|« »|«|citationcourte|cit|fchim guil|citation-|guillemet|en forme "
     "longue"},
    {"fr", template_quotation, "",
     "citation bloc|début citation|bloc citation|cita|citation étrangère bloc|vers|poème|début "
     "citation bloc|bloc de citation|cita bloc"},
    {"fr", template_quotation, "« | »", "citation étrangère|citation langue étrangère"},
    {"fr", template_quotation, "“|”", "guil anglais|“ ”"},
    {"fr", template_pattern, " – {1} –", "incise|tirets"},
    {"fr", template_pattern, "–", "tiret|demi-cadratin|–|-d"},
    {"fr", template_pattern, "—", "tiret cadratin|cadratin"},
    {"fr", template_pattern, "'", "'"},
    {"fr", template_pattern, " ", "espace|espaces|fine|espace fine|esp|esp2|0|espace insécable"},
    {"fr", template_pattern, "…", "points de suspension|…"},
    /* Wrappers. */
    {"fr", template_pattern, "{1|texte}",
     "exp|exposant|e|ind|indice|petit|small|grand|gras|italique|ital|romain|romain non "
     "italique|rom-maj|rom|pc|petites capitales|petite "
     "capitale|abréviation|abrev|abr|abrd|abréviation discrète|abréviation/b|infobulle|référence "
     "nécessaire|référence souhaitée|refnec|refsou|passage évasif|évasif|quand|qui|où|pas "
     "clair|pertinence|passage promotionnel|promotionnel|passage non neutre|passage à "
     "actualiser|citation nécessaire|fact|à attribuer|interprétation personnelle|terme "
     "défini|terme|défini|nom "
     "propre|souligner|barré|police|graphie|lettrine|souligné|centrer|texte entre "
     "guillemets|mot|nom cité|maths|formule|petit "
     "texte|times|majuscules|capitales|code|taille|bulle|passage lyrique|lyrique|style|passage "
     "incompréhensible|anachronisme|préciser|précision "
     "nécessaire|quoi|comment|pourquoi|lequel|passage promo|formule2|math|cursif|script|police "
     "unicode|unicode|arabe|hébreu|grec ancien|grec|sanskrit|cyrillique|tooltip|lesquels|selon "
     "qui|quantifier"},
    {"fr", template_pattern, "{2|1}",
     "couleur|couleur fond|texte couleur|font color|style texte|tri|trier|tri2|clé de tri|lien "
     "ancre|lien siècle"},
    {"fr", template_pattern, "{texte|trad2|2|fr|1}", "lien à|lien section"},
    {"fr", template_pattern, "{texte|fr|1}",
     "lien|trad|lien rouge|lien vers un article|lien2|ill|traduction à faire|lien-red"},
    {"fr", template_pattern, "{2|texte}",
     "langue|lang|langue-|lang-|langue translittérée|étranger|langues"},
    {"fr", template_lang_labelled, "", "en langue|lang-fr|enlangue|langue avec nom|ety|en-langue"},
    {"fr", template_pattern, "{1}", "latin|terme étranger|mot étranger"},
    {"fr", template_pattern, "{1}[ ({2}[, {3}])]",
     "japonais|jap|nihongo|chinois|coréen|sinogrammes|cjk|caractères chinois"},
    {"fr", template_title, "",
     "souverain|souverain-|souverain2|souverain3|souverain cité|titre sans parenthèses|souv|souv-"},
    {"fr", template_pattern, "{1}", "nom|prénom|date inconnue|fchim2"},
    {"fr", template_chemical, "", "fchim|formule chimique|chem"},
    {"fr", template_country, "2|1", "drapeau2|pays|drapeau2/core|drapeaupays|drapeau3"},
    {"fr", template_pattern, "M. {1}", "m.|monsieur"},
    {"fr", template_pattern, "MM. {1}", "mm."},
    {"fr", template_pattern, "Mme[ {1}]", "mme|madame|mme."},
    {"fr", template_pattern, "Mmes[ {1}]", "mmes"},
    {"fr", template_pattern, "Mlle[ {1}]", "mlle|mademoiselle"},
    {"fr", template_pattern, "Mgr[ {1}]", "mgr|monseigneur"},
    {"fr", template_pattern, "Dr[ {1}]", "dr|docteur"},
    {"fr", template_pattern, "Me[ {1}]", "me|maître"},
    {"fr", template_pattern, "St[ {1}]", "saint"},
    {"fr", template_pattern, "P.[ {1}]", "père"},
    {"fr", template_pattern, "{1}[ et {2}][ et {3}]", "monarques"},
    {"fr", template_pattern, "{1}{2}", "formule brute|refl"},
    {"fr", template_list, ", ", "liste horizontale|liste éléments|liste simple"},
    {"fr", template_list, "\n* ", "liste à puces|liste"},
    {"fr", template_pattern, "{1} × {2}[ × {3}]", "dimensions|dim"},
    {"fr", template_unit, "", "surface|longueur|masse|superficie"},
    {"fr", template_pattern, "c. {1}", "c.|circa"},
    {"fr", template_pattern, "fl. {1}", "fl."},
    {"fr", template_pattern, "{1}", "jumelage|commune|ville"},
    {"fr", template_pattern, "{1}", "colonnes|nobr colonnes"},
};

const struct template_rows template_french_data = {rows, sizeof rows / sizeof rows[0]};
