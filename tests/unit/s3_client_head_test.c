/*
 * s3_client and HEAD: an answer without a body cannot say why it is 400. A server on a loopback
 * port answers each request in turn from a list and keeps what it was sent.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <arpa/inet.h>
#include <cmocka.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "tools/s3/s3_client.h"

#define MOST_ANSWERS 3

struct server {
    int listener;
    unsigned port;
    pthread_t thread;
    const char *answers[MOST_ANSWERS]; /* NULL ends */
    char requests[MOST_ANSWERS][4096];
};

static const char OK[] = "HTTP/1.1 200 OK\r\nETag: \"e\"\r\nContent-Length: 0\r\n";
static const char BARE[] = "HTTP/1.1 400 Bad Request\r\n";
static const char REGION[] = "HTTP/1.1 400 Bad Request\r\nx-amz-bucket-region: eu-west-1\r\n";

/* One connection for each answer: all of them say that they close it. */
static void *serve(void *context) {
    struct server *server = context;
    for (size_t i = 0; i < MOST_ANSWERS && server->answers[i] != NULL; i++) {
        int peer = accept(server->listener, NULL, NULL);
        size_t size = 0;
        char *request = server->requests[i];
        while (peer >= 0 && strstr(request, "\r\n\r\n") == NULL) {
            ssize_t got = read(peer, request + size, sizeof server->requests[i] - 1 - size);
            if (got <= 0)
                break;
            size += (size_t)got;
        }
        char answer[512];
        int length =
            snprintf(answer, sizeof answer, "%sConnection: close\r\n\r\n", server->answers[i]);
        if (peer < 0 || write(peer, answer, (size_t)length) != length)
            return "the server failed";
        close(peer);
    }
    return NULL;
}

static void start(struct server *server) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof address;
    server->listener = socket(AF_INET, SOCK_STREAM, 0);
    assert_int_equal(bind(server->listener, (struct sockaddr *)&address, length), 0);
    assert_int_equal(listen(server->listener, 4), 0);
    assert_int_equal(getsockname(server->listener, (struct sockaddr *)&address, &length), 0);
    server->port = ntohs(address.sin_port);
    assert_int_equal(pthread_create(&server->thread, NULL, serve, server), 0);
}

static void stop(struct server *server) {
    void *failure;
    pthread_join(server->thread, &failure);
    close(server->listener);
    assert_null(failure);
}

/* Sends a HEAD for "key", with this token first and the token "fresh" after a renewal. */
static enum status head(struct server *server, const char *token, uint64_t *attempts,
                        struct error *error) {
    char url[64];
    snprintf(url, sizeof url, "http://127.0.0.1:%u", server->port);
    setenv("AWS_ACCESS_KEY_ID", "KEY", 1);
    setenv("AWS_SECRET_ACCESS_KEY", "SECRET", 1);
    if (token == NULL)
        unsetenv("AWS_SESSION_TOKEN");
    else
        setenv("AWS_SESSION_TOKEN", token, 1);
    const struct aws_settings_options wanted = {.region = "us-east-1", .endpoint_url = url};
    struct aws_settings aws;
    assert_int_equal(aws_settings_load(&aws, &wanted, error), STATUS_OK);
    setenv("AWS_SESSION_TOKEN", "fresh", 1);
    const struct s3_session_options options = {.aws = &aws,
                                               .bucket = "bucket",
                                               .retry = {3, 1, 10},
                                               .concurrency = 1,
                                               .connect_ms = 5000,
                                               .stall_seconds = 5};
    struct s3_session session;
    struct s3_client client;
    struct s3_answer answer;
    const struct s3_request request = {.operation = "HeadObject",
                                       .method = "HEAD",
                                       .key = "key",
                                       .query = "",
                                       .payload_hash = S3_CLIENT_EMPTY_HASH};
    assert_int_equal(s3_session_init(&session, &options, error), STATUS_OK);
    assert_int_equal(s3_client_init(&client, &session, error), STATUS_OK);
    enum status status = s3_client_send(&client, &answer, &request, error);
    *attempts = answer.attempts;
    s3_client_release(&client);
    s3_session_release(&session);
    aws_settings_release(&aws);
    return status;
}

static void a_bare_400_renews_what_can_expire(void **state) {
    (void)state;
    struct server server = {.answers = {BARE, OK, NULL}};
    struct error error;
    uint64_t attempts;
    start(&server);
    assert_int_equal(head(&server, "old", &attempts, &error), STATUS_OK);
    stop(&server);
    assert_int_equal(attempts, 2);
    assert_non_null(strstr(server.requests[0], "x-amz-security-token: old\r\n"));
    assert_non_null(strstr(server.requests[1], "x-amz-security-token: fresh\r\n"));
}

static void it_renews_once(void **state) {
    (void)state;
    struct server server = {.answers = {BARE, BARE, NULL}};
    struct error error;
    uint64_t attempts;
    start(&server);
    assert_int_equal(head(&server, "old", &attempts, &error), STATUS_FAILED);
    stop(&server);
    assert_int_equal(attempts, 2);
    assert_non_null(strstr(error.message, "answered with 400"));
}

static void keys_that_do_not_expire_are_not_blamed(void **state) {
    (void)state;
    struct server server = {.answers = {BARE, NULL}};
    struct error error;
    uint64_t attempts;
    start(&server);
    assert_int_equal(head(&server, NULL, &attempts, &error), STATUS_FAILED);
    stop(&server);
    assert_int_equal(attempts, 1);
    assert_null(strstr(error.message, "environment"));
}

static void a_400_that_tells_a_region_is_a_redirect(void **state) {
    (void)state;
    struct server server = {.answers = {REGION, OK, NULL}};
    struct error error;
    uint64_t attempts;
    start(&server);
    assert_int_equal(head(&server, NULL, &attempts, &error), STATUS_OK);
    stop(&server);
    assert_non_null(strstr(server.requests[0], "/us-east-1/s3/"));
    assert_non_null(strstr(server.requests[1], "/eu-west-1/s3/"));
}

static int no_proxy(void **state) {
    (void)state;
    unsetenv("http_proxy");
    unsetenv("all_proxy");
    unsetenv("ALL_PROXY");
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_bare_400_renews_what_can_expire),
        cmocka_unit_test(it_renews_once),
        cmocka_unit_test(keys_that_do_not_expire_are_not_blamed),
        cmocka_unit_test(a_400_that_tells_a_region_is_a_redirect),
    };
    return cmocka_run_group_tests_name("s3_client_head", tests, no_proxy, NULL);
}
