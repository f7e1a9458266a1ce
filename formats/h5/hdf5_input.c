#include "formats/h5/hdf5_input.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "formats/base/endian.h"

enum status hdf5_input_corrupt(const struct hdf5_input *input, struct error *error,
                               const char *what) {
    return error_set(error, STATUS_CORRUPT, "'%s' is damaged: its %s", input->name, what);
}

enum status hdf5_input_newer(const struct hdf5_input *input, struct error *error) {
    return error_set(error, STATUS_NOT_OURS,
                     "'%s' has structures that only newer HDF5 libraries write; write it with "
                     "libver='earliest'",
                     input->name);
}

enum status hdf5_input_read(const struct hdf5_input *input, void *bytes, uint64_t address,
                            size_t size, struct error *error) {
    if (address > input->size || size > input->size - address)
        return hdf5_input_corrupt(input, error, "structures point beyond its end");
    for (size_t done = 0; done < size;) {
        ssize_t count =
            pread(input->descriptor, (char *)bytes + done, size - done, (off_t)(address + done));
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return error_system(error, errno, "cannot read", input->name);
        if (count == 0)
            return hdf5_input_corrupt(input, error, "end has moved while it was read");
        done += (size_t)count;
    }
    return STATUS_OK;
}

enum status hdf5_input_append(const struct hdf5_input *input, struct buffer *bytes,
                              uint64_t address, uint64_t size, struct error *error) {
    if (address > input->size || size > input->size - address)
        return hdf5_input_corrupt(input, error, "structures point beyond its end");
    if (size == 0)
        return STATUS_OK;
    enum status status = buffer_reserve(bytes, (size_t)size, error);
    if (status == STATUS_OK)
        status = hdf5_input_read(input, bytes->data + bytes->size, address, (size_t)size, error);
    if (status == STATUS_OK)
        bytes->size += (size_t)size;
    return status;
}

/* The fields after the group tree sizes; version 1 has four bytes more before them. */
static enum status take_addresses(struct hdf5_input *input, const unsigned char *fields,
                                  struct error *error) {
    uint64_t base = load_le64(fields);
    uint64_t end = load_le64(fields + 16);
    /* A base other than 0 makes room for bytes that are not HDF5's, which no shard has. */
    if (base != 0)
        return hdf5_input_corrupt(input, error, "superblock does not begin the file");
    if (end > input->size)
        return error_set(error, STATUS_CUT_SHORT,
                         "'%s' is cut short: it has %llu bytes and should have %llu", input->name,
                         (unsigned long long)input->size, (unsigned long long)end);
    /* The root group's symbol table entry: offset of its name, then its header. */
    input->root_address = load_le64(fields + 32 + 8);
    return STATUS_OK;
}

enum status hdf5_input_open(struct hdf5_input *input, int descriptor, const char *name,
                            struct error *error) {
    static const char SIGNATURE[] = "\211HDF\r\n\032\n";
    enum { TREE_SIZES_END = 24, ADDRESSES_END = 24 + 4 + 32 + 40 };
    *input = (struct hdf5_input){.descriptor = descriptor, .name = name};
    struct stat info;
    if (fstat(descriptor, &info) != 0)
        return error_system(error, errno, "cannot read", name);
    input->size = info.st_size > 0 ? (uint64_t)info.st_size : 0;
    unsigned char block[ADDRESSES_END] = {0};
    size_t size = input->size < sizeof block ? (size_t)input->size : sizeof block;
    if (!S_ISREG(info.st_mode) || size < sizeof SIGNATURE - 1)
        return error_set(error, STATUS_NOT_OURS, "'%s' is not an HDF5 file", name);
    enum status status = hdf5_input_read(input, block, 0, size, error);
    if (status != STATUS_OK)
        return status;
    if (memcmp(block, SIGNATURE, sizeof SIGNATURE - 1) != 0)
        return error_set(error, STATUS_NOT_OURS, "'%s' is not an HDF5 file", name);
    if (size < sizeof block)
        return error_set(error, STATUS_CUT_SHORT, "'%s' is cut short: it has %zu bytes", name,
                         size);
    unsigned version = block[8];
    if (version > 1)
        return hdf5_input_newer(input, error);
    if (block[13] != 8 || block[14] != 8)
        return hdf5_input_corrupt(input, error, "addresses are not of 8 bytes");
    return take_addresses(input, block + TREE_SIZES_END + (version == 1 ? 4 : 0), error);
}
