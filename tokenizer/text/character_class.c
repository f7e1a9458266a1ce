#include "tokenizer/text/character_class.h"

#include <stddef.h>
#include <utf8proc.h>

#include "tokenizer/text/unicode_pin.h"

static bool in_ranges(const struct unicode_range *ranges, size_t count, uint32_t code_point) {
    for (size_t i = 0; i < count; i++) {
        if (code_point >= ranges[i].first && code_point <= ranges[i].last)
            return true;
    }
    return false;
}

#define IN(ranges, code_point) in_ranges(ranges, sizeof(ranges) / sizeof((ranges)[0]), code_point)

/* The blocks BERT's _is_chinese_char lists; whole blocks, but for what is dropped before. */
static const struct unicode_range CJK[] = {
    {0x4E00, 0x9FFF},   {0x3400, 0x4DBF},   {0x20000, 0x2A6DF}, {0x2A700, 0x2B73F},
    {0x2B740, 0x2B81F}, {0x2B820, 0x2CEAF}, {0xF900, 0xFAFF},   {0x2F800, 0x2FA1F},
};

/* ASCII that BERT's _is_punctuation takes for punctuation, symbols included. */
static const struct unicode_range ASCII_PUNCTUATION[] = {{33, 47}, {58, 64}, {91, 96}, {123, 126}};

/* Python's str.isspace beyond category Zs: bidirectional types WS, B and S. */
static const struct unicode_range CONTROL_SPACE[] = {
    {0x09, 0x0D}, {0x1C, 0x1F}, {0x85, 0x85}, {0x2028, 0x2029}};

/* PropList.txt, Other_Lowercase and Other_Uppercase, without the modifier letters (category Lm)
 * and marks among them: those are case-ignorable, which counts first. */
static const struct unicode_range OTHER_CASED[] = {
    {0xAA, 0xAA},       {0xBA, 0xBA},       {0x2160, 0x217F},  {0x24B6, 0x24E9},
    {0x1F130, 0x1F149}, {0x1F150, 0x1F169}, {0x1F170, 0x1F189}};

/* WordBreakProperty.txt, MidLetter, MidNumLet and Single_Quote: case-ignorable besides whole
 * categories (Unicode 14.0, section 3.13, D136). */
static const struct unicode_range MIDDLE_OF_WORD[] = {
    {0x27, 0x27},     {0x2E, 0x2E},     {0x3A, 0x3A},     {0xB7, 0xB7},
    {0x387, 0x387},   {0x55F, 0x55F},   {0x5F4, 0x5F4},   {0x2018, 0x2019},
    {0x2024, 0x2024}, {0x2027, 0x2027}, {0xFE13, 0xFE13}, {0xFE52, 0xFE52},
    {0xFE55, 0xFE55}, {0xFF07, 0xFF07}, {0xFF0E, 0xFF0E}, {0xFF1A, 0xFF1A}};

static enum character_class class_of(uint32_t code_point, int category) {
    switch (category) {
    case UTF8PROC_CATEGORY_CC:
        return code_point == '\t' || code_point == '\n' || code_point == '\r'
                   ? CHARACTER_WHITE_SPACE
                   : CHARACTER_DROPPED;
    case UTF8PROC_CATEGORY_CF:
        return CHARACTER_DROPPED;
    case UTF8PROC_CATEGORY_ZS:
    case UTF8PROC_CATEGORY_ZL:
    case UTF8PROC_CATEGORY_ZP:
        return CHARACTER_WHITE_SPACE;
    case UTF8PROC_CATEGORY_PC:
    case UTF8PROC_CATEGORY_PD:
    case UTF8PROC_CATEGORY_PS:
    case UTF8PROC_CATEGORY_PE:
    case UTF8PROC_CATEGORY_PI:
    case UTF8PROC_CATEGORY_PF:
    case UTF8PROC_CATEGORY_PO:
        return CHARACTER_PUNCTUATION;
    default:
        break;
    }
    if (code_point == 0xFFFD)
        return CHARACTER_DROPPED;
    if (IN(ASCII_PUNCTUATION, code_point))
        return CHARACTER_PUNCTUATION;
    return IN(CJK, code_point) ? CHARACTER_CJK : CHARACTER_OTHER;
}

static uint16_t case_bits(uint32_t code_point, int category) {
    switch (category) {
    case UTF8PROC_CATEGORY_MN:
    case UTF8PROC_CATEGORY_ME:
    case UTF8PROC_CATEGORY_CF:
    case UTF8PROC_CATEGORY_LM:
    case UTF8PROC_CATEGORY_SK:
        return CHARACTER_CASE_IGNORABLE;
    case UTF8PROC_CATEGORY_LU:
    case UTF8PROC_CATEGORY_LL:
    case UTF8PROC_CATEGORY_LT:
        return CHARACTER_CASED;
    default:
        if (IN(MIDDLE_OF_WORD, code_point))
            return CHARACTER_CASE_IGNORABLE;
        return IN(OTHER_CASED, code_point) ? CHARACTER_CASED : 0;
    }
}

uint16_t character_class_compute(enum flavor flavor, uint32_t code_point, int category,
                                 unsigned combining_class) {
    if (category == UTF8PROC_CATEGORY_CN || category == UTF8PROC_CATEGORY_CO ||
        category == UTF8PROC_CATEGORY_CS) {
        if (flavor == FLAVOR_NVIDIA)
            return CHARACTER_DROPPED;
        return IN(CJK, code_point) ? CHARACTER_CJK : CHARACTER_OTHER;
    }
    unsigned bits = (unsigned)class_of(code_point, category) | case_bits(code_point, category) |
                    combining_class << CHARACTER_COMBINING_SHIFT;
    if (category == UTF8PROC_CATEGORY_ZS || IN(CONTROL_SPACE, code_point))
        bits |= CHARACTER_STRIPPED;
    if (category == UTF8PROC_CATEGORY_MN)
        bits |= CHARACTER_NONSPACING;
    return (uint16_t)bits;
}
