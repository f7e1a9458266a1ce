/*
 * profile - one profile out of the AWS configuration files.
 *
 * ~/.aws/credentials has sections "[name]", ~/.aws/config "[profile name]" (and "[default]", for
 * which "[profile default]" goes first). The lines are read with inih. Its limits do not apply:
 * session tokens and names of profiles may be long.
 *
 * Thread rule: reading changes inih's process-wide settings, so call from one thread before others
 * start; a profile that was read is only read.
 */
#ifndef TOOLS_S3_PROFILE_H
#define TOOLS_S3_PROFILE_H

#include <stdbool.h>

#include "formats/base/buffer.h"
#include "formats/base/status.h"

enum profile_file {
    PROFILE_CREDENTIALS_FILE,
    PROFILE_CONFIG_FILE,
};

/* What was found; owned, NULL where nothing was. */
struct profile {
    char *access_key_id;
    char *secret_access_key;
    char *session_token;
    char *region;
    char *endpoint_url;
    char *ca_bundle;
    char *other_provider; /* "sso_session", "role_arn"...: a way to credentials named there */
    bool found;           /* there is a section of that name */
};

/*
 * Adds to *profile (zeroed before the first call) what the text of one file says about the profile
 * `name`. What an earlier file said stays. `file_name` is for messages. A line that is neither a
 * section, a setting nor a comment is STATUS_FAILED with file and line.
 */
MUST_USE enum status profile_read(struct profile *profile, struct view text, const char *name,
                                  enum profile_file kind, const char *file_name,
                                  struct error *error);

/* Wipes and frees; harmless when zeroed. */
void profile_release(struct profile *profile);

#endif
