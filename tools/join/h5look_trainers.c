#include <fnmatch.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "formats/stream/provenance.h"
#include "tools/join/h5look_verify.h"

/* What trainers need. */
enum need {
    NAME_TRAINING = 1 << 0,   /* files with "training" in their names, and nothing else with it */
    NAME_NEURON = 1 << 1,     /* ... that match *_training_*.hdf5 */
    NAME_PART = 1 << 2,       /* part_00000_of_04320.hdf5 */
    NAME_SHARD = 1 << 3,      /* train_shard_0.hdf5 */
    TWO_SHARDS = 1 << 4,      /* the loop never trains on the last shard */
    FREE_PREDICTION = 1 << 5, /* a 0 in each row's masked_lm_positions */
    EQUAL_ROWS = 1 << 6,      /* ranks read whole shards and must take equal steps */
    MASK_RUNS = 1 << 7,       /* input_mask is ones, then zeros */
    MLPERF_SHAPE = 1 << 8,    /* 512 tokens, 76 predictions */
    TELL_WORKERS = 1 << 9,    /* at least as many shards as workers */
    TELL_RANKS = 1 << 10,     /* shards divided among ranks */
};

struct trainer {
    const char *name, *title;
    enum shard_format format;
    unsigned needs;
};

static const struct trainer TRAINERS[H5LOOK_TRAINERS] = {
    {"nvidia", "NVIDIA PyTorch BERT", SHARD_FORMAT_HDF5, NAME_TRAINING | TWO_SHARDS},
    {"sagemaker", "SageMaker model-parallel", SHARD_FORMAT_HDF5, NAME_TRAINING | TWO_SHARDS},
    {"deepspeed", "DeepSpeed bing_bert", SHARD_FORMAT_HDF5, NAME_TRAINING},
    {"habana", "Habana, with its packer", SHARD_FORMAT_HDF5,
     NAME_TRAINING | TWO_SHARDS | MASK_RUNS},
    {"paddlenlp", "PaddleNLP", SHARD_FORMAT_HDF5, NAME_TRAINING | FREE_PREDICTION},
    {"onnxruntime", "ONNX Runtime examples", SHARD_FORMAT_HDF5, NAME_TRAINING},
    {"neuron", "AWS Neuron", SHARD_FORMAT_HDF5, NAME_NEURON | TWO_SHARDS | TELL_WORKERS},
    {"gpauloski", "gpauloski's BERT", SHARD_FORMAT_HDF5, FREE_PREDICTION},
    {"horovod", "Horovod and model-parallel ranks", SHARD_FORMAT_HDF5, EQUAL_ROWS | TELL_RANKS},
    {"graphcore", "Graphcore's packer", SHARD_FORMAT_HDF5, MASK_RUNS},
    {"academic-budget-bert", "academic-budget-bert", SHARD_FORMAT_HDF5, NAME_SHARD},
    {"mlperf", "MLPerf (mlcommons)", SHARD_FORMAT_HDF5_VARLEN, NAME_PART | MLPERF_SHAPE},
    {"google", "Google BERT", SHARD_FORMAT_TFRECORD, 0},
    {"nvidia-tensorflow", "NVIDIA TensorFlow BERT", SHARD_FORMAT_TFRECORD, 0},
};

/* The shards that a trainer would read. */
struct shards {
    size_t count;
    uint64_t fewest, most;
    const char *test; /* a test shard that has "training" in its name, or NULL */
    bool empty;
    const struct h5look_file *first;
};

static const char *base_name(const struct h5look_file *file) {
    const char *slash = strrchr(file->name, '/');
    return slash == NULL ? file->name : slash + 1;
}

static const char *pattern_of(unsigned needs) {
    return needs & NAME_NEURON     ? "*_training_*.hdf5"
           : needs & NAME_TRAINING ? "*training*"
           : needs & NAME_PART     ? "part_[0-9]*_of_[0-9]*.hdf5"
           : needs & NAME_SHARD    ? "train_shard_[0-9]*.hdf5"
                                   : "*";
}

static bool is_test(const char *name) {
    struct shard_name parsed;
    const char *ending = strrchr(name, '.');
    struct view stem = {(const unsigned char *)name,
                        ending == NULL ? strlen(name) : (size_t)(ending - name)};
    return shard_name_parse(&parsed, stem) && parsed.split == SHARD_NAME_TEST;
}

static struct shards choose(const struct h5look_set *set, const struct trainer *trainer) {
    struct shards shards = {.fewest = UINT64_MAX};
    const char *pattern = pattern_of(trainer->needs);
    for (size_t i = 0; i < set->count; i++) {
        const struct h5look_file *file = &set->files[i];
        const char *name = base_name(file);
        if (!file->looked || file->format != trainer->format || fnmatch(pattern, name, 0) != 0)
            continue;
        if (is_test(name)) {
            if (trainer->needs & (NAME_TRAINING | NAME_NEURON))
                shards.test = name;
            continue;
        }
        shards.count++;
        shards.first = shards.first == NULL ? file : shards.first;
        shards.empty |= file->rows == 0;
        shards.fewest = file->rows < shards.fewest ? file->rows : shards.fewest;
        shards.most = file->rows > shards.most ? file->rows : shards.most;
    }
    return shards;
}

static const char *format_name(enum shard_format format) {
    static const char *const NAMES[] = {"HDF5 shards", "HDF5 shards of variable length",
                                        "TFRecords"};
    return NAMES[format];
}

static bool has_format(const struct h5look_set *set, enum shard_format format) {
    for (size_t i = 0; i < set->count; i++) {
        if (set->files[i].looked && set->files[i].format == format)
            return true;
    }
    return false;
}

