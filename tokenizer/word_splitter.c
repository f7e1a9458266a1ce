#include "tokenizer/word_splitter.h"

#include <string.h>

#include "tokenizer/text/normalization.h"
#include "tokenizer/text/utf8.h"
#include "tokenizer/wordpiece.h"

enum status word_splitter_init(struct word_splitter *splitter, const struct vocabulary *vocabulary,
                               const struct basic_tokenizer *basic, struct error *error) {
    *splitter = (struct word_splitter){
        .vocabulary = vocabulary,
        .tables = basic->tables,
        .lower_case = basic->options.lower_case,
        .strip_accents = basic->options.strip_accents,
        .special_literals = basic->options.special_literals,
        .limit = basic->options.word_limit,
    };
    for (uint32_t byte = 0; byte < 128; byte++) {
        uint16_t properties = unicode_tables_class(basic->tables, byte);
        splitter->ascii_classes[byte] = (uint8_t)character_class_of(properties);
    }
    return folded_cells_init(&splitter->cells, error);
}

void word_splitter_release(struct word_splitter *splitter) {
    folded_cells_release(&splitter->cells);
}

/* A word that is being put together. */
struct part {
    struct word_splitter *splitter;
    /* Whole cells are written, so there is room for one behind the longest word. */
    unsigned char bytes[(size_t)WORD_SPLITTER_LONGEST * UTF8_LONGEST + sizeof(struct folded_cell)];
    size_t size;
    size_t code_points;
    uint32_t *ids; /* where the next id goes */
};

static void write_pieces(struct part *part, const unsigned char *bytes, size_t size) {
    part->ids += wordpiece_split(part->splitter->vocabulary, (struct view){bytes, size}, part->ids);
}

static void end_part(struct part *part) {
    if (part->code_points > part->splitter->limit)
        *part->ids++ = vocabulary_special(part->splitter->vocabulary, SPECIAL_UNK);
    else if (part->size > 0)
        write_pieces(part, part->bytes, part->size);
    part->size = 0;
    part->code_points = 0;
}

static void add(struct part *part, uint32_t code_point) {
    if (part->code_points++ < part->splitter->limit)
        part->size += utf8_encode(code_point, part->bytes + part->size);
}

/* A code point that stands alone: punctuation. */
static void add_alone(struct part *part, uint32_t code_point) {
    unsigned char bytes[UTF8_LONGEST] = {0};
    end_part(part);
    write_pieces(part, bytes, utf8_encode(code_point, bytes));
}

/* What a folded code point is to the word it stands in. */
enum folded_role {
    ROLE_PART,
    ROLE_ALONE,  /* punctuation */
    ROLE_ACCENT, /* dropped */
    ROLE_MARK,   /* may have to change places with others */
};

static enum folded_role role_of(const struct word_splitter *splitter, uint32_t code_point) {
    uint16_t properties = unicode_tables_class(splitter->tables, code_point);
    if (character_class_of(properties) == CHARACTER_PUNCTUATION)
        return ROLE_ALONE;
    if (!splitter->strip_accents)
        return ROLE_PART;
    if ((properties & CHARACTER_NONSPACING) != 0)
        return ROLE_ACCENT;
    return character_combining_class(properties) != 0 ? ROLE_MARK : ROLE_PART;
}

/* Appends a folded code point. False when it is a mark that may have to change places. */
static bool add_folded(struct part *part, uint32_t code_point) {
    enum folded_role role = role_of(part->splitter, code_point);
    if (role == ROLE_ALONE)
        add_alone(part, code_point);
    else if (role == ROLE_PART)
        add(part, code_point);
    return role != ROLE_MARK;
}

/* Whether a cased letter follows within the word, so that a capital sigma here is not final. */
static bool cased_follows(const struct word_splitter *splitter, const unsigned char *bytes,
                          size_t size) {
    size_t at = 0;
    while (at < size) {
        uint32_t code_point;
        size_t length = utf8_decode(bytes + at, size - at, &code_point);
        if (length == 0 || code_point == UTF8_MALFORMED)
            return false;
        uint16_t properties = unicode_tables_class(splitter->tables, code_point);
        bool counts = (properties & CHARACTER_CASE_IGNORABLE) == 0 &&
                      character_class_of(properties) == CHARACTER_OTHER;
        if (counts || character_class_of(properties) >= CHARACTER_WHITE_SPACE)
            return counts && (properties & CHARACTER_CASED) != 0;
        at += length;
    }
    return false;
}

static bool add_code_point(struct part *part, uint32_t code_point, uint16_t properties) {
    if (!part->splitter->lower_case && !part->splitter->strip_accents) {
        if (character_class_of(properties) == CHARACTER_PUNCTUATION)
            add_alone(part, code_point);
        else
            add(part, code_point);
        return true;
    }
    if ((properties & CHARACTER_FOLDS) == 0)
        return add_folded(part, code_point);
    size_t length;
    uint32_t own[3];
    const uint32_t *sequence =
        folding_get(&part->splitter->tables->folding, code_point, &length, own);
    for (size_t i = 0; i < length; i++) {
        if (!add_folded(part, sequence[i]))
            return false;
    }
    return true;
}

