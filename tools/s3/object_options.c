#include "tools/s3/object_options.h"

#include <string.h>

#include "formats/base/buffer.h"
#include "tools/s3/uri_encoding.h"

/* Characters of a header's name, of which a metadata name becomes a part (RFC 9110, "token"). */
static const char NAME_CHARACTERS[] =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!#$%&'*+-.^_`|~";

static enum status check_text(const char *option, const char *text, struct error *error) {
    for (const char *at = text; at != NULL && *at != '\0'; at++) {
        unsigned char c = (unsigned char)*at;
        if (c < 0x20 || c >= 0x7F)
            return error_set(error, STATUS_USAGE,
                             "%s must be printable ASCII without line breaks, as it becomes a "
                             "header",
                             option);
    }
    return STATUS_OK;
}

static enum status check_sse(const struct object_options *options, struct error *error) {
    const char *sse = options->sse;
    if (sse != NULL && strcmp(sse, "AES256") != 0 && strcmp(sse, "aws:kms") != 0 &&
        strcmp(sse, "aws:kms:dsse") != 0)
        return error_set(error, STATUS_USAGE,
                         "--sse '%.100s' is none of AES256, aws:kms and aws:kms:dsse", sse);
    if (options->sse_kms_key != NULL && (sse == NULL || strcmp(sse, "AES256") == 0))
        return error_set(error, STATUS_USAGE, "--sse-kms-key-id needs --sse aws:kms");
    return STATUS_OK;
}

/* Whether an earlier one of the pairs NAME=VALUE has the name of pairs[index]. */
static bool repeats_name(const char *const *pairs, size_t index, bool case_matters) {
    size_t length = strcspn(pairs[index], "=");
    for (size_t i = 0; i < index; i++) {
        if (strcspn(pairs[i], "=") == length &&
            (case_matters ? strncmp(pairs[i], pairs[index], length)
                          : strncasecmp(pairs[i], pairs[index], length)) == 0)
            return true;
    }
    return false;
}

static enum status refuse_twice(const char *option, const char *pair, struct error *error) {
    return error_set(error, STATUS_USAGE, "%s names '%.*s' twice; keep one", option,
                     (int)strcspn(pair, "="), pair);
}

static enum status check_tags(const struct object_options *options, struct error *error) {
    /* "Categorizing your storage using tags", Amazon S3 user guide. */
    if (options->tag_count > 10)
        return error_set(error, STATUS_USAGE, "an object cannot have more than 10 tags");
    for (size_t i = 0; i < options->tag_count; i++) {
        if (strchr(options->tags[i], '=') == NULL || options->tags[i][0] == '=')
            return error_set(error, STATUS_USAGE, "--tag '%.100s' is not NAME=VALUE",
                             options->tags[i]);
        if (repeats_name(options->tags, i, true))
            return refuse_twice("--tag", options->tags[i], error);
    }
    return STATUS_OK;
}

static enum status check_metadata(const struct object_options *options, size_t index,
                                  struct error *error) {
    const char *pair = options->metadata[index];
    size_t length = strspn(pair, NAME_CHARACTERS);
    if (length == 0 || pair[length] != '=')
        return error_set(error, STATUS_USAGE, "--metadata '%.100s' is not NAME=VALUE", pair);
    if (length == strlen("sha256") && strncasecmp(pair, "sha256", length) == 0)
        return error_set(error, STATUS_USAGE,
                         "--metadata cannot set 'sha256', which holds the hash of the content");
    if (repeats_name(options->metadata, index, false))
        return refuse_twice("--metadata", pair, error);
    return check_text("--metadata", pair, error);
}

static enum status check_accounts(const struct object_options *options, struct error *error) {
    const char *payer = options->request_payer, *owner = options->expected_bucket_owner;
    if (payer != NULL && strcmp(payer, "requester") != 0)
        return error_set(error, STATUS_USAGE, "--request-payer '%.100s' must be requester", payer);
    if (owner != NULL && (strlen(owner) != 12 || strspn(owner, "0123456789") != 12))
        return error_set(error, STATUS_USAGE,
                         "--expected-bucket-owner '%.100s' is no account, which has 12 digits",
                         owner);
    return STATUS_OK;
}

