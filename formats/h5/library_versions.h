/*
 * library_versions - which HDF5 and deflate libraries the program runs with.
 */
#ifndef FORMATS_H5_LIBRARY_VERSIONS_H
#define FORMATS_H5_LIBRARY_VERSIONS_H

/*
 * "HDF5 1.10.8, ISA-L 2.30.0, libdeflate 1.14, zlib 1.2.13"; a static text, made at the first call.
 * Thread rule: call from one thread.
 */
const char *library_versions(void);

#endif
