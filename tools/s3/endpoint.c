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

/* Whether a text of that length is a port behind its colon, or nothing. */
static bool is_port(const char *text, size_t length) {
    unsigned long port = 0;
    for (size_t i = 1; i < length; i++) {
        if (!isdigit((unsigned char)text[i]))
            return false;
        port = port > 65535 ? port : 10 * port + (unsigned long)(text[i] - '0');
    }
    return length == 0 || (*text == ':' && length > 1 && port > 0 && port <= 65535);
}

/* Letters, digits, dots, hyphens, or an IPv6 address in brackets; with a port or without. */
static bool is_host(const char *text, size_t length) {
    size_t end = 0;
    if (length > 0 && *text == '[') {
        end = 1 + strspn(text + 1, "0123456789abcdefABCDEF:.");
        if (end < 3 || end >= length || text[end] != ']')
            return false;
        return is_port(text + end + 1, length - end - 1);
    }
    while (end < length && (isalnum((unsigned char)text[end]) || strchr("-_.", text[end]) != NULL))
        end++;
    return end > 0 && *text != '.' && is_port(text + end, length - end);
}

static bool split_url(struct url_parts *parts, const char *url) {
    size_t scheme = strncasecmp(url, "https://", 8) == 0  ? 5
                    : strncasecmp(url, "http://", 7) == 0 ? 4
                                                          : 0;
    if (scheme == 0)
        return false;
    const char *host = url + scheme + 3;
    size_t length = strcspn(host, "/?#");
    if (!is_host(host, length))
        return false;
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

/* AWS's partitions: how their regions begin, their domain, STS's when it has IPv6 too, FIPS. */
static const struct partition {
    const char *region;
    const char *domain;
    const char *dual_stack_domain; /* NULL: there are no dual-stack addresses */
    bool fips;
} PARTITIONS[] = {
    {"cn-", "amazonaws.com.cn", "api.amazonwebservices.com.cn", false},
    {"us-iso-", "c2s.ic.gov", "api.aws.ic.gov", true},
    {"us-isob-", "sc2s.sgov.gov", "api.aws.scloud", true},
    {"us-isof-", "csp.hci.ic.gov", NULL, true},
    {"eu-isoe-", "cloud.adc-e.uk", NULL, true},
    {"eusc-", "amazonaws.eu", "api.amazonwebservices.eu", true},
    {"", "amazonaws.com", "api.aws", true},
};

static const struct partition *partition_of(const char *region) {
    const struct partition *partition = PARTITIONS;
    while (strncmp(region, partition->region, strlen(partition->region)) != 0)
        partition++;
    return partition;
}

/* Whether AWS answers there for hosts with a bucket's name in front; interface endpoints do not. */
static bool is_of_amazon(const char *host) {
    return (ends_with(host, ".amazonaws.com") && !ends_with(host, ".vpce.amazonaws.com")) ||
           (ends_with(host, ".amazonaws.com.cn") && !ends_with(host, ".vpce.amazonaws.com.cn"));
}

/* Whether a host, with or without a port, is an address: nothing can stand in front of that. */
static bool is_address(const char *host) {
    size_t digits = strspn(host, "0123456789.");
    return *host == '[' || host[digits] == '\0' || host[digits] == ':';
}

/* The style in which a bucket is named at a host; see ENDPOINT_VIRTUAL_HOST. */
static enum endpoint_style choose_style(const struct endpoint *endpoint, const char *path,
                                        const char *bucket, enum endpoint_style wanted) {
    bool automatic = wanted == ENDPOINT_AUTOMATIC;
    bool dots_break = automatic || strcmp(endpoint->scheme, "https") == 0;
    if (wanted == ENDPOINT_PATH || is_address(endpoint->host) ||
        (dots_break && strchr(bucket, '.') != NULL))
        return ENDPOINT_PATH;
    if (automatic && (*path != '\0' || !(endpoint->of_aws || is_of_amazon(endpoint->host))))
        return ENDPOINT_PATH;
    return ENDPOINT_VIRTUAL_HOST;
}

/* Puts the bucket (NULL for none) in front of the host or at the end of the path. */
static enum status place_bucket(struct endpoint *endpoint, const char *path, const char *bucket,
                                enum endpoint_style style, struct error *error) {
    size_t length = strlen(path);
    while (length > 0 && path[length - 1] == '/')
        length--;
    if (bucket != NULL)
        style = choose_style(endpoint, length == 0 ? "" : path, bucket, style);
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

/* Dual-stack and FIPS addresses are AWS's own, and not in all its partitions. */
static enum status check_kinds(const struct endpoint_place *place, struct error *error) {
    const struct partition *partition = partition_of(place->region);
    if (place->url != NULL && (place->dual_stack || place->fips))
        return error_set(error, STATUS_USAGE,
                         "%s endpoints exist only at AWS's own addresses, not at '%.200s'; leave "
                         "out one of the two",
                         place->fips ? "FIPS" : "dual-stack", place->url);
    if ((place->fips && !partition->fips) ||
        (place->dual_stack && partition->dual_stack_domain == NULL))
        return error_set(error, STATUS_USAGE,
                         "the region '%.63s' has no %s endpoints; leave out %s", place->region,
                         place->fips ? "FIPS" : "dual-stack",
                         place->fips ? "--fips" : "--dual-stack");
    return STATUS_OK;
}

/* Takes the place's URL, or else AWS's `own`. */
static enum status init_at(struct endpoint *endpoint, const struct endpoint_place *place,
                           const char *own, const char *what, const char *bucket,
                           enum endpoint_style style, struct error *error) {
    *endpoint = (struct endpoint){.of_aws = place->url == NULL};
    enum status status = check_kinds(place, error);
    if (status != STATUS_OK)
        return status;
    status =
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
             place->dual_stack ? ".dualstack" : "", place->region,
             partition_of(place->region)->domain);
    return init_at(endpoint, place, own, "an S3", bucket, place->style, error);
}

/* https://sts[-fips].<region>.<domain>; in us-gov regions the usual address is a FIPS one. */
enum status endpoint_init_sts(struct endpoint *endpoint, const struct endpoint_place *place,
                              struct error *error) {
    char own[256];
    const struct partition *partition = partition_of(place->region);
    bool is_fips_anyway = strncmp(place->region, "us-gov-", 7) == 0 && !place->dual_stack;
    bool marked = place->fips && !is_fips_anyway;
    const char *dual = partition->dual_stack_domain == NULL ? "" : partition->dual_stack_domain;
    snprintf(own, sizeof own, "https://sts%s.%.63s.%s", marked ? "-fips" : "", place->region,
             place->dual_stack ? dual : partition->domain);
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
