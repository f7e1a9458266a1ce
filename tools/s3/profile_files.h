/*
 * profile_files - finds the AWS configuration files and reads a profile out of both.
 *
 * The files are those that AWS_SHARED_CREDENTIALS_FILE and AWS_CONFIG_FILE name ("~/" is the home
 * folder), else ~/.aws/credentials and ~/.aws/config. They are read anew with each call: another
 * program may have written fresh keys.
 *
 * Thread rule: any thread.
 */
#ifndef TOOLS_S3_PROFILE_FILES_H
#define TOOLS_S3_PROFILE_FILES_H

#include "tools/s3/profile.h"

/*
 * Reads the profile `name` into *profile, which is made here; the credentials file goes first. A
 * file that is not there says nothing, unless a variable names it. Owns nothing on failure.
 */
MUST_USE enum status profile_files_read(struct profile *profile, const char *name,
                                        struct error *error);

#endif
