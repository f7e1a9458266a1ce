/*
 * run_plan - all that decides what a run folder's data set will be: `run.json`.
 *
 * Written once, by `mlmprep init`; every later command reads it and works by it. Its text depends
 * on its content alone, so two plans are the same when their texts are. mlmprep-run(5) specifies
 * the members.
 *
 * Thread rule: one thread at a time per plan.
 */
#ifndef TOOLS_PREP_RUN_PLAN_H
#define TOOLS_PREP_RUN_PLAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/base/buffer.h"
#include "formats/base/status.h"
#include "tools/prep/run_words.h"

#define RUN_PLAN_NAME   "run.json"
#define RUN_PLAN_PHASES 2
/* Shards of either kind at most, as docshard(1) has it. */
#define RUN_PLAN_SHARDS 4096
/* Sources at most. */
#define RUN_PLAN_SOURCES 65536
/* A SHA-256 or SHA-1 in hexadecimal, with its NUL. */
#define RUN_PLAN_SHA256 65
#define RUN_PLAN_SHA1   41

/* What the sources hold, so which tools come before the shards of text. */
enum run_source_kind {
    RUN_SOURCE_DUMP,       /* wikiplain | sentsplit | docshard */
    RUN_SOURCE_PARAGRAPHS, /* sentsplit | docshard */
    RUN_SOURCE_SENTENCES,  /* docshard */
    RUN_SOURCE_SHARDS,     /* each file is a shard as it is; nothing is cut */
};

enum run_upload { RUN_UPLOAD_EACH, RUN_UPLOAD_FINISH };

enum run_even { RUN_EVEN_NO, RUN_EVEN_MOVE, RUN_EVEN_TRIM };

/* The tools that a plan may give options to. */
enum run_tool {
    RUN_WIKIPLAIN,
    RUN_SENTSPLIT,
    RUN_DOCSHARD,
    RUN_WPVOCAB,
    RUN_WPIECE,
    RUN_MKMLM,
    RUN_H5PACK,
    RUN_S3SYNC,
    RUN_TOOLS
};

struct run_source {
    char *location; /* owned: an absolute path, or an http:// or https:// URL */
    char *name;     /* owned: the base name; of a URL, the name below source/ */
    uint64_t bytes; /* below 2^63; 0: not known yet, of a URL whose server did not say */
    char sha256[RUN_PLAN_SHA256]; /* "": not known yet, of a URL */
    char sha1[RUN_PLAN_SHA1];     /* "": none published */
};

/* Where newer dumps are looked for: only plans that `mlmprep update` works by have it. */
struct run_series {
    char *mirror;  /* owned: "https://dumps.wikimedia.org"; NULL: the plan is of one data set */
    char *wiki;    /* owned: "enwiki" */
    char *files;   /* owned: a glob of the dump's files: "*-pages-articles.xml.bz2" */
    uint64_t keep; /* finished data sets that stay besides the current one */
};

struct run_plan {
    char *version; /* owned: of the tools that wrote the plan */
    char *corpus;  /* owned: the name of the shards: "wikicorpus_en" */
    enum run_source_kind kind;
    struct run_source *sources; /* owned; in the order they are read; none in a series' plan */
    size_t source_count;
    struct run_series series;
    char *vocabulary; /* owned: path or URL it came from; NULL: trained on the text */
    char vocabulary_sha256[RUN_PLAN_SHA256]; /* of DIR/vocab.txt; "": trained, or a URL's */
    uint64_t vocabulary_size;                /* entries to train; 0 when not trained */
    uint64_t training_shards, test_shards;   /* of RUN_SOURCE_SHARDS: the sources, 0 */
    double test_fraction;                    /* 0 without test shards */
    struct run_words options[RUN_TOOLS];     /* what the user gives to each tool besides */
    unsigned phases[RUN_PLAN_PHASES];        /* 1, 2, or 1 and 2: of BERT's training */
    size_t phase_count;
    char *bucket; /* owned: s3:// or file:/// URL; NULL: nothing is uploaded */
    enum run_upload upload;
    bool keep_text; /* shards of text stay when they are used up */
    enum run_even even;
};

/* "wikiplain" and so on. */
const char *run_tool_name(enum run_tool tool);

/* Everything at its default and nothing owned yet. */
void run_plan_init(struct run_plan *plan);

/* Frees; harmless when zeroed. */
void run_plan_release(struct run_plan *plan);

/* Adds a source with copies of its place and name, of which nothing else is known yet. */
MUST_USE enum status run_plan_add_source(struct run_plan *plan, const char *location,
                                         const char *name, struct error *error);

/* Whether a location is an http:// or https:// URL. */
bool run_plan_is_url(const char *location);

/*
 * Whether the parts of a plan fit together and each is what the struct says; STATUS_USAGE
 * otherwise. What run_plan_parse gives has been checked.
 */
MUST_USE enum status run_plan_check(const struct run_plan *plan, struct error *error);

/* Appends the text of run.json. STATUS_USAGE for a path or word that is not UTF-8. */
MUST_USE enum status run_plan_write(const struct run_plan *plan, struct buffer *text,
                                    struct error *error);

/*
 * Reads such a text, all of it checked. Makes *plan on success, which is to be released, and leaves
 * nothing behind on failure. STATUS_NOT_OURS for another format or a later version, STATUS_CORRUPT
 * for anything else that is wrong; `name` is the text's, for the sentence.
 */
MUST_USE enum status run_plan_parse(struct run_plan *plan, struct view text, const char *name,
                                    struct error *error);

/* Makes another plan that says the same, to be released on success. */
MUST_USE enum status run_plan_copy(struct run_plan *copy, const struct run_plan *plan,
                                   struct error *error);

/* Reads a file as run_plan_parse does, whatever version of the tools has written it. */
MUST_USE enum status run_plan_read(struct run_plan *plan, const char *path, struct error *error);

/*
 * Reads DIR/run.json. STATUS_USAGE when there is none, with the advice to call `mlmprep init`;
 * STATUS_FAILED when the tools at hand are of another version than those that wrote it, but for a
 * series, whose data sets have plans of their own.
 */
MUST_USE enum status run_plan_load(struct run_plan *plan, const char *folder, struct error *error);

/*
 * STATUS_OK when both plans are the same; otherwise STATUS_USAGE with a sentence that names each
 * member that differs, with both values. What one of them does not know of a URL's file does not
 * differ.
 */
MUST_USE enum status run_plan_compare(const struct run_plan *old, const struct run_plan *wanted,
                                      struct error *error);

/* Number of tasks: a task for each shard, training shards first. */
size_t run_plan_tasks(const struct run_plan *plan);

/*
 * The name of a task's shard, "wikicorpus_en_training_3", into an owned string. A source that is a
 * shard keeps its name when it is one like that, without ".txt"; another becomes
 * "<corpus>_training_<task>", as h5pack names it by its place.
 */
MUST_USE enum status run_plan_shard_name(const struct run_plan *plan, size_t task, char **name,
                                         struct error *error);

#endif
