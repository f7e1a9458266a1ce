/*
 * hdf5_file - an HDF5 file being written over an open descriptor, with errors that can be told.
 *
 * HDF5 reaches the descriptor through a file driver of ours. A write that fails is remembered and
 * answered with success: HDF5 then lets go of everything as after a good run (after a failed write
 * it cannot close its file, and keeps it until the process ends), and hdf5_file_check or
 * hdf5_file_close report the system's reason.
 *
 * Only for the other files of this folder: this is the one header that lets HDF5's types out.
 *
 * Thread rule: HDF5 has global state, so one thread at a time in the process is inside any of the
 * functions of this folder that reach HDF5, unless the library was built thread-safe.
 */
#ifndef FORMATS_H5_HDF5_FILE_H
#define FORMATS_H5_HDF5_FILE_H

#include <hdf5.h>

#include "formats/base/status.h"

struct hdf5_file {
    hid_t id;
    int descriptor;   /* borrowed, not closed */
    const char *name; /* borrowed; for messages */
    int write_error;  /* errno of the first write that failed, or 0 */
    int read_error;   /* errno of the last read back that failed, or 0 */
};

/*
 * Makes an empty HDF5 file of an empty, open descriptor. The struct must not move until it is
 * closed. The format is the oldest that can hold what is put in, and nothing bears a time stamp.
 */
MUST_USE enum status hdf5_file_create(struct hdf5_file *file, int descriptor, const char *name,
                                      struct error *error);

/* Gives the root group an attribute that is a UTF-8 string of variable length. */
MUST_USE enum status hdf5_file_write_text(const struct hdf5_file *file, const char *name,
                                          const char *text, struct error *error);

/* Whether all writes so far have reached the descriptor. */
MUST_USE enum status hdf5_file_check(const struct hdf5_file *file, struct error *error);

/*
 * Closes the file and whatever is still open in it, and checks as hdf5_file_check does. The
 * descriptor stays open. Harmless on a closed file.
 */
MUST_USE enum status hdf5_file_close(struct hdf5_file *file, struct error *error);

/*
 * The sentence for a call of HDF5's that failed just now: "<what> '<name>': <reason>", the
 * reason being the system's when there was one, else the innermost of HDF5's. Returns
 * STATUS_FAILED.
 */
enum status hdf5_file_failed(const struct hdf5_file *file, struct error *error, const char *what);

#endif
