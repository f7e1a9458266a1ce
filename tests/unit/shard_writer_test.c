#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <cmocka.h>

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <time.h>

#include "formats/h5/shard_reader.h"
#include "tests/unit/shard_sample.h"

static struct error error;

#define assert_ok(call)                                                                            \
    do {                                                                                           \
        if ((call) != STATUS_OK)                                                                   \
            fail_msg("%s", error.message);                                                         \
    } while (0)

static struct shard_writer_options make_options(uint32_t length, uint32_t predictions,
                                                const char *method) {
    struct shard_writer_options options = {.shape = {length, predictions},
                                           .provenance = "{\"tool\":\"größer\"}"};
    assert_ok(deflate_method_parse(&options.method, method, &error));
    return options;
}

/* Reads every row back and compares; then the digests. */
static void check_rows(int descriptor, const struct shard_writer_options *options, uint64_t rows,
                       const struct shard_summary *summary) {
    struct shard_reader *reader;
    assert_ok(shard_reader_open_descriptor(&reader, descriptor, "shard", &error));
    assert_int_equal(shard_reader_rows(reader), rows);
    assert_int_equal(shard_reader_shape(reader).max_seq_length, options->shape.max_seq_length);
    assert_int_equal(shard_reader_shape(reader).max_predictions_per_seq,
                     options->shape.max_predictions_per_seq);
    assert_string_equal(shard_reader_provenance(reader), options->provenance);
    struct shard_sample sample;
    shard_sample_init(&sample, options->shape);
    struct sha256 hashes[SHARD_DATASETS];
    unsigned char *row = malloc((size_t)4 * SHARD_MAX_SEQ_LENGTH);
    for (unsigned i = 0; i < SHARD_DATASETS; i++)
        assert_ok(sha256_init(&hashes[i], &error));
    for (uint64_t number = 0; number < rows; number++) {
        shard_sample_make(&sample, number);
        for (unsigned i = 0; i < SHARD_DATASETS; i++) {
            size_t size = shard_layout_row_bytes(options->shape, i);
            assert_ok(sha256_update(&hashes[i], sample.stored[i], size, &error));
            assert_ok(shard_reader_read(reader, i, row, number, 1, &error));
            assert_memory_equal(row, sample.stored[i], size);
        }
    }
    for (unsigned i = 0; i < SHARD_DATASETS; i++) {
        unsigned char digest[SHA256_SIZE];
        unsigned char read_digest[SHA256_SIZE];
        assert_ok(sha256_finish(&hashes[i], digest, &error));
        assert_ok(shard_reader_digest(reader, i, read_digest, &error));
        assert_memory_equal(digest, summary->digests[i], SHA256_SIZE);
        assert_memory_equal(digest, read_digest, SHA256_SIZE);
        sha256_release(&hashes[i]);
    }
    free(row);
    shard_sample_release(&sample);
    shard_reader_close(reader);
}

static void round_trip(uint32_t length, uint32_t predictions, const char *method, uint64_t rows) {
    struct shard_writer_options options = make_options(length, predictions, method);
    struct shard_summary summary;
    int descriptor = shard_sample_file();
    assert_ok(shard_sample_write(descriptor, "shard", &options, rows, &summary, &error));
    assert_int_equal(summary.rows, rows);
    assert_int_equal(summary.shape.max_seq_length, length);
    check_rows(descriptor, &options, rows, &summary);
    close(descriptor);
}

static void comes_back_with_any_rows(void **state) {
    (void)state;
    static const uint64_t ROWS[] = {1, 2, 1023, 1024, 1025, 2048, 5000};
    for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++)
        round_trip(32, 5, "zlib:1", ROWS[i]);
}

static void comes_back_by_any_method(void **state) {
    (void)state;
    static const char *const METHODS[] = {"huffman",       "isal",   "isal:0",
                                          "isal:2",        "isal:3", "libdeflate:1",
                                          "libdeflate:12", "zlib:9", "none"};
    struct deflate_method method;
    for (size_t i = 0; i < sizeof METHODS / sizeof METHODS[0]; i++) {
        if (deflate_method_parse(&method, METHODS[i], &error) == STATUS_OK)
            round_trip(128, 20, METHODS[i], 1500);
    }
}

static void comes_back_in_any_shape(void **state) {
    (void)state;
    static const uint32_t SHAPES[][2] = {{5, 1},  {5, 0},     {1, 0},    {1, 1},
                                         {5, 5},  {512, 0},   {512, 80}, {513, 513},
                                         {5, 20}, {65536, 3}, {1, 65536}};
    for (size_t i = 0; i < sizeof SHAPES / sizeof SHAPES[0]; i++) {
        round_trip(SHAPES[i][0], SHAPES[i][1], "zlib:1", i < 9 ? 1200 : 11);
        round_trip(SHAPES[i][0], SHAPES[i][1], "huffman", i < 9 ? 1200 : 11);
        round_trip(SHAPES[i][0], SHAPES[i][1], "none", 3);
    }
}

