#include "tools/s3/sync_action_line.h"

#include <stdio.h>

static const char *verb_of(enum sync_action_kind kind) {
    switch (kind) {
    case SYNC_UPLOAD:
        return "upload";
    case SYNC_DOWNLOAD:
        return "download";
    case SYNC_COPY_OBJECT:
    case SYNC_COPY_FILE:
        return "copy";
    case SYNC_DELETE_OBJECT:
    case SYNC_DELETE_FILE:
        return "delete";
    case SYNC_ABORT_UPLOAD:
        return "abort";
    case SYNC_SKIP:
        break;
    }
    return "skip";
}

static enum status append_name(struct buffer *line, const char *name, struct error *error) {
    enum status status = STATUS_OK;
    for (; *name != '\0' && status == STATUS_OK; name++) {
        unsigned char byte = (unsigned char)*name;
        if (byte == '\n')
            status = buffer_append(line, "\\n", 2, error);
        else if (byte == '\\')
            status = buffer_append(line, "\\\\", 2, error);
        else if (byte < 0x20 || byte == 0x7F)
            status = buffer_format(line, error, "\\x%02x", byte);
        else
            status = buffer_append(line, name, 1, error);
    }
    return status;
}

static enum status append_place(struct buffer *line, const char *bucket, const char *name,
                                struct error *error) {
    enum status status = STATUS_OK;
    if (bucket != NULL)
        status = buffer_format(line, error, "s3://%s/", bucket);
    return status == STATUS_OK ? append_name(line, name, error) : status;
}

enum status sync_action_line_append(struct buffer *line, const struct sync_action *action,
                                    const char *source_bucket, const char *target_bucket,
                                    struct error *error) {
    /* A file of this run's own making goes up beside objects that are copied. */
    const char *from = action->has_state ? NULL : source_bucket;
    enum status status = buffer_format(line, error, "%s ", verb_of(action->kind));
    if (status == STATUS_OK && action->source != NULL) {
        status = append_place(line, from, action->source, error);
        if (status == STATUS_OK)
            status = buffer_format(line, error, " -> ");
    }
    if (status == STATUS_OK)
        status = append_place(line, target_bucket, action->target, error);
    if (status == STATUS_OK && action->reason != NULL)
        status = buffer_format(line, error, " (%s)", action->reason);
    if (status == STATUS_OK)
        status = buffer_append(line, "", 1, error);
    if (status == STATUS_OK)
        line->size--;
    return status;
}
