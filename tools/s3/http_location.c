#include "tools/s3/http_location.h"

#include <curl/curl.h>
#include <string.h>
#include <strings.h>

static enum status refused(struct error *error, const char *url, const char *location) {
    return error_set(error, STATUS_FAILED,
                     "'%.200s' redirects to '%.200s', which is no URL of http: or https:", url,
                     location);
}

static enum status check_scheme(CURLU *parts, const char *url, const char *location,
                                struct error *error) {
    char *scheme = NULL;
    enum status status = STATUS_OK;
    if (curl_url_get(parts, CURLUPART_SCHEME, &scheme, 0) != CURLUE_OK)
        return refused(error, url, location);
    if (strcasecmp(scheme, "http") == 0 && strncasecmp(url, "https:", 6) == 0)
        status = error_set(error, STATUS_FAILED,
                           "'%.200s' redirects to '%.200s', from https: to http:, where anybody on "
                           "the way could change the file",
                           url, location);
    else if (strcasecmp(scheme, "http") != 0 && strcasecmp(scheme, "https") != 0)
        status = refused(error, url, location);
    curl_free(scheme);
    return status;
}

enum status http_location_resolve(char **resolved, const char *url, const char *location,
                                  struct error *error) {
    char *text = NULL;
    enum status status = STATUS_OK;
    CURLU *parts = curl_url();
    if (parts == NULL)
        return error_no_memory(error, "a URL");
    /* libcurl resolves a relative URL against the one that is there, and drops all of that one for
     * an absolute URL. */
    if (curl_url_set(parts, CURLUPART_URL, url, 0) != CURLUE_OK ||
        curl_url_set(parts, CURLUPART_URL, location, CURLU_URLENCODE) != CURLUE_OK)
        status = refused(error, url, location);
    if (status == STATUS_OK)
        status = check_scheme(parts, url, location, error);
    if (status == STATUS_OK && curl_url_get(parts, CURLUPART_URL, &text, 0) != CURLUE_OK)
        status = refused(error, url, location);
    if (status == STATUS_OK) {
        *resolved = strdup(text);
        if (*resolved == NULL)
            status = error_no_memory(error, "a URL");
    }
    curl_free(text);
    curl_url_cleanup(parts);
    return status;
}
