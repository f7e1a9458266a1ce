/* --sagemaker-manifest of sync_plan.h: written to a temporary file, planned like any other. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/s3/key_rules.h"
#include "formats/base/descriptor_write.h"
#include "tools/s3/sagemaker_manifest.h"
#include "tools/s3/sync_plan_steps.h"

/* As published_commits.c has it: what is larger is not one of ours. */
static const size_t LARGEST_DATASET = (size_t)4 << 20;

static enum status read_dataset(const struct sync_plan *plan, struct buffer *text,
                                const char *source, struct error *error) {
    struct bucket_reader *reader = plan->options.source;
    bool found = false;
    if (reader == NULL) {
        struct byte_source file;
        enum status opened = byte_source_open(&file, source, error);
        if (opened == STATUS_OK)
            opened = byte_source_read_all(&file, LARGEST_DATASET, text, error);
        byte_source_release(&file);
        return opened;
    }
    enum status status = reader->calls->read(reader, text, &found, source, LARGEST_DATASET, error);
    if (status == STATUS_OK && !found)
        return error_set(error, STATUS_FAILED, "'s3://%s/%s' cannot be read", reader->bucket,
                         source);
    return status;
}

static enum status add_dataset(const struct sync_plan *plan, struct sagemaker_manifest *manifest,
                               const char *source, const char *target, struct error *error) {
    struct buffer text = BUFFER_INIT;
    const char *name = target + strlen(plan->base), *slash = strrchr(name, '/');
    char *folder = strndup(name, slash == NULL ? 0 : (size_t)(slash + 1 - name));
    enum status status = folder == NULL ? error_no_memory(error, "SageMaker's manifest")
                                        : read_dataset(plan, &text, source, error);
    if (status == STATUS_OK)
        status = sagemaker_manifest_add(manifest, buffer_view(&text), folder, error);
    if (status == STATUS_NOT_OURS)
        error_set(error, status = STATUS_FAILED,
                  "SageMaker's manifest cannot be made: '%s' is no dataset.json with a list of "
                  "shards",
                  source);
    free(folder);
    buffer_release(&text);
    return status;
}

static enum status make_text(const struct sync_plan *plan, struct buffer *text,
                             struct error *error) {
    struct sagemaker_manifest manifest;
    enum status status = sagemaker_manifest_init(&manifest, plan->options.to, error);
    if (status != STATUS_OK)
        return status;
    for (size_t i = 0; i < plan->dataset_count && status == STATUS_OK; i += 2)
        status = add_dataset(plan, &manifest, plan->datasets[i], plan->datasets[i + 1], error);
    if (status == STATUS_OK)
        status = sagemaker_manifest_append(&manifest, text, error);
    sagemaker_manifest_release(&manifest);
    return status;
}

/* Makes the temporary file; the plan removes it, and so does a signal's handler. */
static enum status write_file(struct sync_plan *plan, struct view text, struct error *error) {
    const char *folder = plan->options.temporary_folder;
    if (asprintf(&plan->manifest, "%s/mlmprep-manifest-XXXXXX", folder == NULL ? "/tmp" : folder) <
        0) {
        plan->manifest = NULL;
        return error_no_memory(error, "SageMaker's manifest");
    }
    int descriptor = mkostemp(plan->manifest, O_CLOEXEC);
    if (descriptor < 0) {
        int number = errno;
        enum status status = error_system(error, number, "cannot create", plan->manifest);
        free(plan->manifest);
        plan->manifest = NULL;
        return status;
    }
    if (plan->options.remember != NULL)
        plan->manifest_number = plan->options.remember(plan->manifest);
    enum status status =
        descriptor_write(descriptor, text.data, text.size, "cannot write", plan->manifest, error);
    if (close(descriptor) != 0 && status == STATUS_OK)
        status = error_system(error, errno, "cannot write", plan->manifest);
    return status;
}

enum status sync_plan_add_manifest(struct sync_plan *plan, struct error *error) {
    struct buffer text = BUFFER_INIT, target = BUFFER_INIT;
    struct sync_content source = {.size = 0};
    bool refused = false;
    const char *name = plan->options.sagemaker_manifest;
    /* Behind all other commit files. */
    static const unsigned LAST_RANK = 1000;
    if (plan->dataset_count == 0)
        return error_set(error, STATUS_FAILED,
                         "SageMaker's manifest cannot be made: there is no dataset.json among the "
                         "sources");
    enum status status = make_text(plan, &text, error);
    if (status == STATUS_OK)
        status = write_file(plan, buffer_view(&text), error);
    source.path = plan->manifest;
    if (status == STATUS_OK && !file_state_look(&source.state, plan->manifest))
        status = error_system(error, errno, "cannot find", plan->manifest);
    source.size = source.state.size;
    if (status == STATUS_OK)
        status = sync_plan_name(plan, &target, &refused, &source, name, error);
    if (status == STATUS_OK && !refused)
        status = sync_plan_defer(plan, &source, (const char *)target.data, LAST_RANK, error);
    buffer_release(&target);
    buffer_release(&text);
    return status;
}
