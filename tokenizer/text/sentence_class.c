#include "tokenizer/text/sentence_class.h"

#include <pthread.h>
#include <string.h>

#include "tokenizer/text/sentence_break_data.h"

/* In the order of enum sentence_class. */
static const char CLASS_LETTERS[] = "XCFPEMSlUONAKTZ";

struct trait_range {
    uint32_t first, last;
    unsigned trait;
};

static const struct trait_range TRAITS[] = {
    {'"', '"', SENTENCE_QUOTE},
    {'(', '(', SENTENCE_BRACKET | SENTENCE_OPENER},
    {')', ')', SENTENCE_BRACKET},
    {'[', '[', SENTENCE_BRACKET | SENTENCE_OPENER},
    {']', ']', SENTENCE_BRACKET},
    {0x00AB, 0x00AB, SENTENCE_QUOTE},
    {0x00BB, 0x00BB, SENTENCE_QUOTE},
    {0x0E01, 0x0EDF, SENTENCE_UNMARKED},
    {0x1000, 0x109F, SENTENCE_UNMARKED},
    {0x1100, 0x11FF, SENTENCE_WIDE},
    {0x1780, 0x17D3, SENTENCE_UNMARKED},
    {0x201C, 0x201D, SENTENCE_QUOTE},
    {0x201E, 0x201E, SENTENCE_QUOTE | SENTENCE_OPENER},
    {0x2E80, 0x2FFF, SENTENCE_WIDE},
    {0x3001, 0x3007, SENTENCE_WIDE},
    {0x3008, 0x3008, SENTENCE_WIDE | SENTENCE_QUOTE | SENTENCE_OPENER},
    {0x3009, 0x3009, SENTENCE_WIDE | SENTENCE_QUOTE},
    {0x300A, 0x300A, SENTENCE_WIDE | SENTENCE_QUOTE | SENTENCE_OPENER},
    {0x300B, 0x300B, SENTENCE_WIDE | SENTENCE_QUOTE},
    {0x300C, 0x300C, SENTENCE_WIDE | SENTENCE_QUOTE | SENTENCE_OPENER},
    {0x300D, 0x300D, SENTENCE_WIDE | SENTENCE_QUOTE},
    {0x300E, 0x300E, SENTENCE_WIDE | SENTENCE_QUOTE | SENTENCE_OPENER},
    {0x300F, 0x300F, SENTENCE_WIDE | SENTENCE_QUOTE},
    {0x3010, 0x3010, SENTENCE_WIDE | SENTENCE_BRACKET | SENTENCE_OPENER},
    {0x3011, 0x3011, SENTENCE_WIDE | SENTENCE_BRACKET},
    {0x3012, 0x9FFF, SENTENCE_WIDE},
    {0xA960, 0xA97F, SENTENCE_WIDE},
    {0xAC00, 0xD7FF, SENTENCE_WIDE},
    {0xF900, 0xFAFF, SENTENCE_WIDE},
    {0xFF01, 0xFF07, SENTENCE_WIDE},
    {0xFF08, 0xFF08, SENTENCE_WIDE | SENTENCE_BRACKET | SENTENCE_OPENER},
    {0xFF09, 0xFF09, SENTENCE_WIDE | SENTENCE_BRACKET},
    {0xFF0A, 0xFFEF, SENTENCE_WIDE},
    {0x20000, 0x3FFFD, SENTENCE_WIDE},
};

/* The end marks of the extended table alone. */
static unsigned extended_class(uint32_t code_point, unsigned class) {
    switch (code_point) {
    case 0x2026: /* ... in one character */
        return SENTENCE_ATERM;
    case 0x037E: /* the Greek question mark */
    case 0x0F0D: /* the Tibetan shad, and two of them */
    case 0x0F0E:
    case 0x17D4: /* the Khmer khan, and the end of a section */
    case 0x17D5:
        return SENTENCE_STERM;
    default:
        return class;
    }
}

/* An opening mark behind an end mark belongs to what follows, space or not. */
static unsigned without_openers(unsigned value) {
    return (value & SENTENCE_OPENER) != 0 ? (value & ~SENTENCE_CLASS_BITS) | SENTENCE_OTHER : value;
}

static unsigned event_of(unsigned value) {
    switch (value & SENTENCE_CLASS_BITS) {
    case SENTENCE_CR:
    case SENTENCE_LF:
    case SENTENCE_SEP:
    case SENTENCE_ATERM:
    case SENTENCE_STERM:
        return SENTENCE_EVENT;
    default:
        return (value & (SENTENCE_QUOTE | SENTENCE_BRACKET)) != 0 ? SENTENCE_EVENT : 0;
    }
}

/* Reads the runs, code point by code point. */
struct run_reader {
    const char *at;
    unsigned class;
    uint32_t left;
};

static unsigned next_class(struct run_reader *runs) {
    if (runs->left == 0) {
        const char *letter = strchr(CLASS_LETTERS, *runs->at++);
        runs->class = (unsigned)(letter - CLASS_LETTERS);
        while (*runs->at >= '0' && *runs->at <= '9')
            runs->left = runs->left * 10 + (uint32_t)(*runs->at++ - '0');
        if (runs->left == 0)
            runs->left = 1;
    }
    runs->left--;
    return runs->class;
}

static void build(struct sentence_table *table, bool extended) {
    struct run_reader runs = {SENTENCE_BREAK_RUNS, 0, 0};
    const struct trait_range *range = TRAITS;
    const struct trait_range *end = TRAITS + sizeof TRAITS / sizeof *TRAITS;
    for (size_t block = 0; block < CODE_POINT_TABLE_INDEX_SIZE; block++) {
        uint16_t values[CODE_POINT_TABLE_BLOCK];
        for (uint32_t i = 0; i < CODE_POINT_TABLE_BLOCK; i++) {
            uint32_t code_point = (uint32_t)(block << CODE_POINT_TABLE_SHIFT) + i;
            unsigned value = next_class(&runs);
            if (extended)
                value = extended_class(code_point, value);
            while (range < end && code_point > range->last)
                range++;
            if (range < end && code_point >= range->first)
                value |= range->trait;
            if (extended)
                value = without_openers(value);
            value |= event_of(value);
            values[i] = (uint16_t)value;
            if ((value & SENTENCE_EVENT) != 0 && code_point < 0x10000)
                table->event_block[code_point >> 6] = true;
        }
        for (uint32_t i = 0; block == 0 && i < 0x80; i++)
            table->plain_byte[i] = (values[i] & SENTENCE_EVENT) == 0;
        /* There is room: the data are constant, and a test counts the blocks. */
        (void)code_point_table_add(&table->values, block, values);
    }
}

static struct sentence_table root, extended;
static pthread_once_t root_once = PTHREAD_ONCE_INIT;
static pthread_once_t extended_once = PTHREAD_ONCE_INIT;

static void build_root(void) {
    build(&root, false);
}

static void build_extended(void) {
    build(&extended, true);
}

const struct sentence_table *sentence_table_root(void) {
    (void)pthread_once(&root_once, build_root);
    return &root;
}

const struct sentence_table *sentence_table_extended(void) {
    (void)pthread_once(&extended_once, build_extended);
    return &extended;
}
