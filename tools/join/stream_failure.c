#include "tools/join/stream_failure.h"

#include <stdio.h>

#include "tools/cli/exit_status.h"

void stream_failure_pass_on(struct shard_stream_writer *writer, const char *tool,
                            enum status status, const struct error *error) {
    if (status == STATUS_CLOSED_PIPE)
        return;
    char sentence[ERROR_MESSAGE_SIZE];
    snprintf(sentence, sizeof sentence, "%s%s%.*s", status == STATUS_UPSTREAM ? "" : tool,
             status == STATUS_UPSTREAM ? "" : ": ", ERROR_MESSAGE_SIZE - 64, error->message);
    struct error ignored;
    if (shard_stream_writer_fail(writer, (uint32_t)exit_status_of(status), sentence, &ignored) !=
        STATUS_OK)
        return;
}
