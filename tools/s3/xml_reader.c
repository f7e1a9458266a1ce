#include "tools/s3/xml_reader.h"

#include <expat.h>
#include <stdbool.h>

struct xml_reader {
    XML_Parser parser;
    xml_reader_function *function;
    void *context;
    size_t depth;
    size_t path_length;
    size_t name_starts[XML_READER_DEEPEST]; /* where each open element's part of the path begins */
    size_t text_length;
    const char *refusal; /* why the document was refused, NULL while it was not */
    char path[XML_READER_LONGEST + 1];
    char text[XML_READER_LONGEST + 1];
};

static void refuse(struct xml_reader *reader, const char *why) {
    if (reader->refusal == NULL)
        reader->refusal = why;
    XML_StopParser(reader->parser, XML_FALSE);
}

static void XMLCALL on_start(void *context, const XML_Char *name, const XML_Char **attributes) {
    struct xml_reader *reader = context;
    (void)attributes;
    const char *colon = strchr(name, ':');
    const char *local = colon == NULL || colon[1] == '\0' ? name : colon + 1;
    size_t length = strlen(local);
    if (reader->depth == XML_READER_DEEPEST) {
        refuse(reader, "its elements are nested too deep");
        return;
    }
    if (length + 1 > XML_READER_LONGEST - reader->path_length) {
        refuse(reader, "the names of its elements are too long");
        return;
    }
    reader->name_starts[reader->depth++] = reader->path_length;
    if (reader->path_length > 0)
        reader->path[reader->path_length++] = '/';
    memcpy(reader->path + reader->path_length, local, length + 1);
    reader->path_length += length;
    reader->text_length = 0;
}

static void XMLCALL on_end(void *context, const XML_Char *name) {
    struct xml_reader *reader = context;
    (void)name;
    /* After a refusal expat may still report the end of an element it was in. */
    if (reader->refusal != NULL || reader->depth == 0)
        return;
    reader->text[reader->text_length] = '\0';
    reader->function(reader->context, reader->path, reader->text);
    reader->path_length = reader->name_starts[--reader->depth];
    reader->path[reader->path_length] = '\0';
    reader->text_length = 0;
}

static void XMLCALL on_text(void *context, const XML_Char *text, int length) {
    struct xml_reader *reader = context;
    if (length < 0 || (size_t)length > XML_READER_LONGEST - reader->text_length) {
        refuse(reader, "the text of an element is too long");
        return;
    }
    memcpy(reader->text + reader->text_length, text, (size_t)length);
    reader->text_length += (size_t)length;
}

static void XMLCALL on_document_type(void *context, const XML_Char *name, const XML_Char *system,
                                     const XML_Char *public, int has_subset) {
    (void)name, (void)system, (void)public, (void)has_subset;
    refuse(context, "it has a document type declaration");
}

enum status xml_reader_read(struct view document, xml_reader_function *function, void *context,
                            struct error *error) {
    if (document.size > XML_READER_LARGEST)
        return error_set(error, STATUS_CORRUPT, "an XML document of %zu bytes is too large",
                         document.size);
    struct xml_reader reader;
    memset(&reader, 0, sizeof reader);
    reader.function = function;
    reader.context = context;
    reader.parser = XML_ParserCreate(NULL);
    if (reader.parser == NULL)
        return error_no_memory(error, "an XML parser");
    XML_SetUserData(reader.parser, &reader);
    XML_SetElementHandler(reader.parser, on_start, on_end);
    XML_SetCharacterDataHandler(reader.parser, on_text);
    XML_SetStartDoctypeDeclHandler(reader.parser, on_document_type);
    enum status status = STATUS_OK;
    /* S3 sends white space while a long request goes on; only then comes the declaration. */
    while (document.size > 0 && memchr(" \t\r\n", document.data[0], 4) != NULL) {
        document.data++;
        document.size--;
    }
    const char *bytes = document.size == 0 ? "" : (const char *)document.data;
    if (XML_Parse(reader.parser, bytes, (int)document.size, XML_TRUE) != XML_STATUS_OK) {
        enum XML_Error code = XML_GetErrorCode(reader.parser);
        const char *why = reader.refusal != NULL ? reader.refusal : XML_ErrorString(code);
        status =
            code == XML_ERROR_NO_MEMORY
                ? error_no_memory(error, "an XML document")
                : error_set(error, STATUS_CORRUPT, "an XML document is damaged in line %lu: %s",
                            (unsigned long)XML_GetCurrentLineNumber(reader.parser), why);
    }
    XML_ParserFree(reader.parser);
    /* STS tells secrets in such documents. */
    explicit_bzero(reader.text, sizeof reader.text);
    return status;
}
