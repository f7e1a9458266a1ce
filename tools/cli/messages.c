#include "tools/cli/messages.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LINE_SIZE (ERROR_MESSAGE_SIZE + 128)

void messages_init(struct messages *messages, const char *tool) {
    const char *no_color = getenv("NO_COLOR");
    const char *terminal = getenv("TERM");
    *messages = (struct messages){
        .tool = tool,
        .colour = isatty(STDERR_FILENO) && (no_color == NULL || *no_color == '\0') &&
                  (terminal == NULL || strcmp(terminal, "dumb") != 0),
    };
}

void messages_make_harmless(char *text) {
    for (; *text != '\0'; text++) {
        unsigned char byte = (unsigned char)*text;
        /* U+0080 to U+009F, too: some terminals take U+009B for ESC [. */
        if (byte == 0xC2 && (text[1] & 0xE0) == 0x80)
            text[0] = text[1] = '?';
        else if (byte < 0x20 || byte == 0x7F)
            *text = '?';
    }
}

static void say(const struct messages *messages, const char *colour, const char *label,
                const char *format, va_list arguments) {
    char text[ERROR_MESSAGE_SIZE];
    char line[LINE_SIZE];
    vsnprintf(text, sizeof text, format, arguments);
    messages_make_harmless(text);
    bool colours = messages->colour && *label != '\0';
    int length = snprintf(line, sizeof line, "%s: %s%s%s%s\n", messages->tool,
                          colours ? colour : "", label, colours ? "\033[0m" : "", text);
    size_t size = length < (int)sizeof line ? (size_t)length : sizeof line - 1;
    line[size - 1] = '\n';
    /* There is nobody to tell when standard error cannot be written. */
    ssize_t ignored = write(STDERR_FILENO, line, size);
    (void)ignored;
}

void messages_error(const struct messages *messages, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    say(messages, "\033[1;31m", "error: ", format, arguments);
    va_end(arguments);
}

void messages_warning(const struct messages *messages, const char *format, ...) {
    if (messages->quiet)
        return;
    va_list arguments;
    va_start(arguments, format);
    say(messages, "\033[1;33m", "warning: ", format, arguments);
    va_end(arguments);
}

void messages_note(const struct messages *messages, const char *format, ...) {
    if (!messages->verbose)
        return;
    va_list arguments;
    va_start(arguments, format);
    say(messages, "", "", format, arguments);
    va_end(arguments);
}

void messages_summary(const struct messages *messages, const char *format, ...) {
    if (messages->quiet)
        return;
    va_list arguments;
    va_start(arguments, format);
    say(messages, "", "", format, arguments);
    va_end(arguments);
}
