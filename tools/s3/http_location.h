/*
 * http_location - where a redirect leads.
 *
 * Thread rule: functions touch only their arguments.
 */
#ifndef TOOLS_S3_HTTP_LOCATION_H
#define TOOLS_S3_HTTP_LOCATION_H

#include "formats/base/status.h"

/*
 * Resolves a Location header, absolute or relative (RFC 3986, section 5), against the URL that was
 * asked for, into an owned string. STATUS_FAILED for what is no URL, for one that is neither http:
 * nor https:, and for one that leads from https: to http:. Name and password of the old URL go
 * along only where host and port stay the same.
 */
MUST_USE enum status http_location_resolve(char **resolved, const char *url, const char *location,
                                           struct error *error);

#endif
