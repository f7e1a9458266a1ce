/* s3_url and endpoint: any text is either parsed into what it says or refused with a sentence. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "tools/s3/endpoint.h"
#include "tools/s3/s3_url.h"

static void check(int holds) {
    if (!holds)
        abort();
}

static void try_url(const char *text) {
    struct s3_url url;
    struct error error = {.message = ""};
    if (s3_url_parse(&url, text, &error) != STATUS_OK) {
        check(error.message[0] != '\0');
        return;
    }
    struct buffer key = BUFFER_INIT;
    if (url.kind == S3_URL_BUCKET) {
        size_t length = strlen(url.prefix);
        check(s3_url_check_bucket(url.bucket, &error) == STATUS_OK);
        check(length == 0 || (url.prefix[0] != '/' && url.prefix[length - 1] != '/'));
    } else {
        check(url.folder[0] == '/');
    }
    if (s3_url_join(&key, &url, "a/b", &error) == STATUS_OK)
        check(key.size >= 3 && memcmp(key.data + key.size - 3, "a/b", 3) == 0);
    buffer_release(&key);
    s3_url_release(&url);
}

static void try_endpoint(const char *text) {
    struct endpoint endpoint;
    struct endpoint_place place = {.url = text, .region = "us-east-1"};
    struct error error = {.message = ""};
    if (endpoint_init(&endpoint, &place, "bucket", &error) != STATUS_OK) {
        check(error.message[0] != '\0');
        place.url = "http://a";
        place.style = ENDPOINT_PATH;
        check(endpoint_init(&endpoint, &place, "bucket", &error) == STATUS_OK);
    }
    check(strpbrk(endpoint.host, "/?#@ \r\n") == NULL);
    if (endpoint_follow(&endpoint, text, "bucket"))
        check(strpbrk(endpoint.host, "/?#@ \r\n") == NULL);
    endpoint_release(&endpoint);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = strndup((const char *)data, size);
    check(text != NULL);
    try_url(text);
    try_endpoint(text);
    free(text);
    return 0;
}
