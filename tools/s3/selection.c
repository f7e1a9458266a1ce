#include "tools/s3/selection.h"

#include <stdlib.h>

#include "tools/s3/glob_pattern.h"

enum status selection_add(struct selection *selection, bool include, const char *pattern,
                          struct error *error) {
    struct selection_rule *rules =
        reallocarray(selection->rules, selection->count + 1, sizeof *rules);
    if (rules == NULL)
        return error_no_memory(error, "the patterns of --include and --exclude");
    selection->rules = rules;
    rules[selection->count++] = (struct selection_rule){include, pattern};
    return STATUS_OK;
}

bool selection_has(const struct selection *selection, const char *name) {
    for (size_t i = selection == NULL ? 0 : selection->count; i > 0; i--) {
        if (glob_pattern_matches(selection->rules[i - 1].pattern, name))
            return selection->rules[i - 1].include;
    }
    return true;
}

void selection_release(struct selection *selection) {
    free(selection->rules);
    *selection = (struct selection){NULL, 0};
}
