/* Answers about multipart uploads, of any bytes: read or refused, and what is told is in bounds. */
#include <stdlib.h>

#include "tools/s3/multipart_documents.h"
#include "tools/s3/part_plan.h"
#include "tools/s3/stale_uploads.h"

int LLVMFuzzerTestOneInput(const unsigned char *bytes, size_t size);

static void check_part(void *context, unsigned number, uint64_t size, const char *etag) {
    char copy[OBJECT_FACTS_ETAG_SIZE];
    (void)context, (void)size;
    if (number < 1 || number > PART_PLAN_MOST_PARTS)
        abort();
    object_facts_copy_etag(copy, etag);
}

int LLVMFuzzerTestOneInput(const unsigned char *bytes, size_t size) {
    struct view body = {bytes, size};
    struct multipart_completion completion = {.lost = false};
    struct multipart_documents_page page;
    free(multipart_documents_upload_id(body));
    free(multipart_documents_copy_etag(body));
    (void)multipart_documents_completion(&completion, body, CONTENT_CHECKSUM_CRC32C);
    multipart_documents_parts(&page, body, check_part, NULL);
    char *text = malloc(size + 1);
    if (text == NULL)
        return 0;
    for (size_t i = 0; i < size; i++)
        text[i] = (char)bytes[i];
    text[size] = '\0';
    (void)stale_uploads_read_time(text);
    free(text);
    return 0;
}
