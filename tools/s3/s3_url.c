#include "tools/s3/s3_url.h"

#include <ctype.h>
#include <stdlib.h>

static const char BUCKET_SCHEME[] = "s3://";
static const char FOLDER_SCHEME[] = "file://";

/* The longest key S3 takes, in bytes. */
static const size_t LONGEST_KEY = 1024;

static bool starts_with(const char *text, const char *start) {
    return strncmp(text, start, strlen(start)) == 0;
}

bool s3_url_is_url(const char *text) {
    return starts_with(text, BUCKET_SCHEME) || starts_with(text, FOLDER_SCHEME);
}

static bool is_name_end(char letter) {
    return (letter >= 'a' && letter <= 'z') || (letter >= '0' && letter <= '9');
}

/* Four numbers between dots: such a name could not be told from an address in a host. */
static bool looks_like_address(const char *name) {
    unsigned dots = 0;
    for (; *name != '\0'; name++) {
        if (*name == '.')
            dots++;
        else if (!isdigit((unsigned char)*name))
            return false;
    }
    return dots == 3;
}

enum status s3_url_check_bucket(const char *bucket, struct error *error) {
    const char *rule = NULL;
    size_t length = strlen(bucket);
    if (length < 3 || length > 63)
        rule = "must have 3 to 63 characters";
    else if (!is_name_end(bucket[0]) || !is_name_end(bucket[length - 1]))
        rule = "must begin and end with a lower-case letter or a digit";
    else if (strstr(bucket, "..") != NULL)
        rule = "must not have two dots in a row";
    else if (looks_like_address(bucket))
        rule = "must not look like an IP address";
    else if (length > 6 && strcmp(bucket + length - 6, "--x-s3") == 0)
        rule =
            "is that of a directory bucket (S3 Express One Zone), of which nothing is known here";
    for (size_t i = 0; i < length && rule == NULL; i++) {
        if (!is_name_end(bucket[i]) && bucket[i] != '.' && bucket[i] != '-')
            rule = "may only have lower-case letters, digits, dots and hyphens";
    }
    if (rule != NULL)
        return error_set(error, STATUS_USAGE, "the bucket name '%.80s' %s", bucket, rule);
    return STATUS_OK;
}

/* A copy without slashes at its end, and when asked none at its beginning. */
static char *copy_trimmed(const char *text, bool both_ends) {
    while (both_ends && *text == '/')
        text++;
    size_t length = strlen(text);
    while (length > 0 && text[length - 1] == '/' && (both_ends || length > 1))
        length--;
    return strndup(text, length);
}

static enum status parse_bucket(struct s3_url *url, const char *text, struct error *error) {
    const char *name = text + strlen(BUCKET_SCHEME);
    size_t length = strcspn(name, "/");
    if (length == 0)
        return error_set(error, STATUS_USAGE, "'%.200s' names no bucket; write s3://bucket/prefix",
                         text);
    if (strlen(name + length) >= LONGEST_KEY)
        return error_set(error, STATUS_USAGE, "the prefix in '%.200s' is longer than %zu bytes",
                         text, LONGEST_KEY);
    url->kind = S3_URL_BUCKET;
    url->bucket = strndup(name, length);
    url->prefix = copy_trimmed(name + length, true);
    if (url->bucket == NULL || url->prefix == NULL)
        return error_no_memory(error, "a URL");
    return s3_url_check_bucket(url->bucket, error);
}

static enum status parse_folder(struct s3_url *url, const char *text, struct error *error) {
    const char *path = text + strlen(FOLDER_SCHEME);
    if (*path != '/')
        return error_set(
            error, STATUS_USAGE,
            "'%.200s' is not the URL of an absolute path; write file:///folder, with three slashes",
            text);
    if (strchr(path, '%') != NULL)
        return error_set(error, STATUS_USAGE,
                         "'%.200s' has a percent sign; write the path as it is, not encoded", text);
    url->kind = S3_URL_FOLDER;
    url->folder = copy_trimmed(path, false);
    return url->folder == NULL ? error_no_memory(error, "a URL") : STATUS_OK;
}

enum status s3_url_parse(struct s3_url *url, const char *text, struct error *error) {
    *url = (struct s3_url){.kind = S3_URL_BUCKET};
    enum status status;
    if (starts_with(text, BUCKET_SCHEME))
        status = parse_bucket(url, text, error);
    else if (starts_with(text, FOLDER_SCHEME))
        status = parse_folder(url, text, error);
    else
        status =
            error_set(error, STATUS_USAGE,
                      "'%.200s' is not a target; write s3://bucket/prefix or file:///folder", text);
    if (status != STATUS_OK)
        s3_url_release(url);
    return status;
}

enum status s3_url_join(struct buffer *key, const struct s3_url *url, const char *relative,
                        struct error *error) {
    const char *base = url->kind == S3_URL_BUCKET ? url->prefix : url->folder;
    size_t length = strlen(base);
    /* "" and "/" are followed by no further slash. */
    bool slash = length > 0 && base[length - 1] != '/';
    enum status status = buffer_format(key, error, "%s%s%s", base, slash ? "/" : "", relative);
    if (status == STATUS_OK && url->kind == S3_URL_BUCKET && key->size > LONGEST_KEY)
        return error_set(error, STATUS_FAILED,
                         "the key of '%.200s' would have %zu bytes, and S3 takes no more than %zu",
                         relative, key->size, LONGEST_KEY);
    return status;
}

void s3_url_release(struct s3_url *url) {
    free(url->bucket);
    free(url->prefix);
    free(url->folder);
    *url = (struct s3_url){.kind = S3_URL_BUCKET};
}
