#include "tools/join/h5look_json.h"

#include <inttypes.h>
#include <jansson.h>

#include "tools/join/h5look_text.h"
#include "tools/join/json_escape.h"

static void write_string(FILE *file, const char *name, const char *value) {
    fprintf(file, ",\"%s\":", name);
    if (value == NULL)
        fputs("null", file);
    else
        json_escape_write(file, value);
}

static void write_whole(FILE *file, const char *name, uint64_t value) {
    fprintf(file, ",\"%s\":%" PRIu64, name, value);
}

/* Counts from 0 on, without the zeros at the end. */
static void write_counts(FILE *file, const char *name, const uint64_t *counts, size_t count) {
    while (count > 0 && counts[count - 1] == 0)
        count--;
    fprintf(file, ",\n\"%s\":[", name);
    for (size_t i = 0; i < count; i++)
        fprintf(file, "%s%" PRIu64, i == 0 ? "" : ",", counts[i]);
    putc(']', file);
}

static void write_file(FILE *file, const struct h5look_file *shard) {
    fputs("{\"file\":", file);
    json_escape_write(file, shard->name);
    write_whole(file, "bytes", shard->bytes);
    if (shard->looked) {
        write_string(file, "format", h5look_text_format(shard->format));
        write_whole(file, "rows", shard->rows);
        write_whole(file, "max_seq_length", shard->shape.max_seq_length);
        write_whole(file, "max_predictions_per_seq", shard->shape.max_predictions_per_seq);
    }
    write_string(file, "damage", shard->fault);
    putc('}', file);
}

static void write_schema(FILE *file, const struct h5look_set *set) {
    const struct h5look_file *first = h5look_text_first(set);
    fputs(",\n\"schema\":[", file);
    for (unsigned i = 0, written = 0; first != NULL && i < SHARD_DATASETS; i++) {
        const char *type;
        char width[32];
        if (!h5look_text_dataset(first->format, i, first->shape, &type, width))
            continue;
        fprintf(file, "%s{\"dataset\":\"%s\",\"type\":\"%s\",\"shape\":\"%s\"}",
                written++ == 0 ? "" : ",", shard_layouts[i].name, type, width);
    }
    putc(']', file);
}

/* The provenance is JSON already, unless somebody else wrote it. */
static void write_provenance(FILE *file, const char *provenance) {
    json_t *root = provenance == NULL ? NULL : json_loads(provenance, JSON_REJECT_DUPLICATES, NULL);
    if (json_is_object(root))
        fprintf(file, ",\n\"provenance\":%s", provenance);
    else
        write_string(file, "provenance", provenance);
    json_decref(root);
}

static void write_statistics(FILE *file, const struct h5look_set *set,
                             const struct vocabulary *vocabulary) {
    const struct h5look_statistics *found = &set->statistics;
    fprintf(file, ",\n\"statistics\":{\"rows\":%" PRIu64, found->rows);
    write_whole(file, "positions", found->places);
    write_whole(file, "tokens", found->tokens);
    write_whole(file, "full_rows", found->full);
    write_whole(file, "median_length", h5look_statistics_quantile(found, 0.5));
    write_whole(file, "predictions", found->predictions);
    write_whole(file, "most_predictions", found->most_predictions);
    write_whole(file, "kept", found->kept);
    if (set->ids.known) {
        write_whole(file, "masked", found->masked);
        write_whole(file, "random", found->random);
        write_whole(file, "cls_and_sep", found->separators);
        write_whole(file, "unknown", h5look_statistics_piece(found, set->ids.unknown));
        write_whole(file, "vocabulary_size", set->ids.size);
    } else {
        write_whole(file, "masked_or_random", found->random);
    }
    write_whole(file, "label_0", found->next);
    write_whole(file, "label_1", found->not_next);
    write_whole(file, "other_labels", found->other_labels);
    write_whole(file, "different_pieces", h5look_statistics_used(found));
    write_whole(file, "ids_outside", found->outside);
    if (vocabulary != NULL) {
        uint64_t seen, all;
        h5look_text_reserved(set, vocabulary, &seen, &all);
        write_whole(file, "reserved_seen", seen);
        write_whole(file, "reserved", all);
    }
    write_counts(file, "lengths", found->lengths, SHARD_MAX_SEQ_LENGTH + 1);
    write_counts(file, "mask_positions", found->masks, SHARD_MAX_SEQ_LENGTH);
    write_counts(file, "piece_counts", found->pieces, found->piece_count);
    putc('}', file);
}

static void write_verification(FILE *file, const struct h5look_verification *verification) {
    static const char *const VERDICTS[] = {"ok", "warning", "wrong", "damaged"};
    fputs(",\n\"checks\":[", file);
    for (unsigned i = 0; i < H5LOOK_CHECKS; i++) {
        const struct h5look_check *check = &verification->checks[i];
        fprintf(file, "%s\n{\"check\":\"%s\",\"verdict\":\"%s\"", i == 0 ? "" : ",", check->name,
                VERDICTS[check->verdict]);
        write_string(file, "text", check->text);
        putc('}', file);
    }
    fputs("],\n\"trainers\":[", file);
    for (unsigned i = 0; i < H5LOOK_TRAINERS; i++) {
        const struct h5look_check *check = &verification->trainers[i];
        fprintf(file, "%s\n{\"trainer\":\"%s\",\"title\":\"%s\",\"fits\":%s", i == 0 ? "" : ",",
                check->name, check->title, check->verdict == H5LOOK_FITS ? "true" : "false");
        write_string(file, "text", check->text);
        putc('}', file);
    }
    putc(']', file);
}

void h5look_json_set(FILE *file, const struct h5look_set *set, bool statistics,
                     const struct vocabulary *vocabulary,
                     const struct h5look_verification *verification) {
    fputs("{\"folder\":", file);
    json_escape_write(file, set->folder);
    fprintf(file, ",\"complete\":%s", set->has_manifest && set->damaged == 0 ? "true" : "false");
    write_whole(file, "rows", set->rows);
    write_whole(file, "bytes", set->bytes);
    write_schema(file, set);
    fputs(",\n\"files\":[", file);
    for (size_t i = 0; i < set->count; i++) {
        fputs(i == 0 ? "\n" : ",\n", file);
        write_file(file, &set->files[i]);
    }
    putc(']', file);
    write_provenance(file, set->provenance);
    if (statistics)
        write_statistics(file, set, vocabulary);
    if (verification != NULL)
        write_verification(file, verification);
    putc('}', file);
}
