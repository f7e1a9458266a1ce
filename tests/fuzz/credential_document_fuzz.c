/* credential_document and iso_time: any bytes as what a process or a metadata service gives out. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "tools/s3/credential_document.h"
#include "tools/s3/iso_time.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void read_as(enum credential_document_kind kind, const uint8_t *data, size_t size) {
    struct credentials credentials;
    struct error error = {.message = ""};
    enum status status =
        credential_document_read(&credentials, (struct view){data, size}, kind, "it", &error);
    if (status != STATUS_OK && (error.message[0] == '\0' || credentials.access_key_id != NULL))
        abort();
    if (status == STATUS_OK &&
        (credentials.access_key_id == NULL || credentials.secret_access_key == NULL))
        abort();
    credentials_release(&credentials);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char text[64] = "";
    time_t when = -1;
    read_as(CREDENTIAL_DOCUMENT_PROCESS, data, size);
    read_as(CREDENTIAL_DOCUMENT_METADATA, data, size);
    if (size > 0)
        memcpy(text, data, size < sizeof text - 1 ? size : sizeof text - 1);
    if (iso_time_parse(&when, text) && when < -86400)
        abort();
    return 0;
}
