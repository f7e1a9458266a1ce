/* commit_rules, sagemaker_manifest, glob_pattern, key_rules: any text of others. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "tools/s3/commit_rules.h"
#include "tools/s3/glob_pattern.h"
#include "tools/s3/key_rules.h"
#include "tools/s3/sagemaker_manifest.h"

static void check(int holds) {
    if (!holds)
        abort();
}

static enum status on_shard(void *context, const char *shard, struct error *error) {
    size_t *count = context;
    (void)error;
    check(*shard != '\0');
    ++*count;
    return STATUS_OK;
}

static void read_dataset(struct view text) {
    struct sagemaker_manifest manifest;
    struct error error = {.message = ""};
    struct s3_url url;
    struct buffer out = BUFFER_INIT;
    size_t count = 0;
    if (commit_rules_read_shards(text, on_shard, &count, &error) != STATUS_OK)
        check(count == 0 && error.message[0] != '\0');
    if (s3_url_parse(&url, "s3://bucket/p", &error) != STATUS_OK)
        return;
    if (sagemaker_manifest_init(&manifest, &url, &error) == STATUS_OK) {
        if (sagemaker_manifest_add(&manifest, text, "d/", &error) == STATUS_OK)
            check(count > 0);
        check(sagemaker_manifest_append(&manifest, &out, &error) == STATUS_OK && out.size > 10);
        sagemaker_manifest_release(&manifest);
    }
    buffer_release(&out);
    s3_url_release(&url);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    read_dataset((struct view){data, size});
    char *text = malloc(size + 1);
    if (text == NULL)
        return 0;
    memcpy(text, data, size);
    text[size] = '\0';
    /* A pattern, then a name. */
    char *line = strchr(text, '\n');
    const char *name = line == NULL ? text : line + 1;
    if (line != NULL)
        *line = '\0';
    (void)!glob_pattern_matches(text, name);
    check(glob_pattern_matches("*", name));
    if (strpbrk(name, "*?[") == NULL)
        check(glob_pattern_matches(name, name));
    if (key_rules_refuse_path(name) == NULL)
        check(*name != '/' && *name != '\0' && strstr(name, "//") == NULL);
    (void)!key_rules_refuse_key(name);
    (void)!commit_rules_rank(NULL, name);
    free(text);
    return 0;
}
