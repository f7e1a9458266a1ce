#include "tools/prep/slurm_script.h"

#include <string.h>

#include "tools/prep/index_ranges.h"
#include "tools/prep/shell_words.h"

/* Appends a word so that a shell reads it as it is. */
static enum status write_quoted(struct buffer *text, const char *word, struct error *error) {
    if (strchr(word, '\n') != NULL)
        return error_set(error, STATUS_USAGE,
                         "'%s' has a line end in it, which a script for Slurm cannot have; rename "
                         "the folder or change the option",
                         word);
    return shell_words_quote(text, word, error);
}

/* Appends " WORD" for each. */
static enum status write_words(struct buffer *text, const struct run_words *words,
                               struct error *error) {
    enum status status = STATUS_OK;
    for (size_t i = 0; words != NULL && i < words->count && status == STATUS_OK; i++) {
        status = buffer_append(text, " ", 1, error);
        if (status == STATUS_OK)
            status = write_quoted(text, words->words[i], error);
    }
    return status;
}

/*
 * Appends the folder of logs as sbatch takes it for --output, where "%" begins what it fills in,
 * also in the part that it puts before a relative name, and is doubled to stand for itself. A
 * backslash anywhere would turn that off, and go.
 */
static enum status write_logs(struct buffer *text, const char *folder, struct error *error) {
    struct buffer name = BUFFER_INIT;
    enum status status = STATUS_OK;
    if (strchr(folder, '\\') != NULL)
        return error_set(
            error, STATUS_USAGE,
            "'%s' has a backslash in it, which Slurm cannot have in the name of a log; "
            "rename the folder",
            folder);
    for (const char *byte = folder; *byte != '\0' && status == STATUS_OK; byte++)
        status = buffer_append(&name, *byte == '%' ? "%%" : byte, *byte == '%' ? 2 : 1, error);
    if (status == STATUS_OK)
        status = buffer_append(&name, "/log", sizeof "/log", error);
    if (status == STATUS_OK)
        status =
            buffer_format(text, error, "\n# The place of logs: for sbatch %%%% is a %%.\nlogs=");
    if (status == STATUS_OK)
        status = write_quoted(text, (const char *)name.data, error);
    buffer_release(&name);
    return status;
}

/*
 * Appends "NAME=WORD", in which the word is quoted twice: the script's shell takes one pair off,
 * and that of a job, into whose script it is put, the other.
 */
static enum status write_job_word(struct buffer *text, const char *name, const char *word,
                                  struct error *error) {
    struct buffer quoted = BUFFER_INIT;
    enum status status = write_quoted(&quoted, word, error);
    if (status == STATUS_OK)
        status = buffer_append(&quoted, "", 1, error);
    if (status == STATUS_OK)
        status = buffer_format(text, error, "\n%s=", name);
    if (status == STATUS_OK)
        status = write_quoted(text, (const char *)quoted.data, error);
    buffer_release(&quoted);
    return status;
}

/* Lines as the script has them. */
/* clang-format off */
static const char QUEUE[] =
    "\n\n"
    "# Where this runs in a job of an array, what it sends is none.\n"
    "unset SLURM_ARRAY_JOB_ID SLURM_ARRAY_TASK_ID SLURM_RESTART_COUNT SBATCH_ARRAY_INX\n"
    "# Preferences of squeue's user, which would hide jobs, here and in what is sent.\n"
    "unset SQUEUE_ACCOUNT SQUEUE_LICENSES SQUEUE_NAMES SQUEUE_PARTITION SQUEUE_QOS SQUEUE_STATES \\\n"
    "    SQUEUE_USERS\n"
    "\n"
    "# What is in the queue is not sent once more.\n"
    "queue=$(squeue --noheader --format='%F|%j|%Z/')\n"
    "queued=$(printf '%s\\n' \"$queue\" | while IFS='|' read -r id name place; do\n"
    "    case $name in mlmprep-*) [ \"$place\" != \"$folder/\" ] || echo \"$id\" ;; esac\n"
    "done | sort -u | tr '\\n' ' ')\n"
    "if [ -n \"$queued\" ]; then\n"
    "    printf \"jobs of '%s' are in the queue: %s; wait for them, or end them with scancel\\n\" \\\n"
    "        \"$folder\" \"${queued% }\" >&2\n"
    "    exit 75\n"
    "fi\n"
    "mkdir -p \"$folder/log\"\n"
    "\n"
    "# send COMMAND ARGUMENTS OPTION...: sends a job and prints its number. Of options of sbatch that\n"
    "# contradict each other the last one counts.\n"
    "send() {\n"
    "    command=$1 arguments=$2\n"
    "    shift 2\n"
    "    id=$(sbatch --parsable --requeue --open-mode=append --kill-on-invalid-dep=yes";
