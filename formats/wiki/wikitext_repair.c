#include "formats/wiki/wikitext_blocks.h"
#include "formats/wiki/wikitext_scan.h"

enum glyph_class {
    GLYPH_NONE, /* the text's begin or end */
    GLYPH_OTHER,
    GLYPH_LETTER, /* or digit, of scripts that write spaces between words */
    GLYPH_OPEN,
    GLYPH_CLOSE,
    GLYPH_COMMA,
    GLYPH_STRONG_COMMA, /* `;` and `:`: they outlive a comma */
    GLYPH_STOP,
    GLYPH_DASH,
};

struct glyph {
    enum glyph_class class;
    unsigned pair; /* of brackets: what they have to have in common */
    size_t size;
};

struct bracket {
    unsigned char class, pair;
};

static const struct bracket ASCII[128] = {
    ['('] = {GLYPH_OPEN, 1},  [')'] = {GLYPH_CLOSE, 1},        ['['] = {GLYPH_OPEN, 2},
    [']'] = {GLYPH_CLOSE, 2}, [','] = {GLYPH_COMMA, 0},        [';'] = {GLYPH_STRONG_COMMA, 0},
    ['.'] = {GLYPH_STOP, 0},  [':'] = {GLYPH_STRONG_COMMA, 0}, ['!'] = {GLYPH_STOP, 0},
    ['?'] = {GLYPH_STOP, 0},  ['-'] = {GLYPH_DASH, 0},         ['/'] = {GLYPH_DASH, 0},
};

static const struct {
    char text[4];
    struct bracket bracket;
} OTHERS[] = {
    {"（", {GLYPH_OPEN, 3}},         {"）", {GLYPH_CLOSE, 3}}, {"，", {GLYPH_COMMA, 0}},
    {"、", {GLYPH_COMMA, 0}},        {"。", {GLYPH_STOP, 0}},  {"；", {GLYPH_STRONG_COMMA, 0}},
    {"：", {GLYPH_STRONG_COMMA, 0}}, {"！", {GLYPH_STOP, 0}},  {"？", {GLYPH_STOP, 0}},
    {"،", {GLYPH_COMMA, 0}},         {"؟", {GLYPH_STOP, 0}},   {"؛", {GLYPH_STRONG_COMMA, 0}},
    {"“", {GLYPH_OPEN, 4}},          {"”", {GLYPH_CLOSE, 4}},  {"„", {GLYPH_OPEN, 5}},
    {"«", {GLYPH_OPEN, 6}},          {"»", {GLYPH_CLOSE, 6}},  {"「", {GLYPH_OPEN, 7}},
    {"」", {GLYPH_CLOSE, 7}},        {"『", {GLYPH_OPEN, 8}},  {"』", {GLYPH_CLOSE, 8}},
    {"–", {GLYPH_DASH, 0}},          {"—", {GLYPH_DASH, 0}},   {"।", {GLYPH_STOP, 0}},
    {"【", {GLYPH_OPEN, 9}},         {"】", {GLYPH_CLOSE, 9}}, {"〈", {GLYPH_OPEN, 10}},
    {"〉", {GLYPH_CLOSE, 10}},       {"‘", {GLYPH_OPEN, 11}},  {"’", {GLYPH_CLOSE, 11}},
};

/* Is the character of `size` bytes a letter of Latin, Greek, Cyrillic, Arabic and their like? */
static bool is_letter(const unsigned char *at, size_t size) {
    if (size == 1)
        return wikitext_is_letter(*at) || wikitext_is_digit(*at);
    return (size == 2 && *at >= 0xC3) || (size == 3 && *at == 0xE0 && (at[1] & 0xFC) != 0xB8);
}

static struct glyph glyph_of(const unsigned char *at, size_t size) {
    struct bracket bracket = {GLYPH_NONE, 0};
    if (size == 1 && *at < 128) {
        bracket = ASCII[*at];
    } else if (size == 3 || (size == 2 && (*at == 0xC2 || *at == 0xD8))) {
        for (size_t i = 0; i < sizeof OTHERS / sizeof OTHERS[0]; i++) {
            if (memcmp(at, OTHERS[i].text, size) == 0 && OTHERS[i].text[size] == '\0')
                bracket = OTHERS[i].bracket;
        }
    }
    if (bracket.class != GLYPH_NONE)
        return (struct glyph){(enum glyph_class)bracket.class, bracket.pair, size};
    return (struct glyph){is_letter(at, size) ? GLYPH_LETTER : GLYPH_OTHER, 0, size};
}

