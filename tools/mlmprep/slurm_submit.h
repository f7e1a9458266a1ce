/*
 * slurm_submit - a script of slurm_script.h carried out, and what the cluster allows.
 *
 * Slurm is spoken to through its own programs (sbatch, squeue, scontrol), found in PATH.
 *
 * Thread rule: from a process with one thread (it forks).
 */
#ifndef TOOLS_MLMPREP_SLURM_SUBMIT_H
#define TOOLS_MLMPREP_SLURM_SUBMIT_H

#include <stdint.h>

#include "formats/base/buffer.h"
#include "formats/base/status.h"
#include "tools/prep/stop_signal.h"

/*
 * How many indices an array may have, MaxArraySize of the cluster's configuration. STATUS_FAILED
 * when Slurm does not answer or has no arrays.
 */
MUST_USE enum status slurm_submit_limit(uint64_t *limit, struct stop_signal *stop,
                                        struct error *error);

/*
 * Has /bin/sh carry the script out; what it prints goes to standard output. The sentence of a
 * failure is the last line that the script, or a program of Slurm's, wrote to standard error; lines
 * before it, and what is written there in the case of success, go on to standard error.
 * STATUS_TEMPORARY when jobs of the folder are in the queue.
 */
MUST_USE enum status slurm_submit_run(struct view script, struct stop_signal *stop,
                                      struct error *error);

#endif
