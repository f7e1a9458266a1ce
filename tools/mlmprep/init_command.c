/*
 * mlmprep init - writes the plan of a data set into a folder.
 */
#include <stdio.h>

#include "tools/mlmprep/mlmprep_command.h"
#include "tools/mlmprep/plan_folder.h"
#include "tools/mlmprep/plan_making.h"
#include "tools/mlmprep/plan_options.h"
#include "tools/mlmprep/plan_template.h"
#include "tools/mlmprep/web_probe.h"

struct init_request {
    struct plan_options options;
    bool template; /* show it, do nothing */
};

static void tell(const struct command *command, const struct run_plan *plan, bool is_new) {
    const struct messages *messages = &command->cli.messages;
    if (!is_new) {
        messages_summary(messages, "'%s' has this plan already; nothing changed", command->folder);
        return;
    }
    const char *next = plan->series.mirror != NULL ? "update" : "run";
    messages_summary(messages, "wrote '%s/%s': %zu task%s; go on with 'mlmprep %s %s'",
                     command->folder, RUN_PLAN_NAME, run_plan_tasks(plan),
                     run_plan_tasks(plan) == 1 ? "" : "s", next, command->folder);
}

/* Compares with the plan that is there. */
static enum status compare(const struct command *command, const struct run_plan *wanted,
                           struct error *error) {
    struct run_plan old;
    enum status status = run_plan_load(&old, command->folder, error);
    if (status != STATUS_OK)
        return status;
    status = run_plan_compare(&old, wanted, error);
    run_plan_release(&old);
    if (status != STATUS_OK)
        return error_prefix(error, "'%s'", command->folder);
    tell(command, wanted, false);
    return STATUS_OK;
}

static enum status init(struct command *command, struct init_request *request,
                        struct error *error) {
    struct run_plan plan;
    struct buffer vocabulary = BUFFER_INIT;
    struct web_probe web;
    const struct plan_probe probe = {web_probe_ask, &web, &command->stop, &command->cli.messages};
    bool has_plan = false;
    web_probe_init(&web, command->cli.tool->name, &command->stop);
    enum status status = plan_options_read_config(&request->options, error);
    if (status == STATUS_OK)
        status = plan_folder_look(command->folder, &has_plan, error);
    if (status == STATUS_OK)
        status = plan_making_make(&plan, &vocabulary, &request->options, &probe, error);
    if (status != STATUS_OK)
        goto out_vocabulary;
    if (has_plan) {
        status = compare(command, &plan, error);
    } else {
        status = plan_folder_write(command->folder, &plan, buffer_view(&vocabulary), error);
        if (status == STATUS_OK)
            tell(command, &plan, true);
    }
    run_plan_release(&plan);
out_vocabulary:
    web_probe_release(&web);
    buffer_release(&vocabulary);
    return status;
}

static int start(struct init_request *request, int argc, char **argv) {
    struct option_spec rows[PLAN_OPTIONS_ROWS + 1];
    size_t count = plan_options_rows(&request->options, rows);
    rows[count++] =
        option_flag("template", &request->template, "show a file for --config, explained");
    const struct tool tool = {
        .name = "mlmprep init",
        .synopsis = "--source FILE --vocab FILE DIR",
        .summary = "Writes the plan of a data set into DIR, a new or empty folder: run.json, by "
                   "which all other\ncommands go. In a folder that has it already nothing is "
                   "changed: another plan is an error that\nnames the differences.",
        .example = "  mlmprep init wiki --source enwiki-latest-pages-articles.xml.bz2 \\\n"
                   "      --vocab vocab.txt --bucket s3://bucket/prefix",
        .options = rows,
        .option_count = count,
    };
    struct command command;
    struct error error;
    if (!command_begin(&command, &tool, argc, argv))
        return command.cli.exit_code;
    if (request->template) {
        fputs(plan_template, stdout);
        return command_finish(&command, STATUS_OK, &error);
    }
    enum status status = command_check_folder(&command, &error);
    if (status == STATUS_OK)
        status = init(&command, request, &error);
    return command_finish(&command, status, &error);
}

int init_command(int argc, char **argv) {
    struct init_request request = {.template = false};
    plan_options_init(&request.options);
    int code = start(&request, argc, argv);
    plan_options_release(&request.options);
    return code;
}
