#include "tools/join/h5look_text.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "formats/h5/json_text.h"
#include "tools/cli/numbers.h"

void h5look_text_print(FILE *file, const char *text) {
    for (; *text != '\0'; text++)
        putc((unsigned char)*text < 0x20 || *text == 0x7f ? '?' : *text, file);
}

const char *h5look_text_format(enum shard_format format) {
    static const char *const NAMES[] = {"hdf5", "hdf5-varlen", "tfrecord"};
    return NAMES[format];
}

bool h5look_text_dataset(enum shard_format format, enum shard_dataset dataset,
                         struct shard_shape shape, const char **type, char width[32]) {
    bool labels = dataset == SHARD_NEXT_SENTENCE_LABELS;
    snprintf(width, 32, labels ? "rows" : "rows x %" PRIu32, shard_layout_columns(shape, dataset));
    *type = shard_layouts[dataset].element_size == 4 ? "int32" : "int8";
    if (format == SHARD_FORMAT_TFRECORD)
        *type = "int64";
    if (format != SHARD_FORMAT_HDF5_VARLEN || labels)
        return true;
    *type = "int16";
    snprintf(width, 32, "rows x 0..%" PRIu32, shard_layout_columns(shape, dataset));
    return dataset != SHARD_INPUT_MASK;
}

const struct h5look_file *h5look_text_first(const struct h5look_set *set) {
    for (size_t i = 0; i < set->count; i++) {
        if (set->files[i].looked)
            return &set->files[i];
    }
    return NULL;
}

/* A member of the provenance and those in it, a line each; lists on one line. */
static void print_member(FILE *file, const char *name, json_t *value) {
    enum { LONGEST = 200 };
    if (json_is_object(value)) {
        const char *key;
        json_t *member;
        json_object_foreach(value, key, member) {
            char inner[LONGEST];
            snprintf(inner, sizeof inner, "%s%s%s", name, name[0] == '\0' ? "" : ".", key);
            print_member(file, inner, member);
        }
        return;
    }
    struct buffer text = BUFFER_INIT;
    struct error ignored;
    if (json_text_append(&text, value, &ignored) != STATUS_OK)
        text.size = 0;
    fprintf(file, "  %-32s ", name);
    if (json_is_string(value))
        h5look_text_print(file, json_string_value(value));
    else
        fprintf(file, "%.*s%s", (int)(text.size < LONGEST ? text.size : LONGEST),
                text.size > 0 ? (const char *)text.data : "", text.size > LONGEST ? "..." : "");
    putc('\n', file);
    buffer_release(&text);
}

static void print_provenance(FILE *file, const char *provenance) {
    json_t *root = provenance == NULL ? NULL : json_loads(provenance, 0, NULL);
    if (json_is_object(root) && json_object_size(root) > 0) {
        fputs(" provenance\n", file);
        print_member(file, "", root);
    } else {
        fputs(" provenance: none\n", file);
    }
    json_decref(root);
}

static void print_files(FILE *file, const struct h5look_set *set) {
    char size[NUMBERS_SIZE];
    char rows[NUMBERS_SIZE];
    fputs(" files\n", file);
    for (size_t i = 0; i < set->count; i++) {
        const struct h5look_file *shard = &set->files[i];
        numbers_format_size(shard->bytes, size);
        numbers_format_count(shard->rows, rows);
        fprintf(file, "  %12s rows %12s  ", shard->looked ? rows : "?", size);
        h5look_text_print(file, shard->name);
        if (shard->fault != NULL) {
            fputs("\n    damaged: ", file);
            h5look_text_print(file, shard->fault);
        }
        putc('\n', file);
    }
}

void h5look_text_schema(FILE *file, const struct h5look_set *set) {
    char size[NUMBERS_SIZE];
    char rows[NUMBERS_SIZE];
    numbers_format_size(set->bytes, size);
    numbers_format_count(set->rows, rows);
    h5look_text_print(file, set->folder);
    fprintf(file, ": %zu file%s, %s rows, %s%s\n", set->count, set->count == 1 ? "" : "s", rows,
            size,
            !set->has_manifest ? ""
            : set->damaged > 0 ? ", damaged"
                               : ", complete by its dataset.json");
    const struct h5look_file *first = h5look_text_first(set);
    if (first != NULL) {
        fprintf(file, " schema: %s%s\n", h5look_text_format(first->format),
                set->shapes_differ || set->formats_differ ? ", of the first file; others differ"
                                                          : "");
        for (unsigned i = 0; i < SHARD_DATASETS; i++) {
            const char *type;
            char width[32];
            if (h5look_text_dataset(first->format, i, first->shape, &type, width))
                fprintf(file, "  %-21s %-6s %s\n", shard_layouts[i].name, type, width);
        }
        if (first->format == SHARD_FORMAT_TFRECORD)
            fprintf(file, "  %-21s %-6s rows x %" PRIu32 "\n", "masked_lm_weights", "float",
                    first->shape.max_predictions_per_seq);
    }
    print_files(file, set);
    print_provenance(file, set->provenance);
}

static double percent(uint64_t part, uint64_t whole) {
    return whole == 0 ? 0 : 100.0 * (double)part / (double)whole;
}

void h5look_text_reserved(const struct h5look_set *set, const struct vocabulary *vocabulary,
                          uint64_t *seen, uint64_t *all) {
    static const char BEGIN[] = "[unused";
    *seen = *all = 0;
    for (uint32_t id = 0; id < vocabulary_size(vocabulary); id++) {
        struct view token = vocabulary_token(vocabulary, id);
        if (token.size < sizeof BEGIN || memcmp(token.data, BEGIN, sizeof BEGIN - 1) != 0)
            continue;
        ++*all;
        *seen += h5look_statistics_piece(&set->statistics, id) > 0;
    }
}

