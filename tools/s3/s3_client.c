#include "tools/s3/s3_client.h"

#include <stdio.h>

#include "tools/s3/iso_time.h"
#include "tools/s3/s3_advice.h"
#include "tools/s3/signing.h"

/* Redirects that lead nowhere new end by themselves; this ends two that point at each other. */
static const unsigned MOST_REDIRECTS = 4;

enum status s3_client_init(struct s3_client *client, struct s3_session *session,
                           struct error *error) {
    *client = (struct s3_client){.session = session};
    return http_client_init(&client->http, &session->http, error);
}

void s3_client_release(struct s3_client *client) {
    http_client_release(&client->http);
    http_response_release(&client->response);
}

static enum status copy_headers(struct header_list *to, const struct header_list *from,
                                struct error *error) {
    enum status status = STATUS_OK;
    for (size_t i = 0; from != NULL && i < from->count && status == STATUS_OK; i++)
        status = header_list_add(to, from->items[i].name, from->items[i].value, error);
    return status;
}

/* Signs a request as of now (not at all without a key) and sends it once. */
static enum status send_once(struct s3_client *client, const struct s3_session_view *view,
                             const struct s3_request *request, struct error *error) {
    const struct credentials *keys = &view->credentials;
    const struct signing_identity identity = {keys->access_key_id, keys->secret_access_key,
                                              keys->session_token, view->region, "s3"};
    struct buffer path = BUFFER_INIT, url = BUFFER_INIT;
    struct header_list headers = {NULL, 0, 0};
    enum status status = endpoint_append_path(&path, &view->endpoint, request->key, error);
    if (status == STATUS_OK)
        status = buffer_format(&url, error, "%s://%s%s%s%s", view->endpoint.scheme,
                               view->endpoint.host, (const char *)path.data,
                               *request->query == '\0' ? "" : "?", request->query);
    if (status == STATUS_OK)
        status = header_list_add(&headers, "Host", view->endpoint.host, error);
    if (status == STATUS_OK)
        status = copy_headers(&headers, client->session->options.headers, error);
    if (status == STATUS_OK)
        status = copy_headers(&headers, request->headers, error);
    if (status == STATUS_OK && request->prepare != NULL)
        status = request->prepare(request->prepare_context, &headers, error);
    if (status == STATUS_OK && keys->access_key_id != NULL) {
        const struct signing_request to_sign = {request->method, (const char *)path.data,
                                                request->query, request->payload_hash};
        status = signing_sign(&headers, &to_sign, &identity,
                              time(NULL) + (time_t)view->clock_offset, error);
    }
    if (status == STATUS_OK) {
        const struct http_request to_send = {.method = request->method,
                                             .url = (const char *)url.data,
                                             .headers = &headers,
                                             .has_body = request->has_body,
                                             .body_descriptor = request->body_descriptor,
                                             .body_size = request->body_size,
                                             .body_offset = request->body_offset,
                                             .body_bytes = request->body_bytes,
                                             .sink = request->sink,
                                             .sink_context = request->sink_context};
        atomic_fetch_add(&client->session->requests, 1);
        status = http_client_perform(&client->http, &client->response, &to_send, error);
    }
    header_list_release(&headers);
    buffer_release(&url);
    buffer_release(&path);
    return status;
}

static void copy_header(char *field, size_t size, const struct http_response *response,
                        const char *name) {
    const char *value = http_response_header(response, name);
    snprintf(field, size, "%s", value == NULL ? "" : value);
}

/* Takes from the answer what later decisions and messages need, and judges it. */
static enum retry_verdict judge(struct s3_client *client, struct s3_answer *answer,
                                const struct s3_request *request) {
    const struct http_response *response = &client->response;
    answer->http_status = response->status;
    bool in_body = s3_error_read(&answer->s3_error, buffer_view(&response->body));
    copy_header(answer->etag, sizeof answer->etag, response, "ETag");
    if (strcmp(answer->etag, "\"\"") == 0)
        answer->etag[0] = '\0';
    copy_header(answer->request_id, sizeof answer->request_id, response, "x-amz-request-id");
    if (answer->request_id[0] == '\0')
        snprintf(answer->request_id, sizeof answer->request_id, "%s", answer->s3_error.request_id);
    enum retry_verdict verdict = retry_judge(response->status, answer->s3_error.code, in_body);
    bool whole = !request->has_body || response->sent == request->body_size;
    if (verdict == RETRY_SUCCESS && (!whole || (request->answer_has_etag && !answer->etag[0])))
        return RETRY_AGAIN;
    if (verdict == RETRY_SUCCESS && request->accept != NULL &&
        !request->accept(request->accept_context, response))
        return RETRY_AGAIN;
    return verdict;
}