static void judge_shards(char *text, const struct h5look_set *set, const struct trainer *trainer,
                         const struct shards *shards) {
    unsigned needs = trainer->needs;
    if (needs & (NAME_TRAINING | NAME_NEURON) && set->intruder != NULL)
        h5look_text_add(text, "it would open '%.100s', which is no shard", set->intruder);
    if (shards->test != NULL)
        h5look_text_add(text, "it would train on the test shard '%.100s'", shards->test);
    if (shards->empty)
        h5look_text_add(text, "a shard has no rows");
    if (needs & TWO_SHARDS && shards->count == 1)
        h5look_text_add(text, "it never trains on the last shard, and there is only one");
    if (needs & EQUAL_ROWS && shards->most - shards->fewest > 1)
        h5look_text_add(text,
                        "shards have from %" PRIu64 " to %" PRIu64
                        " rows, so that ranks take different numbers of steps and hang",
                        shards->fewest, shards->most);
}

static void judge_rows(char *text, const struct h5look_set *set, const struct trainer *trainer,
                       const struct shards *shards) {
    const struct h5look_faults *faults = &set->faults;
    if (trainer->needs & FREE_PREDICTION && faults->count[H5LOOK_FAULT_NO_PADDING] > 0)
        h5look_text_add(text,
                        "%" PRIu64 " rows have no 0 in masked_lm_positions, and lose their labels "
                        "or stop it; the first is row %" PRIu64 " of '%.100s'",
                        faults->count[H5LOOK_FAULT_NO_PADDING],
                        faults->row[H5LOOK_FAULT_NO_PADDING],
                        set->files[faults->file[H5LOOK_FAULT_NO_PADDING]].name);
    if (trainer->needs & MASK_RUNS && faults->count[H5LOOK_FAULT_MASK] > 0)
        h5look_text_add(text, "%" PRIu64 " rows have %s", faults->count[H5LOOK_FAULT_MASK],
                        h5look_fault_text(H5LOOK_FAULT_MASK));
    const struct shard_shape shape = shards->first->shape;
    if (trainer->needs & MLPERF_SHAPE &&
        (shape.max_seq_length != 512 || shape.max_predictions_per_seq != 76))
        h5look_text_add(text,
                        "its rows have up to 512 tokens and 76 predictions, these %" PRIu32
                        " and %" PRIu32,
                        shape.max_seq_length, shape.max_predictions_per_seq);
}

/* What MLPerf's rows are, beside their shape, as far as the provenance tells. */
static void judge_making(char *text, const struct h5look_set *set, const struct trainer *trainer) {
    struct provenance_examples examples;
    struct error ignored;
    if (!(trainer->needs & MLPERF_SHAPE) || set->provenance == NULL ||
        provenance_read_examples(&examples, view_of_string(set->provenance), &ignored) != STATUS_OK)
        return;
    if (examples.dupe_factor != 10)
        h5look_text_add(text, "its documents are used 10 times, these %" PRIu32,
                        examples.dupe_factor);
    if (!examples.same_document_label)
        h5look_text_add(text, "its label is 1 also where both segments are of one document");
    provenance_examples_release(&examples);
}

/* The numbers of ranks that shards can be dealt out to evenly. */
static void tell_ranks(char *text, size_t count) {
    char list[128] = "";
    for (size_t ranks = 1; ranks <= count; ranks++) {
        size_t length = strlen(list);
        if (count % ranks == 0 && length + 24 < sizeof list)
            snprintf(list + length, sizeof list - length, "%s%zu", length > 0 ? ", " : "", ranks);
    }
    h5look_text_add(text, "%zu shard%s for %s ranks", count, count == 1 ? "" : "s", list);
}

static void judge(struct h5look_check *check, const struct h5look_set *set,
                  const struct trainer *trainer) {
    *check = (struct h5look_check){
        .name = trainer->name, .title = trainer->title, .verdict = H5LOOK_FAILS};
    if (!has_format(set, trainer->format)) {
        h5look_text_add(check->text, "it reads %s", format_name(trainer->format));
        return;
    }
    struct shards shards = choose(set, trainer);
    if (shards.count == 0) {
        h5look_text_add(check->text, "no shard to train on is named as it wants: %s",
                        pattern_of(trainer->needs));
        return;
    }
    judge_shards(check->text, set, trainer, &shards);
    judge_rows(check->text, set, trainer, &shards);
    judge_making(check->text, set, trainer);
    if (set->damaged > 0)
        h5look_text_add(check->text, "files are damaged");
    if (check->text[0] != '\0')
        return;
    check->verdict = H5LOOK_FITS;
    if (trainer->needs & TELL_WORKERS)
        h5look_text_add(check->text, "for at most %zu worker%s", shards.count,
                        shards.count == 1 ? "" : "s");
    else if (trainer->needs & TELL_RANKS)
        tell_ranks(check->text, shards.count);
    else
        h5look_text_add(check->text, "%zu shard%s", shards.count, shards.count == 1 ? "" : "s");
}

void h5look_trainers(struct h5look_check trainers[H5LOOK_TRAINERS], const struct h5look_set *set) {
    for (unsigned i = 0; i < H5LOOK_TRAINERS; i++)
        judge(&trainers[i], set, &TRAINERS[i]);
}

int h5look_trainers_find(const char *name) {
    for (int i = 0; i < H5LOOK_TRAINERS; i++) {
        if (strcmp(TRAINERS[i].name, name) == 0)
            return i;
    }
    return -1;
}
