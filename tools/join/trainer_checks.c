#include "tools/join/trainer_checks.h"

#include <string.h>

/* Warns with the sentence, or fails with it. */
static enum status warn_or_refuse(bool strict, const struct messages *messages,
                                  const struct error *error) {
    if (strict)
        return STATUS_FAILED;
    messages_warning(messages, "%s", error->message);
    return STATUS_OK;
}

enum status trainer_checks_name(const struct shard_name *name, bool strict,
                                const struct messages *messages, struct error *error) {
    static const char WORD[] = "training";
    if (name->split != SHARD_NAME_TEST ||
        memmem(name->corpus.data, name->corpus.size, WORD, sizeof WORD - 1) == NULL)
        return STATUS_OK;
    error_set(error, STATUS_FAILED,
              "the test shards of corpus '%.*s' have 'training' in their names, and trainers read "
              "every such file; rename the corpus",
              (int)name->corpus.size, (const char *)name->corpus.data);
    return warn_or_refuse(strict, messages, error);
}

/* The training shards of one folder. */
struct training_shards {
    unsigned count;
    uint64_t fewest, most; /* rows */
};

static struct training_shards look(const struct dataset_manifest *manifest) {
    struct training_shards found = {0, UINT64_MAX, 0};
    for (size_t i = 0; i < manifest->shard_count; i++) {
        struct shard_name name;
        const struct dataset_shard *shard = &manifest->shards[i];
        if (!shard_name_parse(&name, view_of_string(shard->file)) ||
            name.split != SHARD_NAME_TRAINING)
            continue;
        found.count++;
        found.fewest = shard->rows < found.fewest ? shard->rows : found.fewest;
        found.most = shard->rows > found.most ? shard->rows : found.most;
    }
    return found;
}

static enum status check_folder(const struct dataset_corpus *corpus, bool strict,
                                const struct messages *messages, struct error *error) {
    struct training_shards found = look(&corpus->manifest);
    if (found.count > 1 && found.most - found.fewest > 1)
        messages_warning(messages,
                         "the training shards of '%s' have from %llu to %llu rows; ranks that read "
                         "whole shards, as under Horovod or model parallelism, then take different "
                         "numbers of steps and hang; h5pack's --shards makes equal ones",
                         corpus->folder, (unsigned long long)found.fewest,
                         (unsigned long long)found.most);
    if (found.count != 1)
        return STATUS_OK;
    error_set(
        error, STATUS_FAILED,
        "'%s' has one training shard, and the training loops of NVIDIA, SageMaker, Neuron and "
        "Habana never train on the last one; make two or more, as with --shards 2",
        corpus->folder);
    return warn_or_refuse(strict, messages, error);
}

enum status trainer_checks_dataset(const struct dataset_output *output, bool strict,
                                   const struct messages *messages, struct error *error) {
    enum status status = STATUS_OK;
    for (size_t i = 0; i < output->corpus_count && status == STATUS_OK; i++)
        status = check_folder(&output->corpora[i], strict, messages, error);
    return status;
}