/* Takes a decoded code point; `bytes` and `size` are what follows it. */
static bool take(struct part *part, uint32_t code_point, uint16_t properties,
                 const unsigned char *bytes, size_t size) {
    switch (character_class_of(properties)) {
    case CHARACTER_DROPPED:
        return true;
    case CHARACTER_WHITE_SPACE:
        end_part(part);
        return true;
    case CHARACTER_CJK:
        end_part(part);
        if (!add_code_point(part, code_point, properties))
            return false;
        end_part(part);
        return true;
    default:
        if (code_point == CAPITAL_SIGMA && part->splitter->lower_case &&
            !cased_follows(part->splitter, bytes, size))
            return false;
        return add_code_point(part, code_point, properties);
    }
}

/* Fills the cell of a code point that is part of a word: with what add_folded would do. */
static void fill_part(struct folded_cell *cell, const struct word_splitter *splitter,
                      uint32_t code_point, uint16_t properties) {
    size_t length = 1;
    uint32_t own[3] = {code_point};
    const uint32_t *sequence = own;
    bool folds = splitter->lower_case || splitter->strip_accents;
    if (folds && (properties & CHARACTER_FOLDS) != 0)
        sequence = folding_get(&splitter->tables->folding, code_point, &length, own);
    cell->kind = FOLDED_PART;
    for (size_t i = 0; i < length; i++) {
        enum folded_role role = role_of(splitter, sequence[i]);
        if (role == ROLE_PART)
            folded_cell_append(cell, sequence[i]);
        else if (role != ROLE_ACCENT)
            cell->kind = FOLDED_OTHER;
    }
}

/* Fills the cell of a code point; it is part.splitter's, the rest of `part` is for use. */
static void fill_cell(struct part *part, struct folded_cell *cell, uint32_t code_point) {
    struct word_splitter *splitter = part->splitter;
    uint16_t properties = unicode_tables_class(splitter->tables, code_point);
    bool sigma = code_point == CAPITAL_SIGMA && splitter->lower_case;
    uint32_t ids[4 * FOLDING_LONGEST];
    cell->kind = FOLDED_OTHER;
    switch (character_class_of(properties)) {
    case CHARACTER_DROPPED:
        if ((properties & CHARACTER_STRIPPED) == 0)
            cell->kind = FOLDED_PART;
        break;
    case CHARACTER_OTHER:
        if (!sigma && (properties & CHARACTER_STRIPPED) == 0)
            fill_part(cell, splitter, code_point, properties);
        break;
    case CHARACTER_CJK:
    case CHARACTER_PUNCTUATION:
        part->ids = ids;
        if (take(part, code_point, properties, NULL, 0) && part->ids == ids + 1)
            folded_cell_set_id(cell, ids[0]);
        part->ids = NULL;
        break;
    default:
        break;
    }
}

void word_splitter_fill_cell(struct word_splitter *splitter, uint32_t code_point) {
    struct part part; /* not initialized as a whole: it is large */
    part.splitter = splitter;
    part.size = 0;
    part.code_points = 0;
    fill_cell(&part, &splitter->cells.cells[code_point], code_point);
}

/* Takes a code point by its cell; false if that says too little. */
static bool use_cell(struct part *part, const struct folded_cell *cell) {
    if (cell->kind == FOLDED_PART &&
        part->code_points + cell->code_points <= part->splitter->limit) {
        /* All the cell, though only some of it counts: a move of fixed size. */
        memcpy(part->bytes + part->size, cell, sizeof *cell);
        part->size += cell->size;
        part->code_points += cell->code_points;
        return true;
    }
    if (cell->kind != FOLDED_ALONE)
        return false;
    end_part(part);
    *part->ids++ = folded_cell_id(cell);
    return true;
}

static bool split_any(struct part *part, const unsigned char *bytes, size_t size) {
    struct word_splitter *splitter = part->splitter;
    bool blank = true;
    size_t at = 0;
    while (at < size) {
        uint32_t code_point;
        size_t length = utf8_decode(bytes + at, size - at, &code_point);
        if (length == 0 || code_point == UTF8_MALFORMED)
            return false;
        at += length;
        if (code_point < FOLDED_CELLS && use_cell(part, word_splitter_cell(splitter, code_point))) {
            blank = false;
            continue;
        }
        uint16_t properties = unicode_tables_class(splitter->tables, code_point);
        blank = blank && (properties & CHARACTER_STRIPPED) != 0;
        if (!take(part, code_point, properties, bytes + at, size - at))
            return false;
    }
    end_part(part);
    return !blank;
}

/*
 * Whether what follows an opening bracket may make it the literal of a special token: that begins
 * with a letter of its name, and ends with a closing bracket before white space.
 */
static bool may_be_literal(const unsigned char *bytes, size_t size) {
    /* Only characters that are no plain ones may be dropped before a literal is looked for. */
    if (size > 0 && bytes[0] > ' ' && bytes[0] < 0x7F && strchr("PUCSM", bytes[0]) == NULL)
        return false;
    for (size_t i = 0; i < size; i++) {
        if (bytes[i] == ']')
            return true;
        if (bytes[i] == ' ' || bytes[i] == '\t' || bytes[i] == '\n' || bytes[i] == '\r')
            return false;
    }
    return false;
}

bool word_splitter_split(struct word_splitter *splitter, const unsigned char *bytes, size_t size,
                         size_t rest, uint32_t *ids, size_t *count) {
    struct part part; /* not initialized as a whole: it is large */
    part.splitter = splitter;
    part.size = 0;
    part.code_points = 0;
    part.ids = ids;
    if (bytes[0] == '[' && splitter->special_literals && may_be_literal(bytes + size, rest))
        return false;
    if (!split_any(&part, bytes, size))
        return false;
    *count = (size_t)(part.ids - ids);
    return true;
}
