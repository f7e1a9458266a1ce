#include "tools/fetch/file_download.h"

#include <sys/stat.h>
#include <fcntl.h>
#include <unistd.h>

#include "tools/fetch/content_range.h"
#include "tools/fetch/download_answer.h"
#include "tools/fetch/download_part.h"
#include "tools/fetch/local_copy.h"

/* Less than this is no gain that starts the count of attempts again. */
static const uint64_t GAIN = (uint64_t)64 << 10;

/* So often a server may answer with something else than the file, without any gain meanwhile. */
static const unsigned MOST_REFUSALS = 3;

/* So often a file may come with a wrong checksum. */
static const unsigned MOST_WRONG = 2;

/* Whether the bytes are those that were wished for; the sentence says what is wrong. */
static enum status compare(struct fetch_session *session, const struct download_wish *wish,
                           int descriptor, uint64_t size, struct error *error) {
    struct file_digests found, asked = wish->digests;
    if (wish->bytes != 0 && size != wish->bytes)
        return error_set(error, STATUS_CORRUPT, "'%.300s' has %llu bytes, and %llu were expected",
                         wish->url, (unsigned long long)size, (unsigned long long)wish->bytes);
    if (wish->found != NULL)
        file_digests_want(&asked, FILE_DIGEST_SHA256);
    if (!file_digests_are_known(&asked))
        return STATUS_OK;
    enum status status = file_digests_compute(&found, &asked, descriptor, wish->path,
                                              fetch_session_goes_on, session, error);
    if (status != STATUS_OK)
        return status;
    enum file_digest_kind kind = file_digests_compare(&found, &wish->digests);
    if (wish->found != NULL)
        *wish->found = found;
    if (kind == FILE_DIGEST_KINDS)
        return STATUS_OK;
    return error_set(error, STATUS_CORRUPT,
                     "'%.300s' came with the %s %s, and %s was published: it was damaged on the "
                     "server or on its way",
                     wish->url, file_digest_name(kind), found.hex[kind], wish->digests.hex[kind]);
}

/* Asks the server whether it has a file of this size and time. */
static enum status ask_whether_same(struct fetch_session *session, const struct download_wish *wish,
                                    const struct stat *info, bool *same, struct error *error) {
    struct fetch_attempts attempts = {0};
    enum status status;
    const struct fetch_request request = {.method = "HEAD", .url = wish->url};
    do {
        status = fetch_session_perform(session, &request, error);
        long answer = session->response.status;
        /* One that answers no such questions, or only signed ones: what it sends will tell. */
        if (status == STATUS_OK && (answer == 403 || answer == 405 || answer == 501)) {
            *same = false;
            return STATUS_OK;
        }
    } while (fetch_attempts_again(&attempts, session, wish->url, &status, error));
    if (status != STATUS_OK)
        return status;
    const char *length = http_response_header(&session->response, "Content-Length");
    uint64_t size = 0;
    *same = length != NULL && content_range_number(&size, &length) &&
            size == (uint64_t)info->st_size &&
            http_response_time(&session->response, "Last-Modified") == info->st_mtim.tv_sec;
    return STATUS_OK;
}

/* Whether the file is there already, and right. */
static enum status look(struct fetch_session *session, const struct download_wish *wish,
                        bool *there, struct error *error) {
    struct stat info;
    *there = false;
    int descriptor = open(wish->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor < 0)
        return STATUS_OK;
    enum status status = STATUS_OK;
    if (fstat(descriptor, &info) != 0 || !S_ISREG(info.st_mode) || info.st_size == 0)
        goto out_close;
    status = compare(session, wish, descriptor, (uint64_t)info.st_size, error);
    *there = status == STATUS_OK;
    if (status == STATUS_CORRUPT)
        status = STATUS_OK;
    else if (status == STATUS_OK && !file_digests_are_known(&wish->digests))
        status = local_copy_is(wish->url) ? local_copy_is_same(wish->url, &info, there, error)
                                          : ask_whether_same(session, wish, &info, there, error);
out_close:
    close(descriptor);
    return status;
}

/* Until all of the file is there, or there is no hope. */
static enum status complete(struct fetch_session *session, const struct download_wish *wish,
                            struct download_part *part, struct error *error) {
    struct fetch_attempts attempts = {0};
    uint64_t most = part->held;
    unsigned refusals = 0;
    if (local_copy_is(wish->url))
        return local_copy_run(session, wish, part, error);
    while (part->held == 0 || part->held != part->state.total) {
        struct download_answer answer = {.session = session, .wish = wish, .part = part};
        struct error ignored;
        enum status status = download_answer_get(&answer, error);
        if (status == STATUS_OK && answer.is_whole)
            return STATUS_OK;
        if (answer.is_spoilt && download_part_empty(part, &ignored) != STATUS_OK) {
            *error = ignored;
            return error->status;
        }
        if (part->held >= most + GAIN)
            attempts.failed = refusals = 0;
        if (part->held > most)
            most = part->held;
        if (answer.is_refused && ++refusals == MOST_REFUSALS)
            return error->status = STATUS_FAILED;
        if (!fetch_attempts_again(&attempts, session, wish->url, &status, error))
            return answer.is_refused && status == STATUS_TEMPORARY && fetch_session_goes_on(session)
                       ? (error->status = STATUS_FAILED)
                       : status;
    }
    return STATUS_OK;
}

static enum status download(struct fetch_session *session, const struct download_wish *wish,
                            struct error *error) {
    struct download_part part;
    enum status status = download_part_open(&part, wish->path, wish->url,
                                            file_digests_are_known(&wish->digests), error);
    session->before = part.held;
    for (unsigned wrong = 0; status == STATUS_OK;) {
        status = complete(session, wish, &part, error);
        if (status == STATUS_OK)
            status = compare(session, wish, part.descriptor, part.held, error);
        if (status != STATUS_CORRUPT)
            break;
        struct error ignored;
        if (download_part_empty(&part, &ignored) == STATUS_OK && ++wrong < MOST_WRONG)
            status = STATUS_OK;
    }
    if (status == STATUS_OK) {
        if (*part.state.last_modified != '\0')
            part.modified = http_time(part.state.last_modified);
        return download_part_publish(&part, error);
    }
    /* What came may as well be found by the next call, whatever happens to the machine. */
    struct error ignored;
    if (part.descriptor >= 0 && part.held > 0 && download_part_sync(&part, &ignored) == STATUS_OK) {
        ignored = *error;
        error_set(error, status, "%s; what came so far is kept, and the next call goes on",
                  ignored.message);
    }
    download_part_close(&part);
    return status;
}

enum status file_download_run(struct fetch_session *session, const struct download_wish *wish,
                              bool *was_there, struct error *error) {
    session->there = session->total = 0;
    enum status status = look(session, wish, was_there, error);
    return status != STATUS_OK || *was_there ? status : download(session, wish, error);
}
