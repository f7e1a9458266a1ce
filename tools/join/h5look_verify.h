/*
 * h5look_verify - whether a scanned set is sound, and whether known trainers can read it.
 *
 * Thread rule: pure functions over a set that nobody changes.
 */
#ifndef TOOLS_JOIN_H5LOOK_VERIFY_H
#define TOOLS_JOIN_H5LOOK_VERIFY_H

#include <stdbool.h>
#include <stddef.h>

#include "tools/join/h5look_set.h"

#define H5LOOK_TEXT_SIZE 512

enum h5look_verdict {
    H5LOOK_FITS,
    H5LOOK_WARNS,   /* worth knowing; nobody refuses it */
    H5LOOK_FAILS,   /* not as it should be */
    H5LOOK_DAMAGED, /* not what was written */
};

/* A check of the set itself, or a trainer. */
struct h5look_check {
    const char *name;  /* "checksums", "nvidia" */
    const char *title; /* of a trainer, else NULL */
    enum h5look_verdict verdict;
    char text[H5LOOK_TEXT_SIZE]; /* a phrase: what was found */
};

#define H5LOOK_CHECKS   8
#define H5LOOK_TRAINERS 14

struct h5look_verification {
    struct h5look_check checks[H5LOOK_CHECKS];
    struct h5look_check trainers[H5LOOK_TRAINERS]; /* H5LOOK_FITS or H5LOOK_FAILS */
};

/* Judges a set whose rows and digests were scanned. */
void h5look_verify(struct h5look_verification *verification, const struct h5look_set *set);

/* The worst verdict of the checks. */
enum h5look_verdict h5look_verify_worst(const struct h5look_verification *verification);

/* Judges the trainers alone; what h5look_verify calls. */
void h5look_trainers(struct h5look_check trainers[H5LOOK_TRAINERS], const struct h5look_set *set);

/* The number of the trainer of a name, or -1. */
int h5look_trainers_find(const char *name);

/* Appends a phrase to a text of H5LOOK_TEXT_SIZE, behind "; " where there is one before. */
void h5look_text_add(char *text, const char *format, ...) PRINTF_LIKE(2, 3);

#endif
