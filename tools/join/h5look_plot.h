/*
 * h5look_plot - plots as SVG inside of an HTML page; the page's style sheet colours them.
 *
 * Thread rule: one thread at a time per stream. Errors stay with the stream (ferror).
 */
#ifndef TOOLS_JOIN_H5LOOK_PLOT_H
#define TOOLS_JOIN_H5LOOK_PLOT_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* What is written around a plot; plain text without markup. */
struct h5look_plot {
    const char *title;
    const char *across; /* what goes from left to right */
    const char *up;     /* what goes from bottom to top */
};

/*
 * Bars for counts of 0, 1, ... `count` - 1. Neighbours share a bar where there are more than fit:
 * their sum, or, where `mean` is set, their mean.
 */
void h5look_plot_bars(FILE *file, const struct h5look_plot *plot, const uint64_t *counts,
                      size_t count, int mean);

/* A line through counts that descend, the first one's rank being 1, both axes logarithmic. */
void h5look_plot_ranks(FILE *file, const struct h5look_plot *plot, const uint64_t *counts,
                       size_t count);

#endif
