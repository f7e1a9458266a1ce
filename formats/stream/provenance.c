#include "formats/stream/provenance.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "formats/base/version.h"
#include "formats/stream/provenance_json.h"

unsigned provenance_id_bytes(const struct provenance_tokens *tokens) {
    return tokens->vocabulary_size <= 65536 ? 2 : 4;
}

static json_t *stage(const char *tool) {
    return json_pack("{s:s, s:s}", "tool", tool, "version", MLMPREP_VERSION);
}

/* NULL when memory ran out, as all of these. */
static json_t *repeats_to_json(const struct provenance_tokens *tokens) {
    json_t *array = json_array();
    for (size_t i = 0; i < tokens->repeat_count; i++) {
        json_t *pair = json_pack("[I, I]", (json_int_t)tokens->repeats[i].line,
                                 (json_int_t)tokens->repeats[i].id);
        if (json_array_append_new(array, pair) != 0) {
            json_decref(array);
            return NULL;
        }
    }
    return array;
}

/* A limit of 0 is none. */
static bool set_limit(json_t *object, const char *name, uint64_t limit) {
    return limit == 0 || json_object_set_new(object, name, json_integer((json_int_t)limit)) == 0;
}

static json_t *tokens_to_json(const struct provenance_tokens *tokens) {
    json_t *object = json_pack(
        "{s:s, s:I, s:o, s:{s:I, s:I, s:I, s:I, s:I}, s:i, s:b, s:b, s:s, s:s, s:s, s:I}",
        "vocabulary_sha256", tokens->vocabulary_sha256, "vocabulary_size",
        (json_int_t)tokens->vocabulary_size, "repeated_lines", repeats_to_json(tokens),
        "special_ids", "pad", (json_int_t)tokens->pad_id, "unk", (json_int_t)tokens->unk_id, "cls",
        (json_int_t)tokens->cls_id, "sep", (json_int_t)tokens->sep_id, "mask",
        (json_int_t)tokens->mask_id, "id_bytes", (int)provenance_id_bytes(tokens), "lower_case",
        tokens->lower_case, "strip_accents", tokens->strip_accents, "unicode", tokens->unicode,
        "flavor", tokens->flavor, "special_literals", tokens->special_literals ? "real" : "text",
        "max_chars_per_word", (json_int_t)tokens->max_chars_per_word);
    if (!set_limit(object, "shard_tokens", tokens->shard_tokens) ||
        !set_limit(object, "shard_docs", tokens->shard_documents) ||
        !set_limit(object, "shard_bytes", tokens->shard_bytes)) {
        json_decref(object);
        return NULL;
    }
    return object;
}

enum status provenance_write_tokens(const struct provenance_tokens *tokens, struct buffer *text,
                                    struct error *error) {
    json_t *root =
        json_pack("{s:[o], s:o}", "stages", stage("wpiece"), "tokenizer", tokens_to_json(tokens));
    enum status status = provenance_dump(text, root, error);
    json_decref(root);
    return status;
}

static enum status bad_member(const char *name, struct error *error) {
    return error_set(error, STATUS_CORRUPT,
                     "the stream's provenance lacks a valid '%s'; make the stream again with tools "
                     "of this version",
                     name);
}

/* A pair of whole numbers: a line and a later line, both of the vocabulary. */
static bool read_repeat(struct provenance_repeat *repeat, const json_t *pair, uint32_t lines) {
    const json_t *line = json_array_get(pair, 0);
    const json_t *id = json_array_get(pair, 1);
    if (json_array_size(pair) != 2 || !json_is_integer(line) || !json_is_integer(id) ||
        json_integer_value(line) < 0 || json_integer_value(id) <= json_integer_value(line) ||
        json_integer_value(id) >= lines)
        return false;
    *repeat = (struct provenance_repeat){(uint32_t)json_integer_value(line),
                                         (uint32_t)json_integer_value(id)};
    return true;
}

/* The pairs ascend by line. */
static enum status read_repeats(struct provenance_tokens *tokens,
                                struct provenance_members *members, struct error *error) {
    json_t *array = provenance_member(members, "repeated_lines", JSON_ARRAY);
    size_t count = json_array_size(array);
    if (count == 0)
        return STATUS_OK;
    tokens->repeats = calloc(count, sizeof *tokens->repeats);
    if (tokens->repeats == NULL)
        return error_no_memory(error, "the provenance");
    for (size_t i = 0; i < count; i++) {
        struct provenance_repeat *repeat = &tokens->repeats[i];
        if (!read_repeat(repeat, json_array_get(array, i), tokens->vocabulary_size) ||
            (i > 0 && repeat->line <= repeat[-1].line))
            return bad_member("repeated_lines", error);
    }
    tokens->repeat_count = count;
    return STATUS_OK;
}

