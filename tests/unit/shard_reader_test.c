#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <cmocka.h>

#include <stdbool.h>

#include <hdf5.h>

#include "formats/h5/shard_reader.h"
#include "tests/unit/shard_sample.h"

static struct error error;

#define assert_ok(call)                                                                            \
    do {                                                                                           \
        if ((call) != STATUS_OK)                                                                   \
            fail_msg("%s", error.message);                                                         \
    } while (0)

static int make_shard(const char *method, uint64_t rows, struct shard_summary *summary) {
    struct shard_writer_options options = {.shape = {8, 3}, .provenance = "{\"tool\":\"test\"}"};
    int descriptor = shard_sample_file();
    assert_ok(deflate_method_parse(&options.method, method, &error));
    assert_ok(shard_sample_write(descriptor, "shard", &options, rows, summary, &error));
    return descriptor;
}

static void reads_any_rows(void **state) {
    (void)state;
    struct shard_summary summary;
    struct shard_reader *reader;
    int descriptor = make_shard("zlib:1", 2500, &summary);
    assert_ok(shard_reader_open_descriptor(&reader, descriptor, "shard", &error));
    struct shard_sample sample;
    shard_sample_init(&sample, summary.shape);
    static const uint64_t SPANS[][2] = {{0, 2500}, {0, 0},    {2500, 0}, {1000, 100}, {1023, 2},
                                        {1024, 1}, {2499, 1}, {5, 2100}, {2048, 452}};
    unsigned char *rows = malloc((size_t)2500 * 64);
    for (size_t i = 0; i < sizeof SPANS / sizeof SPANS[0]; i++) {
        for (unsigned k = 0; k < SHARD_DATASETS; k++) {
            size_t size = shard_layout_row_bytes(summary.shape, k);
            assert_ok(shard_reader_read(reader, k, rows, SPANS[i][0], SPANS[i][1], &error));
            for (uint64_t row = 0; row < SPANS[i][1]; row++) {
                shard_sample_make(&sample, SPANS[i][0] + row);
                assert_memory_equal(rows + row * size, sample.stored[k], size);
            }
        }
    }
    assert_int_equal(shard_reader_read(reader, 0, rows, 2500, 1, &error), STATUS_USAGE);
    assert_int_equal(shard_reader_read(reader, 0, rows, UINT64_MAX, 2, &error), STATUS_USAGE);
    free(rows);
    shard_sample_release(&sample);
    shard_reader_close(reader);
    close(descriptor);
}

static void other_files_are_not_ours(void **state) {
    (void)state;
    struct shard_reader *reader;
    assert_int_equal(shard_reader_open(&reader, "/does/not/exist", &error), STATUS_FAILED);
    assert_null(reader);
    assert_int_equal(shard_reader_open(&reader, "/dev/null", &error), STATUS_NOT_OURS);
    assert_int_equal(shard_reader_open(&reader, "/proc/self/exe", &error), STATUS_NOT_OURS);
    assert_string_equal(error.message, "'/proc/self/exe' is not an HDF5 file");
    assert_int_equal(shard_reader_open(&reader, "/tmp", &error), STATUS_NOT_OURS);
    shard_reader_close(NULL);
}

/* --- files of others ---------------------------------------------------------------------------*/

/* How a file of another writer's differs from the plain one: contiguous, whole, well-typed. */
struct variant {
    const char *fault; /* what the reader says, or NULL when it reads the file */
    unsigned missing;  /* datasets left out, as bits */
    unsigned linked;   /* datasets behind a soft link */
    hid_t type;        /* of input_ids, when not 0 */
    hsize_t chunk[2];  /* of input_ids, when not 0 */
    bool shuffle;
    bool gzip;
    bool checksum;
    bool compact;
    bool unwritten;
    bool growing; /* may have any number of rows */
    hsize_t rows; /* of input_ids, when not 0 */
    hsize_t columns;
};

enum { ROWS = 50, LENGTH = 16, PREDICTIONS = 3 };

static hid_t variant_properties(const struct variant *variant) {
    hid_t creation = H5Pcreate(H5P_DATASET_CREATE);
    if (variant->chunk[0] != 0)
        assert_true(H5Pset_chunk(creation, 2, variant->chunk) >= 0);
    if (variant->shuffle)
        assert_true(H5Pset_shuffle(creation) >= 0);
    if (variant->gzip)
        assert_true(H5Pset_deflate(creation, 4) >= 0);
    if (variant->checksum)
        assert_true(H5Pset_fletcher32(creation) >= 0);
    if (variant->compact)
        assert_true(H5Pset_layout(creation, H5D_COMPACT) >= 0);
    return creation;
}

