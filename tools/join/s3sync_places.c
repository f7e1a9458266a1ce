#include "tools/join/s3sync_places.h"

#include <stdlib.h>
#include <string.h>

#include "formats/base/buffer.h"

static const char SCHEME[] = "s3://";

static bool is_bucket_url(const char *text) {
    return strncmp(text, SCHEME, sizeof SCHEME - 1) == 0;
}

/* Whether a URL names no bucket, as "s3:///prefix" does. */
static bool lacks_bucket(const char *text) {
    return is_bucket_url(text) && text[sizeof SCHEME - 1] == '/';
}

bool s3sync_places_need_bucket(char *const *operands, int count) {
    for (int i = 0; i < count; i++) {
        if (is_bucket_url(operands[i]))
            return true;
    }
    return false;
}

/* Parses a URL, with the bucket put into one that has none. */
static enum status parse_url(struct s3_url *url, const char *text, const char *bucket,
                             struct error *error) {
    if (!lacks_bucket(text))
        return s3_url_parse(url, text, error);
    if (bucket == NULL)
        return error_set(error, STATUS_USAGE,
                         "'%.200s' names no bucket; write s3://bucket/prefix, or add --bucket",
                         text);
    struct buffer whole = BUFFER_INIT;
    enum status status =
        buffer_format(&whole, error, "%s%s%s", SCHEME, bucket, text + sizeof SCHEME - 1);
    if (status == STATUS_OK)
        status = buffer_append(&whole, "", 1, error);
    if (status == STATUS_OK)
        status = s3_url_parse(url, (const char *)whole.data, error);
    buffer_release(&whole);
    return status;
}

static enum status parse_source(struct s3sync_source *source, const char *text, const char *bucket,
                                struct error *error) {
    if (s3_url_is_url(text))
        return parse_url(&source->url, text, bucket, error);
    source->path = text;
    return STATUS_OK;
}

/*
 * The target. A plain path is a folder to pull objects into; behind files it is more likely a URL
 * that was forgotten.
 */
static enum status parse_target(struct s3sync_places *places, const char *text, const char *bucket,
                                struct error *error) {
    if (s3_url_is_url(text) || places->source_bucket == NULL)
        return parse_url(&places->to, text, bucket, error);
    size_t length = strlen(text);
    while (length > 1 && text[length - 1] == '/')
        length--;
    places->to = (struct s3_url){.kind = S3_URL_FOLDER, .folder = strndup(text, length)};
    return places->to.folder == NULL ? error_no_memory(error, "the target") : STATUS_OK;
}

/* Whether the sources can be meant together. */
static enum status check_sources(struct s3sync_places *places, struct error *error) {
    size_t lists = 0, objects = 0;
    for (size_t i = 0; i < places->count; i++) {
        const struct s3sync_source *source = &places->sources[i];
        const char *bucket = source->url.bucket; /* NULL for paths and folders */
        lists += source->path != NULL && strcmp(source->path, "-") == 0;
        if (bucket == NULL)
            continue;
        if (places->source_bucket == NULL)
            places->source_bucket = bucket;
        else if (strcmp(places->source_bucket, bucket) != 0)
            return error_set(error, STATUS_USAGE,
                             "the sources are in two buckets, '%s' and '%s'; run once for each",
                             places->source_bucket, bucket);
        objects++;
    }
    if (lists > 1)
        return error_set(error, STATUS_USAGE, "standard input ('-') can be read only once");
    if (objects > 0 && objects < places->count)
        return error_set(error, STATUS_USAGE,
                         "files and s3:// URLs cannot be sources of one run; run once for each");
    return STATUS_OK;
}

/* What is wrong with the operands as a whole: most often a variable of a script that is not set. */
static enum status check_operands(char *const *operands, int count, const char *bucket,
                                  struct error *error) {
    bool filled_in = false;
    for (int i = 0; i < count; i++) {
        if (*operands[i] == '\0')
            return error_set(error, STATUS_USAGE, "operand %d is empty; name a file, folder or URL",
                             i + 1);
        filled_in = filled_in || lacks_bucket(operands[i]);
    }
    if (bucket != NULL && !filled_in)
        return error_set(error, STATUS_USAGE,
                         "--bucket is for URLs that name no bucket, as s3:///prefix, and there is "
                         "none; leave it out");
    return STATUS_OK;
}

enum status s3sync_places_parse(struct s3sync_places *places, char *const *operands, int count,
                                const char *bucket, struct error *error) {
    static char list[] = "-";
    static char *const list_alone[] = {list};
    *places = (struct s3sync_places){.count = 0};
    if (count == 0)
        return error_set(error, STATUS_USAGE,
                         "no target is named; write s3://bucket/prefix or file:///folder");
    enum status status = check_operands(operands, count, bucket, error);
    if (status != STATUS_OK)
        return status;
    const char *target = operands[count - 1];
    char *const *sources = count == 1 ? list_alone : operands;
    size_t wanted = count == 1 ? 1 : (size_t)count - 1;
    places->sources = calloc(wanted, sizeof *places->sources);
    if (places->sources == NULL)
        return error_no_memory(error, "the sources");
    while (places->count < wanted && status == STATUS_OK) {
        status =
            parse_source(&places->sources[places->count], sources[places->count], bucket, error);
        places->count += status == STATUS_OK;
    }
    if (status == STATUS_OK)
        status = check_sources(places, error);
    if (status == STATUS_OK)
        status = parse_target(places, target, bucket, error);
    if (status != STATUS_OK)
        s3sync_places_release(places);
    return status;
}

void s3sync_places_release(struct s3sync_places *places) {
    for (size_t i = 0; i < places->count; i++)
        s3_url_release(&places->sources[i].url);
    free(places->sources);
    s3_url_release(&places->to);
    *places = (struct s3sync_places){.count = 0};
}
