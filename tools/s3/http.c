#include "tools/s3/http.h"

#include <curl/curl.h>
#include <errno.h>
#include <stdlib.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

/*
 * How much of a body libcurl asks for and sends at a time. Its own 64 KiB cost a tenth more
 * processor time on files of 16 MiB; 512 KiB gain nothing more, and every worker has a buffer.
 */
static const long SEND_SIZE = 256L * 1024;

/*
 * From this size on the server is asked before the body is sent ("Expect: 100-continue"): a refusal
 * or redirect then costs a round trip instead of the body. Below, the body is the cheaper one.
 */
static const uint64_t ASK_FROM = (uint64_t)1 << 20;

/* One request in flight: what libcurl's callbacks need. */
struct transfer {
    const struct http_request *request;
    struct http_response *response;
    const struct http_settings *settings;
    uint64_t offset;      /* of the next byte of the body */
    int read_error;       /* errno of a failed pread, 0 for none */
    struct error failure; /* of a callback */
    bool answer_too_large;
};

enum status http_client_init(struct http_client *client, const struct http_settings *settings,
                             struct error *error) {
    *client = (struct http_client){curl_easy_init(), settings};
    return client->handle == NULL ? error_no_memory(error, "an HTTP client") : STATUS_OK;
}

static size_t on_read(char *bytes, size_t size, size_t count, void *context) {
    struct transfer *transfer = context;
    uint64_t left = transfer->request->body_size - transfer->offset;
    size_t wanted = size * count < left ? size * count : (size_t)left;
    ssize_t got;
    do {
        got = pread(transfer->request->body_descriptor, bytes, wanted, (off_t)transfer->offset);
    } while (got < 0 && errno == EINTR);
    if (got < 0) {
        transfer->read_error = errno;
        return CURL_READFUNC_ABORT;
    }
    if (got == 0 && wanted > 0) {
        transfer->response->body_ended = true;
        return CURL_READFUNC_ABORT;
    }
    transfer->offset += (uint64_t)got;
    return (size_t)got;
}

/* libcurl goes back to the beginning when a kept connection turns out to be closed. */
static int on_seek(void *context, curl_off_t offset, int origin) {
    struct transfer *transfer = context;
    if (origin != SEEK_SET || offset < 0 || (uint64_t)offset > transfer->request->body_size)
        return CURL_SEEKFUNC_CANTSEEK;
    transfer->offset = (uint64_t)offset;
    return CURL_SEEKFUNC_OK;
}

static size_t on_body(char *bytes, size_t size, size_t count, void *context) {
    struct transfer *transfer = context;
    struct buffer *body = &transfer->response->body;
    size_t length = size * count;
    if (length > HTTP_LARGEST_BODY - body->size) {
        transfer->answer_too_large = true;
        return length + 1;
    }
    return buffer_append(body, bytes, length, &transfer->failure) == STATUS_OK ? length
                                                                               : length + 1;
}

static size_t on_header(char *line, size_t size, size_t count, void *context) {
    struct transfer *transfer = context;
    struct buffer *headers = &transfer->response->headers;
    size_t length = size * count, kept = length;
    /* A status line begins the headers of another answer: after "100 Continue", for one. */
    if (length >= 5 && strncmp(line, "HTTP/", 5) == 0)
        buffer_clear(headers);
    while (kept > 0 && (line[kept - 1] == '\r' || line[kept - 1] == '\n'))
        kept--;
    if (kept == 0 || memchr(line, '\0', kept) != NULL)
        return length;
    if (kept > HTTP_LARGEST_BODY - headers->size) {
        transfer->answer_too_large = true;
        return length + 1;
    }
    if (buffer_append(headers, line, kept, &transfer->failure) != STATUS_OK ||
        buffer_append(headers, "", 1, &transfer->failure) != STATUS_OK)
        return length + 1;
    return length;
}

static int on_progress(void *context, curl_off_t down_total, curl_off_t down, curl_off_t up_total,
                       curl_off_t up) {
    struct transfer *transfer = context;
    (void)down_total, (void)down, (void)up_total, (void)up;
    return atomic_load(transfer->settings->stop) ? 1 : 0;
}