/* What h5py says of a file, one line for each dataset, or NULL when there is no h5py. */
static char *ask_h5py(const char *path) {
    static const char SCRIPT[] =
        "import sys, hashlib\n"
        "try: import h5py\n"
        "except ImportError: sys.exit(0)\n"
        "f = h5py.File(sys.argv[1], 'r')\n"
        "for k in sorted(f):\n"
        "    a = f[k][()]\n"
        "    print(k, a.dtype.str, 'x'.join(map(str, a.shape)), hashlib.sha256(a).hexdigest())\n"
        "print(f.attrs['mlmprep_provenance'].encode())\n";
    char command[2048];
    snprintf(command, sizeof command, "/usr/bin/python3 -c \"%s\" '%s' 2>/dev/null", SCRIPT, path);
    FILE *pipe = popen(command, "r");
    char *answer = calloc(1, 4096);
    if (pipe != NULL && fread(answer, 1, 4095, pipe) == 4095)
        fail_msg("h5py says too much");
    if (pipe == NULL || pclose(pipe) != 0 || answer[0] == '\0') {
        free(answer);
        return NULL;
    }
    return answer;
}

static void is_read_by_h5py(void **state) {
    (void)state;
    static const uint32_t SHAPES[][2] = {{128, 20}, {128, 0}, {5, 1}, {512, 80}};
    /* h5py lists by name; so do these. */
    static const unsigned SORTED[] = {
        SHARD_INPUT_IDS,           SHARD_INPUT_MASK,           SHARD_MASKED_LM_IDS,
        SHARD_MASKED_LM_POSITIONS, SHARD_NEXT_SENTENCE_LABELS, SHARD_SEGMENT_IDS};
    for (size_t i = 0; i < sizeof SHAPES / sizeof SHAPES[0]; i++) {
        struct shard_writer_options options =
            make_options(SHAPES[i][0], SHAPES[i][1], i == 2 ? "none" : "huffman");
        struct shard_summary summary;
        char path[64] = "/tmp/shard-writer-test-XXXXXX";
        int descriptor = mkstemp(path);
        assert_ok(shard_sample_write(descriptor, path, &options, 2500, &summary, &error));
        char *answer = ask_h5py(path);
        unlink(path);
        close(descriptor);
        if (answer == NULL) {
            print_message("# no h5py under /usr/bin/python3\n");
            skip();
        }
        struct buffer expected = BUFFER_INIT;
        for (unsigned k = 0; k < SHARD_DATASETS; k++) {
            const struct shard_layout *layout = &shard_layouts[SORTED[k]];
            char hex[SHA256_HEX_SIZE];
            char columns[16] = "";
            sha256_to_hex(summary.digests[SORTED[k]], hex);
            if (layout->rank == 2)
                snprintf(columns, sizeof columns, "x%u",
                         shard_layout_columns(options.shape, SORTED[k]));
            assert_ok(buffer_format(&expected, &error, "%s %s 2500%s %s\n", layout->name,
                                    layout->element_size == 4 ? "<i4" : "|i1", columns, hex));
        }
        assert_ok(buffer_format(&expected, &error, "b'{\"tool\":\"gr\\xc3\\xb6\\xc3\\x9fer\"}'\n"));
        assert_ok(buffer_append(&expected, "", 1, &error));
        assert_string_equal(answer, (char *)expected.data);
        buffer_release(&expected);
        free(answer);
    }
}

/* Also that no time stamp is in the file: the clock has moved on by more than a second. */
static void twice_gives_the_same_bytes(void **state) {
    (void)state;
    static const char *const METHODS[] = {"huffman", "isal", "libdeflate", "zlib", "none"};
    unsigned char *bytes[2][5];
    size_t sizes[2][5];
    for (unsigned k = 0; k < 2; k++) {
        for (unsigned i = 0; i < 5; i++) {
            struct deflate_method method;
            bytes[k][i] = NULL;
            if (deflate_method_parse(&method, METHODS[i], &error) != STATUS_OK)
                continue;
            struct shard_writer_options options = make_options(64, 10, METHODS[i]);
            struct shard_summary summary;
            int descriptor = shard_sample_file();
            assert_ok(shard_sample_write(descriptor, k == 0 ? "a" : "another name", &options, 3000,
                                         &summary, &error));
            bytes[k][i] = shard_sample_bytes(descriptor, &sizes[k][i]);
            close(descriptor);
        }
        if (k == 0) {
            setenv("TZ", "Asia/Tokyo", 1);
            tzset();
            nanosleep(&(struct timespec){.tv_sec = 1, .tv_nsec = 100000000}, NULL);
        }
    }
    for (unsigned i = 0; i < 5; i++) {
        if (bytes[0][i] == NULL)
            continue;
        assert_int_equal(sizes[0][i], sizes[1][i]);
        assert_memory_equal(bytes[0][i], bytes[1][i], sizes[0][i]);
        free(bytes[0][i]);
        free(bytes[1][i]);
    }
}

