#include "tools/fetch/download_answer.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "tools/fetch/content_range.h"

static bool ends_with(const char *text, const char *end) {
    size_t length = strlen(text), wanted = strlen(end);
    return length >= wanted && strcasecmp(text + length - wanted, end) == 0;
}

static const char *header_of(const struct download_answer *answer, const char *name) {
    return http_response_header(&answer->session->response, name);
}

/* The part is of no use with what the server has now. */
static enum status spoil(struct download_answer *answer, struct error *error, const char *what) {
    answer->is_spoilt = true;
    return error_set(error, STATUS_TEMPORARY, "%s of '%.300s'", what, answer->wish->url);
}

/* The answer is not the file: the part is left alone, and the server is asked again later. */
static enum status refuse(struct download_answer *answer, struct error *error, const char *what) {
    answer->is_refused = true;
    return error_set(error, STATUS_TEMPORARY, "'%.300s' %s", answer->wish->url, what);
}

/* A page that explains an error, or asks to log in, for a file that is none. */
static bool is_page(const struct download_answer *answer) {
    const char *type = header_of(answer, "Content-Type");
    bool html = type != NULL && (strncasecmp(type, "text/html", 9) == 0 ||
                                 strncasecmp(type, "application/xhtml", 17) == 0);
    return html && !ends_with(answer->wish->path, ".html") &&
           !ends_with(answer->wish->path, ".htm");
}

/* Compressed on its way, although nothing was asked for compressed: other bytes than the file's. */
static bool is_encoded(const struct download_answer *answer) {
    const char *encoding = header_of(answer, "Content-Encoding");
    return encoding != NULL && *encoding != '\0' && strcasecmp(encoding, "identity") != 0 &&
           !ends_with(answer->wish->path, ".gz") && !ends_with(answer->wish->path, ".tgz");
}

/* Whether the body can be bytes of the file at all. */
static enum status check_kind(struct download_answer *answer, struct error *error) {
    if (is_page(answer))
        return refuse(answer, error, "answers with a web page in place of the file");
    if (is_encoded(answer))
        return refuse(answer, error, "comes compressed, although it was asked for as it is");
    return STATUS_OK;
}

static enum status begin_whole(struct download_answer *answer, struct error *error) {
    const char *length = header_of(answer, "Content-Length");
    uint64_t total = 0;
    bool has_total = length != NULL && header_of(answer, "Transfer-Encoding") == NULL &&
                     content_range_number(&total, &length);
    if (has_total && total == 0)
        return refuse(answer, error, "is empty");
    if (has_total && answer->wish->bytes != 0 && total != answer->wish->bytes) {
        char what[96];
        snprintf(what, sizeof what, "has %llu bytes, and %llu were expected",
                 (unsigned long long)total, (unsigned long long)answer->wish->bytes);
        return refuse(answer, error, what);
    }
    answer->session->total = total;
    return download_part_begin(answer->part, header_of(answer, "ETag"),
                               header_of(answer, "Last-Modified"), total, error);
}

/* Whether a validator says otherwise: the ETag, or the time where there is none. */
static bool is_another(const struct download_answer *answer) {
    const struct download_state *state = &answer->part->state;
    const char *etag = header_of(answer, "ETag"), *time = header_of(answer, "Last-Modified");
    if (etag != NULL && *state->etag != '\0')
        return strcmp(etag, state->etag) != 0;
    return time != NULL && *state->last_modified != '\0' && strcmp(time, state->last_modified) != 0;
}

static enum status begin_rest(struct download_answer *answer, struct error *error) {
    struct content_range range;
    struct download_part *part = answer->part;
    const char *text = header_of(answer, "Content-Range");
    if (!answer->is_ranged || text == NULL || !content_range_parse(&range, text) ||
        !range.has_bytes || range.first != part->held)
        return spoil(answer, error, "the server sent another part than was asked for");
    /* There are servers that know ranges and ignore If-Range. */
    if ((range.has_total && part->state.total != 0 && range.total != part->state.total) ||
        is_another(answer))
        return spoil(answer, error, "the server has another version by now");
    if (range.has_total)
        part->state.total = range.total;
    answer->session->total = part->state.total;
    return STATUS_OK;
}