static struct glyph last_glyph(const unsigned char *text, size_t size) {
    size_t at = size;
    if (size == 0)
        return (struct glyph){GLYPH_NONE, 0, 0};
    do
        at--;
    while (at > 0 && size - at < 4 && (text[at] & 0xC0) == 0x80);
    return glyph_of(text + at, size - at);
}

static struct glyph first_glyph(const unsigned char *at, const unsigned char *end) {
    size_t size = 1;
    if (at == end)
        return (struct glyph){GLYPH_NONE, 0, 0};
    while (size < 4 && at + size < end && (at[size] & 0xC0) == 0x80)
        size++;
    return glyph_of(at, size);
}

struct repair {
    unsigned char *text;
    size_t size; /* of what is written */
    const unsigned char *at, *end;
    bool keep_holes, french;
    bool left_space, right_space;
};

static bool is_mark(const struct repair *repair, unsigned char byte) {
    return byte < '\t' && (byte != MARK_HOLE || !repair->keep_holes);
}

/* Goes to the next character on the right. */
static void skip_right(struct repair *repair) {
    while (repair->at < repair->end &&
           (wikitext_is_blank(*repair->at) || is_mark(repair, *repair->at))) {
        repair->right_space = repair->right_space || !is_mark(repair, *repair->at);
        repair->at++;
    }
}

/* Takes the spaces at the end of what is written back. */
static void skip_left(struct repair *repair) {
    while (repair->size > 0 && repair->text[repair->size - 1] == ' ') {
        repair->left_space = true;
        repair->size--;
    }
}

static void drop_left(struct repair *repair, struct glyph left) {
    repair->size -= left.size;
    skip_left(repair);
}

static void drop_right(struct repair *repair, struct glyph right) {
    repair->at += right.size;
    skip_right(repair);
}

/* A dash on the right with nothing but marks between it and a closing bracket. */
static bool dash_is_last(struct repair *repair, struct glyph right) {
    struct repair ahead = *repair;
    drop_right(&ahead, right);
    if (first_glyph(ahead.at, ahead.end).class != GLYPH_CLOSE)
        return false;
    *repair = ahead;
    return true;
}

/* Words that say nothing once the pronunciation behind them is gone. */
static const char *const STRANDED[] = {
    "or",
    "and",
    "also",
    "pronounced",
    "pronunciation",
    "pron.",
    "locally",
    "oder",
    "und",
    "ou",
    "prononcé",
    "prononciation",
    "Aussprache",
    "ausgesprochen",
    "pronunciado",
    "pronunciación",
    "pronúncia",
    "pronuncia",
    "uitspraak",
    "wym.",
    "lub",
    "или",
    "произносится",
    "произношение",
    "або",
    "вимова",
    "veya",
    "أو",
    "یا",
    "או",
};

/* Bytes of the word at the end of the text when it is one of them. */
static size_t stranded_word(const unsigned char *text, size_t size) {
    for (size_t i = 0; i < sizeof STRANDED / sizeof STRANDED[0]; i++) {
        size_t length = strlen(STRANDED[i]);
        if (size > length && memcmp(text + size - length, STRANDED[i], length) == 0)
            return length;
    }
    return 0;
}

/* Drops such words on the left when a bracket or a comma stands before them. */
static bool drop_stranded(struct repair *repair) {
    size_t size = repair->size, length = stranded_word(repair->text, size);
    if (length == 0 || !repair->left_space)
        return false;
    for (; length > 0; length = stranded_word(repair->text, size)) {
        size -= length;
        while (size > 0 && repair->text[size - 1] == ' ')
            size--;
    }
    struct glyph before = last_glyph(repair->text, size);
    if (before.class != GLYPH_OPEN && before.class != GLYPH_COMMA &&
        before.class != GLYPH_STRONG_COMMA)
        return false;
    repair->size = size;
    return true;
}

