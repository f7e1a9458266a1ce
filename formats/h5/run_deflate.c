#include "formats/h5/run_deflate.h"

#include <stdlib.h>
#include <string.h>

#include "formats/h5/adler.h"
#include "formats/h5/cpu_variant.h"
#include "formats/h5/run_deflate_block.h"
#include "formats/h5/run_scan.h"

/* A run of four is a literal and a match of three, the shortest there is. */
static const size_t PARTS = RUN_DEFLATE_BLOCK / 4 + 1;

enum status run_deflate_init(struct run_deflate *deflate, struct error *error) {
    *deflate = (struct run_deflate){.adler = 1, .is_2013 = cpu_variant_is_2013()};
    run_deflate_block_prepare(deflate);
    deflate->parts = malloc(PARTS * sizeof *deflate->parts);
    deflate->values = malloc(3 * PARTS);
    if (deflate->parts != NULL && deflate->values != NULL)
        return STATUS_OK;
    run_deflate_release(deflate);
    return error_no_memory(error, "compression");
}

void run_deflate_release(struct run_deflate *deflate) {
    free(deflate->parts);
    free(deflate->values);
    *deflate = (struct run_deflate){.adler = 1};
}

/*
 * A block is stored where its code would make it larger: 5 bytes for at most 65535. Gathered runs
 * are never stored, but come out smaller than their bytes by far, or else by half a per cent and
 * the size of a code more.
 */
size_t run_deflate_bound(size_t size) {
    return size > SIZE_MAX / 2 ? SIZE_MAX : size + size / 64 + 1024;
}

void run_deflate_start(struct run_deflate *deflate, void *out) {
    deflate->writer = (struct bit_writer){.at = out};
    deflate->start = out;
    deflate->adler = 1;
    deflate->part_count = deflate->value_count = 0;
    deflate->run_length = 0;
    /* A window of 32 KiB, the fastest of algorithms. */
    bit_writer_put(&deflate->writer, 0x0178, 16);
}

/* Writes the runs that were gathered. */
static void flush_runs(struct run_deflate *deflate) {
    if (deflate->part_count > 0)
        run_deflate_block_write(deflate, deflate->values, false);
    deflate->part_count = deflate->value_count = 0;
}

/* The run that might still have grown is done. */
static void end_run(struct run_deflate *deflate) {
    uint64_t left = deflate->run_length;
    if (left == 0)
        return;
    deflate->run_length = 0;
    deflate->adler = adler_of_run(deflate->adler, deflate->run_value, left);
    while (left > 0) {
        uint32_t taken = left < INT32_MAX ? (uint32_t)left : INT32_MAX - 8;
        uint32_t literals = taken < 4 ? taken : 1;
        if (deflate->part_count == PARTS)
            flush_runs(deflate);
        deflate->parts[deflate->part_count++] =
            (struct run_deflate_part){literals, taken - literals};
        memset(deflate->values + deflate->value_count, deflate->run_value, literals);
        deflate->value_count += literals;
        left -= taken;
    }
}

void run_deflate_run(struct run_deflate *deflate, unsigned char value, uint64_t count) {
    if (count == 0)
        return;
    if (value != deflate->run_value)
        end_run(deflate);
    deflate->run_value = value;
    deflate->run_length += count;
}

void run_deflate_bytes(struct run_deflate *deflate, const void *bytes, size_t size) {
    end_run(deflate);
    flush_runs(deflate);
    deflate->adler = adler_of_bytes(deflate->adler, bytes, size);
    const unsigned char *at = bytes;
    while (size > 0) {
        size_t taken = size < RUN_DEFLATE_BLOCK ? size : RUN_DEFLATE_BLOCK;
        deflate->part_count = deflate->is_2013 ? run_scan_2013(deflate->parts, at, taken)
                                               : run_scan(deflate->parts, at, taken);
        run_deflate_block_write(deflate, at, true);
        at += taken;
        size -= taken;
    }
    deflate->part_count = 0;
}

size_t run_deflate_finish(struct run_deflate *deflate) {
    end_run(deflate);
    flush_runs(deflate);
    run_deflate_block_write_last(deflate);
    for (unsigned shift = 32; shift > 0; shift -= 8)
        bit_writer_put(&deflate->writer, deflate->adler >> (shift - 8) & 255, 8);
    return (size_t)(deflate->writer.at - deflate->start);
}
