/*
 * mlmprep - plans, makes, resumes and finishes a whole data set. See mlmprep(1).
 */
#include <sys/prctl.h>

#include "tools/cli/signals.h"
#include "tools/cli/standard_streams.h"
#include "tools/mlmprep/command_names.h"
#include "tools/mlmprep/mlmprep_command.h"

static const struct command_name COMMANDS[] = {
    {"init", init_command, "write the plan of a data set into a new folder"},
    {"run", run_command, "do all that is missing, from the sources to the bucket"},
    {"task", task_command, "make one shard: what a cluster starts many times"},
    {"missing", missing_command, "list the tasks that are not done: 3,7-9"},
    {"status", status_command, "tell what is done, running, missing and failed"},
    {"finish", finish_command, "verify every shard, write dataset.json, upload it last"},
    {"verify", verify_command, "hold a data set, here or in a bucket, against its dataset.json"},
    {"slurm", slurm_command, "print or submit the jobs that make the data set on a cluster"},
    {"fetch", fetch_command, "download a dump and a vocabulary"},
    {"update", update_command, "make the data set of a newer dump, for cron"},
    {NULL, NULL, NULL},
};

int main(int argc, char **argv) {
    /* `run` starts tasks by a name of /proc, which ps and pgrep would show. */
    prctl(PR_SET_NAME, "mlmprep");
    standard_streams_occupy();
    signals_install();
    const struct command_name *command = NULL;
    if (argc > 1)
        command = command_names_find(COMMANDS, argv[1]);
    if (command != NULL)
        return command->run(argc - 1, argv + 1);
    return command_names_answer(COMMANDS, argc, argv);
}