static void write_dataset(hid_t file, const struct variant *variant, unsigned i,
                          const unsigned char *bytes) {
    static const struct variant PLAIN = {.fault = NULL};
    struct shard_shape shape = {LENGTH, PREDICTIONS};
    const struct variant *how = i == SHARD_INPUT_IDS ? variant : &PLAIN;
    hsize_t size[2] = {how->rows != 0 ? how->rows : ROWS,
                       how->columns != 0 ? how->columns : shard_layout_columns(shape, i)};
    hsize_t highest[2] = {how->growing ? H5S_UNLIMITED : size[0], size[1]};
    hid_t space = H5Screate_simple((int)shard_layouts[i].rank, size, highest);
    hid_t type = shard_layouts[i].element_size == 4 ? H5T_STD_I32LE : H5T_STD_I8LE;
    hid_t creation = variant_properties(how);
    const char *name = variant->linked & 1U << i ? "elsewhere" : shard_layouts[i].name;
    hid_t dataset = H5Dcreate2(file, name, how->type != 0 ? how->type : type, space, H5P_DEFAULT,
                               creation, H5P_DEFAULT);
    assert_true(dataset >= 0);
    if (!how->unwritten)
        assert_true(H5Dwrite(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, bytes) >= 0);
    if (variant->linked & 1U << i)
        assert_true(H5Lcreate_soft("/elsewhere", file, shard_layouts[i].name, H5P_DEFAULT,
                                   H5P_DEFAULT) >= 0);
    H5Dclose(dataset);
    H5Pclose(creation);
    H5Sclose(space);
}

