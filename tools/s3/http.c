#include "tools/s3/http.h"

#include <curl/curl.h>
#include <strings.h>
#include <sys/socket.h>
#include <sys/stat.h>

#include "tools/s3/http_transfer.h"
#include "tools/s3/tls_probe.h"

/*
 * From this size on the server is asked before the body is sent ("Expect: 100-continue"): a refusal
 * or redirect then costs a round trip instead of the body. Below, the body is the cheaper one.
 */
static const uint64_t ASK_FROM = (uint64_t)1 << 20;

enum status http_client_init(struct http_client *client, const struct http_settings *settings,
                             struct error *error) {
    *client = (struct http_client){.handle = curl_easy_init(), .settings = settings};
    return client->handle == NULL ? error_no_memory(error, "an HTTP client") : STATUS_OK;
}

static void set_behaviour(CURL *handle, const struct http_settings *settings) {
    size_t size = settings->send_size == 0 ? HTTP_SEND_SIZE : settings->send_size;
    curl_easy_setopt(handle, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(handle, CURLOPT_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(handle, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
    curl_easy_setopt(handle, CURLOPT_PATH_AS_IS, 1L);
    curl_easy_setopt(handle, CURLOPT_CONNECTTIMEOUT_MS, (long)settings->connect_ms);
    curl_easy_setopt(handle, CURLOPT_TIMEOUT_MS, (long)settings->total_ms);
    curl_easy_setopt(handle, CURLOPT_TCP_KEEPALIVE, 1L);
    curl_easy_setopt(handle, CURLOPT_UPLOAD_BUFFERSIZE, (long)size);
    curl_easy_setopt(handle, CURLOPT_BUFFERSIZE, (long)size);
    curl_easy_setopt(handle, CURLOPT_NOPROGRESS, 0L);
    struct stat info;
    if (settings->ca_bundle != NULL)
        curl_easy_setopt(handle,
                         stat(settings->ca_bundle, &info) == 0 && S_ISDIR(info.st_mode)
                             ? CURLOPT_CAPATH
                             : CURLOPT_CAINFO,
                         settings->ca_bundle);
}

/* With --bandwidth-limit: the system must not take in what we have not asked for. */
static int on_socket(void *context, curl_socket_t descriptor, curlsocktype purpose) {
    const struct http_settings *settings = context;
    int size = (int)traffic_window(settings->traffic);
    (void)purpose;
    if (size > 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, sizeof size);
    return CURL_SOCKOPT_OK;
}

/* Whether the host of a URL is an address that only this machine and its link know. */
static bool is_link_local(const char *url) {
    static const char *const STARTS[] = {"169.254.", "[fe8", "[fe9", "[fea", "[feb", "[fd00:ec2:"};
    const char *host = strstr(url, "://");
    for (size_t i = 0; host != NULL && i < sizeof STARTS / sizeof *STARTS; i++) {
        if (strncasecmp(host + 3, STARTS[i], strlen(STARTS[i])) == 0)
            return true;
    }
    return false;
}

static void set_request(CURL *handle, const struct http_request *request) {
    curl_easy_setopt(handle, CURLOPT_URL, request->url);
    if (request->has_body) {
        curl_easy_setopt(handle, CURLOPT_UPLOAD, 1L);
        curl_easy_setopt(handle, CURLOPT_INFILESIZE_LARGE, (curl_off_t)request->body_size);
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
                                bool ask, struct error *error) {
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
    if (status == STATUS_OK && !ask)
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
    case CURLE_UNSUPPORTED_PROTOCOL: /* the answer's: no HTTP, or of a version unheard of */
    case CURLE_BAD_CONTENT_ENCODING:
        return true;
    default:
        return false;
    }
}

/* What to do about a certificate that is not trusted, by what OpenSSL's check of it found. */
static const char *advise_trust(CURL *handle, CURLcode code, bool of_files) {
    /* X509_V_ERR_...; libcurl leaves it at "unspecified" when only the name is wrong. */
    static const long EXPIRED = 10, NOT_YET_VALID = 9, UNSPECIFIED = 1;
    long found = -1;
    curl_easy_getinfo(handle, CURLINFO_SSL_VERIFYRESULT, &found);
    if (code == CURLE_PEER_FAILED_VERIFICATION && found == UNSPECIFIED)
        return of_files ? "check the name in the URL" : "check the name in --endpoint-url";
    if (code == CURLE_PEER_FAILED_VERIFICATION && (found == EXPIRED || found == NOT_YET_VALID))
        return "the server needs another, or this machine's clock is wrong";
    return of_files ? "name its certificates in SSL_CERT_FILE"
                    : "name its certificates in AWS_CA_BUNDLE";
}

/* A refusal of the proxy's: asking again changes nothing. */
static bool is_refused_by_proxy(CURL *handle) {
    long answer = 0;
    curl_easy_getinfo(handle, CURLINFO_HTTP_CONNECTCODE, &answer);
    return answer >= 400 && answer < 500 && answer != 408 && answer != 429;
}

static enum status explain(struct error *error, CURLcode code, char *details,
                           const struct http_transfer *transfer) {
    const char *url = transfer->request->url;
    int host = (int)(strcspn(url + 8, "/") + 8);
    if (transfer->read_error != 0)
        return error_system(error, transfer->read_error, "cannot read", "the file");
    if (transfer->response->body_ended)
        return error_set(error, STATUS_FAILED, "the file became shorter while it was sent");
    /* libcurl calls it a lack of memory when one header alone is too long for it. */
    if (transfer->answer_too_large ||
        (code == CURLE_OUT_OF_MEMORY && transfer->response->status != 0))
        return error_set(error, STATUS_FAILED, "the answer of %.*s is too large", host, url);
    if (transfer->failure.status != STATUS_OK) {
        *error = transfer->failure;
        return error->status;
    }
    if (transfer->stalled)
        return error_set(error, STATUS_TEMPORARY, "no answer from %.*s: nothing moved for %llu s",
                         host, url, (unsigned long long)transfer->settings->stall_seconds);
    if (code == CURLE_ABORTED_BY_CALLBACK)
        return error_set(error, STATUS_FAILED, "given up because the run stops");
    /* libcurl quotes the URL of a proxy that it cannot use. */
    http_blank_passwords(details);
    const char *why = *details != '\0' ? details : curl_easy_strerror(code);
    if (code == CURLE_PEER_FAILED_VERIFICATION || code == CURLE_SSL_CACERT_BADFILE)
        return error_set(error, STATUS_FAILED, "%.*s cannot be trusted: %s; %s", host, url, why,
                         advise_trust(transfer->handle, code, transfer->settings->of_files));
    if (is_refused_by_proxy(transfer->handle))
        return error_set(error, STATUS_FAILED,
                         "the proxy does not let us reach %.*s: %s; check https_proxy and no_proxy",
                         host, url, why);
    return error_set(error, is_temporary(code) ? STATUS_TEMPORARY : STATUS_FAILED,
                     "no answer from %.*s: %s", host, url, why);
}

/*
 * Whether a first request had no answer because it came without TLS, or with: then the sentence
 * says so, and asking again is of no use.
 */
static bool is_other_scheme(struct http_client *client, CURLcode code, const char *details,
                            const struct http_response *response,
                            const struct http_request *request, struct error *error) {
    if (client->answered || response->status != 0)
        return false;
    int host = (int)(strcspn(request->url + 8, "/") + 8);
    bool secure = strncmp(request->url, "https:", 6) == 0;
    const char *option = client->settings->of_files ? "" : " (--endpoint-url)";
    if (secure && code == CURLE_SSL_CONNECT_ERROR && tls_probe_is_plain(details)) {
        error_set(error, STATUS_FAILED, "%.*s does not speak TLS; call it http:// in its URL%s",
                  host, request->url, option);
        return true;
    }
    bool dropped = code == CURLE_RECV_ERROR || code == CURLE_SEND_ERROR ||
                   code == CURLE_GOT_NOTHING || code == CURLE_UNSUPPORTED_PROTOCOL ||
                   code == CURLE_WEIRD_SERVER_REPLY;
    /* Whoever has little time for the request has none for finding out. */
    bool hurries = client->settings->total_ms != 0 && client->settings->total_ms < 10000;
    if (secure || !dropped || client->probed || hurries)
        return false;
    client->probed = true;
    if (!tls_probe_answers(request->url))
        return false;
    error_set(error, STATUS_FAILED, "%.*s answers only to TLS; call it https:// in its URL%s", host,
              request->url, option);
    return true;
}

enum status http_client_perform(struct http_client *client, struct http_response *response,
                                const struct http_request *request, struct error *error) {
    CURL *handle = client->handle;
    struct http_transfer transfer = {
        .request = request, .response = response, .settings = client->settings};
    struct curl_slist *lines = NULL;
    char details[CURL_ERROR_SIZE] = "";
    response->status = 0;
    response->body_ended = false;
    buffer_clear(&response->headers);
    buffer_clear(&response->body);
    bool ask = request->body_size >= ASK_FROM && !client->never_asks;
    enum status status = list_headers(&lines, request, ask, error);
    if (status != STATUS_OK)
        goto out_free_headers;
    curl_easy_reset(handle);
    set_behaviour(handle, client->settings);
    set_request(handle, request);
    http_transfer_attach(&transfer, handle);
    if (client->settings->direct || is_link_local(request->url))
        curl_easy_setopt(handle, CURLOPT_NOPROXY, "*");
    if (client->settings->traffic != NULL) {
        curl_easy_setopt(handle, CURLOPT_SOCKOPTFUNCTION, on_socket);
        curl_easy_setopt(handle, CURLOPT_SOCKOPTDATA, client->settings);
    }
    curl_easy_setopt(handle, CURLOPT_HTTPHEADER, lines);
    curl_easy_setopt(handle, CURLOPT_ERRORBUFFER, details);
    CURLcode code = curl_easy_perform(handle);
    curl_off_t sent = 0, connected = 0;
    long connections = 0;
    curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &response->status);
    curl_easy_getinfo(handle, CURLINFO_SIZE_UPLOAD_T, &sent);
    curl_easy_getinfo(handle, CURLINFO_NUM_CONNECTS, &connections);
    curl_easy_getinfo(handle, CURLINFO_CONNECT_TIME_T, &connected);
    response->sent = (uint64_t)sent;
    response->reached = connected > 0;
    response->connected_anew = connections > 0;
    if (response->status == 417)
        client->never_asks = true;
    bool is_refusal = transfer.answer_too_large && response->status >= 300;
    if (code == CURLE_OK && !transfer.headers_ended)
        status = error_set(error, STATUS_TEMPORARY, "the answer ended within its headers");
    else if (code != CURLE_OK && !is_refusal)
        status = is_other_scheme(client, code, details, response, request, error)
                     ? error->status
                     : explain(error, code, details, &transfer);
    client->answered = client->answered || response->status != 0;
    bool in_vain = code != CURLE_OK || response->status >= 300;
    if (in_vain && client->settings->traffic != NULL)
        traffic_take_back(client->settings->traffic, transfer.moved);
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
