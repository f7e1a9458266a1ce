#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "formats/base/buffer.h"
#include "formats/base/byte_sink.h"
#include "tools/mlmprep/mlmprep_command.h"
#include "tools/mlmprep/slurm_submit.h"
#include "tools/prep/folder_state.h"
#include "tools/prep/slurm_script.h"

/* Indices that every cluster takes whose administrator has not set less: Slurm's limit is 1001. */
#define USUAL_LIMIT 1000

struct slurm_settings {
    bool submit;
    uint64_t array_limit; /* 0: not given */
    uint64_t cpus, retries;
    const char *memory, *time, *partition; /* or NULL */
    const char *prepare, *finish;          /* options of sbatch in one text; or NULL */
};

/* What goes into the script, all owned. */
struct slurm_work {
    struct run_plan plan;
    bool ready;    /* text and vocabulary are there */
    bool finished; /* and all the rest */
    char *folder;
    char program[PATH_MAX];
    size_t *missing, missing_count;
    struct run_words options, prepare, finish;
    struct buffer script;
};

static void release(struct slurm_work *work) {
    run_plan_release(&work->plan);
    free(work->folder);
    free(work->missing);
    run_words_release(&work->options);
    run_words_release(&work->prepare);
    run_words_release(&work->finish);
    buffer_release(&work->script);
}

/* Adds "--name=value", unless there is no value. */
static enum status add_option(struct run_words *words, const char *name, const char *value,
                              struct error *error) {
    char *word;
    if (value == NULL)
        return STATUS_OK;
    if (asprintf(&word, "--%s=%s", name, value) < 0)
        return error_no_memory(error, "the options of sbatch");
    enum status status = run_words_add(words, word, error);
    free(word);
    return status;
}

/* The options of sbatch, those behind "--" last. */
static enum status gather_options(struct slurm_work *work, const struct slurm_settings *settings,
                                  const struct cli *cli, struct error *error) {
    char cpus[32];
    snprintf(cpus, sizeof cpus, "%llu", (unsigned long long)settings->cpus);
    enum status status = add_option(&work->options, "cpus-per-task", cpus, error);
    if (status == STATUS_OK)
        status = add_option(&work->options, "mem", settings->memory, error);
    if (status == STATUS_OK)
        status = add_option(&work->options, "time", settings->time, error);
    if (status == STATUS_OK)
        status = add_option(&work->options, "partition", settings->partition, error);
    for (int i = 1; i < cli->operand_count && status == STATUS_OK; i++)
        status = run_words_add(&work->options, cli->operands[i], error);
    if (status == STATUS_OK && settings->prepare != NULL)
        status = run_words_split(&work->prepare, settings->prepare, error);
    if (status == STATUS_OK && settings->finish != NULL)
        status = run_words_split(&work->finish, settings->finish, error);
    return status;
}

/* Names that mean the same on every node. */
static enum status find_names(struct slurm_work *work, const char *folder, struct error *error) {
    work->folder = realpath(folder, NULL);
    if (work->folder == NULL)
        return error_system(error, errno, "cannot open the folder", folder);
    ssize_t size = readlink("/proc/self/exe", work->program, sizeof work->program - 1);
    if (size < 0)
        return error_system(error, errno, "cannot read", "/proc/self/exe");
    work->program[size] = '\0';
    return STATUS_OK;
}

/* What is to be done. All tasks are missing as long as text and vocabulary are to be made. */
static enum status find_missing(struct slurm_work *work, struct error *error) {
    struct folder_state state;
    enum status status = folder_state_read(&state, work->folder, &work->plan, error);
    if (status != STATUS_OK)
        return status;
    work->ready = state.census.ready;
    work->finished = state.stages[FOLDER_FINISH] == STAGE_STATE_DONE;
    status = task_census_list(&state.census, ~(1U << TASK_STATE_DONE), &work->missing,
                              &work->missing_count, error);
    folder_state_release(&state);
    return status;
}

static enum status write_script(struct slurm_work *work, const struct slurm_settings *settings,
                                struct command *command, struct error *error) {
    struct slurm_script script = {
        .program = work->program,
        .folder = work->folder,
        .prepare = !work->ready,
        .missing = work->missing,
        .missing_count = work->missing_count,
        .tasks = run_plan_tasks(&work->plan),
        .array_limit = settings->array_limit > 0 ? settings->array_limit : USUAL_LIMIT,
        .retries = settings->retries,
        .threads = command->cli.common.threads,
        .options = &work->options,
        .prepare_options = &work->prepare,
        .finish_options = &work->finish,
    };
    enum status status = STATUS_OK;
    run_report_set(&command->cli.report, "tasks", script.tasks);
    run_report_set(&command->cli.report, "missing", script.missing_count);
    if (settings->submit && settings->array_limit == 0 && script.missing_count > 0)
        status = slurm_submit_limit(&script.array_limit, &command->stop, error);
    return status == STATUS_OK ? slurm_script_write(&script, &work->script, error) : status;
}

