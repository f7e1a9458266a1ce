#include "tools/join/dataset_output.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/join/dataset_commit.h"

/*
 * Appends the folder and "/./". As rsync has it, what follows that mark is the part that matters to
 * the receiver, so the folder itself must not bear one, nor end in a slash.
 */
static enum status append_marked_folder(struct buffer *text, const char *folder,
                                        struct error *error) {
    enum status status = STATUS_OK;
    for (const char *at = folder; *at != '\0' && status == STATUS_OK; at++) {
        bool is_mark = at[0] == '/' && (at[1] == '/' || at[1] == '\0' ||
                                        (at[1] == '.' && (at[2] == '/' || at[2] == '\0')));
        if (is_mark && at[1] == '.')
            at++;
        else if (!is_mark)
            status = buffer_append(text, at, 1, error);
    }
    return status == STATUS_OK ? buffer_append(text, "/./", 3, error) : status;
}

enum status dataset_output_init(struct dataset_output *output, const char *directory,
                                enum shard_format format,
                                const struct shard_name_parameters *parameters,
                                const struct shard_writer_options *options, struct error *error) {
    *output = (struct dataset_output){.format = format, .options = *options};
    output->options.provenance = NULL;
    shard_output_init(&output->shard);
    struct buffer root = BUFFER_INIT;
    enum status status = append_marked_folder(&root, directory, error);
    if (status == STATUS_OK)
        status = shard_name_append_folder(parameters, &root, error);
    if (status == STATUS_OK)
        status = buffer_append(&root, "", 1, error);
    if (status != STATUS_OK) {
        buffer_release(&root);
        return status;
    }
    output->root = (char *)root.data;
    output->options.provenance = strdup(options->provenance);
    return output->options.provenance == NULL ? error_no_memory(error, "the provenance")
                                              : STATUS_OK;
}

void dataset_output_release(struct dataset_output *output) {
    shard_output_abandon(&output->shard);
    for (size_t i = 0; i < output->corpus_count; i++) {
        free(output->corpora[i].name);
        free(output->corpora[i].folder);
        free(output->corpora[i].states);
        dataset_manifest_release(&output->corpora[i].manifest);
    }
    free(output->corpora);
    free(output->open_file);
    free(output->root);
    free((char *)(uintptr_t)output->options.provenance);
    *output = (struct dataset_output){0};
    shard_output_init(&output->shard);
}

/* Makes a folder and clears it of unfinished files. */
static enum status make_folder(const char *folder, unsigned *removed, struct error *error) {
    unsigned some = 0;
    enum status status = atomic_file_make_folders(folder, error);
    if (status == STATUS_OK)
        status = atomic_file_clean(folder, &some, error);
    *removed += some;
    return status;
}

/* A data set of another kind is only replaced when that was asked for. */
static enum status check_making(const struct dataset_output *output, const char *folder,
                                struct error *error) {
    return output->remove_others
               ? STATUS_OK
               : dataset_commit_check_making(folder, output->options.provenance, error);
}

/* Makes a corpus's folder, and those in it that shards can lie in, ready for them. */
static enum status prepare_folder(const struct dataset_output *output, const char *folder,
                                  struct error *error) {
    unsigned removed = 0;
    enum status status = make_folder(folder, &removed, error);
    const char *const *below = shard_format_folders(output->format);
    for (; *below != NULL && status == STATUS_OK; below++) {
        char *path;
        if (asprintf(&path, "%s/%s", folder, *below) < 0)
            return error_no_memory(error, "a file name");
        status = make_folder(path, &removed, error);
        free(path);
    }
    if (status == STATUS_OK)
        status = check_making(output, folder, error);
    if (removed > 0)
        messages_note(output->messages, "removed %u unfinished files of a run that was killed",
                      removed);
    unsigned shards = dataset_commit_count_shards(folder, output->format);
    if (shards > 0 && !output->remove_others)
        messages_warning(output->messages,
                         "'%s' holds %u shards already; if this run does not replace all of them "
                         "it will stop at its end, unless --remove-others is given",
                         folder, shards);
    return status;
}

static enum status add_corpus(struct dataset_output *output, struct view name,
                              struct error *error) {
    struct dataset_corpus *corpora =
        realloc(output->corpora, (output->corpus_count + 1) * sizeof *corpora);
    if (corpora == NULL)
        return error_no_memory(error, "a corpus");
    output->corpora = corpora;
    struct dataset_corpus *corpus = &corpora[output->corpus_count];
    *corpus = (struct dataset_corpus){0};
    corpus->name = strndup((const char *)name.data, name.size);
    if (corpus->name == NULL ||
        asprintf(&corpus->folder, "%s/%s", output->root, corpus->name) < 0) {
        free(corpus->name);
        return error_no_memory(error, "a corpus");
    }
    enum status status = dataset_manifest_init(&corpus->manifest, output->options.shape,
                                               output->options.provenance, error);
    output->corpus_count++;
    return status == STATUS_OK ? prepare_folder(output, corpus->folder, error) : status;
}

