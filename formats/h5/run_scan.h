/*
 * run_scan - finds equal bytes in a row.
 *
 * Thread rule: pure functions.
 */
#ifndef FORMATS_H5_RUN_SCAN_H
#define FORMATS_H5_RUN_SCAN_H

#include <stddef.h>

#include "formats/h5/run_deflate.h"

/*
 * Takes bytes apart into literals and repeats, every run of four or more as one literal and its
 * repeats. `parts` has room for size / 4 + 1 of them; gives how many there are. At most 2^31 bytes.
 */
size_t run_scan(struct run_deflate_part *parts, const unsigned char *bytes, size_t size);

/* The same where cpu_variant_is_2013. */
size_t run_scan_2013(struct run_deflate_part *parts, const unsigned char *bytes, size_t size);

#endif
