#include "tools/join/h5look_verify.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/*
 * Short rows of different copies of a document can come out equal by chance. In a data set of
 * articles less than one in a thousand does; where copies were masked alike, most do.
 */
static const double MOST_COPIES = 0.01;

void h5look_text_add(char *text, const char *format, ...) {
    size_t length = strlen(text);
    if (length > 0 && length + 2 < H5LOOK_TEXT_SIZE) {
        memcpy(text + length, "; ", 3);
        length += 2;
    }
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text + length, H5LOOK_TEXT_SIZE - length, format, arguments);
    va_end(arguments);
}

static const char *plural(size_t count) {
    return count == 1 ? "" : "s";
}

static void check_manifest(struct h5look_check *check, const struct h5look_set *set) {
    check->name = "dataset.json";
    if (set->manifest_fault != NULL) {
        check->verdict = H5LOOK_DAMAGED;
        h5look_text_add(check->text, "%s", set->manifest_fault);
        return;
    }
    if (!set->has_manifest) {
        check->verdict = H5LOOK_WARNS;
        h5look_text_add(check->text,
                        "there is none, so nothing says that the data set is complete");
        return;
    }
    size_t others = 0;
    const struct h5look_file *other = NULL;
    for (size_t i = 0; i < set->count; i++) {
        if (set->files[i].named == NULL && others++ == 0)
            other = &set->files[i];
    }
    h5look_text_add(check->text, "names %zu file%s with %" PRIu64 " rows",
                    set->manifest.shard_count, plural(set->manifest.shard_count),
                    set->manifest.rows);
    if (other == NULL)
        return;
    check->verdict = H5LOOK_FAILS;
    h5look_text_add(check->text, "'%.200s' is not among them%s", other->name,
                    others > 1 ? ", nor are others" : "");
}

static void check_files(struct h5look_check *check, const struct h5look_set *set) {
    check->name = "files";
    for (size_t i = 0; i < set->count; i++) {
        const struct h5look_file *file = &set->files[i];
        if (file->fault == NULL)
            continue;
        check->verdict = H5LOOK_DAMAGED;
        if (check->text[0] == '\0')
            h5look_text_add(check->text, "%s", file->fault);
    }
    if (set->damaged > 1)
        h5look_text_add(check->text, "%zu files are damaged in all", set->damaged);
    if (set->damaged == 0)
        h5look_text_add(check->text, "%zu read to the last row", set->count);
}

/* What differs from dataset.json, or NULL. */
static const char *find_difference(const struct h5look_set *set, const struct h5look_file *file) {
    const struct dataset_shard *named = file->named;
    if (named->bytes != file->bytes)
        return "size";
    if (memcmp(named->digest, file->digest, SHA256_SIZE) != 0)
        return "SHA-256";
    if (named->rows != file->rows)
        return "number of rows";
    for (unsigned i = 0; i < SHARD_DATASETS; i++) {
        if (memcmp(named->datasets[i], file->datasets[i], SHA256_SIZE) != 0)
            return shard_layouts[i].name;
    }
    bool same = file->shape.max_seq_length == set->manifest.shape.max_seq_length &&
                file->shape.max_predictions_per_seq == set->manifest.shape.max_predictions_per_seq;
    return same ? NULL : "shape";
}

static void check_digests(struct h5look_check *check, const struct h5look_set *set) {
    check->name = "checksums";
    size_t compared = 0;
    for (size_t i = 0; i < set->count; i++) {
        const struct h5look_file *file = &set->files[i];
        if (file->named == NULL || file->fault != NULL)
            continue;
        compared++;
        const char *difference = find_difference(set, file);
        if (difference == NULL || check->verdict == H5LOOK_DAMAGED)
            continue;
        check->verdict = H5LOOK_DAMAGED;
        h5look_text_add(check->text, "the %s of '%.200s' is not what dataset.json says", difference,
                        file->name);
    }
    if (check->verdict == H5LOOK_DAMAGED)
        return;
    if (compared == 0 && !set->has_manifest)
        check->verdict = H5LOOK_WARNS;
    if (compared > 0)
        h5look_text_add(check->text,
                        "%zu file%s and the datasets in them are what dataset.json says", compared,
                        plural(compared));
    else
        h5look_text_add(check->text, "there is nothing to compare with");
}

static void check_schema(struct h5look_check *check, const struct h5look_set *set) {
    check->name = "schema";
    uint64_t empty = 0;
    for (size_t i = 0; i < set->count; i++)
        empty += set->files[i].looked && set->files[i].rows == 0;
    if (set->formats_differ)
        h5look_text_add(check->text, "the files are of different formats");
    if (set->shapes_differ)
        h5look_text_add(check->text, "the rows of files have different lengths");
    if (set->provenances_differ)
        h5look_text_add(check->text, "the files were made with different options");
    if (empty > 0)
        h5look_text_add(check->text, "%" PRIu64 " files have no rows, which trainers cannot read",
                        empty);
    check->verdict = check->text[0] == '\0' ? H5LOOK_FITS : H5LOOK_FAILS;
    if (check->verdict == H5LOOK_FITS)
        h5look_text_add(check->text, "element types and shapes are as they should be in %zu file%s",
                        set->count - set->damaged, plural(set->count - set->damaged));
}

