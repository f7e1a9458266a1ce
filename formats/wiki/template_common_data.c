/* Templates that carry text, by their English names, which many wikis share: see template_table.h.
 */
#include "formats/wiki/convert_template.h"
#include "formats/wiki/template_handlers.h"
#include "formats/wiki/template_language.h"
#include "formats/wiki/template_pattern.h"
#include "formats/wiki/template_table.h"

static const struct template_row rows[] = {
    /* Measures. */
    {"", convert_template, "",
     "convert|conv|convert/old|convert-sp|converted|unit conversion|ubl convert"},
    {"", convert_template, "cvt", "cvt|convabbr|convertabbr"},
    {"", template_harvard, "", "harvtxt|harvcoltxt|harvard citation text"},
    {"", template_harvard, "harvs", "harvs"},
    {"", template_value, "", "val|value"},
    {"", template_fraction, "", "frac|fraction|sfrac|fract|mfrac|xfrac|frac2"},
    {"", template_pattern, "{#1}",
     "formatnum|nts|number table sorting|fmtn|comma separated|num|commas|format number"},
    {"", template_pattern, "{*1 }", "gaps"},
    {"", template_pattern, "×10{1}", "e|esp|x10^"},
    {"", template_pattern, "{1}",
     "sup|sub|^|exp|superscript|subscript|smallsup|smallsub|ssub|ssup"},
    {"", template_pattern, "{p|sup|1}{b|sub|2}", "su|sup sub"},
    {"", template_pattern, "√[{1}]", "sqrt|radic"},
    {"", template_pattern, "|{1}|", "abs|mabs"},
    {"", template_ordinal, "", "ordinal|ord"},
    {"", template_spelled_number, "",
     "number to words|spellnum|spell number|number to word|numtext"},
    {"", template_rail_gauge, "", "railgauge|rail gauge|track gauge|rg|tg"},
    {"", template_chemical, "", "chem|chem2|chemf|chem name|chem molar mass formula|hillorder"},
    {"", template_pattern, "{1}",
     "math|mvar|var|varserif|bigmath|nobreak math|texmath|mathcal|tmath|italics correction"},
    {"", template_pattern, "{2}{1}", "nuclide2|simplenuclide2"},
    {"", template_pattern, "{1} B.C.E.", "bce"},
    /* Money. */
    {"", template_currency_code, "", "currency|money|cash"},
    {"", template_currency, "US$", "us$|usd|usdollar"},
    {"", template_currency, "$", "dollar"},
    {"", template_currency, "£", "gbp|£|pound sterling"},
    {"", template_currency, "€", "eur|€|euro"},
    {"", template_currency, "₹", "inr|₹|rs|rupee|rs.|indian rupee"},
    {"", template_currency, "¥", "jpy|¥|jp¥|yen"},
    {"", template_currency, "CN¥", "cny|rmb|cn¥"},
    {"", template_currency, "A$", "aud|a$|au$"},
    {"", template_currency, "C$", "cad|c$|ca$|can$|cdn$"},
    {"", template_currency, "NZ$", "nzd|nz$"},
    {"", template_currency, "HK$", "hkd|hk$"},
    {"", template_currency, "S$", "sgd|s$"},
    {"", template_currency, "NT$", "twd|nt$"},
    {"", template_currency, "Mex$", "mxn|mex$"},
    {"", template_currency, "R$", "brl|r$|brazilian real"},
    {"", template_currency, "₩", "krw|₩|south korean won"},
    {"", template_currency, "₽", "rub|₽|rur|ruble"},
    {"", template_currency, "₪", "ils|₪|nis"},
    {"", template_currency, "₱", "php|₱|philippine peso|peso"},
    {"", template_currency, "฿", "thb|฿"},
    {"", template_currency, "₴", "uah|₴"},
    {"", template_currency, "₦", "ngn|₦|naira"},
    {"", template_currency, "₫", "vnd|₫"},
    {"", template_currency, "₺", "₺|turkish lira"},
    {"", template_currency, "CHF ", "chf|swiss franc"},
    {"", template_currency, "R", "zar|south african rand"},
    {"", template_currency, "RM", "myr|rm"},
    {"", template_currency, "Rp", "idr"},
    {"", template_currency, "৳", "bdt|৳"},
    {"", template_currency, "Rs. ", "lkr|pkr|npr"},
    {"", template_pattern, "£{1}[.{2}][.{3}]", "£sd"},
    /* Languages. */
    {"", template_pattern, "{2|text}",
     "lang|lang2|langue|tlang|wikt-lang|lang-content|foreign language|audio lang"},
    {"", template_langx, "", "langx"},
    {"", template_lang_labelled, "", "llang|lang with name|language with name"},
    {"", template_pattern, "{3|2|1}", "transl|transliteration|translit|xlit|tlit|ipa transl"},
    {"", template_pattern, "{1}",
     "rtl|hebrew|he|nastaliq|urdu|script/hebrew|script/arabic|script/slavonic|"
     "script/greek|script/"
     "gothic|polytonic|unicode|arabic|cuneiform|hani|han|transl2|translation|script/nastaliq|"
     "script/cyrs|script/syriac|script/armenian|script/ethiopic|script/samaritan|coptic|script/"
     "coptic|"
     "ethiopic|khmer|tibetan|phoenician|hebrew2|semxlit|pashto|kashmiri|linear b|hi|bn|"
     "sa|my|runic|runes|ogham|mongol|mongolunicode|bo-textonly|bo|zhwp|grc|"
     "ptd|pali|mya|my-mm"},
    {"", template_pattern, "{2|1}", "script|rtl-lang|longitem|long item|hebr|script/hebr|sindhi"},
    {"", template_pattern, "lit. '{1|2}'", "lit|literal translation|literally|literal"},
    {"", template_pattern, "'{1}'", "gloss|single quote gloss"},
    {"", template_nihongo, "", "nihongo|jpn|nihongo foot|nihongo title"},
    {"", template_nihongo, "2", "nihongo2"},
    {"", template_nihongo, "3", "nihongo3"},
    {"", template_nihongo, "4", "nihongo4"},
    {"", template_nihongo, "l", "nihongo krt|nihongo/lead|nihongo lead"},
    {"", template_chinese, "", "zh|zh-full|lang-zh|zh-cp|zh-tsp|zh-stp|zh-cpl|chinese"},
    {"", template_pattern, "Chinese: {1}[; pinyin: {2}]", "zh-cp2"},
    {"", template_korean, "", "korean|ko-hhrm|ko-hhrm-old|lang-ko"},
    {"", template_pattern, "{1}", "linktext|ltl|ko-inline|hanzi|kanji|zhongwen"},
    {"", template_pattern, "{1} ({2})", "zhc|ruby|ruby-ja|ruby-py|ruby-zh-p|furigana"},
    {"", template_pattern, "{1}[ ({2})]", "native name text|bo-tib"},
    {"", template_pattern, "{2|1}", "native name|nativename"},
    /* Wrappers: what they hold is what is read. */
    {"", template_pattern, "{1|text|content}",
     "nowrap|nobr|nobreak|nwr|nowraplinks|j|nobold|noitalic|nonbold|noitalics|nobold2|plain "
     "text|normal|small|smaller|smalldiv|big|bigger|large|larger|huge|bold|b|strong|italic|i|em|"
     "emphasis|italics|underline|u|overline|sc|smallcaps|small "
     "caps|sc2|allcaps|caps|uppercase|lowercase|mono|monospace|code|codett|kbd|key|samp|tt|mxt|xt|!"
     "xt|tq|tqi|tqq|center|centre|aligned|float|right|left|block "
     "indent|in5|strike|s|strikethrough|del|ins|visible anchor|vanc|vanchor|va|vis "
     "anchor|highlight|hilite|citation needed span|cn-span|fact span|clarify span|verification "
     "needed span|specify span|which span|dubious span|update span|unbalanced opinion span|failed "
     "verification span|by whom span|better source needed span|who span|not a typo|typo|as "
     "written|text|pre2|normalwraplink|wrap|allow "
     "wrap|softhyphen|serif|sans-serif|sans|font|middle|noprint|only in print|notatypo|proper "
     "name|proper noun|name|chem/link|black|nocolor|greentext|nobel|visually hidden|screen "
     "reader-only|noexcerpt|excerpt text|interp|nay|crossref|crossreference|lcb|taxon "
     "italics|italics title|italic dab2|refnec|blue|red text|green text|gray "
     "text|sinful|fine|nosp|no-wrap|no wrap|nobreakspace|lowercase "
     "text|smallcaps all|bulleted text|ipa link text|big text|dfn|definition|term|cite "
     "text|nihongo text|bdi|mathematics|math inline|fake "
     "heading|fakeheading|sub-title|sronly|sr-only"},
    {"", template_pattern, "{2|1}",
     "color|colour|font color|fontcolor|font colour|colored text|text color|color box "
     "text|font-size|fontsize|size|bgcolor|background color|legend "
     "inline|legend2|keyword|resize|rotate text|color text|fs|fsize"},
    {"", template_pattern, "{3|2|1}", "transl1"},
    {"", template_pattern, "{2}", "css|span|spanner|hover title|hover|tooltip2|style|lang span"},
    {"", template_pattern, "{1}",
     "abbr|tooltip|abbrlink|abbreviation|abbrv|h:title|hint|popup|define|explain|abbr2|abbr "
     "link|finedetail"},
    {"", template_pattern, "{1}", "sic2"},
    {"", template_pattern, "{1}[ {2}]", "keypress|key press|keycap|button"},
    {"", template_pattern, "[{1} ]\\[sic\\]", "sic"},
    {"", template_pattern, "{lt|display|1}",
     "ill|interlanguage link|interlanguage link "
     "multi|illm|ill2|ill-wd|ill-wd2|illwd2|link-interwiki|"
     "red link with interlanguage|interlanguage link forced|iw-ref|iwlink|ilm|red link|interwiki "
     "link"},
    {"", template_pattern, "{2|1}",
     "wikt-link|wikilink|link|plain link|plainlink|l|mw link|self link|piped link"},
    {"", template_pattern, "{2|1}",
     "no self link|pslink|self-link|nsl|noredirect|no redirect|-r|srlink|edit "
     "link|wkt|wiktlink|url display"},
    {"", template_pattern, "{2|1}",
     "url|uri|website|official url|weblink|web link|homepage|official-url"},
    {"", template_pattern, "{3|2|1}", "lnl|link language|lang link"},
    {"", template_pattern, "{2|1}", "ipa link|ipalink|ipaslink|ipablink|grapheme link"},
    {"", template_section_link, "", "section link|slink|seclink|sectionlink|article section"},
    {"", template_bracketed, "⟨|⟩",
     "angbr|angle bracket|angle brackets|grapheme|anglebr|angbr ipa|angle bracket ipa"},
    {"", template_bracketed, "[|]", "bracket|brackets|square bracket|sqbr|interpolation"},
    {"", template_bracketed, "(|)", "paren|parentheses|parenthesis"},
    {"", template_bracketed, "{|}", "mset|braces|brace|curly brackets"},
    {"", template_bracketed, "[[|]]", "double square brackets"},
    {"", template_pattern, "né {1}", "né|ne"},
    {"", template_pattern, "née {1}", "née|nee"},
    {"", template_pattern, "{1}", "transcluded section"},
    /* Time. */
    {"", template_as_of, "", "as of|asof|as-of|since|sinse"},
    {"", template_circa, "c.", "circa|c.|ca|ca.|c|circa2|approx"},
    {"", template_circa, "fl.", "floruit|fl.|fl|flourished"},
    {"", template_reign, "r. ", "reign|r.|ruled"},
    {"", template_pattern, "b. {1}", "b.|born"},
    {"", template_pattern, "d. {1}", "d.|died"},
    {"", template_pattern, "m. {1}", "married"},
    {"", template_date, "",
     "start date|end date|birth date|start-date|end-date|birth date and age|bda|dob|start date and "
     "age|"
     "birth-date|birth year|death year|film date|dts|date table sorting|birth-date and age|release "
     "date|"
     "launch date|start and end dates|opening date|end date and age|date|bd|death-date|dtsa|birth "
     "year and age"},
    {"", template_date, "age",
     "death date and age|death date|dda|death-date and age|death year and age"},
    {"", template_age, "",
     "age|age in years|age nts|year difference|years or months ago|age as of "
     "date"},
    {"", template_own_name, "", "ad|bc|ce"},
    {"", template_pattern, "{1}[–{2}]", "year range|yr|years|lifetime|life span"},
    {"", template_pattern, "{1} in film", "in film"},
    {"", template_pattern, "{1}",
     "by|bby|mlby|mlb year|mlb season|nfl year|nfly|nba year|nbay|nhl year|nhly|wy|year in "
     "baseball|"
     "baseball year|aflseason|scry|f1|avyear|avyear2|cfb year|cbb year|nflseason|yearin|year nav"},
    /* Quotations. */
    {"", template_quotation, "",
     "quote|blockquote|bquote|quotation|cquote|quote frame|block quote|long quote|centered "
     "quote|quotation2|cquote2|poemquote|poem quote|verse translation|poem|quote without "
     "source|imagequote|epigraph|centered pull quote|quote-simple|quot|inlinequote|talk quote "
     "block|verse"},
    {"", template_quotation, "“|”",
     "quote inline|quoted|\"|q|dquote|double quote|quote marks|“|quotes"},
    {"", template_quotation, "‘|’", "single quote|squote|'quote"},
    /* Lists within a line. */
    {"", template_list, ", ",
     "hlist|hlist-comma|flatlist-inline|comma separated entries|cslist|cs list|csv|enum"},
    {"", template_list, "\n* ",
     "ubl|unbulleted list|vunblist|ublist|blist|bulleted list|ordered list|plainlist2|unordered "
     "list|olist|ulist|pagelist|ubli|nlist"},
    {"", template_pattern, "{1|list}",
     "plainlist|flatlist|plain list|startplainlist|flat list|indented plainlist"},
    /* Names of ships, countries, and other things. */
    {"", template_ship, "USS", "uss"},
    {"", template_ship, "HMS", "hms"},
    {"", template_ship, "SS", "ss"},
    {"", template_ship, "RMS", "rms"},
    {"", template_ship, "MV", "mv"},
    {"", template_ship, "MS", "ms"},
    {"", template_ship, "HMAS", "hmas"},
    {"", template_ship, "HMCS", "hmcs"},
    {"", template_ship, "HMNZS", "hmnzs"},
    {"", template_ship, "INS", "ins ship|ins (ship)"},
    {"", template_ship, "SMS", "sms"},
    {"", template_ship, "USNS", "usns"},
    {"", template_ship, "USAT", "usat"},
    {"", template_ship, "USCGC", "uscgc"},
    {"", template_ship, "HDMS", "hdms"},
    {"", template_ship, "HNoMS", "hnoms"},
    {"", template_ship, "HSwMS", "hswms"},
    {"", template_ship, "HMHS", "hmhs"},
    {"", template_ship, "HMT", "hmt"},
    {"", template_ship, "ORP", "orp"},
    {"", template_ship, "PS", "ps ship"},
    {"", template_ship, "MT", "mt ship"},
    {"", template_ship, "TSS", "tss"},
    {"", template_ship, "CSS", "css alabama|csship"},
    {"", template_ship, "", "ship|ship event"},
    {"", template_pattern, "{1}-class[ {2}]", "sclass|sclass-|sclass2|sclass2-|class ship"},
    {"", template_pattern, "{1}-class[ {2}]", "sclass/core"},
    {"", template_pattern, "German submarine {1}", "gs|german submarine"},
    {"", template_country, "",
     "flag|flagu|flagcountry|country|flaglink|flagc|flag+link|nft|fb|fbw|fbu|flagteam|flagb|nflag|"
     "country "
     "alias|flagright|flaglist|flagioc|flagioccountry|cr|cr-rt|crw|ru|rut|rl|bb|vb|hb|flagu/"
     "core|nowrap flag|national football"},
    {"", template_pattern, "{1}[ ({2})]", "flagathlete"},
    {"", template_country, "2|1", "flagg|flagmedalist|flagicon text"},
    {"", template_pattern, "{2|1}",
     "army|navy|air force|armed forces|military|air force2|marine|coast guard|air forces"},
    {"", template_words,
     "sharp=♯|#=♯|flat=♭|b=♭|natural=♮|doublesharp=𝄪|doubleflat=𝄫|quarter=♩|eighth=♪|segno=𝄋|coda="
     "𝄌|"
     "fermata=𝄐|♯=♯|♭=♭|dim=o|half-diminished=ø|aug=+|treble=𝄞|bass=𝄢|common-time=𝄴|cut-time=𝄵|"
     "dimdeg=o|dimslash=ø|x=𝄪|n=♮|bb=𝄫|##=𝄪|halfflat=half-flat|triplesharp=♯𝄪|whole=𝅝|half=𝅗𝅥",
     "music|music2"},
    {"", template_words, "king=♔|k=♔|q=♕|r=♖|b=♗|n=♘|p=♙", "chess piece"},
    {"", template_pattern, "{1}", "algebraic notation|chess notation|an|cite chess notation"},
    {"", template_pattern, "{2|1}", "sourcetext|bible"},
    {"", template_pattern, "{1} {2}[:{3}]", "bibleverse2"},
    {"", template_pattern, "[{1} ]{2}[ {3}]", "bibleverse|bible verse|bibleverse-nb"},
    {"", template_pattern, "{1}[ {2}]", "bibleref|bibleref2|bibleref2-nb"},
    {"", template_pattern, "IC {1}", "ic"},
    {"", template_pattern, "{1} {2}", "convertinfobox"},
    {"", template_pattern, "{1}{2}", "mp|mpl|mpl-|minor planet|dp"},
    {"", template_pattern, "{1}[ {2}]", "lj|mlj"},
    {"", template_pattern, "{1}", "flight|callsign"},
    {"", template_pattern, "(IATA: {1}[, ICAO: {2}])", "airport codes|airport code"},
    {"", template_pattern, "ISBN {1}", "isbn|isbnt|isbn inline"},
    {"", template_pattern, "ISSN {1}", "issn"},
    {"", template_pattern, "OCLC {1}", "oclc"},
    {"", template_pattern, "doi:{1}", "doi"},
    {"", template_pattern, "arXiv:{1}", "arxiv"},
    {"", template_pattern, "{2|1}", "mim|omim|ec number"},
    {"", template_pattern, "OMIM {1}", "omim4"},
    {"", template_pattern, "p. {1}", "p.|page"},
    {"", template_pattern, "pp. {1}", "pp.|pages"},
    {"", template_pattern, "vol. {1}", "vol.|volume"},
    {"", template_pattern, "Route {1}", "route"},
    {"", template_pattern, "#{1}", "shade"},
    {"", template_pattern, "{3|2|1}",
     "party name with color|party link|party shortname|political party name"},
    {"", template_pattern, "{1}[, {2}]", "city-state|citystate|city state|smallcity"},
    {"", template_pattern, "{1}[ (m. {2})]", "marriage"},
    {"", template_pattern, "{2} {1}", "sortname-reversed"},
    {"", template_pattern, "{1}[ {2}]", "sortname|sort name|hs name|sort-name"},
    {"", template_pattern, "{2|1}", "sort|sortkey|sort text|hs text|sts|sorting"},
    {"", template_pattern, "{1}", "official name|nickname|honorific"},
    {"", template_list, ", ", "post-nominals|postnominals|post-nom|post nominals"},
    {"", template_pattern, "{1}", "lcm|transltitle|trans"},
    {"", template_pattern, "U+{1}[ {2}]", "unichar|u+|unicode-char"},
    {"", template_pattern, "{1}", "decade|nth|century"},
    {"", template_pattern, "{1}th", "th"},
    {"", template_pattern, "{1}st", "st"},
    {"", template_pattern, "{1}", "gain text|profit"},
    {"", template_pattern, "{1}%", "pct|percent"},
    {"", template_pattern, "{1}", "percentage|percent2|percent and number"},
    {"", template_pattern, "{1}",
     "tl|tlx|tlc|tlf|tl2|template link|tls|tlp|vr|midsize|nq|rws|stn|stnlnk|sta|annotated "
     "link|anl|annlink|"
     "lul stations|amtk|njt sta|rail-interchange name|cta|mlrs"},
    {"", template_pattern, "{2|1}", "station link|lnl station|rail station"},
    {"", template_pattern, "(POW)", "pow"},
    {"", template_pattern, "†", "extinct|kia|dow|mia|died in office"},
    {"", template_pattern, "⇌", "eqm|equilibrium"},
    {"", template_pattern, "{1}–{2}", "dash year"},
    {"", template_pattern, "{1} \\[O.S. {3}\\][ {2}]", "oldstyledate|old style date|osdate"},
    {"", template_pattern, "{1} {2} \\[O.S. {3}\\]", "oldstyledatedy|oldstyledateny"},
    {"", template_pattern, "[{m} m][{ft} ft][ {in} in]", "height"},
    {"", template_pattern, "{w|1}–{l|2}[–{t|3}]", "win–loss record|win-loss record|wlr|winloss"},
    {"", template_pattern, "{1}/{2}", "rating"},
    {"", template_pattern, "{1}:{2}", "qref|quran-verse"},
    {"", template_pattern, "U.S. patent {2|1}", "us patent|us pat"},
    {"", template_pattern, "{1}[ {2}]", "jct|jctlink|roadlink"},
    {"", template_inflation, "", "inflation|inflation-equivalent"},
    {"", template_hole, "",
     "formatprice|format price|population|un population|us population|inrconvert|to usd|convert "
     "input|"
     "current year|currentyear|age in days|metadata einwohnerzahl|wikidata|wd|pop density|metadata "
     "population"},
};

const struct template_rows template_common_data = {rows, sizeof rows / sizeof rows[0]};
