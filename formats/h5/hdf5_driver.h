/*
 * hdf5_driver - the HDF5 file driver that hdf5_file stands on.
 *
 * Thread rule: as hdf5_file.
 */
#ifndef FORMATS_H5_HDF5_DRIVER_H
#define FORMATS_H5_HDF5_DRIVER_H

#include <hdf5.h>

#include "formats/h5/hdf5_file.h"

/*
 * Makes a file access property list open files through the driver, over file->descriptor. `file`
 * must outlive every HDF5 file opened so. Negative on failure, as HDF5's functions are.
 */
herr_t hdf5_driver_set(hid_t access, struct hdf5_file *file);

#endif
