#include "tools/s3/endpoint.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <strings.h>

#include "tools/s3/uri_encoding.h"

/* A URL taken apart; views into it. */
struct url_parts {
    struct view scheme;
    struct view host; /* with the port */
    const char *path;
};

static bool split_url(struct url_parts *parts, const char *url) {
    size_t scheme = strncasecmp(url, "https://", 8) == 0  ? 5
                    : strncasecmp(url, "http://", 7) == 0 ? 4
                                                          : 0;
    if (scheme == 0)
        return false;
    const char *host = url + scheme + 3;
    size_t length = strcspn(host, "/?#");
    if (length == 0 || memchr(host, '@', length) != NULL)
        return false;
    for (size_t i = 0; i < length; i++) {
        /* Letters, digits, dots, hyphens; a colon before the port; brackets of IPv6. */
        if (!isalnum((unsigned char)host[i]) && strchr(".-_:[]", host[i]) == NULL)
            return false;
    }
    *parts = (struct url_parts){
        {(const unsigned char *)url, scheme}, {(const unsigned char *)host, length}, host + length};
    return true;
}

/* The host without a port that the scheme implies: what curl and browsers put into Host. */
static char *copy_host(struct url_parts parts) {
    const char *port = parts.scheme.size == 5 ? ":443" : ":80";
    size_t length = parts.host.size, port_length = strlen(port);
    if (length > port_length &&
        memcmp(parts.host.data + length - port_length, port, port_length) == 0)
        length -= port_length;
    char *host = strndup((const char *)parts.host.data, length);
    for (char *at = host; at != NULL && *at != '\0'; at++)
        *at = (char)tolower((unsigned char)*at);
    return host;
}

static char *lower_scheme(struct url_parts parts) {
    return strdup(parts.scheme.size == 5 ? "https" : "http");
}

static bool ends_with(const char *text, const char *end) {
    size_t length = strlen(text), end_length = strlen(end);
    return length >= end_length && strcmp(text + length - end_length, end) == 0;
}

/* AWS's partitions: how their regions begin, their domain, and STS's when it has IPv6 too. */
static const struct {
    const char *region;
    const char *domain;
    const char *dual_stack_domain;
} PARTITIONS[] = {
    {"cn-", "amazonaws.com.cn", "api.amazonwebservices.com.cn"},
    {"us-iso-", "c2s.ic.gov", "c2s.ic.gov"},
    {"us-isob-", "sc2s.sgov.gov", "sc2s.sgov.gov"},
    {"us-isof-", "csp.hci.ic.gov", "csp.hci.ic.gov"},
    {"eu-isoe-", "cloud.adc-e.uk", "cloud.adc-e.uk"},
    {"eusc-", "amazonaws.eu", "api.amazonwebservices.eu"},
    {"", "amazonaws.com", "api.aws"},
};

static size_t partition_of(const char *region) {
    size_t i = 0;
    while (strncmp(region, PARTITIONS[i].region, strlen(PARTITIONS[i].region)) != 0)
        i++;
    return i;
}

const char *endpoint_domain(const char *region) {
    return PARTITIONS[partition_of(region)].domain;
}

static bool is_of_amazon(const char *host) {
    return ends_with(host, ".amazonaws.com") || ends_with(host, ".amazonaws.com.cn");
}

/* Puts the bucket (NULL for none) in front of the host or at the end of the path. */
static enum status place_bucket(struct endpoint *endpoint, const char *path, const char *bucket,
                                enum endpoint_style style, struct error *error) {
    if (style == ENDPOINT_AUTOMATIC)
        style = (endpoint->of_aws || is_of_amazon(endpoint->host)) && strchr(bucket, '.') == NULL
                    ? ENDPOINT_VIRTUAL_HOST
                    : ENDPOINT_PATH;
    size_t length = strlen(path);
    while (length > 0 && path[length - 1] == '/')
        length--;
    struct buffer base = BUFFER_INIT;
    enum status status =
        uri_encoding_append(&base, (struct view){(const unsigned char *)path, length}, true, error);
    if (status == STATUS_OK && style == ENDPOINT_PATH)
        status = buffer_format(&base, error, "/%s", bucket);
    if (status == STATUS_OK)
        status = buffer_append(&base, "", 1, error);
    if (status != STATUS_OK) {
        buffer_release(&base);
        return status;
    }
    endpoint->base_path = (char *)base.data;
    if (style == ENDPOINT_PATH || bucket == NULL)
        return STATUS_OK;
    char *host = NULL;
    if (asprintf(&host, "%s.%s", bucket, endpoint->host) < 0)
        return error_no_memory(error, "a host name");
    free(endpoint->host);
    endpoint->host = host;
    return STATUS_OK;
}