/* "PutObject of 's3://bucket/key' was answered with 403 AccessDenied: ... (request id X); check" */
static enum status describe(struct s3_client *client, const struct s3_answer *answer,
                            const struct s3_request *request, enum status status,
                            struct error *error) {
    const struct s3_error *s3 = &answer->s3_error;
    const char *advice = s3_advice_for(answer->http_status, s3->code);
    char attempts[32] = "", what[sizeof s3->code + sizeof s3->message + 4];
    if (answer->http_status < 300 && s3->code[0] == '\0')
        snprintf(what, sizeof what, " before all was sent, or with what is no answer to it");
    else
        snprintf(what, sizeof what, "%s%s%s%s", s3->code[0] ? " " : "", s3->code,
                 s3->message[0] ? ": " : "", s3->message);
    if (answer->attempts > 1)
        snprintf(attempts, sizeof attempts, ", attempt %llu", (unsigned long long)answer->attempts);
    return error_set(error, status,
                     "%s of 's3://%s/%s' was answered with %ld%s (request id %s%s)%s%s",
                     request->operation, client->session->options.bucket, request->key,
                     answer->http_status, what, answer->request_id[0] ? answer->request_id : "none",
                     attempts, *advice ? "; " : "", advice);
}

/* Whether what the answer told makes another attempt worth while at once. */
static bool learn(struct s3_client *client, const struct s3_session_view *view,
                  const struct s3_answer *answer, enum retry_verdict verdict) {
    const struct http_response *response = &client->response;
    if (verdict == RETRY_CLOCK) {
        time_t told = http_response_time(response, "Date");
        if (told == (time_t)-1)
            (void)iso_time_parse(&told, answer->s3_error.server_time);
        return s3_session_learn_clock(client->session, view, told);
    }
    const char *region = http_response_header(response, "x-amz-bucket-region");
    if (region == NULL || *region == '\0')
        region = answer->s3_error.region;
    return s3_session_learn_place(client->session, view, region,
                                  http_response_header(response, "Location"),
                                  answer->s3_error.endpoint);
}

/*
 * An answer to HEAD has no body, and so no code: a wrong region, told in a header, and expired
 * credentials are both a bare 400; a clock that is off is a bare 403.
 */
static enum retry_verdict judge_bare(struct s3_client *client, const struct s3_session_view *view,
                                     const struct s3_answer *answer) {
    if (answer->http_status == 403)
        return learn(client, view, answer, RETRY_CLOCK) ? RETRY_CLOCK : RETRY_NEVER;
    if (learn(client, view, answer, RETRY_ELSEWHERE))
        return RETRY_ELSEWHERE;
    return view->credentials.session_token != NULL ? RETRY_RENEW : RETRY_NEVER;
}

/* Fetches fresh credentials, once for a request; adds to the sentence why there are none. */
static bool renew(struct s3_client *client, const struct s3_session_view *view,
                  struct s3_answer *answer, struct error *error) {
    struct error why;
    if (answer->renewed || view->credentials.access_key_id == NULL)
        return false;
    answer->renewed = true;
    if (s3_session_renew(client->session, view, &why) == STATUS_OK)
        return true;
    struct error what = *error;
    error_set(error, what.status, "%.480s; %.480s", what.message, why.message);
    return false;
}

static double seconds_since(const struct timespec *begin) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - begin->tv_sec) + 1e-9 * (double)(now.tv_nsec - begin->tv_nsec);
}

/* Tells whoever wants to know that an attempt is over. */
static void note(struct s3_client *client, const struct s3_answer *answer,
                 const struct s3_request *request, const struct timespec *begin) {
    const struct s3_session_options *options = &client->session->options;
    if (options->on_request == NULL)
        return;
    bool answered = answer->http_status != 0;
    const struct request_note what = {.operation = request->operation,
                                      .method = request->method,
                                      .bucket = options->bucket,
                                      .key = request->key,
                                      .code = answered ? answer->s3_error.code : "",
                                      .request_id = answered ? answer->request_id : "",
                                      .http_status = answer->http_status,
                                      .attempt = answer->attempts,
                                      .seconds = seconds_since(begin)};
    options->on_request(options->context, &what);
}

/* Puts in front of a sentence what was to be done. */
static void name_operation(const struct s3_client *client, const struct s3_answer *answer,
                           const struct s3_request *request, struct error *error) {
    error_prefix(error, "%s of 's3://%s/%s' (attempt %llu)", request->operation,
                 client->session->options.bucket, request->key,
                 (unsigned long long)answer->attempts);
}

/*
 * What to do about a refusal for its place or time that taught nothing new. A request that was on
 * its way for longer than the server bears is signed anew, once; a temporary redirect to where we
 * are may be over.
 */
static enum retry_verdict judge_untaught(struct s3_answer *answer, enum retry_verdict verdict) {
    if (verdict == RETRY_ELSEWHERE && answer->http_status == 307)
        return RETRY_ELSEWHERE;
    bool again = verdict == RETRY_CLOCK && !answer->late;
    answer->late = answer->late || again;
    return again ? RETRY_CLOCK : RETRY_NEVER;
}

