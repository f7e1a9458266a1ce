#include "tools/prep/run_config.h"

#include <stdlib.h>
#include <string.h>

static const char BLANKS[] = " \t\r";

/* Ends a text before its last blanks; returns where it begins behind its first ones. */
static char *trim(char *text) {
    text += strspn(text, BLANKS);
    size_t length = strlen(text);
    while (length > 0 && strchr(BLANKS, text[length - 1]) != NULL)
        length--;
    text[length] = '\0';
    return text;
}

static enum status take_line(char *line, run_config_function *take, void *context,
                             struct error *error) {
    line = trim(line);
    if (*line == '\0' || *line == '#' || *line == ';')
        return STATUS_OK;
    char *equals = strchr(line, '=');
    if (equals == NULL || equals == line)
        return error_set(error, STATUS_USAGE, "'%.100s' is no setting; write 'name = value'", line);
    *equals = '\0';
    return take(context, trim(line), trim(equals + 1), error);
}

static enum status take_lines(char *text, const char *name, run_config_function *take,
                              void *context, struct error *error) {
    unsigned long number = 0;
    enum status status = STATUS_OK;
    for (char *next; text != NULL && status == STATUS_OK; text = next) {
        next = strchr(text, '\n');
        if (next != NULL)
            *next++ = '\0';
        number++;
        status = take_line(text, take, context, error);
        if (status != STATUS_OK)
            error_prefix(error, "line %lu of '%s'", number, name);
    }
    return status;
}

enum status run_config_read(struct view text, const char *name, run_config_function *take,
                            void *context, struct error *error) {
    if (text.size > 0 && memchr(text.data, '\0', text.size) != NULL)
        return error_set(error, STATUS_USAGE, "'%s' is not a text file", name);
    static const char MARK[] = "\xEF\xBB\xBF"; /* of UTF-8, which some editors put in front */
    if (text.size >= 3 && memcmp(text.data, MARK, 3) == 0) {
        text.data += 3;
        text.size -= 3;
    }
    char *copy = strndup(text.size == 0 ? "" : (const char *)text.data, text.size);
    if (copy == NULL)
        return error_no_memory(error, "the settings");
    enum status status = take_lines(copy, name, take, context, error);
    free(copy);
    return status;
}
