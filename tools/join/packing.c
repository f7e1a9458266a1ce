#include "tools/join/packing.h"

#include "formats/stream/provenance_kind.h"
#include "tools/join/example_rows.h"
#include "tools/join/trainer_checks.h"
#include "tools/parallel/cpu_count.h"

void packing_init(struct packing *packing, const struct h5pack_settings *settings,
                  struct cli *cli) {
    *packing = (struct packing){.settings = settings, .cli = cli};
    shard_output_init(&packing->output.shard);
    progress_init(&packing->progress, "h5pack", "rows", 0, cli->common.quiet);
}

enum status packing_read_provenance(struct packing *packing, struct view provenance,
                                    struct error *error) {
    enum status status = provenance_read_tokens(&packing->tokens, provenance, error);
    return status == STATUS_OK ? provenance_read_examples(&packing->examples, provenance, error)
                               : status;
}

/* Opens the output of examples of a kind that adds `kind` to its name. */
static enum status open_output(struct packing *packing, struct view text, const char *kind,
                               struct error *error) {
    const struct provenance_examples *examples = &packing->examples;
    enum shard_format format = (enum shard_format)packing->settings->format;
    struct shard_name_parameters parameters = {
        .prefix = shard_format_prefix(format),
        .lower_case = packing->tokens.lower_case,
        .max_seq_length = examples->max_seq_length,
        .max_predictions_per_seq = examples->max_predictions_per_seq,
        .masked_lm_prob = examples->masked_lm_prob,
        .random_seed = examples->random_seed,
        .dupe_factor = examples->dupe_factor,
        .kind = kind,
    };
    struct shard_writer_options options = {
        .shape = {examples->max_seq_length, examples->max_predictions_per_seq},
    };
    if (format == SHARD_FORMAT_HDF5)
        options.method = deflate_method_default();
    enum status status = STATUS_OK;
    if (packing->settings->corpus != NULL)
        status = shard_name_check_corpus(view_of_string(packing->settings->corpus), error);
    if (status == STATUS_OK && packing->settings->compress != NULL)
        status = deflate_method_parse(&options.method, packing->settings->compress, error);
    struct buffer provenance = BUFFER_INIT;
    if (status == STATUS_OK)
        status = example_rows_provenance(&provenance, text, shard_format_name(format),
                                         options.method, error);
    options.provenance = (const char *)provenance.data;
    if (status == STATUS_OK)
        status = dataset_output_init(&packing->output, packing->settings->directory, format,
                                     &parameters, &options, error);
    buffer_release(&provenance);
    return status;
}

static enum status begin_output(struct packing *packing, struct view text, struct error *error) {
    struct buffer kind = BUFFER_INIT;
    enum status status = provenance_kind_append(&packing->examples, &kind, error);
    if (status == STATUS_OK)
        status = buffer_append(&kind, "", 1, error);
    if (status == STATUS_OK)
        status = open_output(packing, text, (const char *)kind.data, error);
    buffer_release(&kind);
    return status;
}

enum status packing_begin(struct packing *packing, struct view provenance, struct byte_sink *list,
                          struct error *error) {
    enum status status = begin_output(packing, provenance, error);
    if (status != STATUS_OK)
        return status;
    packing->output.remove_others = packing->settings->remove_others;
    packing->output.messages = &packing->cli->messages;
    packing->output.list = list;
    uint64_t threads = packing->cli->common.threads;
    status = shard_pipeline_init(&packing->pipeline, &packing->output,
                                 threads == 0 ? cpu_count() : (unsigned)threads, error);
    if (status != STATUS_OK)
        return status;
    shard_cutter_init(&packing->cutter, &packing->pipeline);
    packing->begun = true;
    return STATUS_OK;
}

struct shard_name packing_name(const struct packing *packing, const char *text, uint64_t index) {
    struct shard_name name;
    struct view own = view_of_string(text);
    if (shard_name_parse(&name, own))
        return name;
    const char *corpus = packing->settings->corpus;
    return (struct shard_name){
        .corpus = corpus != NULL ? view_of_string(corpus) : own,
        .split = SHARD_NAME_TRAINING,
        .number = index,
    };
}

enum status packing_begin_shard(struct packing *packing, const struct shard_name *name,
                                bool *wanted, struct error *error) {
    *wanted = false;
    enum status status =
        trainer_checks_name(name, packing->settings->strict, &packing->cli->messages, error);
    return status == STATUS_OK ? shard_cutter_begin(&packing->cutter, name, wanted, error) : status;
}

enum status packing_finish(struct packing *packing, struct error *error) {
    enum status status = shard_cutter_finish(&packing->cutter, error);
    if (status == STATUS_OK)
        status = trainer_checks_dataset(&packing->output, packing->settings->strict,
                                        &packing->cli->messages, error);
    return status == STATUS_OK ? dataset_output_commit(&packing->output, error) : status;
}

void packing_release(struct packing *packing, enum status status) {
    if (packing->begun && status != STATUS_OK)
        shard_pipeline_abandon(&packing->pipeline);
    shard_pipeline_release(&packing->pipeline); /* its threads work on the output */
    progress_finish(&packing->progress);
    run_report_set(&packing->cli->report, "shards", packing->output.shards);
    run_report_set(&packing->cli->report, "rows", packing->output.rows);
    shard_cutter_release(&packing->cutter);
    dataset_output_release(&packing->output);
    provenance_tokens_release(&packing->tokens);
    provenance_examples_release(&packing->examples);
}