static void print_pieces(FILE *file, const struct h5look_set *set,
                         const struct vocabulary *vocabulary) {
    const struct h5look_statistics *found = &set->statistics;
    uint64_t used = h5look_statistics_used(found);
    char tokens[NUMBERS_SIZE];
    numbers_format_count(found->tokens, tokens);
    fprintf(file, "  pieces         %s, %" PRIu64 " different", tokens, used);
    if (set->ids.known) {
        uint64_t unused = used > set->ids.size ? 0 : set->ids.size - used;
        uint64_t unknown = h5look_statistics_piece(found, set->ids.unknown);
        fprintf(file, " of %" PRIu32 "; %" PRIu64 " (%.1f%%) are never used\n", set->ids.size,
                unused, percent(unused, set->ids.size));
        fprintf(file, "  unknown        %" PRIu64 ", %.3f%% of the pieces\n", unknown,
                percent(unknown, found->tokens));
    } else {
        fputs("; without --vocab or provenance it is not known which is [UNK]\n", file);
    }
    if (found->outside > 0)
        fprintf(file, "  outside        %" PRIu64 " ids that the vocabulary does not have\n",
                found->outside);
    if (vocabulary == NULL)
        return;
    uint64_t seen, all;
    h5look_text_reserved(set, vocabulary, &seen, &all);
    fprintf(file, "  reserved       %" PRIu64 " of %" PRIu64 " [unused...] entries occur\n", seen,
            all);
    uint32_t top[10];
    size_t count = h5look_statistics_top(found, top, 10);
    fputs("  most frequent ", file);
    for (size_t i = 0; i < count; i++) {
        struct view token = top[i] < vocabulary_size(vocabulary)
                                ? vocabulary_token(vocabulary, top[i])
                                : (struct view){(const unsigned char *)"?", 1};
        fprintf(file, " %.*s %.1f%%%s", (int)token.size, (const char *)token.data,
                percent(found->pieces[top[i]], found->tokens), i + 1 < count ? "," : "\n");
    }
}

static void print_predictions(FILE *file, const struct h5look_set *set) {
    const struct h5look_statistics *found = &set->statistics;
    uint64_t words = found->tokens - found->separators;
    fprintf(file,
            "  predictions    %" PRIu64 ", %.2f a row, %" PRIu32 " to %" PRIu32 "; %.2f%% of the "
            "pieces%s\n",
            found->predictions,
            found->rows == 0 ? 0 : (double)found->predictions / (double)found->rows,
            found->fewest_predictions == UINT32_MAX ? 0 : found->fewest_predictions,
            found->most_predictions, percent(found->predictions, words),
            set->ids.known ? " but [CLS] and [SEP]" : "");
    if (set->ids.known)
        fprintf(file, "  of these       %.2f%% [MASK], %.2f%% kept, %.2f%% random\n",
                percent(found->masked, found->predictions),
                percent(found->kept, found->predictions),
                percent(found->random, found->predictions));
    else
        fprintf(file, "  of these       %.2f%% kept, %.2f%% [MASK] or random\n",
                percent(found->kept, found->predictions),
                percent(found->random, found->predictions));
}

void h5look_text_statistics(FILE *file, const struct h5look_set *set,
                            const struct vocabulary *vocabulary) {
    const struct h5look_statistics *found = &set->statistics;
    char rows[NUMBERS_SIZE];
    numbers_format_count(found->rows, rows);
    fputs(" statistics\n", file);
    fprintf(file, "  rows           %s\n", rows);
    fprintf(file,
            "  length         mean %.1f; smallest %" PRIu32 ", median %" PRIu32 ", largest %" PRIu32
            "; %.1f%% of the rows are full\n",
            found->rows == 0 ? 0 : (double)found->tokens / (double)found->rows,
            h5look_statistics_quantile(found, 0), h5look_statistics_quantile(found, 0.5),
            h5look_statistics_quantile(found, 1), percent(found->full, found->rows));
    fprintf(file, "  padding        %.2f%% of the positions\n",
            percent(found->places - found->tokens, found->places));
    print_predictions(file, set);
    fprintf(file, "  next sentence  %.2f%% follow (label 0), %.2f%% do not (label 1)\n",
            percent(found->next, found->rows), percent(found->not_next, found->rows));
    if (found->other_labels > 0)
        fprintf(file, "  other labels   %" PRIu64 " rows\n", found->other_labels);
    print_pieces(file, set, vocabulary);
}

void h5look_text_verification(FILE *file, const struct h5look_verification *verification) {
    static const char *const VERDICTS[] = {"ok", "warning", "WRONG", "DAMAGED"};
    fputs(" checks\n", file);
    for (unsigned i = 0; i < H5LOOK_CHECKS; i++) {
        const struct h5look_check *check = &verification->checks[i];
        fprintf(file, "  %-8s %s: ", VERDICTS[check->verdict], check->name);
        h5look_text_print(file, check->text);
        putc('\n', file);
    }
    fputs(" trainers\n", file);
    for (unsigned i = 0; i < H5LOOK_TRAINERS; i++) {
        const struct h5look_check *check = &verification->trainers[i];
        fprintf(file, "  %-8s %s (%s): ", check->verdict == H5LOOK_FITS ? "fits" : "does not",
                check->title, check->name);
        h5look_text_print(file, check->text);
        putc('\n', file);
    }
}
