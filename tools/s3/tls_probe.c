#include "tools/s3/tls_probe.h"

#include <curl/curl.h>
#include <string.h>

static const long LONGEST_MS = 3000;

/* The same host and port, by https; false when out of memory. */
static bool make_url(CURLU *secure, const char *url) {
    char *port = NULL;
    bool made = curl_url_set(secure, CURLUPART_URL, url, 0) == CURLUE_OK &&
                curl_url_get(secure, CURLUPART_PORT, &port, CURLU_DEFAULT_PORT) == CURLUE_OK &&
                curl_url_set(secure, CURLUPART_SCHEME, "https", 0) == CURLUE_OK &&
                curl_url_set(secure, CURLUPART_PORT, port, 0) == CURLUE_OK;
    curl_free(port);
    return made;
}

bool tls_probe_answers(const char *url) {
    CURL *handle = curl_easy_init();
    CURLU *secure = curl_url();
    bool answers = false;
    if (handle != NULL && secure != NULL && make_url(secure, url)) {
        curl_easy_setopt(handle, CURLOPT_CURLU, secure);
        curl_easy_setopt(handle, CURLOPT_CONNECT_ONLY, 1L);
        curl_easy_setopt(handle, CURLOPT_NOSIGNAL, 1L);
        curl_easy_setopt(handle, CURLOPT_NOPROXY, "*");
        curl_easy_setopt(handle, CURLOPT_TIMEOUT_MS, LONGEST_MS);
        /* Nothing is sent to it, so it need not be trusted. */
        curl_easy_setopt(handle, CURLOPT_SSL_VERIFYPEER, 0L);
        curl_easy_setopt(handle, CURLOPT_SSL_VERIFYHOST, 0L);
        answers = curl_easy_perform(handle) == CURLE_OK;
    }
    curl_easy_cleanup(handle);
    curl_url_cleanup(secure);
    return answers;
}

bool tls_probe_is_plain(const char *sentence) {
    /* Words of OpenSSL and of GnuTLS (the last) for a first record that is none. */
    static const char *const WORDS[] = {"wrong version number", "packet length too long",
                                        "unknown protocol", "record layer failure",
                                        "unexpected TLS packet"};
    for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++) {
        if (strstr(sentence, WORDS[i]) != NULL)
            return true;
    }
    return false;
}
