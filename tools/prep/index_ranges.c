#include "tools/prep/index_ranges.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

enum status index_ranges_write(struct buffer *text, const size_t *numbers, size_t count,
                               size_t offset, struct error *error) {
    enum status status = STATUS_OK;
    for (size_t i = 0; i < count && status == STATUS_OK;) {
        size_t last = i;
        while (last + 1 < count && numbers[last + 1] == numbers[last] + 1)
            last++;
        if (numbers[i] < offset)
            return error_set(error, STATUS_USAGE, "task %zu lies before the offset %zu", numbers[i],
                             offset);
        const char *comma = i == 0 ? "" : ",";
        /* Two in a row are no shorter as a range. */
        if (last < i + 2) {
            status = buffer_format(text, error, "%s%zu", comma, numbers[i] - offset);
            i++;
        } else {
            status = buffer_format(text, error, "%s%zu-%zu", comma, numbers[i] - offset,
                                   numbers[last] - offset);
            i = last + 1;
        }
    }
    return status;
}

/* Reads digits; false when there are none or they mean no number below `limit`. */
static bool read_number(size_t *number, const char **text, size_t limit) {
    size_t value = 0;
    const char *start = *text;
    for (; **text >= '0' && **text <= '9'; ++*text) {
        value = value * 10 + (size_t)(**text - '0');
        if (value >= limit || value > SIZE_MAX / 16)
            return false;
    }
    *number = value;
    return *text > start;
}

/* One range after the other: at most `limit` numbers, since they ascend. */
static bool read_ranges(size_t *list, size_t *count, const char *text, size_t limit) {
    size_t first, last;
    for (;; text++) {
        if (!read_number(&first, &text, limit))
            return false;
        last = first;
        if (*text == '-') {
            text++;
            if (!read_number(&last, &text, limit))
                return false;
        }
        if (last < first || (*count > 0 && first <= list[*count - 1]))
            return false;
        for (size_t number = first; number <= last; number++)
            list[(*count)++] = number;
        if (*text != ',')
            return *text == '\0';
    }
}

enum status index_ranges_parse(size_t **numbers, size_t *count, const char *text, size_t limit,
                               struct error *error) {
    *count = 0;
    *numbers = calloc(limit == 0 ? 1 : limit, sizeof **numbers);
    if (*numbers == NULL)
        return error_no_memory(error, "a list of tasks");
    if (read_ranges(*numbers, count, text, limit))
        return STATUS_OK;
    free(*numbers);
    *numbers = NULL;
    *count = 0;
    return error_set(error, STATUS_USAGE,
                     "'%.200s' is no list of tasks; write ascending numbers below %zu, as 3,7-9",
                     text, limit);
}