static enum status begin(struct download_answer *answer, long http_status, struct error *error) {
    if (answer->has_begun)
        return STATUS_OK;
    answer->has_begun = true;
    if (http_status == 200 || http_status == 206) {
        enum status status = check_kind(answer, error);
        if (status == STATUS_OK)
            status = http_status == 200 ? begin_whole(answer, error) : begin_rest(answer, error);
        return status;
    }
    char what[64];
    snprintf(what, sizeof what, "is answered with %ld", http_status);
    return refuse(answer, error, what);
}

static enum status take(void *context, long http_status, const void *bytes, size_t size,
                        struct error *error) {
    struct download_answer *answer = context;
    struct download_part *part = answer->part;
    enum status status = begin(answer, http_status, error);
    if (status == STATUS_OK && part->state.total != 0 && size > part->state.total - part->held)
        status = spoil(answer, error, "the server sent more than the whole");
    if (status == STATUS_OK)
        status = download_part_add(part, bytes, size, error);
    answer->session->there = part->held;
    return status;
}

static enum status ask_for_rest(const struct download_answer *answer, struct header_list *headers,
                                struct error *error) {
    char range[64];
    const char *validator = download_state_validator(&answer->part->state);
    snprintf(range, sizeof range, "bytes=%llu-", (unsigned long long)answer->part->held);
    enum status status = header_list_add(headers, "Range", range, error);
    if (status == STATUS_OK && validator != NULL)
        status = header_list_add(headers, "If-Range", validator, error);
    return status;
}

/*
 * After a range that the server cannot satisfy: it is at the end, or the file is another. A server
 * that had told another size is believed where a checksum will tell.
 */
static enum status judge_end(struct download_answer *answer, struct error *error) {
    struct content_range range;
    const char *text = header_of(answer, "Content-Range");
    bool at_end = text != NULL && content_range_parse(&range, text) && !range.has_bytes &&
                  range.total == answer->part->held &&
                  (answer->part->state.total == 0 || answer->part->state.total == range.total ||
                   file_digests_are_known(&answer->wish->digests));
    answer->is_whole = at_end;
    return at_end ? STATUS_OK
                  : spoil(answer, error, "the server does not have what is missing any more");
}

/* After a body that came to its end. */
static enum status judge_body(struct download_answer *answer, struct error *error) {
    const struct download_part *part = answer->part;
    const char *coding = header_of(answer, "Transfer-Encoding");
    if (part->held == 0)
        return refuse(answer, error, "is empty");
    if (part->state.total != 0) {
        answer->is_whole = part->held == part->state.total;
        return answer->is_whole
                   ? STATUS_OK
                   : error_set(error, STATUS_TEMPORARY,
                               "the server sent less than the rest of '%.300s'", answer->wish->url);
    }
    /* A part may be less than was asked for: where nothing is behind it, the server says so. */
    if (answer->session->response.status == 206)
        return error_set(error, STATUS_TEMPORARY,
                         "the server does not say whether there is more of '%.300s'",
                         answer->wish->url);
    /* Without a length, an end of the connection may be the end of the file or of the network. */
    answer->is_whole = (coding != NULL && strcasecmp(coding, "chunked") == 0) ||
                       answer->wish->bytes != 0 || file_digests_are_known(&answer->wish->digests);
    return answer->is_whole ? STATUS_OK
                            : error_set(error, STATUS_FAILED,
                                        "the server does not say how long '%.300s' is, so nobody "
                                        "can tell whether it is whole; fetch it by other means",
                                        answer->wish->url);
}

enum status download_answer_get(struct download_answer *answer, struct error *error) {
    struct fetch_session *session = answer->session;
    struct header_list headers = {NULL, 0, 0};
    enum status status = STATUS_OK;
    answer->is_ranged = answer->part->held > 0;
    session->there = answer->part->held;
    session->total = answer->part->state.total;
    if (answer->is_ranged)
        status = ask_for_rest(answer, &headers, error);
    const struct fetch_request request = {.method = "GET",
                                          .url = answer->wish->url,
                                          .headers = &headers,
                                          .sink = take,
                                          .sink_context = answer};
    if (status == STATUS_OK)
        status = fetch_session_perform(session, &request, error);
    header_list_release(&headers);
    long http_status = session->response.status;
    if (status != STATUS_OK)
        return status;
    if (http_status == 416 && answer->is_ranged)
        return judge_end(answer, error);
    if (http_status < 200 || http_status >= 300)
        return STATUS_OK;
    status = begin(answer, http_status, error);
    return status == STATUS_OK ? judge_body(answer, error) : status;
}
