#include "formats/base/file_digest.h"

#include <ctype.h>
#include <errno.h>
#include <openssl/evp.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Large enough that a call costs nothing, small enough that `go_on` is asked often. */
static const size_t STEP = (size_t)1 << 20;

static const struct {
    const char *name;
    size_t digits;
    const EVP_MD *(*method)(void);
} KINDS[FILE_DIGEST_KINDS] = {
    {"MD5", 32, EVP_md5},
    {"SHA-1", 40, EVP_sha1},
    {"SHA-256", 64, EVP_sha256},
};

const char *file_digest_name(enum file_digest_kind kind) {
    return KINDS[kind].name;
}

bool file_digests_take(struct file_digests *digests, const char *hex) {
    size_t length = strlen(hex);
    for (size_t i = 0; i < length; i++) {
        if (!isxdigit((unsigned char)hex[i]))
            return false;
    }
    for (unsigned kind = 0; kind < FILE_DIGEST_KINDS; kind++) {
        if (length != KINDS[kind].digits)
            continue;
        for (size_t i = 0; i <= length; i++)
            digests->hex[kind][i] = (char)tolower((unsigned char)hex[i]);
        return true;
    }
    return false;
}

void file_digests_add(struct file_digests *digests, const struct file_digests *more) {
    for (unsigned kind = 0; kind < FILE_DIGEST_KINDS; kind++) {
        if (*digests->hex[kind] == '\0')
            memcpy(digests->hex[kind], more->hex[kind], FILE_DIGEST_SIZE);
    }
}

void file_digests_want(struct file_digests *digests, enum file_digest_kind kind) {
    if (*digests->hex[kind] == '\0')
        memcpy(digests->hex[kind], "?", 2);
}

bool file_digests_are_known(const struct file_digests *digests) {
    for (unsigned kind = 0; kind < FILE_DIGEST_KINDS; kind++) {
        if (*digests->hex[kind] != '\0')
            return true;
    }
    return false;
}

enum file_digest_kind file_digests_compare(const struct file_digests *a,
                                           const struct file_digests *b) {
    enum file_digest_kind kind = FILE_DIGEST_MD5;
    while (kind < FILE_DIGEST_KINDS && (*a->hex[kind] == '\0' || *b->hex[kind] == '\0' ||
                                        strcmp(a->hex[kind], b->hex[kind]) == 0))
        kind++;
    return kind;
}

static enum status refused(struct error *error, unsigned kind) {
    return error_set(error, STATUS_FAILED, "libcrypto refused to compute the %s", KINDS[kind].name);
}

static enum status start(EVP_MD_CTX *contexts[], const struct file_digests *wanted,
                         struct error *error) {
    for (unsigned kind = 0; kind < FILE_DIGEST_KINDS; kind++) {
        if (*wanted->hex[kind] == '\0')
            continue;
        contexts[kind] = EVP_MD_CTX_new();
        if (contexts[kind] == NULL)
            return error_no_memory(error, "a checksum");
        if (EVP_DigestInit_ex(contexts[kind], KINDS[kind].method(), NULL) != 1)
            return refused(error, kind);
    }
    return STATUS_OK;
}

static enum status add_block(EVP_MD_CTX *contexts[], const void *bytes, size_t size,
                             struct error *error) {
    for (unsigned kind = 0; kind < FILE_DIGEST_KINDS; kind++) {
        if (contexts[kind] != NULL && EVP_DigestUpdate(contexts[kind], bytes, size) != 1)
            return refused(error, kind);
    }
    return STATUS_OK;
}

static enum status finish(EVP_MD_CTX *contexts[], struct file_digests *found, struct error *error) {
    static const char DIGITS[] = "0123456789abcdef";
    for (unsigned kind = 0; kind < FILE_DIGEST_KINDS; kind++) {
        unsigned char digest[EVP_MAX_MD_SIZE];
        if (contexts[kind] == NULL)
            continue;
        if (EVP_DigestFinal_ex(contexts[kind], digest, NULL) != 1)
            return refused(error, kind);
        for (size_t i = 0; i < KINDS[kind].digits; i++)
            found->hex[kind][i] = DIGITS[i % 2 == 0 ? digest[i / 2] >> 4 : digest[i / 2] & 15];
    }
    return STATUS_OK;
}

enum status file_digests_compute(struct file_digests *found, const struct file_digests *wanted,
                                 int descriptor, const char *name,
                                 file_digest_go_on_function *go_on, void *context,
                                 struct error *error) {
    EVP_MD_CTX *contexts[FILE_DIGEST_KINDS] = {NULL};
    off_t offset = 0;
    *found = (struct file_digests){{""}};
    unsigned char *block = malloc(STEP);
    enum status status =
        block == NULL ? error_no_memory(error, "reading a file") : start(contexts, wanted, error);
    while (status == STATUS_OK) {
        ssize_t count = pread(descriptor, block, STEP, offset);
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            status = error_system(error, errno, "cannot read", name);
        else if (count == 0)
            break;
        else if (go_on != NULL && !go_on(context))
            status = error_set(error, STATUS_TEMPORARY, "told to stop");
        else
            status = add_block(contexts, block, (size_t)count, error);
        offset += count;
    }
    if (status == STATUS_OK)
        status = finish(contexts, found, error);
    free(block);
    for (unsigned kind = 0; kind < FILE_DIGEST_KINDS; kind++)
        EVP_MD_CTX_free(contexts[kind]);
    return status;
}
