#include "formats/base/sha256.h"

#include <errno.h>
#include <limits.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <stdlib.h>
#include <unistd.h>

static enum status refused(struct error *error) {
    return error_set(error, STATUS_FAILED, "libcrypto refused to compute a SHA-256");
}

enum status sha256_init(struct sha256 *hash, struct error *error) {
    hash->context = EVP_MD_CTX_new();
    if (hash->context == NULL)
        return error_no_memory(error, "a SHA-256");
    if (EVP_DigestInit_ex(hash->context, EVP_sha256(), NULL) != 1) {
        sha256_release(hash);
        return refused(error);
    }
    return STATUS_OK;
}

enum status sha256_update(struct sha256 *hash, const void *bytes, size_t size,
                          struct error *error) {
    return EVP_DigestUpdate(hash->context, bytes, size) == 1 ? STATUS_OK : refused(error);
}

enum status sha256_finish(struct sha256 *hash, unsigned char digest[SHA256_SIZE],
                          struct error *error) {
    if (EVP_DigestFinal_ex(hash->context, digest, NULL) != 1 ||
        EVP_DigestInit_ex(hash->context, EVP_sha256(), NULL) != 1)
        return refused(error);
    return STATUS_OK;
}

void sha256_release(struct sha256 *hash) {
    EVP_MD_CTX_free(hash->context);
    hash->context = NULL;
}

enum status sha256_of(const void *bytes, size_t size, unsigned char digest[SHA256_SIZE],
                      struct error *error) {
    return EVP_Digest(bytes, size, digest, NULL, EVP_sha256(), NULL) == 1 ? STATUS_OK
                                                                          : refused(error);
}

enum status sha256_of_descriptor(int descriptor, const char *name,
                                 unsigned char digest[SHA256_SIZE], struct error *error) {
    static const size_t STEP = (size_t)256 * 1024;
    struct sha256 hash;
    enum status status = sha256_init(&hash, error);
    if (status != STATUS_OK)
        return status;
    unsigned char *block = malloc(STEP);
    if (block == NULL) {
        status = error_no_memory(error, "reading a file");
        goto out_release_hash;
    }
    while (status == STATUS_OK) {
        ssize_t count = read(descriptor, block, STEP);
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            status = error_system(error, errno, "cannot read", name);
        else if (count == 0)
            break;
        else
            status = sha256_update(&hash, block, (size_t)count, error);
    }
    if (status == STATUS_OK)
        status = sha256_finish(&hash, digest, error);
    free(block);
out_release_hash:
    sha256_release(&hash);
    return status;
}

enum status sha256_hmac(struct view key, struct view message, unsigned char digest[SHA256_SIZE],
                        struct error *error) {
    if (key.size > INT_MAX)
        return error_set(error, STATUS_FAILED, "a key of %zu bytes is too long", key.size);
    /* To libcrypto, a NULL key is the one of an earlier call, whatever its size. */
    const void *bytes = key.data == NULL ? (const void *)"" : key.data;
    const unsigned char *result =
        HMAC(EVP_sha256(), bytes, (int)key.size, message.data, message.size, digest, NULL);
    return result != NULL ? STATUS_OK : refused(error);
}