/* Judges the answer, and learns from it. Where it is no RETRY_SUCCESS, the sentence is set. */
static enum retry_verdict judge_and_learn(struct s3_client *client,
                                          const struct s3_session_view *view,
                                          struct s3_answer *answer,
                                          const struct s3_request *request, struct error *error) {
    enum retry_verdict verdict = judge(client, answer, request);
    bool is_head = strcmp(request->method, "HEAD") == 0;
    if (is_head && (answer->http_status == 400 || answer->http_status == 403))
        verdict = judge_bare(client, view, answer);
    bool temporary = verdict == RETRY_AGAIN || verdict == RETRY_SLOWER;
    if (verdict != RETRY_SUCCESS)
        describe(client, answer, request, temporary ? STATUS_TEMPORARY : STATUS_FAILED, error);
    if ((verdict == RETRY_ELSEWHERE || verdict == RETRY_CLOCK) &&
        !learn(client, view, answer, verdict))
        return judge_untaught(answer, verdict);
    if (verdict == RETRY_RENEW && !renew(client, view, answer, error))
        return is_head ? RETRY_NEVER : RETRY_NEVER_AT_ALL;
    return verdict;
}

/* One attempt from signing to verdict. Where it is not RETRY_SUCCESS, the sentence is set. */
static enum retry_verdict attempt(struct s3_client *client, struct s3_answer *answer,
                                  const struct s3_request *request, struct error *error) {
    struct s3_session_view view;
    answer->http_status = 0;
    answer->no_network = false;
    enum status status = s3_session_look(client->session, &view, error);
    if (status != STATUS_OK) {
        name_operation(client, answer, request, error);
        return status == STATUS_TEMPORARY ? RETRY_AGAIN : RETRY_NEVER_AT_ALL;
    }
    enum retry_verdict verdict;
    struct timespec begin;
    clock_gettime(CLOCK_MONOTONIC, &begin);
    status = send_once(client, &view, request, error);
    if (status != STATUS_OK) {
        answer->no_network = status == STATUS_TEMPORARY;
        verdict = status == STATUS_TEMPORARY ? RETRY_AGAIN : RETRY_NEVER;
        name_operation(client, answer, request, error);
    } else {
        verdict = judge_and_learn(client, &view, answer, request, error);
    }
    note(client, answer, request, &begin);
    s3_session_view_release(&view);
    return verdict;
}

/* An attempt through the gate: as many at a time as the server bears. */
static enum retry_verdict attempt_in_turn(struct s3_client *client, struct s3_answer *answer,
                                          const struct s3_request *request, struct error *error) {
    struct request_gate *gate = &client->session->gate;
    uint64_t ticket;
    if (!request_gate_enter(gate, &ticket)) {
        error_set(error, STATUS_FAILED, "given up because the run stops");
        return RETRY_NEVER;
    }
    enum retry_verdict verdict = attempt(client, answer, request, error);
    request_gate_leave(gate, ticket,
                       verdict == RETRY_SUCCESS  ? REQUEST_GATE_SUCCESS
                       : verdict == RETRY_SLOWER ? REQUEST_GATE_SLOWER
                                                 : REQUEST_GATE_OTHER);
    return verdict;
}

/* Waits before the next attempt, if there is to be one. */
static bool wait_for_next(struct s3_client *client, const struct s3_answer *answer,
                          enum retry_verdict verdict, const struct error *error) {
    struct s3_session *session = client->session;
    const struct retry_policy *policy = &session->options.retry;
    uint64_t pause = 0;
    if (verdict == RETRY_AGAIN || verdict == RETRY_SLOWER)
        pause = retry_pause(policy, answer->attempts, verdict, s3_session_random(session),
                            http_response_pause(&client->response));
    if (session->options.on_retry != NULL)
        session->options.on_retry(session->options.context, error->message, answer->attempts,
                                  pause);
    return s3_session_pause(session, pause);
}

enum status s3_client_send(struct s3_client *client, struct s3_answer *answer,
                           const struct s3_request *request, struct error *error) {
    *answer = (struct s3_answer){.http_status = 0};
    unsigned redirects = 0;
    for (;;) {
        if (answer->attempts++ > 0)
            atomic_fetch_add(&client->session->retries, 1);
        enum retry_verdict verdict = attempt_in_turn(client, answer, request, error);
        if (verdict == RETRY_SUCCESS)
            return STATUS_OK;
        answer->hopeless = verdict == RETRY_NEVER_AT_ALL;
        bool again = verdict != RETRY_NEVER && verdict != RETRY_NEVER_AT_ALL &&
                     answer->attempts < client->session->options.retry.max_attempts;
        if ((verdict == RETRY_ELSEWHERE || verdict == RETRY_CLOCK) && ++redirects > MOST_REDIRECTS)
            again = false;
        if (request->still_valid != NULL && !request->still_valid(request->valid_context)) {
            /* The network was not given all its chances. */
            answer->invalid = true;
            answer->no_network = false;
            again = false;
        }
        if (!again || !wait_for_next(client, answer, verdict, error))
            return error->status;
    }
}
