/*
 * http - one request, one answer, over connections that stay open; the only user of libcurl.
 *
 * A client is one libcurl easy handle: it keeps its connection for the next request to the same
 * host. Headers go out as they are given, the URL as it is, and a redirect is an answer like any
 * other: whoever signed the request has to sign it again.
 *
 * Proxies are those of http_proxy, https_proxy and all_proxy, but for hosts that no_proxy names and
 * for link-local addresses (169.254.0.0/16, fe80::/10 and AWS's fd00:ec2::/32), which no proxy can
 * reach.
 *
 * Thread rule: one thread at a time per client; make clients in one thread before others start
 * (libcurl's own start-up is not thread-safe everywhere).
 */
#ifndef TOOLS_S3_HTTP_H
#define TOOLS_S3_HTTP_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include "formats/base/buffer.h"
#include "formats/base/status.h"
#include "tools/s3/header_list.h"
#include "tools/s3/traffic.h"

/* Told each header line sent and received, secrets blanked: "> PUT /key HTTP/1.1", "< ...". */
typedef void http_log_function(void *context, const char *line);

/* Called by the client's thread while a request is in flight, about once a second or more often. */
typedef void http_tick_function(void *context);

struct http_settings {
    uint64_t connect_ms;      /* longest wait for a connection, TLS included */
    uint64_t stall_seconds;   /* longest time without a byte in either direction; 0 for no limit */
    uint64_t total_ms;        /* longest time for one request in all; 0 for no limit */
    size_t send_size;         /* of each client's buffer for bodies; 0 for HTTP_SEND_SIZE */
    struct traffic *traffic;  /* counts and limits bodies; NULL for none */
    bool direct;              /* never through a proxy, whatever the environment says */
    const char *ca_bundle;    /* file or folder of certificates; NULL for the system's */
    bool of_files;            /* URLs are of files, not of an S3 server: errors advise so */
    const atomic_bool *stop;  /* when it turns true, a request in flight is given up */
    http_tick_function *tick; /* NULL for none; may turn what `stop` points at true */
    void *tick_context;
    http_log_function *log; /* NULL for none; called by the threads of the clients */
    void *log_context;
};

struct http_client {
    void *handle;                         /* libcurl's; owned */
    const struct http_settings *settings; /* borrowed */
    bool never_asks; /* a server did not want to be asked (417): bodies go out at once */
    bool answered;   /* there was an answer */
    bool probed;     /* there was none, and not for want of TLS */
};

/*
 * Takes a piece of the body of an answer of status 2xx as it comes. Not STATUS_OK ends the request
 * with that status and sentence.
 */
typedef enum status http_sink_function(void *context, long http_status, const void *bytes,
                                       size_t size, struct error *error);

struct http_request {
    const char *method;
    const char *url;
    const struct header_list *headers;
    bool has_body;
    int body_descriptor;      /* read with pread, so its offset does not matter */
    uint64_t body_size;       /* in bytes */
    uint64_t body_offset;     /* where in the file the body begins */
    const void *body_bytes;   /* the body itself, instead of a file's; NULL for a file */
    http_sink_function *sink; /* NULL: the answer's body goes to the response */
    void *sink_context;
};

struct http_response {
    long status;           /* 0 when there was no answer */
    struct buffer headers; /* of the last answer: "name: value", each with a NUL behind */
    struct buffer body;  /* at most HTTP_LARGEST_BODY, of an error its beginning; not the sink's */
    uint64_t sent;       /* bytes of the request's body that left */
    bool body_ended;     /* the file was shorter than body_size when it was read */
    bool connected_anew; /* a new connection was made for this request */
    bool reached;        /* somebody took the new connection */
};

#define HTTP_LARGEST_BODY ((size_t)4 << 20)

/* Of all headers together, and of a refusal's body: every worker may have one. */
#define HTTP_LARGEST_HEADERS ((size_t)256 << 10)

/*
 * How much of a body libcurl asks for and sends at a time. Its own 64 KiB cost a tenth more
 * processor time on files of 16 MiB; 512 KiB gain nothing more, and every worker has a buffer.
 */
#define HTTP_SEND_SIZE ((size_t)256 * 1024)

MUST_USE enum status http_client_init(struct http_client *client,
                                      const struct http_settings *settings, struct error *error);

/*
 * Sends a request and reads the answer into *response (cleared first; its memory is used again).
 * STATUS_OK for an answer of any status; STATUS_TEMPORARY when there was none and another attempt
 * makes sense; STATUS_FAILED when it does not (a certificate that is not trusted, a file that
 * cannot be read, a stop). The sentence names the host, not the key.
 */
MUST_USE enum status http_client_perform(struct http_client *client, struct http_response *response,
                                         const struct http_request *request, struct error *error);

/*
 * The milliseconds that the answer's Retry-After asks for, as a number of seconds or as a date,
 * which is held against the answer's own Date; 0 for none, an hour at most.
 */
uint64_t http_response_pause(const struct http_response *response);

/* The value of a header of the answer, whatever the case of its name; NULL when absent. */
const char *http_response_header(const struct http_response *response, const char *name);

/* A date as headers have it, in seconds since 1970; -1 for anything else. */
time_t http_time(const char *text);

/* A header as a time in seconds since 1970, -1 when absent or no date. */
time_t http_response_time(const struct http_response *response, const char *name);

/* Frees; harmless when zeroed. */
void http_response_release(struct http_response *response);
void http_client_release(struct http_client *client);

/*
 * Overwrites in a header line what must not be shown: the key id and signature of Authorization,
 * session tokens, encryption keys.
 */
void http_blank_secrets(char *line);

/* Overwrites names and passwords in the URLs of a text. */
void http_blank_passwords(char *text);

/* "libcurl/7.88.1 OpenSSL/3.0.15": for --version. */
const char *http_library_version(void);

#endif
