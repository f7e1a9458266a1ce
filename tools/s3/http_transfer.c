#include "tools/s3/http_transfer.h"

#include <curl/curl.h>
#include <errno.h>
#include <unistd.h>

/* Copies or reads the next bytes of the request's body; -1 with errno set, 0 at a file's end. */
static ssize_t next_bytes(const struct http_transfer *transfer, char *bytes, size_t wanted) {
    const struct http_request *request = transfer->request;
    if (request->body_bytes != NULL) {
        memcpy(bytes, (const char *)request->body_bytes + transfer->offset, wanted);
        return (ssize_t)wanted;
    }
    ssize_t got;
    do {
        got = pread(request->body_descriptor, bytes, wanted,
                    (off_t)(request->body_offset + transfer->offset));
    } while (got < 0 && errno == EINTR);
    return got;
}

static void count_bytes(struct http_transfer *transfer, size_t bytes) {
    transfer->moved += bytes;
    if (transfer->settings->traffic != NULL)
        traffic_move(transfer->settings->traffic, bytes, transfer->settings->stop);
}

static size_t on_read(char *bytes, size_t size, size_t count, void *context) {
    struct http_transfer *transfer = context;
    uint64_t left = transfer->request->body_size - transfer->offset;
    size_t wanted = size * count < left ? size * count : (size_t)left;
    if (transfer->settings->traffic != NULL)
        wanted = traffic_step(transfer->settings->traffic, wanted);
    ssize_t got = wanted == 0 ? 0 : next_bytes(transfer, bytes, wanted);
    if (got < 0) {
        transfer->read_error = errno;
        return CURL_READFUNC_ABORT;
    }
    if (got == 0 && wanted > 0) {
        transfer->response->body_ended = true;
        return CURL_READFUNC_ABORT;
    }
    transfer->offset += (uint64_t)got;
    count_bytes(transfer, (size_t)got);
    return (size_t)got;
}

/* libcurl goes back to the beginning when a kept connection turns out to be closed. */
static int on_seek(void *context, curl_off_t offset, int origin) {
    struct http_transfer *transfer = context;
    if (origin != SEEK_SET || offset < 0 || (uint64_t)offset > transfer->request->body_size)
        return CURL_SEEKFUNC_CANTSEEK;
    transfer->offset = (uint64_t)offset;
    return CURL_SEEKFUNC_OK;
}

/* A refusal says why at its beginning; a file sent away is answered by headers alone. */
static size_t largest_body(const struct http_request *request, long http_status) {
    bool is_file = request->has_body && request->body_bytes == NULL;
    return http_status >= 300 || is_file ? HTTP_LARGEST_HEADERS : HTTP_LARGEST_BODY;
}

static size_t on_body(char *bytes, size_t size, size_t count, void *context) {
    struct http_transfer *transfer = context;
    struct buffer *body = &transfer->response->body;
    size_t length = size * count;
    long http_status = 0;
    curl_easy_getinfo(transfer->handle, CURLINFO_RESPONSE_CODE, &http_status);
    if (transfer->request->sink != NULL && http_status >= 200 && http_status < 300) {
        count_bytes(transfer, length);
        return transfer->request->sink(transfer->request->sink_context, http_status, bytes, length,
                                       &transfer->failure) == STATUS_OK
                   ? length
                   : length + 1;
    }
    size_t largest = largest_body(transfer->request, http_status);
    if (length > largest - body->size) {
        length = largest - body->size;
        transfer->answer_too_large = true;
    }
    bool kept = buffer_append(body, bytes, length, &transfer->failure) == STATUS_OK;
    return kept && !transfer->answer_too_large ? length : size * count + 1;
}

static size_t on_header(char *line, size_t size, size_t count, void *context) {
    struct http_transfer *transfer = context;
    struct buffer *headers = &transfer->response->headers;
    size_t length = size * count, kept = length;
    /* A status line begins the headers of another answer: after "100 Continue", for one. */
    if (length >= 5 && strncmp(line, "HTTP/", 5) == 0) {
        buffer_clear(headers);
        transfer->headers_ended = false;
    }
    while (kept > 0 && (line[kept - 1] == '\r' || line[kept - 1] == '\n'))
        kept--;
    transfer->headers_ended = transfer->headers_ended || kept == 0;
    if (kept == 0 || memchr(line, '\0', kept) != NULL)
        return length;
    if (kept >= HTTP_LARGEST_HEADERS - headers->size) {
        transfer->answer_too_large = true;
        return length + 1;
    }
    if (buffer_append(headers, line, kept, &transfer->failure) != STATUS_OK ||
        buffer_append(headers, "", 1, &transfer->failure) != STATUS_OK)
        return length + 1;
    return length;
}

/*
 * Whether nothing has moved for too long. libcurl's own limit on speed takes the mean of the last
 * seconds, and so notices seconds too late.
 */
static bool is_stalled(struct http_transfer *transfer, int64_t bytes) {
    struct timespec now;
    curl_off_t connected = 0;
    if (transfer->settings->stall_seconds == 0)
        return false;
    clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
    if (transfer->seen_at == 0 || bytes != transfer->seen) {
        transfer->seen = bytes;
        transfer->seen_at = now.tv_sec;
        return false;
    }
    if ((uint64_t)(now.tv_sec - transfer->seen_at) <= transfer->settings->stall_seconds)
        return false;
    /* Connecting has a limit of its own. */
    curl_easy_getinfo(transfer->handle, CURLINFO_PRETRANSFER_TIME_T, &connected);
    return connected > 0;
}

static int on_progress(void *context, curl_off_t down_total, curl_off_t down, curl_off_t up_total,
                       curl_off_t up) {
    struct http_transfer *transfer = context;
    (void)down_total, (void)up_total;
    if (transfer->settings->tick != NULL)
        transfer->settings->tick(transfer->settings->tick_context);
    transfer->stalled = is_stalled(transfer, down + up);
    return transfer->stalled || atomic_load(transfer->settings->stop) ? 1 : 0;
}

/* Hands header lines to the log, one at a time and without their secrets. */
static int on_debug(CURL *handle, curl_infotype type, char *bytes, size_t size, void *context) {
    struct http_transfer *transfer = context;
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

void http_transfer_attach(struct http_transfer *transfer, void *handle) {
    transfer->handle = handle;
    curl_easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, on_progress);
    curl_easy_setopt(handle, CURLOPT_XFERINFODATA, transfer);
    curl_easy_setopt(handle, CURLOPT_HEADERFUNCTION, on_header);
    curl_easy_setopt(handle, CURLOPT_HEADERDATA, transfer);
    curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, on_body);
    curl_easy_setopt(handle, CURLOPT_WRITEDATA, transfer);
    if (transfer->request->has_body) {
        curl_easy_setopt(handle, CURLOPT_READFUNCTION, on_read);
        curl_easy_setopt(handle, CURLOPT_READDATA, transfer);
        curl_easy_setopt(handle, CURLOPT_SEEKFUNCTION, on_seek);
        curl_easy_setopt(handle, CURLOPT_SEEKDATA, transfer);
    }
    if (transfer->settings->log != NULL) {
        curl_easy_setopt(handle, CURLOPT_VERBOSE, 1L);
        curl_easy_setopt(handle, CURLOPT_DEBUGFUNCTION, on_debug);
        curl_easy_setopt(handle, CURLOPT_DEBUGDATA, transfer);
    }
}
