#include "formats/base/gzip_source.h"

#include <stdlib.h>
#include <zlib.h>

/* Compressed bytes read at a time. */
#define READ_SIZE ((size_t)128 << 10)

/* zlib's largest window, and a gzip header and trailer only. */
#define WINDOW_BITS (15 + 16)

struct gzip_state {
    z_stream inflater;
    uint64_t read;   /* bytes of the file in `bytes` and before */
    uint64_t member; /* byte of the file at which the current member begins */
    bool in_member;  /* some of it has been read */
    bool had_member; /* one has ended */
    bool only_zeros; /* zeros have come behind a member */
    bool input_ended;
    unsigned char bytes[READ_SIZE];
};

static uint64_t position(const struct gzip_state *state) {
    return state->read - state->inflater.avail_in;
}

static enum status fill(struct gzip_source *source, struct error *error) {
    struct gzip_state *state = source->state;
    size_t got;
    enum status status =
        byte_source_read(source->input, state->bytes, sizeof state->bytes, &got, error);
    if (status != STATUS_OK)
        return status;
    state->inflater.next_in = state->bytes;
    state->inflater.avail_in = (unsigned)got;
    state->read += got;
    state->input_ended = got == 0;
    return STATUS_OK;
}

static enum status report(const struct gzip_source *source, int result, struct error *error) {
    const struct gzip_state *state = source->state;
    if (result == Z_MEM_ERROR)
        return error_no_memory(error, "decompressing gzip");
    if (!state->had_member && state->inflater.total_in <= 2)
        return error_set(error, STATUS_NOT_OURS, "'%s' is not a gzip file", source->bytes.name);
    return error_set(
        error, STATUS_CORRUPT,
        "'%s' is damaged: the gzip member that begins at byte %llu is wrong at byte %llu (%s); "
        "fetch it again",
        source->bytes.name, (unsigned long long)state->member, (unsigned long long)position(state),
        state->inflater.msg == NULL ? "unknown" : state->inflater.msg);
}

/* Steps over zeros between and behind members; what else stands there is damage. */
static enum status skip_zeros(struct gzip_source *source, struct error *error) {
    struct gzip_state *state = source->state;
    z_stream *inflater = &state->inflater;
    while (state->had_member && inflater->avail_in > 0 && *inflater->next_in == 0) {
        state->only_zeros = true;
        inflater->next_in++;
        inflater->avail_in--;
    }
    if (inflater->avail_in == 0 || !state->had_member)
        return STATUS_OK;
    if (!state->only_zeros && *inflater->next_in == 0x1f)
        return STATUS_OK;
    return error_set(error, STATUS_CORRUPT,
                     "'%s' is damaged: what follows a gzip member at byte %llu is not gzip; fetch "
                     "it again",
                     source->bytes.name, (unsigned long long)position(state));
}

static enum status end_of_input(const struct gzip_source *source, struct error *error) {
    const struct gzip_state *state = source->state;
    if (!state->in_member && state->had_member)
        return STATUS_OK;
    return error_set(error, STATUS_CUT_SHORT,
                     "'%s' ends at byte %llu, within a gzip member; fetch it again",
                     source->bytes.name, (unsigned long long)state->read);
}

/* Inflates into what room there is; ends members. */
static enum status step(struct gzip_source *source, struct error *error) {
    struct gzip_state *state = source->state;
    if (!state->in_member) {
        state->member = position(state);
        state->in_member = true;
    }
    int result = inflate(&state->inflater, Z_NO_FLUSH);
    if (result == Z_STREAM_END) {
        state->in_member = false;
        state->had_member = true;
        /* Cannot fail on a stream that has just ended. */
        (void)inflateReset(&state->inflater);
        return STATUS_OK;
    }
    return result == Z_OK || result == Z_BUF_ERROR ? STATUS_OK : report(source, result, error);
}

static enum status read_text(struct byte_source *bytes, void *to, size_t size, size_t *got,
                             struct error *error) {
    struct gzip_source *source = bytes->context;
    struct gzip_state *state = source->state;
    z_stream *inflater = &state->inflater;
    unsigned room = size < UINT32_MAX ? (unsigned)size : UINT32_MAX;
    inflater->next_out = to;
    inflater->avail_out = room;
    enum status status = STATUS_OK;
    while (status == STATUS_OK && inflater->avail_out == room && room > 0) {
        if (inflater->avail_in == 0 && !state->input_ended)
            status = fill(source, error);
        if (status == STATUS_OK && !state->in_member)
            status = skip_zeros(source, error);
        if (status != STATUS_OK)
            break;
        if (inflater->avail_in > 0)
            status = step(source, error);
        else if (state->input_ended)
            return end_of_input(source, error);
    }
    *got = room - inflater->avail_out;
    /* The fault is found again, in the same place, by the next call. */
    return *got > 0 ? STATUS_OK : status;
}

enum status gzip_source_init(struct gzip_source *source, struct byte_source *input,
                             struct error *error) {
    byte_source_from_function(&source->bytes, read_text, source, input->name);
    source->input = input;
    source->state = calloc(1, sizeof *source->state);
    if (source->state == NULL)
        return error_no_memory(error, "decompressing gzip");
    if (inflateInit2(&source->state->inflater, WINDOW_BITS) == Z_OK)
        return STATUS_OK;
    free(source->state);
    source->state = NULL;
    return error_no_memory(error, "decompressing gzip");
}

void gzip_source_release(struct gzip_source *source) {
    if (source->state != NULL)
        inflateEnd(&source->state->inflater);
    free(source->state);
    source->state = NULL;
}