static const char JOB[] =
    " \\\n"
    "        \"$@\" --job-name=\"mlmprep-$command\" --chdir=\"$folder\" <<END\n"
    "#!/bin/sh\n"
    "trap : TERM\n"
    "status=0\n"
    "$job_program $command $job_folder $arguments --threads ";
static const char JOB_END[] =
    " || status=\\$?\n"
    "# 75 is \"another time\", of which Slurm knows nothing by itself. The number of one job of an\n"
    "# array may be that of the whole. A job that was cancelled, or has no time left, is not running.\n"
    "job=\\${SLURM_ARRAY_TASK_ID:+\\${SLURM_ARRAY_JOB_ID}_\\$SLURM_ARRAY_TASK_ID}\n"
    "job=\\${job:-\\$SLURM_JOB_ID}\n"
    "if [ \\$status = 75 ] && [ \"\\${SLURM_RESTART_COUNT:-0}\" -lt \"$retries\" ] &&\n"
    "    [ \"\\$(squeue --noheader --jobs=\\$job --format=%T)\" = RUNNING ]; then\n"
    "    scontrol requeue \"\\$job\"\n"
    "fi\n"
    "exit \\$status\n"
    "END\n"
    "    ) || exit\n"
    "    echo \"${id%%;*}\"\n"
    "}\n";
/* clang-format on */

/* The beginning: what the jobs have in common. */
static enum status write_head(const struct slurm_script *script, struct buffer *text,
                              struct error *error) {
    enum status status = buffer_format(
        text, error,
        "#!/bin/sh\n"
        "# Sends to Slurm what is missing of a data set: %zu of its %zu tasks%s.\n"
        "set -eu\n"
        "folder=",
        script->missing_count, script->tasks, script->prepare ? ", text and vocabulary first" : "");
    if (status == STATUS_OK)
        status = write_quoted(text, script->folder, error);
    if (status == STATUS_OK)
        status = write_logs(text, script->folder, error);
    if (status == STATUS_OK)
        status = buffer_format(text, error, "\n# The same once more, as words for the jobs.");
    if (status == STATUS_OK)
        status = write_job_word(text, "job_folder", script->folder, error);
    if (status == STATUS_OK)
        status = write_job_word(text, "job_program", script->program, error);
    if (status == STATUS_OK)
        status = buffer_format(text, error, "\nretries=%llu", (unsigned long long)script->retries);
    if (status == STATUS_OK)
        status = buffer_append(text, QUEUE, sizeof QUEUE - 1, error);
    if (status == STATUS_OK)
        status = write_words(text, script->options, error);
    if (status == STATUS_OK)
        status = buffer_append(text, JOB, sizeof JOB - 1, error);
    if (status == STATUS_OK && script->threads > 0)
        status = buffer_format(text, error, "%llu", (unsigned long long)script->threads);
    else if (status == STATUS_OK)
        status = buffer_format(text, error, "\"\\${SLURM_CPUS_PER_TASK:-1}\"");
    return status == STATUS_OK ? buffer_append(text, JOB_END, sizeof JOB_END - 1, error) : status;
}