/* Hands header lines to the log, one at a time and without their secrets. */
static int on_debug(CURL *handle, curl_infotype type, char *bytes, size_t size, void *context) {
    struct transfer *transfer = context;
    (void)handle;
    if (type != CURLINFO_HEADER_OUT && type != CURLINFO_HEADER_IN)
        return 0;
    for (size_t start = 0; start < size;) {
        const char *end = memchr(bytes + start, '\n', size - start);
        size_t length = end == NULL ? size - start : (size_t)(end - bytes) - start;
        char line[2048] = {type == CURLINFO_HEADER_OUT ? '>' : '<', ' '};
        size_t shown = length < sizeof line - 3 ? length : sizeof line - 3;
        memcpy(line + 2, bytes + start, shown);
        line[2 + strcspn(line + 2, "\r\n")] = '\0';
        http_blank_secrets(line + 2);
        if (line[2] != '\0')
            transfer->settings->log(transfer->settings->log_context, line);
        explicit_bzero(line, sizeof line);
        start += length + 1;
    }
    return 0;
}

static void set_behaviour(CURL *handle, const struct http_settings *settings,
                          struct transfer *transfer) {
    curl_easy_setopt(handle, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(handle, CURLOPT_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(handle, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
    curl_easy_setopt(handle, CURLOPT_PATH_AS_IS, 1L);
    curl_easy_setopt(handle, CURLOPT_CONNECTTIMEOUT_MS, (long)settings->connect_ms);
    curl_easy_setopt(handle, CURLOPT_LOW_SPEED_LIMIT, 1L);
    curl_easy_setopt(handle, CURLOPT_LOW_SPEED_TIME, (long)settings->stall_seconds);
    curl_easy_setopt(handle, CURLOPT_TCP_KEEPALIVE, 1L);
    curl_easy_setopt(handle, CURLOPT_UPLOAD_BUFFERSIZE, SEND_SIZE);
    struct stat info;
    if (settings->ca_bundle != NULL)
        curl_easy_setopt(handle,
                         stat(settings->ca_bundle, &info) == 0 && S_ISDIR(info.st_mode)
                             ? CURLOPT_CAPATH
                             : CURLOPT_CAINFO,
                         settings->ca_bundle);
    curl_easy_setopt(handle, CURLOPT_NOPROGRESS, 0L);
    curl_easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, on_progress);
    curl_easy_setopt(handle, CURLOPT_XFERINFODATA, transfer);
    curl_easy_setopt(handle, CURLOPT_HEADERFUNCTION, on_header);
    curl_easy_setopt(handle, CURLOPT_HEADERDATA, transfer);
    curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, on_body);
    curl_easy_setopt(handle, CURLOPT_WRITEDATA, transfer);
    if (settings->log != NULL) {
        curl_easy_setopt(handle, CURLOPT_VERBOSE, 1L);
        curl_easy_setopt(handle, CURLOPT_DEBUGFUNCTION, on_debug);
        curl_easy_setopt(handle, CURLOPT_DEBUGDATA, transfer);
    }
}

static void set_request(CURL *handle, const struct http_request *request,
                        struct transfer *transfer) {
    curl_easy_setopt(handle, CURLOPT_URL, request->url);
    if (request->has_body) {
        curl_easy_setopt(handle, CURLOPT_UPLOAD, 1L);
        curl_easy_setopt(handle, CURLOPT_INFILESIZE_LARGE, (curl_off_t)request->body_size);
        curl_easy_setopt(handle, CURLOPT_READFUNCTION, on_read);
        curl_easy_setopt(handle, CURLOPT_READDATA, transfer);
        curl_easy_setopt(handle, CURLOPT_SEEKFUNCTION, on_seek);
        curl_easy_setopt(handle, CURLOPT_SEEKDATA, transfer);
    } else if (strcmp(request->method, "HEAD") == 0) {
        curl_easy_setopt(handle, CURLOPT_NOBODY, 1L);
    }
    curl_easy_setopt(handle, CURLOPT_CUSTOMREQUEST, request->method);
}

static enum status add_line(struct curl_slist **lines, const char *line, struct error *error) {
    struct curl_slist *longer = curl_slist_append(*lines, line);
    if (longer == NULL)
        return error_no_memory(error, "request headers");
    *lines = longer;
    return STATUS_OK;
}

static enum status list_headers(struct curl_slist **lines, const struct http_request *request,
                                struct error *error) {
    enum status status = STATUS_OK;
    for (size_t i = 0; i < request->headers->count && status == STATUS_OK; i++) {
        struct buffer line = BUFFER_INIT;
        const struct header *header = &request->headers->items[i];
        /* libcurl takes "Name;" for a header without a value. */
        const char *colon = *header->value == '\0' ? ";" : ": ";
        status = buffer_format(&line, error, "%s%s%s", header->name, colon, header->value);
        if (status == STATUS_OK)
            status = add_line(lines, (const char *)line.data, error);
        if (line.data != NULL)
            explicit_bzero(line.data, line.capacity);
        buffer_release(&line);
    }
    /* A name with nothing behind it keeps libcurl from adding that header by itself. */
    if (status == STATUS_OK && request->body_size < ASK_FROM)
        status = add_line(lines, "Expect:", error);
    return status;
}

static void free_headers(struct curl_slist *lines) {
    for (struct curl_slist *line = lines; line != NULL; line = line->next)
        explicit_bzero(line->data, strlen(line->data));
    curl_slist_free_all(lines);
}

/* Whether the same request may well succeed a moment later. */
static bool is_temporary(CURLcode code) {
    switch (code) {
    case CURLE_COULDNT_RESOLVE_HOST:
    case CURLE_COULDNT_RESOLVE_PROXY:
    case CURLE_COULDNT_CONNECT:
    case CURLE_OPERATION_TIMEDOUT:
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_SEND_ERROR:
    case CURLE_RECV_ERROR:
    case CURLE_SEND_FAIL_REWIND:
    case CURLE_GOT_NOTHING:
    case CURLE_PARTIAL_FILE:
    case CURLE_WEIRD_SERVER_REPLY:
    case CURLE_BAD_CONTENT_ENCODING:
        return true;
    default:
        return false;
    }
}

static enum status explain(struct error *error, CURLcode code, const char *details,
                           const struct transfer *transfer) {
    const char *url = transfer->request->url;
    int host = (int)(strcspn(url + 8, "/") + 8);
    if (transfer->read_error != 0)
        return error_system(error, transfer->read_error, "cannot read", "the file");
    if (transfer->response->body_ended)
        return error_set(error, STATUS_FAILED, "the file became shorter while it was sent");
    if (transfer->answer_too_large)
        return error_set(error, STATUS_FAILED, "the answer of %.*s is too large", host, url);
    if (transfer->failure.status != STATUS_OK) {
        *error = transfer->failure;
        return error->status;
    }
    if (code == CURLE_ABORTED_BY_CALLBACK)
        return error_set(error, STATUS_FAILED, "given up because the run stops");
    const char *why = *details != '\0' ? details : curl_easy_strerror(code);
    if (code == CURLE_PEER_FAILED_VERIFICATION || code == CURLE_SSL_CACERT_BADFILE)
        return error_set(error, STATUS_FAILED,
                         "%.*s cannot be trusted: %s; name its certificates in AWS_CA_BUNDLE", host,
                         url, why);
    return error_set(error, is_temporary(code) ? STATUS_TEMPORARY : STATUS_FAILED,
                     "no answer from %.*s: %s", host, url, why);
}

enum status http_client_perform(struct http_client *client, struct http_response *response,
                                const struct http_request *request, struct error *error) {
    CURL *handle = client->handle;
    struct transfer transfer = {
        .request = request, .response = response, .settings = client->settings};
    struct curl_slist *lines = NULL;
    char details[CURL_ERROR_SIZE] = "";
    response->status = 0;
    response->body_ended = false;
    buffer_clear(&response->headers);
    buffer_clear(&response->body);
    enum status status = list_headers(&lines, request, error);
    if (status != STATUS_OK)
        goto out_free_headers;
    curl_easy_reset(handle);
    set_behaviour(handle, client->settings, &transfer);
    set_request(handle, request, &transfer);
    curl_easy_setopt(handle, CURLOPT_HTTPHEADER, lines);
    curl_easy_setopt(handle, CURLOPT_ERRORBUFFER, details);
    CURLcode code = curl_easy_perform(handle);
    curl_off_t sent = 0;
    long connections = 0;
    curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &response->status);
    curl_easy_getinfo(handle, CURLINFO_SIZE_UPLOAD_T, &sent);
    curl_easy_getinfo(handle, CURLINFO_NUM_CONNECTS, &connections);
    response->sent = (uint64_t)sent;
    response->connected_anew = connections > 0;
    if (code != CURLE_OK)
        status = explain(error, code, details, &transfer);
    /* The handle must not point into this frame any more. */
    curl_easy_setopt(handle, CURLOPT_ERRORBUFFER, NULL);
out_free_headers:
    free_headers(lines);
    return status;
}

void http_client_release(struct http_client *client) {
    if (client->handle != NULL)
        curl_easy_cleanup(client->handle);
    client->handle = NULL;
}
