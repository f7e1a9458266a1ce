#include "formats/wiki/parser_function.h"

#include <math.h>
#include <stdio.h>

#include "formats/wiki/language_name.h"
#include "formats/wiki/letter_case.h"
#include "formats/wiki/number_format.h"
#include "formats/wiki/parser_function_date.h"

typedef void function_handler(struct template_writer *writer, struct view value);

/* The arguments behind the colon's: place 1 is the first after a bar. */
static void put_place(struct template_writer *writer, size_t place) {
    const struct template_call *call = writer->call;
    if (place >= 1 && place <= call->count) {
        const struct template_argument *argument = &call->arguments[place - 1];
        /* What looks like a named argument is text here. */
        if (argument->name.size > 0) {
            template_put(writer, argument->name);
            template_put_string(writer, "=");
        }
        template_put(writer, text_view_trim(argument->value));
    }
}

/* A value whole, of an argument that may have been split at its `=`. */
static bool is_empty_place(const struct template_writer *writer, size_t place) {
    const struct template_call *call = writer->call;
    return place < 1 || place > call->count ||
           (call->arguments[place - 1].name.size == 0 &&
            text_view_trim(call->arguments[place - 1].value).size == 0);
}

static void do_if(struct template_writer *writer, struct view value) {
    put_place(writer, value.size > 0 ? 1 : 2);
}

static bool values_equal(struct view a, struct view b) {
    double x, y;
    if (text_view_equal(a, b))
        return true;
    return number_format_read(a, &x) && number_format_read(b, &y) && x == y;
}

static void do_ifeq(struct template_writer *writer, struct view value) {
    put_place(writer, values_equal(value, template_at(writer, 1)) ? 2 : 3);
}

static void do_ifexpr(struct template_writer *writer, struct view value) {
    double result;
    if (value.size == 0)
        put_place(writer, 2);
    else if (parser_function_calculate(value, &result))
        put_place(writer, result != 0 ? 1 : 2);
    else
        writer->outcome = TEMPLATE_HOLE;
}

/* Whether pages exist is not known; what is written for those that do is the better guess. */
static void do_ifexist(struct template_writer *writer, struct view value) {
    put_place(writer, value.size > 0 ? 1 : 2);
}

static void do_iferror(struct template_writer *writer, struct view value) {
    if (is_empty_place(writer, 2))
        template_put(writer, value);
    else
        put_place(writer, 2);
}

/* {{#switch: value | a = x | b | c = y | #default = z }}: b and c share y. */
static void do_switch(struct template_writer *writer, struct view value) {
    const struct template_call *call = writer->call;
    bool found = false;
    const struct template_argument *otherwise = NULL;
    for (size_t i = 0; i < call->count; i++) {
        const struct template_argument *argument = &call->arguments[i];
        if (argument->name.size == 0) {
            struct view word = text_view_trim(argument->value);
            found |= values_equal(word, value);
            if (i + 1 == call->count)
                otherwise = argument;
            continue;
        }
        struct view key = text_view_trim(argument->name);
        if (found || values_equal(key, value)) {
            template_put(writer, text_view_trim(argument->value));
            return;
        }
        if (text_view_is(key, "#default"))
            otherwise = argument;
    }
    if (otherwise != NULL)
        template_put(writer, text_view_trim(otherwise->value));
}

static void do_expr(struct template_writer *writer, struct view value) {
    double result;
    if (!parser_function_calculate(value, &result) || !(fabs(result) < 1e15))
        writer->outcome = value.size == 0 ? TEMPLATE_TEXT : TEMPLATE_HOLE;
    else
        template_put_format(writer, "%.14g", result);
}

static void do_formatnum(struct template_writer *writer, struct view value) {
    struct view how = template_at(writer, 1);
    if (text_view_is_one_of(how, "R|r"))
        number_format_put_raw(writer, value);
    else if (text_view_is_one_of(how, "NOSEP|nosep"))
        number_format_put_plain(writer, value);
    else
        number_format_put(writer, value);
}

static void put_changed(struct template_writer *writer, struct view value, bool capital,
                        bool first) {
    size_t begin = writer->text->size;
    template_put(writer, value);
    if (writer->status != STATUS_OK || value.size == 0)
        return;
    size_t size = first ? letter_case_length(value) : value.size;
    if (capital)
        letter_case_upper(writer->text->data + begin, size);
    else
        letter_case_lower(writer->text->data + begin, size);
}

static void do_lc(struct template_writer *writer, struct view value) {
    put_changed(writer, value, false, false);
}

static void do_uc(struct template_writer *writer, struct view value) {
    put_changed(writer, value, true, false);
}

