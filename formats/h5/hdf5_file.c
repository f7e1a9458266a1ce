#include "formats/h5/hdf5_file.h"

#include <stdbool.h>
#include <string.h>

#include "formats/h5/hdf5_driver.h"

/*
 * Bytes of HDF5's cache of its own structures, which by default grows to 32 MiB. The index of a
 * chunked dataset is some 40 bytes a chunk, and only the branch being written is used again.
 */
static const size_t METADATA_CACHE = (size_t)1 << 20;

/*
 * Half the entries of a node in the index of a dataset's chunks. HDF5's own choice of 32 makes
 * nodes of 2 to 3 KiB, one for each dataset at least, which is most of a file with a few rows; with
 * 8 a large file's index has one more level and as many bytes.
 */
static const unsigned INDEX_HALF_NODE = 8;

static herr_t fix_metadata_cache(hid_t access) {
    H5AC_cache_config_t config = {.version = H5AC__CURR_CACHE_CONFIG_VERSION};
    if (H5Pget_mdc_config(access, &config) < 0)
        return -1;
    config.set_initial_size = 1;
    config.initial_size = METADATA_CACHE;
    config.min_size = METADATA_CACHE;
    config.max_size = METADATA_CACHE;
    config.incr_mode = H5C_incr__off;
    config.flash_incr_mode = H5C_flash_incr__off;
    config.decr_mode = H5C_decr__off;
    return H5Pset_mdc_config(access, &config);
}

/* Gives the property list by which files are opened, or a negative number. */
static hid_t access_properties(struct hdf5_file *file) {
    hid_t access = H5Pcreate(H5P_FILE_ACCESS);
    if (access < 0)
        return access;
    if (hdf5_driver_set(access, file) < 0 ||
        H5Pset_libver_bounds(access, H5F_LIBVER_EARLIEST, H5F_LIBVER_V18) < 0 ||
        H5Pset_fclose_degree(access, H5F_CLOSE_STRONG) < 0 || fix_metadata_cache(access) < 0) {
        H5Pclose(access);
        return -1;
    }
    return access;
}

/* HDF5 prints its errors to stderr and looks for filters in folders unless told not to. */
static void keep_quiet(void) {
    H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
    H5PLset_loading_state(0);
}

enum status hdf5_file_create(struct hdf5_file *file, int descriptor, const char *name,
                             struct error *error) {
    *file = (struct hdf5_file){.id = -1, .descriptor = descriptor, .name = name};
    keep_quiet();
    hid_t creation = H5Pcreate(H5P_FILE_CREATE);
    hid_t access = access_properties(file);
    if (creation >= 0 && access >= 0 && H5Pset_obj_track_times(creation, 0) >= 0 &&
        H5Pset_istore_k(creation, INDEX_HALF_NODE) >= 0)
        file->id = H5Fcreate(name, H5F_ACC_TRUNC, creation, access);
    enum status status = file->id >= 0 ? STATUS_OK : hdf5_file_failed(file, error, "cannot create");
    if (creation >= 0)
        H5Pclose(creation);
    if (access >= 0)
        H5Pclose(access);
    return status;
}

enum status hdf5_file_write_text(const struct hdf5_file *file, const char *name, const char *text,
                                 struct error *error) {
    hid_t attribute = -1;
    hid_t space = H5Screate(H5S_SCALAR);
    hid_t type = H5Tcopy(H5T_C_S1);
    bool written = false;
    if (space >= 0 && type >= 0 && H5Tset_size(type, H5T_VARIABLE) >= 0 &&
        H5Tset_cset(type, H5T_CSET_UTF8) >= 0)
        attribute = H5Acreate2(file->id, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
    if (attribute >= 0) {
        written = H5Awrite(attribute, type, &text) >= 0;
        H5Aclose(attribute);
    }
    enum status status =
        written ? hdf5_file_check(file, error) : hdf5_file_failed(file, error, "cannot write");
    if (type >= 0)
        H5Tclose(type);
    if (space >= 0)
        H5Sclose(space);
    return status;
}

enum status hdf5_file_check(const struct hdf5_file *file, struct error *error) {
    if (file->write_error != 0)
        return error_system(error, file->write_error, "cannot write", file->name);
    return STATUS_OK;
}

enum status hdf5_file_close(struct hdf5_file *file, struct error *error) {
    if (file->id < 0)
        return STATUS_OK;
    herr_t closed = H5Fclose(file->id);
    file->id = -1;
    enum status status = hdf5_file_check(file, error);
    if (status == STATUS_OK && closed < 0)
        status = hdf5_file_failed(file, error, "cannot close");
    return status;
}

/* Called with HDF5's reasons from the innermost outwards; takes the first. */
static herr_t take_innermost(unsigned number, const H5E_error2_t *reason, void *taken) {
    (void)number;
    const char *text = reason->desc == NULL ? "" : reason->desc;
    size_t length = strnlen(text, 199);
    memcpy(taken, text, length);
    ((char *)taken)[length] = '\0';
    return 1;
}

enum status hdf5_file_failed(const struct hdf5_file *file, struct error *error, const char *what) {
    char reason[200] = "";
    H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, take_innermost, reason);
    if (file->write_error != 0 || file->read_error != 0)
        return error_system(error, file->write_error != 0 ? file->write_error : file->read_error,
                            what, file->name);
    return error_set(error, STATUS_FAILED, "%s '%s': %s", what, file->name,
                     reason[0] == '\0' ? "HDF5 gives no reason" : reason);
}
