#include "formats/h5/hdf5_driver.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#if H5_VERSION_GE(1, 13, 0)
#include <H5FDdevelop.h>
#endif

/* What HDF5 holds of an open file; it knows the first member only. */
struct driver_file {
    H5FD_t head;
    struct hdf5_file *file;
    haddr_t end_of_allocation; /* where HDF5 will put its next object */
    haddr_t end_of_file;
};

static const haddr_t HIGHEST_ADDRESS = ((haddr_t)1 << 62) - 1;

static H5FD_t *driver_open(const char *name, unsigned flags, hid_t access, haddr_t highest) {
    (void)name;
    (void)flags;
    (void)highest;
    struct hdf5_file *const *file = H5Pget_driver_info(access);
    struct stat info;
    if (file == NULL || fstat((*file)->descriptor, &info) != 0)
        return NULL;
    struct driver_file *opened = calloc(1, sizeof *opened);
    if (opened == NULL)
        return NULL;
    opened->file = *file;
    opened->end_of_file = info.st_size > 0 ? (haddr_t)info.st_size : 0;
    return &opened->head;
}

static herr_t driver_close(H5FD_t *head) {
    free((struct driver_file *)head);
    return 0;
}

static herr_t driver_query(const H5FD_t *head, unsigned long *flags) {
    (void)head;
    *flags = H5FD_FEAT_AGGREGATE_METADATA | H5FD_FEAT_ACCUMULATE_METADATA |
             H5FD_FEAT_AGGREGATE_SMALLDATA;
    return 0;
}

static haddr_t driver_get_allocation(const H5FD_t *head, H5FD_mem_t type) {
    (void)type;
    return ((const struct driver_file *)head)->end_of_allocation;
}

static herr_t driver_set_allocation(H5FD_t *head, H5FD_mem_t type, haddr_t address) {
    (void)type;
    ((struct driver_file *)head)->end_of_allocation = address;
    return 0;
}

static haddr_t driver_get_end(const H5FD_t *head, H5FD_mem_t type) {
    (void)type;
    return ((const struct driver_file *)head)->end_of_file;
}

/* Bytes read at `address`, fewer than `size` only at the end of the file; negative on failure. */
static ssize_t read_at(int descriptor, void *bytes, size_t size, haddr_t address) {
    size_t done = 0;
    while (done < size) {
        ssize_t count =
            pread(descriptor, (char *)bytes + done, size - done, (off_t)(address + done));
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return -1;
        if (count == 0)
            break;
        done += (size_t)count;
    }
    return (ssize_t)done;
}

static herr_t driver_read(H5FD_t *head, H5FD_mem_t type, hid_t transfer, haddr_t address,
                          size_t size, void *bytes) {
    (void)type;
    (void)transfer;
    struct driver_file *opened = (struct driver_file *)head;
    if (address > HIGHEST_ADDRESS || size > HIGHEST_ADDRESS - address)
        return -1;
    ssize_t got = read_at(opened->file->descriptor, bytes, size, address);
    if (got < 0) {
        opened->file->read_error = errno;
        return -1;
    }
    /* Space that was allocated and not yet written reads as zeros. */
    memset((char *)bytes + got, 0, size - (size_t)got);
    return 0;
}

static herr_t driver_write(H5FD_t *head, H5FD_mem_t type, hid_t transfer, haddr_t address,
                           size_t size, const void *bytes) {
    (void)type;
    (void)transfer;
    struct driver_file *opened = (struct driver_file *)head;
    struct hdf5_file *file = opened->file;
    if (address > HIGHEST_ADDRESS || size > HIGHEST_ADDRESS - address)
        return -1;
    size_t done = 0;
    while (done < size && file->write_error == 0) {
        ssize_t count = pwrite(file->descriptor, (const char *)bytes + done, size - done,
                               (off_t)(address + done));
        if (count < 0 && errno != EINTR)
            file->write_error = errno;
        else if (count > 0)
            done += (size_t)count;
    }
    if (address + size > opened->end_of_file)
        opened->end_of_file = address + size;
    return 0;
}

static herr_t driver_truncate(H5FD_t *head, hid_t transfer, hbool_t closing) {
    (void)transfer;
    (void)closing;
    struct driver_file *opened = (struct driver_file *)head;
    struct hdf5_file *file = opened->file;
    if (opened->end_of_file != opened->end_of_allocation) {
        if (file->write_error == 0 &&
            ftruncate(file->descriptor, (off_t)opened->end_of_allocation) != 0)
            file->write_error = errno;
        opened->end_of_file = opened->end_of_allocation;
    }
    return 0;
}

static const H5FD_class_t DRIVER = {
#if H5_VERSION_GE(1, 13, 0)
    .version = H5FD_CLASS_VERSION,
    .value = (H5FD_class_value_t)600, /* a number above those The HDF Group reserves */
#endif
    .name = "mlmprep_descriptor",
    .maxaddr = ((haddr_t)1 << 62) - 1,
    .fc_degree = H5F_CLOSE_STRONG,
    .fapl_size = sizeof(struct hdf5_file *),
    .open = driver_open,
    .close = driver_close,
    .query = driver_query,
    .get_eoa = driver_get_allocation,
    .set_eoa = driver_set_allocation,
    .get_eof = driver_get_end,
    .read = driver_read,
    .write = driver_write,
    .truncate = driver_truncate,
    .fl_map = H5FD_FLMAP_DICHOTOMY,
};

herr_t hdf5_driver_set(hid_t access, struct hdf5_file *file) {
    hid_t driver = H5FDregister(&DRIVER);
    if (driver < 0)
        return -1;
    herr_t result = H5Pset_driver(access, driver, &file);
    /* The property list holds the driver from here on, and the file after it. */
    H5FDunregister(driver);
    return result;
}
