/*
 * task_key - a key over all that an outcome depends on: SHA-256 over parts, each added with its
 * length so that no two lists look alike.
 *
 * Thread rule: one thread at a time per key.
 */
#ifndef TOOLS_PREP_TASK_KEY_H
#define TOOLS_PREP_TASK_KEY_H

#include "formats/base/sha256.h"
#include "formats/base/status.h"
#include "tools/prep/run_plan.h"
#include "tools/prep/run_words.h"

struct task_key {
    struct sha256 hash;
};

/* Starts one; task_key_finish frees it. */
MUST_USE enum status task_key_init(struct task_key *key, struct error *error);

/* Add a text, or a list of them. What fails is told by task_key_finish. */
void task_key_add(struct task_key *key, const char *part);
void task_key_add_words(struct task_key *key, const struct run_words *words);

/* Gives the key, or "" when hashing has failed: no marker holds it, and none is written with it. */
void task_key_finish(struct task_key *key, char hexadecimal[RUN_PLAN_SHA256]);

#endif
