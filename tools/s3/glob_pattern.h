/*
 * glob_pattern - shell patterns on keys, as the AWS command line tools take them.
 *
 * '*' matches any run of characters, slashes and none at all included; '?' one character; "[abc]",
 * "[a-z]" and "[!a]" one character of a set, in which ']' may come first. A '[' that is never
 * closed stands for itself, and so does everything else: there is no escape ("[*]" is a star). A
 * character is one of UTF-8, or a byte that is not part of one.
 *
 * Time grows with pattern times text, not faster. Thread rule: functions touch only their
 * arguments.
 */
#ifndef TOOLS_S3_GLOB_PATTERN_H
#define TOOLS_S3_GLOB_PATTERN_H

#include <stdbool.h>

#include "formats/base/status.h"

/* Whether the pattern matches the whole text. */
MUST_USE bool glob_pattern_matches(const char *pattern, const char *text);

#endif
