#include "tools/mlmprep/plan_tools.h"

#include <stdlib.h>
#include <string.h>

#include "tools/mlmprep/tool_question.h"

#define MOST_OWN 12

/* The options of each tool that mlmprep sets itself, or that make something else than it expects.
 */
static const char *const OWN[RUN_TOOLS][MOST_OWN] = {
    [RUN_WIKIPLAIN] = {"--json"},
    [RUN_DOCSHARD] = {"--output", "--shards", "--test-shards", "--test-fraction",
                      "--remove-others"},
    [RUN_WPVOCAB] = {"--output", "--vocab-size"},
    [RUN_WPIECE] = {"--vocab", "--output", "--name", "--shard-tokens", "--shard-docs",
                    "--shard-bytes"},
    [RUN_MKMLM] = {"--phase"},
    [RUN_H5PACK] = {"--output", "--corpus", "--format", "--rows", "--shards", "--remove-others",
                    "--strict"},
    [RUN_S3SYNC] = {"--dry-run", "--json", "--progress-interval", "--null", "--exclude",
                    "--include", "--delete", "--max-delete", "--last", "--bucket"},
};

/* Those of every tool. */
static const char *const OWN_OF_ALL[] = {"--threads", "--report", "--quiet",
                                         "--verbose", "--help",   "--version"};

static bool is_own(enum run_tool tool, const char *option) {
    for (size_t i = 0; i < sizeof OWN_OF_ALL / sizeof *OWN_OF_ALL; i++) {
        if (strcmp(OWN_OF_ALL[i], option) == 0)
            return true;
    }
    for (size_t i = 0; i < MOST_OWN && OWN[tool][i] != NULL; i++) {
        if (strcmp(OWN[tool][i], option) == 0)
            return true;
    }
    return false;
}

/* Why the plan has no use for a tool; NULL when it has. */
static const char *idle_because(const struct run_plan *plan, enum run_tool tool) {
    switch (tool) {
    case RUN_WIKIPLAIN:
        return plan->kind == RUN_SOURCE_DUMP ? NULL : "only dumps go through it";
    case RUN_SENTSPLIT:
        return plan->kind <= RUN_SOURCE_PARAGRAPHS ? NULL : "the sources are sentences already";
    case RUN_DOCSHARD:
        return plan->kind != RUN_SOURCE_SHARDS ? NULL : "the sources are shards already";
    case RUN_WPVOCAB:
        return plan->vocabulary == NULL ? NULL : "it is used with '--vocab train' only";
    case RUN_S3SYNC:
        return plan->bucket != NULL ? NULL : "without --bucket nothing is uploaded";
    case RUN_WPIECE:
    case RUN_MKMLM:
    case RUN_H5PACK:
    case RUN_TOOLS:
        break;
    }
    return NULL;
}

/* What the tool said of its options: a line for each that was given. */
static enum status check_answer(enum run_tool tool, char *answer, struct error *error) {
    const char *name = run_tool_name(tool);
    char *rest = NULL;
    for (char *line = strtok_r(answer, "\n", &rest); line != NULL;
         line = strtok_r(NULL, "\n", &rest)) {
        if (strncmp(line, "--", 2) != 0)
            return error_set(error, STATUS_USAGE,
                             "--%s takes options and nothing else, not '%.100s'", name, line);
        if (is_own(tool, line))
            return error_set(error, STATUS_USAGE,
                             "%s of %s is for mlmprep itself to set, not for --%s", line, name,
                             name);
    }
    return STATUS_OK;
}

static enum status check_words(enum run_tool tool, const struct run_words *words,
                               struct error *error) {
    struct buffer answer = BUFFER_INIT;
    struct run_words question = {0};
    enum status status = run_words_add(&question, "--check-options", error);
    for (size_t i = 0; i < words->count && status == STATUS_OK; i++)
        status = run_words_add(&question, words->words[i], error);
    if (status == STATUS_OK)
        status = tool_question_ask(&answer, run_tool_name(tool), &question, error);
    if (status == STATUS_OK)
        status = check_answer(tool, (char *)answer.data, error);
    run_words_release(&question);
    buffer_release(&answer);
    return status;
}

