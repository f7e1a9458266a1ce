#include "formats/base/md5.h"

#include <openssl/evp.h>
#include <stdio.h>

static enum status refused(struct error *error) {
    return error_set(error, STATUS_FAILED, "libcrypto refused to compute an MD5");
}

enum status md5_init(struct md5 *hash, struct error *error) {
    hash->context = EVP_MD_CTX_new();
    if (hash->context == NULL)
        return error_no_memory(error, "an MD5");
    if (EVP_DigestInit_ex(hash->context, EVP_md5(), NULL) != 1) {
        md5_release(hash);
        return refused(error);
    }
    return STATUS_OK;
}

enum status md5_update(struct md5 *hash, const void *bytes, size_t size, struct error *error) {
    return EVP_DigestUpdate(hash->context, bytes, size) == 1 ? STATUS_OK : refused(error);
}

enum status md5_finish(struct md5 *hash, unsigned char digest[MD5_SIZE], struct error *error) {
    if (EVP_DigestFinal_ex(hash->context, digest, NULL) != 1 ||
        EVP_DigestInit_ex(hash->context, EVP_md5(), NULL) != 1)
        return refused(error);
    return STATUS_OK;
}

void md5_release(struct md5 *hash) {
    EVP_MD_CTX_free(hash->context);
    hash->context = NULL;
}

void md5_to_hex(const unsigned char digest[MD5_SIZE], char hex[MD5_HEX_SIZE]) {
    for (size_t i = 0; i < MD5_SIZE; i++)
        snprintf(hex + 2 * i, 3, "%02x", digest[i]);
}