static enum status write_prepare(const struct slurm_script *script, struct buffer *text,
                                 struct error *error) {
    enum status status = buffer_format(text, error,
                                       "\n# Text and vocabulary, which all tasks need.\n"
                                       "id=$(send run '--until vocab'");
    if (status == STATUS_OK)
        status = write_words(text, script->prepare_options, error);
    if (status == STATUS_OK)
        status = buffer_format(text, error,
                               " \\\n    --output=\"$logs/slurm-%%j-prepare.log\")\n"
                               "echo \"$id prepare\"\n"
                               "prepared=$id\n");
    return status;
}

/* The job array of tasks whose indices are their numbers less `offset`. */
static enum status write_array(const struct slurm_script *script, const size_t *tasks, size_t count,
                               size_t offset, struct buffer *text, struct error *error) {
    enum status status =
        offset == 0
            ? buffer_format(text, error, "id=$(send task '--task auto'")
            : buffer_format(text, error, "id=$(send task '--task auto --offset %zu'", offset);
    if (status == STATUS_OK && script->prepare)
        status = buffer_format(text, error, " --dependency=\"afterok:$prepared\"");
    if (status == STATUS_OK)
        status =
            buffer_format(text, error, " \\\n    --output=\"$logs/slurm-%%A_%%a.log\" --array=");
    if (status == STATUS_OK)
        status = index_ranges_write(text, tasks, count, offset, error);
    if (status == STATUS_OK)
        status = buffer_format(text, error, ")\necho \"$id tasks ");
    if (status == STATUS_OK)
        status = index_ranges_write(text, tasks, count, 0, error);
    return status == STATUS_OK ? buffer_format(text, error, "\"\ntasks=$tasks:$id\n") : status;
}

static enum status write_arrays(const struct slurm_script *script, struct buffer *text,
                                struct error *error) {
    enum status status = buffer_format(text, error,
                                       "\n# Tasks, each of which makes a shard. An array's indices "
                                       "are below %llu.\ntasks=\n",
                                       (unsigned long long)script->array_limit);
    for (size_t i = 0; i < script->missing_count && status == STATUS_OK;) {
        /* Offsets are multiples of the limit, so that they are the same in each call. */
        size_t offset = script->missing[i] - (size_t)(script->missing[i] % script->array_limit);
        size_t count = 1;
        while (i + count < script->missing_count &&
               script->missing[i + count] - offset < script->array_limit)
            count++;
        status = write_array(script, script->missing + i, count, offset, text, error);
        i += count;
    }
    return status;
}

static enum status write_finish(const struct slurm_script *script, struct buffer *text,
                                struct error *error) {
    enum status status = buffer_format(
        text, error,
        "\n# Whatever became of the tasks: it looks at every shard, and tells what is missing.\n"
        "id=$(send finish ''");
    if (status == STATUS_OK)
        status = write_words(text, script->finish_options, error);
    if (status == STATUS_OK && script->missing_count > 0)
        status = buffer_format(text, error, " --dependency=\"afterany$tasks\"");
    else if (status == STATUS_OK && script->prepare)
        status = buffer_format(text, error, " --dependency=\"afterok:$prepared\"");
    if (status == STATUS_OK)
        status = buffer_format(text, error,
                               " \\\n    --output=\"$logs/slurm-%%j-finish.log\")\n"
                               "echo \"$id finish\"\n");
    return status;
}

enum status slurm_script_write(const struct slurm_script *script, struct buffer *text,
                               struct error *error) {
    enum status status = write_head(script, text, error);
    if (status == STATUS_OK && script->prepare)
        status = write_prepare(script, text, error);
    if (status == STATUS_OK && script->missing_count > 0)
        status = write_arrays(script, text, error);
    return status == STATUS_OK ? write_finish(script, text, error) : status;
}
