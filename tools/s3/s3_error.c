#include "tools/s3/s3_error.h"

#include <stddef.h>
#include <stdio.h>

#include "tools/s3/xml_reader.h"

/* Copies as much as fits, whole UTF-8 characters, nothing that could upset a terminal. */
static void copy_text(char *field, size_t size, const char *text) {
    size_t length = strlen(text);
    if (length >= size) {
        length = size - 1;
        while (length > 0 && ((unsigned char)text[length] & 0xC0) == 0x80)
            length--;
    }
    memcpy(field, text, length);
    for (size_t i = 0; i < length; i++) {
        if ((unsigned char)field[i] < 0x20 || field[i] == 0x7F)
            field[i] = '?';
    }
    field[length] = '\0';
}

static void on_element(void *context, const char *path, const char *text) {
    struct s3_error *error = context;
    if (strcmp(path, "Error/Code") == 0)
        copy_text(error->code, sizeof error->code, text);
    else if (strcmp(path, "Error/Message") == 0)
        copy_text(error->message, sizeof error->message, text);
    else if (strcmp(path, "Error/RequestId") == 0)
        copy_text(error->request_id, sizeof error->request_id, text);
    else if (strcmp(path, "Error/Region") == 0)
        copy_text(error->region, sizeof error->region, text);
    else if (strcmp(path, "Error/Endpoint") == 0)
        copy_text(error->endpoint, sizeof error->endpoint, text);
    else if (strcmp(path, "Error/ServerTime") == 0)
        copy_text(error->server_time, sizeof error->server_time, text);
}

bool s3_error_read(struct s3_error *error_document, struct view body) {
    *error_document = (struct s3_error){.code = ""};
    struct error ignored;
    if (body.size == 0)
        return false;
    /* The answer was an error already; a damaged description of it changes nothing. */
    (void)!xml_reader_read(body, on_element, error_document, &ignored);
    return error_document->code[0] != '\0';
}