static void do_lcfirst(struct template_writer *writer, struct view value) {
    put_changed(writer, value, false, true);
}

static void do_ucfirst(struct template_writer *writer, struct view value) {
    put_changed(writer, value, true, true);
}

/* {{plural:n|one|few|many}}: the Slavic rules have three forms, most languages two. */
static void do_plural(struct template_writer *writer, struct view value) {
    double number;
    if (!number_format_read(value, &number)) {
        writer->outcome = TEMPLATE_HOLE;
        return;
    }
    number = fabs(number);
    size_t form = number == 1 ? 1 : 2;
    if (writer->call->count >= 3) {
        double ones = fmod(number, 10), hundreds = fmod(number, 100);
        bool teens = hundreds >= 11 && hundreds <= 14;
        if (template_is_language(writer, "pl"))
            form = number == 1 ? 1 : ones >= 2 && ones <= 4 && !teens ? 2 : 3;
        else if (template_is_language(writer, "cs") || template_is_language(writer, "sk"))
            form = number == 1 ? 1 : number >= 2 && number <= 4 ? 2 : 3;
        else
            form = ones == 1 && !teens ? 1 : ones >= 2 && ones <= 4 && !teens ? 2 : 3;
    }
    if (template_is_language(writer, "fr") && number < 2)
        form = 1;
    put_place(writer, form > writer->call->count ? writer->call->count : form);
}

static void pad(struct template_writer *writer, struct view value, bool left) {
    double wanted;
    struct view filler = template_at(writer, 2);
    if (filler.size == 0)
        filler = view_of_string("0");
    size_t length = 0, filled = 0;
    for (size_t i = 0; i < value.size; i++)
        length += (value.data[i] & 0xC0) != 0x80;
    if (!number_format_read(template_at(writer, 1), &wanted) || wanted < 0 || wanted > 200)
        wanted = 0;
    if (!left)
        template_put(writer, value);
    for (struct view rest = filler; length + filled < (size_t)wanted; filled++) {
        if (rest.size == 0)
            rest = filler;
        size_t size = letter_case_length(rest);
        template_put(writer, text_view_first(rest, size));
        rest = text_view_from(rest, size);
    }
    if (left)
        template_put(writer, value);
}

static void do_padleft(struct template_writer *writer, struct view value) {
    pad(writer, value, true);
}

static void do_padright(struct template_writer *writer, struct view value) {
    pad(writer, value, false);
}

/* {{#language:de|fr}}: the name of German, in French; in German where no other is asked for. */
static void do_language(struct template_writer *writer, struct view value) {
    char code[16];
    struct view in = template_at(writer, 1);
    if (in.size == 0)
        in = value;
    snprintf(code, sizeof code, "%.*s", (int)(in.size < 15 ? in.size : 15),
             in.size > 0 ? (const char *)in.data : "");
    const char *name = language_name_find(code, value);
    template_put(writer, name != NULL ? view_of_string(name) : value);
}

/* {{#tag:ref|text}} is a tag in another spelling. */
static void do_tag(struct template_writer *writer, struct view value) {
    if (text_view_is_one_of(value, "nowiki|span|small|b|i|big|poem|blockquote|u|s|sub|sup|p|div"))
        put_place(writer, 1);
    else
        writer->outcome = TEMPLATE_NOTHING;
}

static void do_value(struct template_writer *writer, struct view value) {
    template_put(writer, value);
}

static void do_nothing(struct template_writer *writer, struct view value) {
    (void)value;
    writer->outcome = TEMPLATE_NOTHING;
}

static void do_hole(struct template_writer *writer, struct view value) {
    (void)value;
    writer->outcome = TEMPLATE_HOLE;
}

/* "{{gender:|he|she|they}}": of an unknown reader. */
static void do_gender(struct template_writer *writer, struct view value) {
    (void)value;
    put_place(writer, writer->call->count >= 3 ? 3 : 1);
}