/* What streams of version 0.1.0 lack, with what they mean by it. */
static void read_flavor(struct provenance_tokens *tokens, struct provenance_members *members) {
    tokens->strip_accents = tokens->lower_case;
    strncpy(tokens->flavor, "nvidia", PROVENANCE_TEXT_SIZE);
    if (provenance_has(members, "strip_accents"))
        tokens->strip_accents = provenance_truth(members, "strip_accents");
    if (provenance_has(members, "flavor"))
        provenance_text(members, "flavor", tokens->flavor, PROVENANCE_TEXT_SIZE);
}

static void read_special_ids(struct provenance_tokens *tokens, struct provenance_members *members) {
    struct provenance_members ids = {provenance_member(members, "special_ids", JSON_OBJECT), NULL};
    uint32_t last = tokens->vocabulary_size - 1;
    tokens->pad_id = (uint32_t)provenance_whole(&ids, "pad", 0, last);
    tokens->unk_id = (uint32_t)provenance_whole(&ids, "unk", 0, last);
    tokens->cls_id = (uint32_t)provenance_whole(&ids, "cls", 0, last);
    tokens->sep_id = (uint32_t)provenance_whole(&ids, "sep", 0, last);
    tokens->mask_id = (uint32_t)provenance_whole(&ids, "mask", 0, last);
    if (ids.fault != NULL && members->fault == NULL)
        members->fault = "special_ids";
}

enum status provenance_read_tokens(struct provenance_tokens *tokens, struct view text,
                                   struct error *error) {
    *tokens = (struct provenance_tokens){0};
    json_t *root;
    enum status status = provenance_parse(&root, text, error);
    if (status != STATUS_OK)
        return status;
    struct provenance_members members = {json_object_get(root, "tokenizer"), NULL};
    char literals[PROVENANCE_TEXT_SIZE];
    provenance_text(&members, "vocabulary_sha256", tokens->vocabulary_sha256, PROVENANCE_TEXT_SIZE);
    tokens->vocabulary_size = (uint32_t)provenance_whole(&members, "vocabulary_size", 1, INT32_MAX);
    read_special_ids(tokens, &members);
    uint64_t id_bytes = provenance_whole(&members, "id_bytes", 2, 4);
    tokens->lower_case = provenance_truth(&members, "lower_case");
    provenance_text(&members, "unicode", tokens->unicode, PROVENANCE_TEXT_SIZE);
    read_flavor(tokens, &members);
    provenance_text(&members, "special_literals", literals, sizeof literals);
    tokens->special_literals = strcmp(literals, "real") == 0;
    if (!tokens->special_literals && strcmp(literals, "text") != 0 && members.fault == NULL)
        members.fault = "special_literals";
    tokens->max_chars_per_word =
        (uint32_t)provenance_whole(&members, "max_chars_per_word", 1, UINT32_MAX);
    if (members.fault == NULL && id_bytes != provenance_id_bytes(tokens))
        members.fault = "id_bytes";
    if (members.fault == NULL)
        status = read_repeats(tokens, &members, error);
    if (status == STATUS_OK && members.fault != NULL)
        status = bad_member(members.fault, error);
    json_decref(root);
    if (status != STATUS_OK)
        provenance_tokens_release(tokens);
    return status;
}

void provenance_tokens_release(struct provenance_tokens *tokens) {
    free(tokens->repeats);
    *tokens = (struct provenance_tokens){0};
}

/* Writes an earlier stage's text with one more stage and what it has to say; takes `member`. */
static enum status add_stage(const char *tool, const char *name, json_t *member,
                             struct buffer *text, struct view earlier_text, struct error *error) {
    json_t *root;
    enum status status = provenance_parse(&root, earlier_text, error);
    json_t *stages = json_object_get(root, "stages");
    if (status == STATUS_OK && !json_is_array(stages))
        status = bad_member("stages", error);
    if (status == STATUS_OK && (json_array_append_new(stages, stage(tool)) != 0 ||
                                json_object_set(root, name, member) != 0))
        status = error_no_memory(error, "the provenance");
    if (status == STATUS_OK)
        status = provenance_dump(text, root, error);
    json_decref(member);
    json_decref(root);
    return status;
}