enum status object_options_check(const struct object_options *options, struct error *error) {
    const struct {
        const char *option;
        const char *text;
    } texts[] = {{"--sse-kms-key-id", options->sse_kms_key},
                 {"--storage-class", options->storage_class},
                 {"--acl", options->acl},
                 {"--content-type", options->content_type},
                 {"--request-payer", options->request_payer},
                 {"--expected-bucket-owner", options->expected_bucket_owner}};
    enum status status = check_sse(options, error);
    for (size_t i = 0; i < sizeof texts / sizeof *texts && status == STATUS_OK; i++)
        status = check_text(texts[i].option, texts[i].text, error);
    if (status == STATUS_OK)
        status = check_accounts(options, error);
    if (status == STATUS_OK)
        status = check_tags(options, error);
    for (size_t i = 0; i < options->metadata_count && status == STATUS_OK; i++)
        status = check_metadata(options, i, error);
    return status;
}

/* "name=value&name=value", each percent-encoded. */
static enum status add_tags(struct header_list *headers, const struct object_options *options,
                            struct error *error) {
    struct buffer text = BUFFER_INIT;
    enum status status = STATUS_OK;
    for (size_t i = 0; i < options->tag_count && status == STATUS_OK; i++) {
        const char *tag = options->tags[i], *value = strchr(tag, '=') + 1;
        const struct view name = {(const unsigned char *)tag, (size_t)(value - tag) - 1};
        if (i > 0)
            status = buffer_append(&text, "&", 1, error);
        if (status == STATUS_OK)
            status = uri_encoding_append(&text, name, false, error);
        if (status == STATUS_OK)
            status = buffer_append(&text, "=", 1, error);
        if (status == STATUS_OK)
            status = uri_encoding_append(&text, view_of_string(value), false, error);
    }
    if (status == STATUS_OK)
        status = buffer_append(&text, "", 1, error);
    if (status == STATUS_OK)
        status = header_list_add(headers, "x-amz-tagging", (const char *)text.data, error);
    buffer_release(&text);
    return status;
}

enum status object_options_add(struct header_list *headers, const struct object_options *options,
                               struct error *error) {
    if (options == NULL)
        return STATUS_OK;
    const struct header wanted[] = {
        {(char *)"x-amz-server-side-encryption", (char *)options->sse},
        {(char *)"x-amz-server-side-encryption-aws-kms-key-id", (char *)options->sse_kms_key},
        {(char *)"x-amz-storage-class", (char *)options->storage_class},
        {(char *)"x-amz-acl", (char *)options->acl},
        {(char *)"Content-Type", (char *)options->content_type}};
    enum status status = STATUS_OK;
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted && status == STATUS_OK; i++) {
        if (wanted[i].value != NULL)
            status = header_list_add(headers, wanted[i].name, wanted[i].value, error);
    }
    if (status == STATUS_OK && options->tag_count > 0)
        status = add_tags(headers, options, error);
    return status;
}

enum status object_options_add_metadata(struct header_list *headers,
                                        const struct object_options *options, const char *sha256,
                                        struct error *error) {
    enum status status = STATUS_OK;
    if (*sha256 != '\0')
        status = header_list_add(headers, "x-amz-meta-sha256", sha256, error);
    size_t count = options == NULL ? 0 : options->metadata_count;
    for (size_t i = 0; i < count && status == STATUS_OK; i++) {
        const char *pair = options->metadata[i];
        size_t length = strcspn(pair, "=");
        struct buffer name = BUFFER_INIT;
        status = buffer_format(&name, error, "x-amz-meta-%.*s", (int)length, pair);
        if (status == STATUS_OK)
            status = buffer_append(&name, "", 1, error);
        if (status == STATUS_OK)
            status = header_list_add(headers, (const char *)name.data, pair + length + 1, error);
        buffer_release(&name);
    }
    return status;
}

enum status object_options_add_always(struct header_list *headers,
                                      const struct object_options *options, struct error *error) {
    enum status status = STATUS_OK;
    if (options->request_payer != NULL)
        status = header_list_add(headers, "x-amz-request-payer", options->request_payer, error);
    if (status == STATUS_OK && options->expected_bucket_owner != NULL)
        status = header_list_add(headers, "x-amz-expected-bucket-owner",
                                 options->expected_bucket_owner, error);
    return status;
}

void object_options_explain_refusal(const struct object_options *options, long http_status,
                                    struct error *error) {
    if (options != NULL && options->no_overwrite && http_status == 501)
        error_prefix(error, "the server does not know the header If-None-Match, which "
                            "--no-overwrite needs (leave the option out if nobody else writes "
                            "there)");
}
