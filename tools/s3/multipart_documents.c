#include "tools/s3/multipart_documents.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/s3/part_plan.h"
#include "tools/s3/xml_reader.h"
#include "tools/s3/xml_text.h"

enum status multipart_documents_begin(struct buffer *document, struct error *error) {
    return buffer_format(
        document, error,
        "<CompleteMultipartUpload xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\">");
}

enum status multipart_documents_add_part(struct buffer *document, unsigned number, const char *etag,
                                         enum content_checksum_algorithm algorithm,
                                         const char *checksum, struct error *error) {
    char name[32];
    enum status status =
        buffer_format(document, error, "<Part><PartNumber>%u</PartNumber>", number);
    if (status == STATUS_OK)
        status = xml_text_element(document, "ETag", etag, error);
    if (status == STATUS_OK && *checksum != '\0') {
        snprintf(name, sizeof name, "Checksum%s", content_checksum_name(algorithm));
        status = xml_text_element(document, name, checksum, error);
    }
    if (status == STATUS_OK)
        status = buffer_format(document, error, "</Part>");
    return status;
}

enum status multipart_documents_end(struct buffer *document, struct error *error) {
    return buffer_format(document, error, "</CompleteMultipartUpload>");
}

/* One text that is looked for. */
struct wanted_text {
    const char *path;
    char *text; /* owned */
};

static void find_text(void *context, const char *path, const char *text) {
    struct wanted_text *wanted = context;
    if (wanted->text == NULL && *text != '\0' && strcmp(path, wanted->path) == 0)
        wanted->text = strdup(text);
}

/* The text of an element of a document that is whole. */
static char *text_of(struct view body, const char *path) {
    struct wanted_text wanted = {path, NULL};
    struct error ignored;
    if (xml_reader_read(body, find_text, &wanted, &ignored) != STATUS_OK) {
        free(wanted.text);
        return NULL;
    }
    return wanted.text;
}

char *multipart_documents_upload_id(struct view body) {
    return text_of(body, "InitiateMultipartUploadResult/UploadId");
}

char *multipart_documents_copy_etag(struct view body) {
    char *etag = text_of(body, "CopyPartResult/ETag");
    return etag != NULL ? etag : text_of(body, "CopyObjectResult/ETag");
}

bool multipart_documents_copy_checksum(struct content_checksum *checksum, struct view body,
                                       enum content_checksum_algorithm algorithm) {
    char path[64];
    snprintf(path, sizeof path, "CopyPartResult/Checksum%s", content_checksum_name(algorithm));
    char *text = text_of(body, path);
    bool told = content_checksum_from_text(checksum, algorithm, text);
    free(text);
    return told;
}

struct completion_reader {
    struct multipart_completion *completion;
    char checksum_path[64];
    bool is_completion;
};

static void read_completion(void *context, const char *path, const char *text) {
    struct completion_reader *reader = context;
    if (strcmp(path, "CompleteMultipartUploadResult") == 0)
        reader->is_completion = true;
    else if (strcmp(path, "CompleteMultipartUploadResult/ETag") == 0)
        object_facts_copy_etag(reader->completion->etag, text);
    else if (strcmp(path, reader->checksum_path) == 0)
        snprintf(reader->completion->checksum, sizeof reader->completion->checksum, "%s", text);
}

bool multipart_documents_completion(struct multipart_completion *completion, struct view body,
                                    enum content_checksum_algorithm algorithm) {
    struct completion_reader reader = {.completion = completion};
    struct error ignored;
    snprintf(reader.checksum_path, sizeof reader.checksum_path,
             "CompleteMultipartUploadResult/Checksum%s", content_checksum_name(algorithm));
    return xml_reader_read(body, read_completion, &reader, &ignored) == STATUS_OK &&
           reader.is_completion;
}

struct page_reader {
    struct multipart_documents_page *page;
    multipart_part_function *function;
    void *context;
    unsigned number;
    uint64_t size;
    char etag[OBJECT_FACTS_ETAG_SIZE];
};

static void read_part(struct page_reader *reader, const char *name, const char *text) {
    if (strcmp(name, "/PartNumber") == 0)
        reader->number = (unsigned)strtoul(text, NULL, 10);
    else if (strcmp(name, "/Size") == 0)
        reader->size = strtoull(text, NULL, 10);
    else if (strcmp(name, "/ETag") == 0)
        snprintf(reader->etag, sizeof reader->etag, "%s", text);
    if (*name != '\0')
        return;
    if (reader->number >= 1 && reader->number <= PART_PLAN_MOST_PARTS)
        reader->function(reader->context, reader->number, reader->size, reader->etag);
    reader->number = 0;
    reader->size = 0;
    reader->etag[0] = '\0';
}

static void read_page(void *context, const char *path, const char *text) {
    static const char PART[] = "ListPartsResult/Part";
    struct page_reader *reader = context;
    if (strncmp(path, PART, sizeof PART - 1) == 0 &&
        (path[sizeof PART - 1] == '/' || path[sizeof PART - 1] == '\0'))
        read_part(reader, path + sizeof PART - 1, text);
    else if (strcmp(path, "ListPartsResult/IsTruncated") == 0)
        reader->page->truncated = strcmp(text, "true") == 0;
    else if (strcmp(path, "ListPartsResult/NextPartNumberMarker") == 0)
        reader->page->next_marker = (unsigned)strtoul(text, NULL, 10);
    else if (strcmp(path, "ListPartsResult") == 0)
        reader->page->is_page = true;
}

void multipart_documents_parts(struct multipart_documents_page *page, struct view body,
                               multipart_part_function *function, void *context) {
    struct page_reader reader = {.page = page, .function = function, .context = context};
    struct error ignored;
    *page = (struct multipart_documents_page){.is_page = false};
    if (xml_reader_read(body, read_page, &reader, &ignored) != STATUS_OK)
        page->is_page = false;
}