/* What --lang and --cased mean for a tool. */
static enum status add_shared(struct run_words *words, enum run_tool tool,
                              const struct plan_options *options, struct error *error) {
    bool speaks = tool == RUN_WIKIPLAIN || tool == RUN_SENTSPLIT;
    bool has_case = tool == RUN_WPIECE || tool == RUN_WPVOCAB;
    enum status status = STATUS_OK;
    if (speaks && options->language != NULL) {
        status = run_words_add(words, "--lang", error);
        if (status == STATUS_OK)
            status = run_words_add(words, options->language, error);
    } else if (has_case && options->cased) {
        status = run_words_add(words, "--cased", error);
    }
    return status;
}

static enum status take_words(struct run_words *words, enum run_tool tool,
                              const struct plan_options *options, struct error *error) {
    const struct option_list *given = &options->tools[tool];
    enum status status = add_shared(words, tool, options, error);
    for (size_t i = 0; i < given->count && status == STATUS_OK; i++) {
        status = run_words_split(words, given->uses[i].text, error);
        if (status != STATUS_OK)
            error_prefix(error, "--%s", run_tool_name(tool));
    }
    return status == STATUS_OK && words->count > 0 ? check_words(tool, words, error) : status;
}

/* Whether a tool's words begin with these. */
static bool begin_with(const struct run_words *all, const struct run_words *words) {
    const struct run_words first = {all->words, words->count, 0};
    return all->count >= words->count && run_words_equal(&first, words);
}

static enum status take_tool(struct run_plan *plan, enum run_tool tool,
                             const struct plan_options *options, struct error *error) {
    struct run_words words = {0};
    const char *idle = idle_because(plan, tool);
    bool given = options->tools[tool].count > 0;
    if (idle != NULL && given)
        return error_set(error, STATUS_USAGE, "--%s does nothing here: %s", run_tool_name(tool),
                         idle);
    if (idle != NULL)
        return STATUS_OK;
    enum status status = take_words(&words, tool, options, error);
    /* Where none but --lang or --cased is given, the plan's others are not asked about. */
    bool is_there = !given && begin_with(&plan->options[tool], &words);
    if (status == STATUS_OK && !is_there) {
        run_words_release(&plan->options[tool]);
        plan->options[tool] = words;
        return STATUS_OK;
    }
    run_words_release(&words);
    return status;
}

enum status plan_tools_take(struct run_plan *plan, const struct plan_options *options,
                            struct error *error) {
    if (options->language != NULL && plan->kind > RUN_SOURCE_PARAGRAPHS)
        return error_set(error, STATUS_USAGE,
                         "--lang does nothing here: the sources are sentences already");
    enum status status = STATUS_OK;
    for (int tool = 0; tool < RUN_TOOLS && status == STATUS_OK; tool++)
        status = take_tool(plan, (enum run_tool)tool, options, error);
    return status;
}

static enum status check_tool(const struct run_plan *plan, enum run_tool tool,
                              struct error *error) {
    const struct run_words *words = &plan->options[tool];
    const char *idle = idle_because(plan, tool);
    if (words->count == 0)
        return STATUS_OK;
    if (idle != NULL)
        return error_set(error, STATUS_USAGE, "options for %s do nothing here: %s",
                         run_tool_name(tool), idle);
    return check_words(tool, words, error);
}

enum status plan_tools_load(struct run_plan *plan, const char *folder, struct error *error) {
    enum status status = run_plan_load(plan, folder, error);
    if (status != STATUS_OK)
        return status;
    for (int tool = 0; tool < RUN_TOOLS && status == STATUS_OK; tool++)
        status = check_tool(plan, (enum run_tool)tool, error);
    if (status == STATUS_USAGE) {
        error_prefix(error, "'%s/%s' is no plan of a data set", folder, RUN_PLAN_NAME);
        status = error->status = STATUS_CORRUPT;
    }
    if (status != STATUS_OK)
        run_plan_release(plan);
    return status;
}
