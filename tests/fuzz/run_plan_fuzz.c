/* Any bytes as run.json: refused with a sentence, or read, written and read again as equal. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "tools/prep/run_plan.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void write_or_abort(const struct run_plan *plan, struct buffer *text) {
    struct error error;
    if (run_plan_write(plan, text, &error) != STATUS_OK)
        abort();
}

/* What every user of a plan may rely on. */
static void use(const struct run_plan *plan) {
    struct error error;
    size_t tasks = run_plan_tasks(plan);
    if (run_plan_check(plan, &error) != STATUS_OK || (plan->series.mirror == NULL && tasks == 0))
        abort();
    for (size_t task = 0; task < tasks; task++) {
        char *name;
        if (run_plan_shard_name(plan, task, &name, &error) != STATUS_OK || *name == '\0' ||
            strchr(name, '/') != NULL)
            abort();
        free(name);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct error error = {.message = ""};
    struct run_plan plan;
    struct run_plan again;
    if (run_plan_parse(&plan, (struct view){data, size}, "fuzz", &error) != STATUS_OK) {
        if (error.message[0] == '\0')
            abort();
        return 0;
    }
    use(&plan);
    struct buffer first = BUFFER_INIT;
    struct buffer second = BUFFER_INIT;
    write_or_abort(&plan, &first);
    if (run_plan_parse(&again, buffer_view(&first), "again", &error) != STATUS_OK ||
        run_plan_compare(&plan, &again, &error) != STATUS_OK)
        abort();
    write_or_abort(&again, &second);
    if (first.size != second.size || memcmp(first.data, second.data, first.size) != 0)
        abort();
    run_plan_release(&plan);
    run_plan_release(&again);
    buffer_release(&first);
    buffer_release(&second);
    return 0;
}