static const struct {
    const char *names;
    function_handler *handler;
} functions[] = {
    {"#if|#если|#wenn|#eğer|#если", do_if},
    {"#ifeq|#ifgleich|#eğereşit", do_ifeq},
    {"#ifexpr", do_ifexpr},
    {"#ifexist", do_ifexist},
    {"#iferror", do_iferror},
    {"#switch", do_switch},
    {"#expr", do_expr},
    {"formatnum|число|zahlenformat|форматчисла|formatonum|formatonumero|nombre au format",
     do_formatnum},
    {"lc|klein|нижний регистр", do_lc},
    {"uc|gross|верхний регистр", do_uc},
    {"lcfirst|initial_klein", do_lcfirst},
    {"ucfirst|initial_gross", do_ucfirst},
    {"plural|множественное число", do_plural},
    {"padleft", do_padleft},
    {"padright", do_padright},
    {"#language|#sprache|#lang", do_language},
    {"#time|#zeit|#timel|#dateformat|#formatdate|dateformat|formatdate", parser_function_time},
    {"#tag", do_tag},
    {"gender", do_gender},
    {"grammar|int|urlencode|anchorencode|fullurl|localurl|canonicalurl|filepath|ns|nse|#titleparts|"
     "#rel2abs|#invoke|#property|#statements|#len|#pos|#sub|#replace|#explode|bidi|#babel|"
     "#lst|#section|#lsth|#section-h|#lstx|#section-x|#urldecode|#vardefine|#var|#arraymap|#regex",
     do_hole},
    {"defaultsort|defaultsortkey|sortierung|displaytitle|seitentitel|#coordinates|"
     "defaultcategorysort|#related|noexternallanglinks|#seo|nocache|#ifexistcat|"
     "clef|cléfdetri|clé de tri|ordenar|ordina|сортировка по умолчанию|ключ сортировки|"
     "standaardsortering|domyślniesortuj|standardsortering|tri|"
     "デフォルトソート|默认排序|預設排序|默認排序|기본정렬|sıralama|varsayılansırala|"
     "sıralamaanahtarı|"
     "ترتيب افتراضي|ترتيب|ترتیب پیش‌فرض|מיון "
     "רגיל|sortarepredefinita|rendezés|výchozíklíč|"
     "výchozířazení|standardsortierung|oletusaakkostus|aakkostus|ordenapredefinida|mặcđịnh|"
     "xếpmặcđịnh|urutanbaku|kuncisortir|urutkan|categoryorder|standardordning|chavedeordenação|"
     "ordenacaopadrao|ordenaçãopadrão|стандартне сортування|стандартноесортирование|сортування|"
     "ordenarpredeterminado|claveordenacion|ordinamento|ταξινόμηση|αυτόματη ταξινόμηση|κλείδα",
     do_nothing},
    {"subst|safesubst", do_value},
};

/* Names without an argument. */
static bool expand_variable(struct template_writer *writer) {
    struct view name = writer->name;
    if (text_view_is_one_of(name, "pagename|fullpagename|basepagename|subpagename|rootpagename|"
                                  "pagenamee|fullpagenamee|seitenname|nompage|nome pagina|"
                                  "nomepagina|nombredepagina|paginanaam|nazwastrony|имя страницы|"
                                  "namastranice|ページ名|nomepágina|sidnamn|sidenavn|sivunimi")) {
        if (writer->title.size == 0)
            return false;
        template_put(writer, writer->title);
        return true;
    }
    if (text_view_is_one_of(name,
                            "currentyear|currentmonth|currentday|currentmonthname|currentday2|"
                            "currentdayname|currentmonthnamegen|localyear|localmonth|localday|"
                            "localmonthname|currenttime|currentmonthabbrev|currentdow|"
                            "numberofarticles|numberofusers|numberofactiveusers|numberofpages|"
                            "numberoffiles|numberofadmins|numberofedits|jetziges_jahr|"
                            "currentmonth1|localday2|localmonthnamegen|currentweek|currenthour")) {
        writer->outcome = TEMPLATE_HOLE;
        return true;
    }
    if (text_view_is_one_of(name, "namespace|talkpagename|subjectpagename|articlepagename|sitename|"
                                  "namespacenumber|revisionid|revisiontimestamp|talkspace|"
                                  "revisionuser|revisionyear|pageid|contentlanguage|directionmark|"
                                  "noexternallanglinks|server|servername|scriptpath|namespacee")) {
        writer->outcome = TEMPLATE_NOTHING;
        return true;
    }
    return false;
}

bool parser_function_expand(struct template_writer *writer) {
    size_t colon = text_view_find(writer->name, ':');
    if (colon == writer->name.size)
        return writer->call->count == 0 && expand_variable(writer);
    struct view name = text_view_trim(text_view_first(writer->name, colon));
    size_t own = text_view_find(writer->call->name, ':');
    struct view value = own < writer->call->name.size
                            ? text_view_trim(text_view_from(writer->call->name, own + 1))
                            : (struct view){NULL, 0};
    for (size_t i = 0; i < sizeof functions / sizeof functions[0]; i++) {
        if (text_view_is_one_of(name, functions[i].names)) {
            functions[i].handler(writer, value);
            return true;
        }
    }
    if (name.size > 0 && name.data[0] == '#') {
        writer->outcome = TEMPLATE_HOLE;
        return true;
    }
    return false;
}
