#include "formats/base/dump_date.h"

bool dump_date_is(const char *text) {
    unsigned value = 0;
    for (unsigned i = 0; i < 8; i++) {
        if (text[i] < '0' || text[i] > '9')
            return false;
        value = 10 * value + (unsigned)(text[i] - '0');
    }
    unsigned month = value / 100 % 100, day = value % 100;
    return text[8] == '\0' && value >= 20000101 && month >= 1 && month <= 12 && day >= 1 &&
           day <= 31;
}
