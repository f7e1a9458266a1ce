#include "tools/prep/index_ranges.h"

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
