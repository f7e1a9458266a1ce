#include "tools/fetch/content_range.h"

#include <string.h>
#include <strings.h>

bool content_range_number(uint64_t *value, const char **text) {
    const char *at = *text;
    uint64_t number = 0;
    *value = 0;
    for (; *at >= '0' && *at <= '9'; at++) {
        if (__builtin_mul_overflow(number, (uint64_t)10, &number) ||
            __builtin_add_overflow(number, (uint64_t)(*at - '0'), &number) || number > INT64_MAX)
            return false;
    }
    bool any = at != *text;
    *text = at;
    *value = number;
    return any;
}

bool content_range_parse(struct content_range *range, const char *text) {
    *range = (struct content_range){.has_bytes = true, .has_total = true};
    if (strncasecmp(text, "bytes ", 6) != 0)
        return false;
    text += 6 + strspn(text + 6, " ");
    if (*text == '*') {
        range->has_bytes = false;
        text++;
    } else {
        if (!content_range_number(&range->first, &text) || *text++ != '-' ||
            !content_range_number(&range->last, &text) || range->first > range->last)
            return false;
    }
    if (*text++ != '/')
        return false;
    if (*text == '*' && range->has_bytes) {
        range->has_total = false;
        text++;
    } else if (!content_range_number(&range->total, &text) ||
               (range->has_bytes && range->last >= range->total)) {
        return false;
    }
    return text[strspn(text, " \t")] == '\0';
}