static void refuses_no_rows_and_bad_shapes(void **state) {
    (void)state;
    struct shard_writer_options options = make_options(8, 2, "zlib:1");
    struct shard_summary summary;
    struct shard_writer *writer;
    int descriptor = shard_sample_file();
    assert_int_equal(shard_sample_write(descriptor, "empty", &options, 0, &summary, &error),
                     STATUS_FAILED);
    assert_non_null(strstr(error.message, "no rows"));
    static const uint32_t SHAPES[][2] = {{0, 0}, {65537, 20}, {8, 65537}};
    for (size_t i = 0; i < 3; i++) {
        options.shape = (struct shard_shape){SHAPES[i][0], SHAPES[i][1]};
        assert_int_equal(shard_writer_open(&writer, descriptor, "shard", &options, &error),
                         STATUS_USAGE);
        assert_null(writer);
    }
    close(descriptor);
}

/* Files that may grow to any size but the one they need: each must fail with the reason. */
static void a_write_that_fails_is_told(void **state) {
    (void)state;
    struct shard_writer_options options = make_options(16, 3, "zlib:1");
    struct shard_summary summary;
    char path[64] = "/tmp/shard-writer-test-XXXXXX";
    int descriptor = mkstemp(path);
    unlink(path);
    assert_ok(shard_sample_write(descriptor, "shard", &options, 2100, &summary, &error));
    rlim_t size = (rlim_t)lseek(descriptor, 0, SEEK_END);
    struct rlimit before;
    getrlimit(RLIMIT_FSIZE, &before);
    signal(SIGXFSZ, SIG_IGN);
    for (rlim_t limit = 0; limit < size; limit += limit < 4096 ? 37 : 811) {
        assert_int_equal(ftruncate(descriptor, 0), 0);
        struct rlimit small = {limit, before.rlim_max};
        assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
        enum status status =
            shard_sample_write(descriptor, "shard", &options, 2100, &summary, &error);
        setrlimit(RLIMIT_FSIZE, &before);
        assert_int_equal(status, STATUS_FAILED);
        assert_string_equal(error.message, "cannot write 'shard': File too large");
    }
    assert_int_equal(ftruncate(descriptor, 0), 0);
    assert_ok(shard_sample_write(descriptor, "shard", &options, 2100, &summary, &error));
    assert_int_equal(lseek(descriptor, 0, SEEK_END), size);
    close(descriptor);
}

static void a_descriptor_that_cannot_be_written_is_told(void **state) {
    (void)state;
    struct shard_writer_options options = make_options(16, 3, "zlib:1");
    struct shard_summary summary;
    int descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC);
    assert_int_equal(shard_sample_write(descriptor, "shard", &options, 10, &summary, &error),
                     STATUS_FAILED);
    assert_string_equal(error.message, "cannot write 'shard': Bad file descriptor");
    close(descriptor);
}

/* A file system of 64 KiB, for this process alone. Comes last: it changes what /tmp is. */
static void a_full_disk_is_told(void **state) {
    (void)state;
    if (unshare(CLONE_NEWNS) != 0 || mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0 ||
        mount("none", "/tmp", "tmpfs", 0, "size=64k") != 0) {
        print_message("# mounting a small file system is not allowed here\n");
        skip();
    }
    struct shard_writer_options options = make_options(128, 20, "none");
    struct shard_summary summary;
    for (unsigned i = 0; i < 3; i++) {
        int descriptor = open("/tmp/shard", O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
        assert_true(descriptor >= 0);
        assert_int_equal(
            shard_sample_write(descriptor, "shard", &options, i == 0 ? 1 : 9999, &summary, &error),
            STATUS_FAILED);
        assert_string_equal(error.message, "cannot write 'shard': No space left on device; free "
                                           "some space and run again");
        close(descriptor);
    }
    umount("/tmp");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(comes_back_with_any_rows),
        cmocka_unit_test(comes_back_by_any_method),
        cmocka_unit_test(comes_back_in_any_shape),
        cmocka_unit_test(is_read_by_h5py),
        cmocka_unit_test(twice_gives_the_same_bytes),
        cmocka_unit_test(refuses_no_rows_and_bad_shapes),
        cmocka_unit_test(a_write_that_fails_is_told),
        cmocka_unit_test(a_descriptor_that_cannot_be_written_is_told),
        cmocka_unit_test(a_full_disk_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