/* Finds or adds a corpus, by the name of its folder, and makes it the open one. */
static enum status choose_folder(struct dataset_output *output, struct view name,
                                 struct error *error) {
    for (size_t i = 0; i < output->corpus_count; i++) {
        const char *known = output->corpora[i].name;
        if (strlen(known) == name.size && memcmp(known, name.data, name.size) == 0) {
            output->open_corpus = i;
            return STATUS_OK;
        }
    }
    enum status status = shard_name_check_corpus(name, error);
    if (status != STATUS_OK)
        return status;
    output->open_corpus = output->corpus_count;
    return add_corpus(output, name, error);
}

static enum status choose_corpus(struct dataset_output *output, const struct shard_name *name,
                                 struct error *error) {
    struct buffer corpus = BUFFER_INIT;
    enum status status = shard_format_append_corpus(output->format, name, &corpus, error);
    if (status == STATUS_OK)
        status = choose_folder(output, buffer_view(&corpus), error);
    buffer_release(&corpus);
    return status;
}

static bool is_published(const struct dataset_corpus *corpus, const char *file) {
    for (size_t i = 0; i < corpus->manifest.shard_count; i++) {
        if (strcmp(corpus->manifest.shards[i].file, file) == 0)
            return true;
    }
    return false;
}

enum status dataset_output_open(struct dataset_output *output, const struct shard_name *name,
                                struct error *error) {
    enum status status = choose_corpus(output, name, error);
    if (status != STATUS_OK)
        return status;
    const struct dataset_corpus *corpus = &output->corpora[output->open_corpus];
    struct buffer file = BUFFER_INIT;
    status = shard_format_append_file(output->format, name, &file, error);
    if (status == STATUS_OK)
        status = buffer_append(&file, "", 1, error);
    if (status != STATUS_OK) {
        buffer_release(&file);
        return status;
    }
    free(output->open_file);
    output->open_file = (char *)file.data;
    if (is_published(corpus, output->open_file))
        return error_set(error, STATUS_FAILED,
                         "a second shard wants the name '%s'; rename one of the texts or give "
                         "--corpus",
                         output->open_file);
    char *path;
    if (asprintf(&path, "%s/%s", corpus->folder, output->open_file) < 0)
        return error_no_memory(error, "a file name");
    status = shard_output_open(&output->shard, output->format, path, &output->options, error);
    free(path);
    return status;
}

/* Adds the finished shard to the manifest, with the state its file has now. */
static enum status record(struct dataset_corpus *corpus, const struct dataset_shard *finished,
                          const struct file_state *state, struct error *error) {
    size_t count = corpus->manifest.shard_count;
    struct file_state *states = reallocarray(corpus->states, count + 1, sizeof *states);
    if (states == NULL)
        return error_no_memory(error, "a shard's state");
    corpus->states = states;
    states[count] = *state;
    return dataset_manifest_add(&corpus->manifest, finished, error);
}

enum status dataset_output_publish(struct dataset_output *output,
                                   const unsigned char digests[SHARD_DATASETS][SHA256_SIZE],
                                   struct error *error) {
    struct dataset_corpus *corpus = &output->corpora[output->open_corpus];
    struct dataset_shard finished = {.file = output->open_file};
    struct file_state state;
    memcpy(finished.datasets, digests, sizeof finished.datasets);
    /*
     * Another run may commit in this folder meanwhile: before, so that no reader sees its list with
     * our shard, and behind, in case it came in between.
     */
    enum status status = check_making(output, corpus->folder, error);
    if (status == STATUS_OK)
        status = dataset_commit_remove(corpus->folder, error);
    if (status == STATUS_OK)
        status = shard_output_publish(&output->shard, &finished, &state, error);
    if (status == STATUS_OK)
        status = dataset_commit_remove(corpus->folder, error);
    if (status == STATUS_OK)
        status = record(corpus, &finished, &state, error);
    if (status != STATUS_OK)
        return status;
    output->rows += finished.rows;
    output->shards++;
    return dataset_commit_list(output->list, corpus->folder, output->open_file, error);
}

enum status dataset_output_commit(struct dataset_output *output, struct error *error) {
    if (output->shards == 0)
        return error_set(error, STATUS_FAILED, "the example stream holds no rows");
    enum status status = STATUS_OK;
    /* All folders are looked at before any is committed. */
    for (size_t i = 0; i < output->corpus_count && status == STATUS_OK; i++)
        status = dataset_commit_check_folder(output->corpora[i].folder,
                                             &output->corpora[i].manifest, output->format,
                                             output->remove_others, output->messages, error);
    for (size_t i = 0; i < output->corpus_count && status == STATUS_OK; i++)
        status =
            dataset_commit_check_shards(output->corpora[i].folder, &output->corpora[i].manifest,
                                        output->corpora[i].states, error);
    for (size_t i = 0; i < output->corpus_count && status == STATUS_OK; i++)
        status = dataset_commit_write(output->corpora[i].folder, &output->corpora[i].manifest,
                                      output->list, error);
    return status;
}