static void check_rows(struct h5look_check *check, const struct h5look_set *set) {
    check->name = "rows";
    for (unsigned i = 0; i < H5LOOK_FAULTS; i++) {
        if (i == H5LOOK_FAULT_NO_PADDING || set->faults.count[i] == 0)
            continue;
        check->verdict = H5LOOK_FAILS;
        h5look_text_add(check->text, "%" PRIu64 " row%s %s, first row %" PRIu64 " of '%.100s'",
                        set->faults.count[i], set->faults.count[i] == 1 ? " has" : "s have",
                        h5look_fault_text(i), set->faults.row[i],
                        set->files[set->faults.file[i]].name);
    }
    if (check->verdict == H5LOOK_FITS)
        h5look_text_add(check->text,
                        "%" PRIu64 " have masks, segments, padding, positions and labels as they "
                        "should be",
                        set->statistics.rows);
}

static void check_duplicates(struct h5look_check *check, const struct h5look_set *set) {
    uint64_t rows, copies;
    check->name = "duplicates";
    h5look_duplicates_count(&set->duplicates, &rows, &copies);
    h5look_text_add(check->text, "%" PRIu64 " of %" PRIu64 " rows equal one before", copies, rows);
    if (set->duplicates.zeros > 0)
        h5look_text_add(check->text, "one row in %llu was looked at",
                        1ULL << set->duplicates.zeros);
    /* Without masks nothing tells the copies of a document apart. */
    bool many = (double)copies > MOST_COPIES * (double)rows && set->statistics.predictions > 0;
    if (copies > 0)
        check->verdict = many ? H5LOOK_FAILS : H5LOOK_WARNS;
}

static void check_evenness(struct h5look_check *check, const struct h5look_set *set) {
    uint64_t fewest = UINT64_MAX, most = 0;
    size_t count = 0;
    check->name = "equal rows";
    for (size_t i = 0; i < set->count; i++) {
        const struct h5look_file *file = &set->files[i];
        /* Held-out shards may have any size. */
        if (!file->looked || strstr(file->name, "_test_") != NULL)
            continue;
        fewest = file->rows < fewest ? file->rows : fewest;
        most = file->rows > most ? file->rows : most;
        count++;
    }
    if (count == 0) {
        h5look_text_add(check->text, "there is no shard to train on");
        check->verdict = H5LOOK_WARNS;
    } else if (most - fewest > 1) {
        h5look_text_add(check->text,
                        "shards have from %" PRIu64 " to %" PRIu64 " rows; h5pack's --shards makes "
                        "equal ones",
                        fewest, most);
        check->verdict = H5LOOK_WARNS;
    } else {
        h5look_text_add(check->text,
                        "%zu shard%s to train on with %" PRIu64 " rows each, or one less", count,
                        plural(count), most);
    }
}

static void check_folder(struct h5look_check *check, const struct h5look_set *set) {
    check->name = "folder";
    if (set->intruder != NULL) {
        check->verdict = H5LOOK_FAILS;
        h5look_text_add(check->text,
                        "'%.200s' is no shard, and trainers read whatever has 'training' in its "
                        "name",
                        set->intruder);
    } else {
        h5look_text_add(check->text, set->whole_folder
                                         ? "nothing but shards has 'training' in its name"
                                         : "was not looked at, for files of it were named");
    }
}

void h5look_verify(struct h5look_verification *verification, const struct h5look_set *set) {
    typedef void check_function(struct h5look_check *, const struct h5look_set *);
    static check_function *const FUNCTIONS[H5LOOK_CHECKS] = {
        check_manifest, check_files,      check_digests,  check_schema,
        check_rows,     check_duplicates, check_evenness, check_folder,
    };
    *verification = (struct h5look_verification){.checks = {{.name = NULL}}};
    for (unsigned i = 0; i < H5LOOK_CHECKS; i++)
        FUNCTIONS[i](&verification->checks[i], set);
    h5look_trainers(verification->trainers, set);
}

enum h5look_verdict h5look_verify_worst(const struct h5look_verification *verification) {
    enum h5look_verdict worst = H5LOOK_FITS;
    for (unsigned i = 0; i < H5LOOK_CHECKS; i++) {
        if (verification->checks[i].verdict > worst)
            worst = verification->checks[i].verdict;
    }
    return worst;
}
