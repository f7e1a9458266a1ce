#include "formats/h5/deflate.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include <zlib.h>

#if HAVE_ISAL
#include <isa-l.h>
#endif
#if HAVE_LIBDEFLATE
#include <libdeflate.h>
#endif

/* Beyond this, 32-bit counts inside the libraries could wrap. */
static const size_t LARGEST = (size_t)1 << 30;

/*
 * Stored blocks are what incompressible bytes come to at worst: 5 bytes for at least 8 KiB, the
 * smallest block any of the libraries makes, and zlib's 6. The rest is room for a block header that
 * a library may write before it finds out. run_deflate needs more.
 */
size_t deflate_bound(size_t size) {
    return size > LARGEST ? SIZE_MAX : run_deflate_bound(size);
}

#if HAVE_ISAL
static enum status init_isal(struct deflate *deflate, struct error *error) {
    static const unsigned WORK_SIZES[] = {ISAL_DEF_LVL0_DEFAULT, ISAL_DEF_LVL1_DEFAULT,
                                          ISAL_DEF_LVL2_DEFAULT, ISAL_DEF_LVL3_DEFAULT};
    deflate->work_size = WORK_SIZES[deflate->method.level];
    deflate->state = calloc(1, sizeof(struct isal_zstream));
    deflate->work = calloc(1, deflate->work_size == 0 ? 1 : deflate->work_size);
    if (deflate->state == NULL || deflate->work == NULL) {
        deflate_release(deflate);
        return error_no_memory(error, "compression");
    }
    return STATUS_OK;
}

static size_t compress_isal(struct deflate *deflate, void *out, size_t capacity, const void *bytes,
                            size_t size) {
    struct isal_zstream *stream = deflate->state;
    isal_deflate_stateless_init(stream);
    stream->next_in = (uint8_t *)(uintptr_t)bytes; /* never written to */
    stream->avail_in = (uint32_t)size;
    stream->next_out = out;
    stream->avail_out = capacity > UINT32_MAX ? UINT32_MAX : (uint32_t)capacity;
    stream->level = (uint32_t)deflate->method.level;
    stream->level_buf = deflate->work;
    stream->level_buf_size = deflate->work_size;
    stream->end_of_stream = 1;
    stream->flush = NO_FLUSH;
    stream->gzip_flag = IGZIP_ZLIB;
    return isal_deflate_stateless(stream) == COMP_OK ? stream->total_out : 0;
}
#endif

static enum status init_runs(struct deflate *deflate, struct error *error) {
    struct run_deflate *runs = malloc(sizeof *runs);
    if (runs == NULL)
        return error_no_memory(error, "compression");
    enum status status = run_deflate_init(runs, error);
    if (status == STATUS_OK)
        deflate->state = runs;
    else
        free(runs);
    return status;
}

static size_t compress_runs(struct run_deflate *runs, void *out, const void *bytes, size_t size) {
    run_deflate_start(runs, out);
    run_deflate_bytes(runs, bytes, size);
    return run_deflate_finish(runs);
}

struct run_deflate *deflate_runs(struct deflate *deflate) {
    return deflate->method.library == DEFLATE_HUFFMAN ? deflate->state : NULL;
}

static enum status init_zlib(struct deflate *deflate, struct error *error) {
    z_stream *stream = calloc(1, sizeof *stream);
    if (stream == NULL || deflateInit(stream, deflate->method.level) != Z_OK) {
        free(stream);
        return error_no_memory(error, "compression");
    }
    deflate->state = stream;
    return STATUS_OK;
}

static size_t compress_zlib(z_stream *stream, void *out, size_t capacity, const void *bytes,
                            size_t size) {
    if (deflateReset(stream) != Z_OK)
        return 0;
    stream->next_in = (Bytef *)(uintptr_t)bytes; /* never written to */
    stream->avail_in = (uInt)size;
    stream->next_out = out;
    stream->avail_out = capacity > UINT32_MAX ? UINT32_MAX : (uInt)capacity;
    return deflate(stream, Z_FINISH) == Z_STREAM_END ? stream->total_out : 0;
}

