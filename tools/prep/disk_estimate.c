#include "tools/prep/disk_estimate.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>

/*
 * Bytes of a shard for each byte of text and each time a document is used, by phase: packed as
 * h5pack does by default (16 MB of English: 0.41 and 0.52; short documents take more), and not
 * packed (1.92 and 2.76).
 */
static const double PACKED[] = {0.5, 0.6};
static const double UNPACKED[] = {2.0, 2.8};

static const struct {
    const char *ending;
    double dump; /* bytes of text for each byte of a dump */
    double text; /* likewise, of a source that is text */
} ENDINGS[] = {{".bz2", 1.0, 3.5}, {".gz", 0.8, 3.0}, {".xml", 0.35, 1.0}};

static const double WHOLE_DUMP = 1.0;

/* mkmlm's --dupe-factor when it is not given. */
static const double DUPES = 5;

static bool ends_with(const char *text, const char *ending) {
    size_t length = strlen(text), more = strlen(ending);
    return length >= more && strcmp(text + length - more, ending) == 0;
}

static double text_of_source(const struct run_plan *plan, const struct run_source *source) {
    bool dump = plan->kind == RUN_SOURCE_DUMP;
    for (size_t i = 0; i < sizeof ENDINGS / sizeof *ENDINGS; i++)
        if (ends_with(source->name, ENDINGS[i].ending))
            return (double)source->bytes * (dump ? ENDINGS[i].dump : ENDINGS[i].text);
    return (double)source->bytes * (dump ? WHOLE_DUMP : 1.0);
}

/*
 * The argument that an option was given last, or NULL: "--name value" or "--name=value", where a
 * beginning of `shortest` letters of the name will do.
 */
static const char *option_argument(const struct run_words *words, const char *name,
                                   size_t shortest) {
    const char *found = NULL;
    for (size_t i = 0; i < words->count; i++) {
        const char *word = words->words[i];
        if (strncmp(word, "--", 2) != 0)
            continue;
        size_t length = strcspn(word + 2, "=");
        size_t same = 0;
        while (same < length &&
               (word[2 + same] == name[same] || (word[2 + same] == '_' && name[same] == '-')))
            same++;
        if (length < shortest || same < length)
            continue;
        if (word[2 + length] == '=')
            found = word + 2 + length + 1;
        else if (i + 1 < words->count)
            found = words->words[++i];
    }
    return found;
}

/* Bytes of shards for each byte of text in a phase. */
static double shard_factor(const struct run_plan *plan, unsigned phase) {
    const struct run_words *pack = &plan->options[RUN_H5PACK];
    const char *compress = option_argument(pack, "compress", 3);
    const char *format = option_argument(pack, "format", 1);
    const char *dupes = option_argument(&plan->options[RUN_MKMLM], "dupe-factor", 1);
    bool unpacked = (compress != NULL && strcmp(compress, "none") == 0) ||
                    (format != NULL && strcmp(format, "hdf5") != 0);
    double times = dupes == NULL ? 0 : strtod(dupes, NULL);
    return (times > 0 ? times : DUPES) * (unpacked ? UNPACKED : PACKED)[phase == 2];
}

static uint64_t as_bytes(double bytes) {
    return bytes < 0 ? 0 : bytes < 0x1p63 ? (uint64_t)bytes : (uint64_t)1 << 63;
}

void disk_estimate_make(struct disk_estimate *estimate, const struct run_plan *plan,
                        const struct disk_made *made) {
    bool own_text = plan->kind != RUN_SOURCE_SHARDS;
    double fetched = 0, text = 0, shards = 0;
    *estimate = (struct disk_estimate){.sure = true};
    for (size_t i = 0; i < plan->source_count; i++) {
        const struct run_source *source = &plan->sources[i];
        estimate->sure = estimate->sure && source->bytes > 0;
        fetched += run_plan_is_url(source->location) ? (double)source->bytes : 0;
        text += text_of_source(plan, source);
    }
    fetched -= made->text ? fetched : (double)made->sources;
    for (size_t i = 0; i < plan->phase_count; i++)
        shards +=
            shard_factor(plan, plan->phases[i]) * (made->text ? (double)made->text_left[i] : text);
    double written = own_text && !made->text ? text : 0;
    double most = written + shards;
    if (own_text && !plan->keep_text) {
        /* Text goes as shards come: either all the text is there or all the shards. */
        double deleted = made->text ? (double)made->text_left[0] : text;
        double at_end = most - deleted;
        most = written > at_end ? written : at_end;
    }
    estimate->sources = as_bytes(fetched);
    estimate->text = as_bytes(written);
    estimate->shards = as_bytes(shards);
    estimate->most = as_bytes((fetched > 0 ? fetched : 0) + (most > 0 ? most : 0));
}

enum status disk_estimate_free(const char *folder, uint64_t *free_bytes, struct error *error) {
    struct statvfs system;
    if (statvfs(folder, &system) != 0)
        return error_system(error, errno, "cannot ask for the room on the disk of", folder);
    *free_bytes = as_bytes((double)system.f_bavail * (double)system.f_frsize);
    return STATUS_OK;
}
