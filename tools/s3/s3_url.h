/*
 * s3_url - where objects go: s3://bucket/prefix or file:///folder.
 *
 * Thread rule: a parsed URL is only read.
 */
#ifndef TOOLS_S3_S3_URL_H
#define TOOLS_S3_S3_URL_H

#include <stdbool.h>

#include "formats/base/buffer.h"
#include "formats/base/status.h"

enum s3_url_kind {
    S3_URL_BUCKET, /* s3://bucket/prefix */
    S3_URL_FOLDER, /* file:///folder */
};

struct s3_url {
    enum s3_url_kind kind;
    char *bucket; /* owned; NULL for a folder */
    char *prefix; /* owned; without slashes at its ends, "" for none; NULL for a folder */
    char *folder; /* owned; an absolute path without a slash at its end (but "/"); NULL for a bucket
                   */
};

/* Whether a text looks like a URL for this parser: begins with "s3://" or "file://". */
bool s3_url_is_url(const char *text);

/*
 * Parses a URL. A prefix is taken as it is, not percent-decoded: it is a piece of keys. Its slashes
 * at either end do not count; one inside does, even twice. STATUS_USAGE with a sentence for another
 * scheme, a bucket name that S3 does not allow, a file URL with a host or a relative path, or a key
 * that would be too long. Frees nothing and owns nothing on failure.
 */
MUST_USE enum status s3_url_parse(struct s3_url *url, const char *text, struct error *error);

/*
 * Checks a bucket name against S3's rules ("Bucket naming rules", Amazon S3 user guide): 3 to 63
 * lower-case letters, digits, dots and hyphens, a letter or digit at both ends, no two dots in a
 * row, not an IP address; and none of a directory bucket. STATUS_USAGE names the rule that is
 * broken.
 */
MUST_USE enum status s3_url_check_bucket(const char *bucket, struct error *error);

/*
 * Appends the key of `relative` under the prefix ("prefix/relative"), or its path under the folder,
 * with a NUL that is not counted in size.
 */
MUST_USE enum status s3_url_join(struct buffer *key, const struct s3_url *url, const char *relative,
                                 struct error *error);

/* Frees; harmless when zeroed. */
void s3_url_release(struct s3_url *url);

#endif
