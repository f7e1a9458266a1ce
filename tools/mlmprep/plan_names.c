#include "tools/mlmprep/plan_names.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "formats/h5/shard_name.h"

static const char *const DUMP_ENDINGS[] = {".xml", ".json", ".ndjson", ".gz", ".bz2"};
static const char *const ENDINGS[] = {".xml", ".json", ".ndjson", ".gz", ".bz2", ".txt"};

/* Length of a name without the last of its endings that is in the list. */
static size_t without_ending(const char *name, size_t length, const char *const *endings,
                             size_t count) {
    for (size_t i = 0; i < count; i++) {
        size_t size = strlen(endings[i]);
        if (length > size && strncasecmp(name + length - size, endings[i], size) == 0)
            return length - size;
    }
    return length;
}

enum status plan_names_kind(struct run_plan *plan, struct error *error) {
    for (size_t i = 0; i < plan->source_count; i++) {
        const char *name = plan->sources[i].name;
        size_t length = strlen(name);
        if (without_ending(name, length, DUMP_ENDINGS,
                           sizeof DUMP_ENDINGS / sizeof *DUMP_ENDINGS) == length)
            return error_set(error, STATUS_USAGE,
                             "the name of '%.200s' does not tell what it holds; say it with "
                             "--source-kind: dump, paragraphs (one a line), sentences (one a "
                             "line), or shards (files of sentences that are not cut any more)",
                             plan->sources[i].location);
    }
    plan->kind = RUN_SOURCE_DUMP;
    return STATUS_OK;
}

/* Length of the language's code when a name is that of a Wikipedia, or of one of its dumps. */
static size_t wikipedia_code(const char *name) {
    size_t code = strspn(name, "abcdefghijklmnopqrstuvwxyz_");
    if (code <= 4 || memcmp(name + code - 4, "wiki", 4) != 0)
        return 0;
    return name[code] == '\0' || name[code] == '-' ? code - 4 : 0;
}

static char *corpus_of_name(const char *name) {
    struct shard_name shard;
    char *corpus = NULL;
    size_t code = wikipedia_code(name);
    if (code > 0)
        return asprintf(&corpus, "wikicorpus_%.*s", (int)code, name) < 0 ? NULL : corpus;
    if (shard_name_parse(&shard, view_of_string(name)))
        return strndup((const char *)shard.corpus.data, shard.corpus.size);
    size_t length = strlen(name);
    for (size_t before = length + 1; length < before;) {
        before = length;
        length = without_ending(name, length, ENDINGS, sizeof ENDINGS / sizeof *ENDINGS);
    }
    return strndup(name, length);
}

enum status plan_names_corpus(struct run_plan *plan, struct error *error) {
    const char *name = plan->series.mirror != NULL ? plan->series.wiki : plan->sources[0].name;
    plan->corpus = corpus_of_name(name);
    return plan->corpus == NULL ? error_no_memory(error, "the name of the corpus") : STATUS_OK;
}