enum status deflate_init(struct deflate *deflate, struct deflate_method method,
                         struct error *error) {
    *deflate = (struct deflate){.method = method};
    switch (method.library) {
    case DEFLATE_HUFFMAN:
        return init_runs(deflate, error);
#if HAVE_ISAL
    case DEFLATE_ISAL:
        return init_isal(deflate, error);
#endif
#if HAVE_LIBDEFLATE
    case DEFLATE_LIBDEFLATE:
        deflate->state = libdeflate_alloc_compressor(method.level);
        return deflate->state != NULL ? STATUS_OK : error_no_memory(error, "compression");
#endif
    case DEFLATE_ZLIB:
        return init_zlib(deflate, error);
    default:
        return error_set(error, STATUS_USAGE, "this build cannot compress by the method asked for");
    }
}

enum status deflate_compress(struct deflate *deflate, void *out, size_t *used, size_t capacity,
                             const void *bytes, size_t size, struct error *error) {
    *used = 0;
    if (size <= LARGEST && capacity >= deflate_bound(size)) {
        switch (deflate->method.library) {
        case DEFLATE_HUFFMAN:
            *used = compress_runs(deflate->state, out, bytes, size);
            break;
#if HAVE_ISAL
        case DEFLATE_ISAL:
            *used = compress_isal(deflate, out, capacity, bytes, size);
            break;
#endif
#if HAVE_LIBDEFLATE
        case DEFLATE_LIBDEFLATE:
            *used = libdeflate_zlib_compress(deflate->state, bytes, size, out, capacity);
            break;
#endif
        case DEFLATE_ZLIB:
            *used = compress_zlib(deflate->state, out, capacity, bytes, size);
            break;
        default:
            break;
        }
    }
    if (*used != 0)
        return STATUS_OK;
    char name[DEFLATE_METHOD_NAME_SIZE];
    deflate_method_name(deflate->method, name);
    return error_set(error, STATUS_FAILED, "'%s' cannot compress %zu bytes", name, size);
}

void deflate_release(struct deflate *deflate) {
    switch (deflate->method.library) {
    case DEFLATE_HUFFMAN:
        if (deflate->state != NULL)
            run_deflate_release(deflate->state);
        free(deflate->state);
        break;
#if HAVE_LIBDEFLATE
    case DEFLATE_LIBDEFLATE:
        libdeflate_free_compressor(deflate->state);
        break;
#endif
    case DEFLATE_ZLIB:
        if (deflate->state != NULL)
            deflateEnd(deflate->state);
        free(deflate->state);
        break;
    default:
        free(deflate->state);
        break;
    }
    free(deflate->work);
    *deflate = (struct deflate){.method = {DEFLATE_NONE, 0}};
}

enum status deflate_expand(void *out, size_t size, const void *stream, size_t stream_size,
                           struct error *error) {
    bool whole;
#if HAVE_LIBDEFLATE
    struct libdeflate_decompressor *state = libdeflate_alloc_decompressor();
    if (state == NULL)
        return error_no_memory(error, "decompression");
    size_t used = 0;
    size_t made = 0;
    whole = libdeflate_zlib_decompress_ex(state, stream, stream_size, out, size, &used, &made) ==
                LIBDEFLATE_SUCCESS &&
            used == stream_size && made == size;
    libdeflate_free_decompressor(state);
#else
    uLong used = stream_size;
    uLongf made = size;
    whole = uncompress2(out, &made, stream, &used) == Z_OK && used == stream_size && made == size;
#endif
    return whole ? STATUS_OK
                 : error_set(error, STATUS_CORRUPT, "a compressed chunk of %zu bytes is damaged",
                             stream_size);
}