/* One step of repair; false when there is nothing more to do. */
static bool repair_once(struct repair *repair, struct glyph left, struct glyph right) {
    bool left_comma = left.class == GLYPH_COMMA || left.class == GLYPH_STRONG_COMMA;
    bool right_comma = right.class == GLYPH_COMMA || right.class == GLYPH_STRONG_COMMA;
    if (left.class == GLYPH_OPEN && right.class == GLYPH_CLOSE && left.pair == right.pair) {
        repair->right_space = false;
        drop_right(repair, right);
        drop_left(repair, left);
    } else if (left_comma && (right.class == GLYPH_CLOSE || right.class == GLYPH_STOP ||
                              (left.class == GLYPH_COMMA && right.class == GLYPH_STRONG_COMMA))) {
        drop_left(repair, left);
    } else if (right_comma &&
               (left_comma || left.class == GLYPH_OPEN || left.class == GLYPH_NONE)) {
        drop_right(repair, right);
    } else if ((left.class == GLYPH_LETTER || left.class == GLYPH_STOP) &&
               (right.class == GLYPH_CLOSE || right_comma)) {
        return drop_stranded(repair);
    } else {
        return left.class == GLYPH_OPEN && right.class == GLYPH_DASH && dash_is_last(repair, right);
    }
    return true;
}

static bool needs_space(const struct repair *repair, struct glyph left, struct glyph right) {
    if (left.class == GLYPH_NONE || right.class == GLYPH_NONE || left.class == GLYPH_OPEN)
        return false;
    bool space = repair->left_space || repair->right_space;
    if (!space)
        return left.class == GLYPH_LETTER && right.class == GLYPH_LETTER;
    if (right.class == GLYPH_CLOSE)
        return right.pair > 10;
    if (repair->french &&
        (right.class == GLYPH_STRONG_COMMA || (right.class == GLYPH_STOP && *repair->at != '.')))
        return true;
    if (right.class == GLYPH_STOP)
        return right.size == 1 && repair->end - repair->at > 1 && repair->at[1] == '.';
    return right.class != GLYPH_COMMA && right.class != GLYPH_STRONG_COMMA;
}

/* Repairs round the mark at repair->at. */
static void repair_mark(struct repair *repair) {
    struct glyph left, right;
    repair->left_space = repair->right_space = false;
    skip_left(repair);
    skip_right(repair);
    do {
        left = last_glyph(repair->text, repair->size);
        right = first_glyph(repair->at, repair->end);
    } while (repair_once(repair, left, right));
    if (needs_space(repair, left, right))
        repair->text[repair->size++] = ' ';
}

/* Bytes that come before the first blank in a row, control character or end, from `at` on. */
static size_t clean_size(const unsigned char *at, size_t size) {
    const uint64_t ones = UINT64_C(0x0101010101010101), tops = ones << 7;
    size_t done = 0;
    for (; done + 9 <= size; done += 8) {
        uint64_t here, next;
        memcpy(&here, at + done, sizeof here);
        memcpy(&next, at + done + 1, sizeof next);
        /* A top bit for each byte below 0x20, and for each below 0x21 in both. */
        uint64_t control = (here - 0x20 * ones) & ~here;
        uint64_t spaces = (here - 0x21 * ones) & ~here & (next - 0x21 * ones) & ~next;
        if ((control | spaces) & tops)
            break;
    }
    while (done < size && at[done] >= ' ' &&
           (at[done] != ' ' || (done + 1 < size && at[done + 1] > ' ')))
        done++;
    return done;
}

size_t wikitext_repair(unsigned char *text, size_t size, bool keep_holes, bool french) {
    struct repair repair = {
        .text = text, .at = text, .end = text + size, .keep_holes = keep_holes, .french = french};
    while (repair.at < repair.end) {
        unsigned char byte = *repair.at;
        if (is_mark(&repair, byte)) {
            repair_mark(&repair);
        } else if (wikitext_is_blank(byte)) {
            repair.at++;
            if (repair.size > 0 && text[repair.size - 1] != ' ')
                text[repair.size++] = ' ';
        } else if (byte < ' ') {
            repair.at++;
            text[repair.size++] = byte >= MARK_PROTECTED ? wikitext_unprotect(byte) : byte;
        } else {
            size_t clean = clean_size(repair.at, (size_t)(repair.end - repair.at));
            /* Nothing has moved yet in most paragraphs. */
            if (repair.at != text + repair.size)
                memmove(text + repair.size, repair.at, clean);
            repair.size += clean;
            repair.at += clean;
        }
    }
    if (repair.size > 0 && text[repair.size - 1] == ' ')
        repair.size--;
    return repair.size;
}