static enum status print_script(struct view script, struct error *error) {
    struct byte_sink sink;
    byte_sink_to_descriptor(&sink, STDOUT_FILENO, "standard output");
    enum status status = byte_sink_write(&sink, script.data, script.size, error);
    if (status == STATUS_OK)
        status = byte_sink_flush(&sink, error);
    byte_sink_release(&sink);
    return status;
}

static enum status send_missing(struct slurm_work *work, const struct slurm_settings *settings,
                                struct command *command, struct error *error) {
    enum status status = write_script(work, settings, command, error);
    if (status != STATUS_OK)
        return status;
    struct view script = buffer_view(&work->script);
    return settings->submit ? slurm_submit_run(script, &command->stop, error)
                            : print_script(script, error);
}

/* The folder, and options of sbatch. */
static enum status check_operands(const struct cli *cli, struct error *error) {
    if (cli->operand_count == 0 || cli->operands[0][0] == '\0')
        return error_set(error, STATUS_USAGE, "call it as '%s %s'", cli->tool->name,
                         cli->tool->synopsis);
    if (cli->operand_count > 1 && cli->operands[1][0] != '-')
        return error_set(error, STATUS_USAGE,
                         "'%s' is too much: there is one folder, and options of sbatch stand "
                         "behind --",
                         cli->operands[1]);
    return STATUS_OK;
}

static enum status run(struct command *command, const struct slurm_settings *settings,
                       struct error *error) {
    struct slurm_work work = {0};
    enum status status = check_operands(&command->cli, error);
    if (status == STATUS_OK)
        status = gather_options(&work, settings, &command->cli, error);
    if (status == STATUS_OK)
        status = run_plan_load(&work.plan, command->folder, error);
    if (status == STATUS_OK)
        status = find_names(&work, command->folder, error);
    if (status == STATUS_OK)
        status = find_missing(&work, error);
    if (status == STATUS_OK && work.finished && work.missing_count == 0)
        messages_summary(&command->cli.messages, "nothing is missing of '%s'", command->folder);
    else if (status == STATUS_OK)
        status = send_missing(&work, settings, command, error);
    release(&work);
    return status;
}

int slurm_command(int argc, char **argv) {
    struct slurm_settings settings = {.cpus = 1, .retries = 2};
    const struct option_spec options[] = {
        option_flag("submit", &settings.submit,
                    "send the jobs and print their numbers, instead of the script that would"),
        option_whole("cpus-per-task", &settings.cpus, 1, 4096, "N", "processors for each job"),
        option_text("mem", &settings.memory, "SIZE", "memory for each job, as sbatch takes it"),
        option_text("time", &settings.time, "TIME", "time for each job, as sbatch takes it"),
        option_text("partition", &settings.partition, "NAME", "partition for the jobs"),
        option_text("prepare", &settings.prepare, "OPTIONS",
                    "further options of sbatch for the job that makes text and vocabulary"),
        option_text("finish", &settings.finish, "OPTIONS",
                    "further options of sbatch for the last job"),
        option_whole("retries", &settings.retries, 0, 1000, "N",
                     "start a job again so often that says \"another time\" (75)"),
        option_default("1000; with --submit what the cluster allows",
                       option_whole("array-limit", &settings.array_limit, 1, 4000001, "N",
                                    "indices of an array are below N")),
    };
    const struct tool tool = {
        .name = "mlmprep slurm",
        .synopsis = "DIR [-- SBATCH_OPTION ...]",
        .summary = "Prints a script that sends to Slurm what is missing of the data set of DIR: a "
                   "job for the text,\njob arrays for the tasks, and a job that finishes.",
        .example = "  mlmprep slurm wiki --time 1:00:00 --mem 2G --submit -- --account=nlp",
        .options = options,
        .option_count = sizeof options / sizeof *options,
    };
    struct command command;
    if (!command_begin(&command, &tool, argc, argv))
        return command.cli.exit_code;
    if (!settings.submit)
        command_end_by_signals(&command);
    struct error error;
    enum status status = run(&command, &settings, &error);
    return command_finish(&command, status, &error);
}