static enum status init_from_url(struct endpoint *endpoint, const char *url, const char *what,
                                 const char *bucket, enum endpoint_style style,
                                 struct error *error) {
    struct url_parts parts;
    /* Behind a name and a password, if there are such: they are not for messages. */
    const char *shown = strrchr(url, '@') == NULL ? url : strrchr(url, '@');
    if (!split_url(&parts, url) || strpbrk(parts.path, "?#") != NULL)
        return error_set(error, STATUS_USAGE,
                         "'%.200s' is not the URL of %s server; write http://host:port or "
                         "https://host, without a name and password",
                         shown, what);
    endpoint->scheme = lower_scheme(parts);
    endpoint->host = copy_host(parts);
    if (endpoint->scheme == NULL || endpoint->host == NULL)
        return error_no_memory(error, "an endpoint");
    return place_bucket(endpoint, parts.path, bucket, style, error);
}

/* Takes the place's URL, or else AWS's `own`. */
static enum status init_at(struct endpoint *endpoint, const struct endpoint_place *place,
                           const char *own, const char *what, const char *bucket,
                           enum endpoint_style style, struct error *error) {
    *endpoint = (struct endpoint){.of_aws = place->url == NULL};
    if (place->url != NULL && (place->dual_stack || place->fips))
        return error_set(error, STATUS_USAGE,
                         "%s endpoints exist only at AWS's own addresses, not at '%.200s'; leave "
                         "out one of the two",
                         place->fips ? "FIPS" : "dual-stack", place->url);
    enum status status =
        init_from_url(endpoint, place->url == NULL ? own : place->url, what, bucket, style, error);
    if (status != STATUS_OK)
        endpoint_release(endpoint);
    return status;
}

/* https://s3[-fips][.dualstack].<region>.<domain> ("Amazon S3 endpoints", AWS general reference) */
enum status endpoint_init(struct endpoint *endpoint, const struct endpoint_place *place,
                          const char *bucket, struct error *error) {
    char own[256];
    snprintf(own, sizeof own, "https://s3%s%s.%.63s.%s", place->fips ? "-fips" : "",
             place->dual_stack ? ".dualstack" : "", place->region, endpoint_domain(place->region));
    return init_at(endpoint, place, own, "an S3", bucket, place->style, error);
}

/* https://sts[-fips].<region>.<domain>; in us-gov regions the usual address is the FIPS one. */
enum status endpoint_init_sts(struct endpoint *endpoint, const struct endpoint_place *place,
                              struct error *error) {
    char own[256];
    size_t partition = partition_of(place->region);
    bool marked = place->fips && strncmp(place->region, "us-gov-", 7) != 0;
    snprintf(own, sizeof own, "https://sts%s.%.63s.%s", marked ? "-fips" : "", place->region,
             place->dual_stack ? PARTITIONS[partition].dual_stack_domain
                               : PARTITIONS[partition].domain);
    return init_at(endpoint, place, own, "an STS", NULL, ENDPOINT_VIRTUAL_HOST, error);
}

enum status endpoint_append_path(struct buffer *path, const struct endpoint *endpoint,
                                 const char *key, struct error *error) {
    enum status status = buffer_format(path, error, "%s/", endpoint->base_path);
    if (status == STATUS_OK)
        status = uri_encoding_append(path, view_of_string(key), true, error);
    if (status == STATUS_OK)
        status = buffer_reserve(path, 1, error);
    if (status == STATUS_OK)
        path->data[path->size] = '\0';
    return status;
}

bool endpoint_follow(struct endpoint *endpoint, const char *location, const char *bucket) {
    struct url_parts parts;
    if (!split_url(&parts, location) ||
        (strcmp(endpoint->scheme, "https") == 0 && parts.scheme.size == 4))
        return false;
    char *scheme = lower_scheme(parts), *host = copy_host(parts), *base_path = NULL;
    size_t length = strlen(bucket);
    bool in_host = host != NULL && strncmp(host, bucket, length) == 0 && host[length] == '.';
    bool in_path = parts.path[0] == '/' && strncmp(parts.path + 1, bucket, length) == 0 &&
                   (parts.path[length + 1] == '/' || parts.path[length + 1] == '\0');
    if (in_host)
        base_path = strdup("");
    else if (in_path && asprintf(&base_path, "/%s", bucket) < 0)
        base_path = NULL;
    bool useful = scheme != NULL && host != NULL && base_path != NULL &&
                  (strcmp(host, endpoint->host) != 0 || strcmp(scheme, endpoint->scheme) != 0 ||
                   strcmp(base_path, endpoint->base_path) != 0);
    if (!useful) {
        free(scheme);
        free(host);
        free(base_path);
        return false;
    }
    endpoint_release(endpoint);
    *endpoint = (struct endpoint){scheme, host, base_path, false};
    return true;
}

enum status endpoint_copy(struct endpoint *to, const struct endpoint *from, struct error *error) {
    *to = (struct endpoint){strdup(from->scheme), strdup(from->host), strdup(from->base_path),
                            from->of_aws};
    if (to->scheme != NULL && to->host != NULL && to->base_path != NULL)
        return STATUS_OK;
    endpoint_release(to);
    return error_no_memory(error, "an endpoint");
}

void endpoint_release(struct endpoint *endpoint) {
    free(endpoint->scheme);
    free(endpoint->host);
    free(endpoint->base_path);
    *endpoint = (struct endpoint){.of_aws = false};
}