/* Writes the file by HDF5's own driver under a name, opens it, and takes the name away. */
static int write_variant(const struct variant *variant,
                         unsigned char *const bytes[SHARD_DATASETS]) {
    char path[64] = "/tmp/shard-reader-test-XXXXXX";
    int descriptor = mkstemp(path);
    hid_t file = H5Fcreate(path, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    assert_true(file >= 0);
    hid_t group = H5Gcreate2(file, "another_group", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    H5Gclose(group);
    for (unsigned i = 0; i < SHARD_DATASETS; i++) {
        if ((variant->missing & 1U << i) == 0)
            write_dataset(file, variant, i, bytes[i]);
    }
    assert_true(H5Fclose(file) >= 0);
    unlink(path);
    return descriptor;
}

static void check_variant(const struct variant *variant,
                          unsigned char *const bytes[SHARD_DATASETS]) {
    int descriptor = write_variant(variant, bytes);
    struct shard_reader *reader;
    enum status status = shard_reader_open_descriptor(&reader, descriptor, "file", &error);
    unsigned char digest[SHA256_SIZE];
    unsigned char expected[SHA256_SIZE];
    for (unsigned i = 0; i < SHARD_DATASETS && status == STATUS_OK; i++) {
        status = shard_reader_digest(reader, i, digest, &error);
        if (status != STATUS_OK)
            break;
        size_t row_bytes = shard_layout_row_bytes(shard_reader_shape(reader), i);
        assert_ok(sha256_of(bytes[i], ROWS * row_bytes, expected, &error));
        assert_memory_equal(digest, expected, SHA256_SIZE);
    }
    if (status == STATUS_OK)
        assert_null(shard_reader_provenance(reader));
    if (variant->fault == NULL && status != STATUS_OK)
        fail_msg("%s", error.message);
    if (variant->fault != NULL) {
        assert_int_equal(status, STATUS_CORRUPT);
        if (strstr(error.message, variant->fault) == NULL)
            fail_msg("'%s' is not in '%s'", variant->fault, error.message);
    }
    shard_reader_close(reader);
    close(descriptor);
}

static void files_of_others_are_read_or_refused(void **state) {
    (void)state;
    const struct variant variants[] = {
        {.fault = NULL},
        {.chunk = {7, 3}},
        {.chunk = {50, 16}, .gzip = true},
        {.chunk = {7, 3}, .gzip = true},
        {.chunk = {13, 8}, .gzip = true, .shuffle = true},
        {.chunk = {1, 1}, .shuffle = true},
        {.fault = "'input_mask' is not there", .missing = 1U << SHARD_INPUT_MASK},
        {.fault = "'next_sentence_labels' is not there", .missing = 1U << 5},
        {.fault = "'segment_ids' is not there", .linked = 1U << SHARD_SEGMENT_IDS},
        {.fault = "signed little-endian integers", .type = H5T_STD_I32BE},
        {.fault = "signed little-endian integers", .type = H5T_STD_U32LE},
        {.fault = "elements of the wrong size", .type = H5T_STD_I64LE},
        {.fault = "signed little-endian integers", .type = H5T_IEEE_F32LE},
        {.fault = "filters other than", .chunk = {7, 3}, .checksum = true},
        {.fault = "neither in chunks", .compact = true},
        {.fault = "not within its file", .unwritten = true},
        {.fault = "lacks a chunk", .chunk = {7, 3}, .unwritten = true},
        {.fault = "do not agree", .rows = 49},
        {.fault = "do not agree", .columns = 15},
        {.fault = "more columns", .rows = 1, .columns = 70000, .unwritten = true},
        {.fault = "more rows", .rows = 1ULL << 40, .chunk = {64, 16}, .unwritten = true},
        {.fault = "larger than its file",
         .chunk = {1 << 24, 16},
         .unwritten = true,
         .growing = true},
    };
    unsigned char *bytes[SHARD_DATASETS];
    for (unsigned i = 0; i < SHARD_DATASETS; i++) {
        bytes[i] = malloc((size_t)ROWS * LENGTH * 4);
        for (size_t k = 0; k < (size_t)ROWS * LENGTH * 4; k++)
            bytes[i][k] = (unsigned char)shard_sample_number(i, (uint32_t)k);
    }
    for (size_t i = 0; i < sizeof variants / sizeof variants[0]; i++)
        check_variant(&variants[i], bytes);
    for (unsigned i = 0; i < SHARD_DATASETS; i++)
        free(bytes[i]);
}

/* --- damage ------------------------------------------------------------------------------------*/

/* Reads all there is; true when nothing was wrong and all digests are those of the summary. */
static bool reads_whole(int descriptor, const struct shard_summary *summary) {
    struct shard_reader *reader;
    error.message[0] = '\0';
    enum status status = shard_reader_open_descriptor(&reader, descriptor, "damaged", &error);
    bool equal = status == STATUS_OK;
    for (unsigned i = 0; i < SHARD_DATASETS && status == STATUS_OK; i++) {
        unsigned char digest[SHA256_SIZE];
        status = shard_reader_digest(reader, i, digest, &error);
        if (status == STATUS_OK && memcmp(digest, summary->digests[i], SHA256_SIZE) != 0)
            equal = false;
    }
    shard_reader_close(reader);
    if (status != STATUS_OK && (error.message[0] == '\0' || status == STATUS_USAGE))
        fail_msg("damage gives status %d: '%s'", (int)status, error.message);
    return equal && status == STATUS_OK;
}

static void cut_files_are_refused(void **state) {
    (void)state;
    struct shard_summary summary;
    int descriptor = make_shard("zlib:1", 1100, &summary);
    size_t size;
    unsigned char *bytes = shard_sample_bytes(descriptor, &size);
    assert_true(reads_whole(descriptor, &summary));
    for (size_t cut = 0; cut < size; cut += cut < 3000 ? 1 : 97) {
        assert_int_equal(ftruncate(descriptor, (off_t)cut), 0);
        assert_false(reads_whole(descriptor, &summary));
        assert_int_equal(pwrite(descriptor, bytes, size, 0), size);
    }
    free(bytes);
    close(descriptor);
}

/* Most of a small shard is room in its indexes that nobody reads: zeros among zeros. */
static bool is_room(const unsigned char *bytes, size_t size, size_t at) {
    for (size_t i = at < 8 ? 0 : at - 8; i < size && i <= at + 8; i++) {
        if (bytes[i] != 0)
            return false;
    }
    return true;
}

/* Every byte in use changed; damage to padding or the like may go unnoticed. */
static void flipped_bytes_do_no_harm(void **state) {
    (void)state;
    static const unsigned char MASKS[] = {0xff, 0x01, 0x80, 0x10, 0x04};
    struct shard_summary summary;
    int descriptor = make_shard("zlib:1", 40, &summary);
    size_t size;
    unsigned char *bytes = shard_sample_bytes(descriptor, &size);
    size_t refused = 0;
    for (size_t at = 0; at < size; at++) {
        if (at % 61 != 0 && is_room(bytes, size, at))
            continue;
        unsigned char changed = bytes[at] ^ MASKS[at % sizeof MASKS];
        assert_int_equal(pwrite(descriptor, &changed, 1, (off_t)at), 1);
        refused += !reads_whole(descriptor, &summary);
        assert_int_equal(pwrite(descriptor, &bytes[at], 1, (off_t)at), 1);
    }
    assert_true(reads_whole(descriptor, &summary));
    assert_true(refused > 100);
    free(bytes);
    close(descriptor);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_any_rows),
        cmocka_unit_test(other_files_are_not_ours),
        cmocka_unit_test(files_of_others_are_read_or_refused),
        cmocka_unit_test(cut_files_are_refused),
        cmocka_unit_test(flipped_bytes_do_no_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