/* The members that are truths, and 0 by default. */
static const struct {
    const char *name;
    size_t offset;
} KINDS[] = {
    {"whole_word_mask", offsetof(struct provenance_examples, whole_word_mask)},
    {"sentence_order", offsetof(struct provenance_examples, sentence_order)},
    {"no_nsp", offsetof(struct provenance_examples, no_nsp)},
    {"within_documents", offsetof(struct provenance_examples, within_documents)},
    {"no_mask", offsetof(struct provenance_examples, no_mask)},
    {"same_document_label", offsetof(struct provenance_examples, same_document_label)},
    {"random_from_regular", offsetof(struct provenance_examples, random_from_regular)},
};

enum { KIND_COUNT = sizeof KINDS / sizeof *KINDS };

static bool add_kinds(json_t *object, const struct provenance_examples *examples) {
    int failures = 0;
    for (size_t i = 0; i < KIND_COUNT; i++) {
        if (*(const bool *)((const char *)examples + KINDS[i].offset))
            failures += json_object_set_new(object, KINDS[i].name, json_true()) != 0;
    }
    if (examples->ngram > 0)
        failures += json_object_set_new(object, "ngram", json_integer(examples->ngram)) != 0;
    return failures == 0;
}

static void read_kinds(struct provenance_examples *examples, struct provenance_members *members) {
    for (size_t i = 0; i < KIND_COUNT; i++) {
        if (provenance_has(members, KINDS[i].name))
            *(bool *)((char *)examples + KINDS[i].offset) =
                provenance_truth(members, KINDS[i].name);
    }
    if (provenance_has(members, "ngram"))
        examples->ngram = (uint32_t)provenance_whole(members, "ngram", 1, UINT32_MAX);
}

enum status provenance_write_examples(const struct provenance_examples *examples,
                                      struct buffer *text, struct view tokens_text,
                                      struct error *error) {
    json_t *object = json_pack("{s:I, s:I, s:f, s:f, s:I, s:s, s:b}", "max_seq_length",
                               (json_int_t)examples->max_seq_length, "max_predictions_per_seq",
                               (json_int_t)examples->max_predictions_per_seq, "masked_lm_prob",
                               examples->masked_lm_prob, "short_seq_prob", examples->short_seq_prob,
                               "dupe_factor", (json_int_t)examples->dupe_factor, "random_seed",
                               examples->random_seed, "seed_per_shard", examples->seed_per_shard);
    if (!add_kinds(object, examples)) {
        json_decref(object);
        object = NULL;
    }
    return add_stage("mkmlm", "examples", object, text, tokens_text, error);
}

enum status provenance_write_shards(const char *format, const char *compression,
                                    struct buffer *text, struct view examples_text,
                                    struct error *error) {
    return add_stage("h5pack", "shards",
                     json_pack("{s:s, s:s}", "format", format, "compression", compression), text,
                     examples_text, error);
}

static enum status read_seed(struct provenance_examples *examples,
                             struct provenance_members *members, struct error *error) {
    const char *seed = json_string_value(provenance_member(members, "random_seed", JSON_STRING));
    if (seed == NULL)
        return STATUS_OK;
    size_t digits = *seed == '-';
    if (seed[digits] == '\0' || strspn(seed + digits, "0123456789") != strlen(seed + digits))
        return bad_member("random_seed", error);
    examples->random_seed = strdup(seed);
    return examples->random_seed == NULL ? error_no_memory(error, "the seed") : STATUS_OK;
}

enum status provenance_read_examples(struct provenance_examples *examples, struct view text,
                                     struct error *error) {
    *examples = (struct provenance_examples){0};
    json_t *root;
    enum status status = provenance_parse(&root, text, error);
    if (status != STATUS_OK)
        return status;
    struct provenance_members members = {json_object_get(root, "examples"), NULL};
    examples->max_seq_length = (uint32_t)provenance_whole(&members, "max_seq_length", 1, 65535);
    examples->max_predictions_per_seq =
        (uint32_t)provenance_whole(&members, "max_predictions_per_seq", 0, 65535);
    examples->masked_lm_prob = provenance_real(&members, "masked_lm_prob", 1);
    examples->short_seq_prob = provenance_real(&members, "short_seq_prob", 1);
    examples->dupe_factor = (uint32_t)provenance_whole(&members, "dupe_factor", 1, UINT32_MAX);
    examples->seed_per_shard = provenance_truth(&members, "seed_per_shard");
    read_kinds(examples, &members);
    status = read_seed(examples, &members, error);
    if (status == STATUS_OK && members.fault != NULL)
        status = bad_member(members.fault, error);
    json_decref(root);
    if (status != STATUS_OK)
        provenance_examples_release(examples);
    return status;
}

void provenance_examples_release(struct provenance_examples *examples) {
    free(examples->random_seed);
    *examples = (struct provenance_examples){0};
}
