#include "tools/s3/multipart_state.h"

#include <fcntl.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "formats/base/atomic_file.h"
#include "formats/base/buffer.h"
#include "tools/s3/part_plan.h"

static const char FORMAT[] = "mlmprep upload 1";

/* 10,000 parts take 2 MB; a larger file is not ours. */
static const off_t LARGEST_FILE = (off_t)8 << 20;

static void forget_content(struct multipart_state *state) {
    for (size_t i = 0; i < state->part_count; i++)
        free(state->parts[i].etag);
    free(state->parts);
    free(state->upload.upload_id);
    state->parts = NULL;
    state->part_count = 0;
    state->upload = (struct multipart_state_upload){.upload_id = NULL};
}

static void close_file(struct multipart_state *state) {
    if (state->descriptor >= 0)
        close(state->descriptor);
    state->descriptor = -1;
}

static bool is_hash(const char *text) {
    return strlen(text) == SHA256_HEX_SIZE - 1 &&
           strspn(text, "0123456789abcdef") == SHA256_HEX_SIZE - 1;
}

/* Reads the first line. */
static void read_upload(struct multipart_state_upload *upload, const json_t *line) {
    const char *format = NULL, *sha256 = NULL, *options = NULL, *upload_id = NULL;
    json_int_t device, inode, size, part_size, seconds, nanoseconds, ctime_seconds, ctime_ns;
    if (json_unpack((json_t *)line, "{s:s, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:s, s:I, s:s, s:s}",
                    "format", &format, "device", &device, "inode", &inode, "size", &size, "mtime",
                    &seconds, "mtime_ns", &nanoseconds, "ctime", &ctime_seconds, "ctime_ns",
                    &ctime_ns, "sha256", &sha256, "part_size", &part_size, "options", &options,
                    "upload_id", &upload_id) != 0)
        return;
    if (strcmp(format, FORMAT) != 0 || !is_hash(sha256) || !is_hash(options) ||
        *upload_id == '\0' || size < 1 || part_size < 1)
        return;
    upload->file = (struct file_state){(dev_t)device,
                                       (ino_t)inode,
                                       (uint64_t)size,
                                       {(time_t)seconds, (long)nanoseconds},
                                       {(time_t)ctime_seconds, (long)ctime_ns}};
    memcpy(upload->sha256, sha256, SHA256_HEX_SIZE);
    memcpy(upload->options, options, SHA256_HEX_SIZE);
    upload->part_size = (uint64_t)part_size;
    upload->upload_id = strdup(upload_id);
}

/* Reads a further line. */
static void read_part(struct multipart_state *state, const json_t *line) {
    const char *sha256 = NULL, *crc = NULL, *etag = NULL;
    json_int_t number;
    if (json_unpack((json_t *)line, "{s:I, s:s, s:s, s:s}", "part", &number, "sha256", &sha256,
                    "crc", &crc, "etag", &etag) != 0)
        return;
    if (number < 1 || number > PART_PLAN_MOST_PARTS || !is_hash(sha256) || *etag == '\0' ||
        state->part_count == PART_PLAN_MOST_PARTS)
        return;
    if (state->parts == NULL)
        state->parts = calloc(PART_PLAN_MOST_PARTS, sizeof *state->parts);
    if (state->parts == NULL)
        return;
    struct multipart_state_part part = {
        .number = (unsigned)number, .crc = strtoull(crc, NULL, 16), .etag = strdup(etag)};
    memcpy(part.sha256, sha256, SHA256_HEX_SIZE);
    if (part.etag != NULL)
        state->parts[state->part_count++] = part;
}

/* Reads a first line that tells no upload. */
static void read_creating(struct multipart_state *state, const json_t *line) {
    const char *format = NULL;
    json_int_t since;
    if (json_unpack((json_t *)line, "{s:s, s:I}", "format", &format, "creating", &since) == 0 &&
        strcmp(format, FORMAT) == 0 && since > 0)
        state->creating_since = since;
}

static void read_lines(struct multipart_state *state, const char *text, size_t size) {
    const char *end = text + size, *at = text, *line_end;
    for (; (line_end = memchr(at, '\n', (size_t)(end - at))) != NULL; at = line_end + 1) {
        json_t *line = json_loadb(at, (size_t)(line_end - at), 0, NULL);
        if (at == text && line != NULL) {
            read_upload(&state->upload, line);
            read_creating(state, line);
        } else if (line != NULL)
            read_part(state, line);
        json_decref(line);
        if (state->upload.upload_id == NULL)
            return;
    }
}

static enum status read_file(struct multipart_state *state, struct error *error) {
    struct stat info;
    if (fstat(state->descriptor, &info) != 0 || !S_ISREG(info.st_mode) ||
        info.st_size > LARGEST_FILE || info.st_size == 0)
        return STATUS_OK;
    char *text = malloc((size_t)info.st_size);
    if (text == NULL)
        return error_no_memory(error, "an unfinished upload");
    ssize_t got = pread(state->descriptor, text, (size_t)info.st_size, 0);
    if (got > 0)
        read_lines(state, text, (size_t)got);
    free(text);
    return STATUS_OK;
}

/* Opens and locks the file; one that was removed meanwhile by whoever held it is opened again. */
static void open_locked(struct multipart_state *state) {
    for (unsigned tries = 0; tries < 3; tries++) {
        struct stat opened, named;
        state->descriptor =
            open(state->path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0600);
        if (state->descriptor < 0)
            return;
        if (flock(state->descriptor, LOCK_EX | LOCK_NB) == 0 &&
            fstat(state->descriptor, &opened) == 0 && stat(state->path, &named) == 0 &&
            opened.st_dev == named.st_dev && opened.st_ino == named.st_ino)
            return;
        close_file(state);
    }
}

enum status multipart_state_open(struct multipart_state *state, const char *folder,
                                 const char *place, struct error *error) {
    struct error ignored;
    unsigned char digest[SHA256_SIZE];
    char hex[SHA256_HEX_SIZE];
    *state = (struct multipart_state){.descriptor = -1};
    if (folder == NULL || sha256_of(place, strlen(place), digest, &ignored) != STATUS_OK ||
        atomic_file_make_folders(folder, &ignored) != STATUS_OK)
        return STATUS_OK;
    sha256_to_hex(digest, hex);
    if (asprintf(&state->path, "%s/%s.upload", folder, hex) < 0) {
        state->path = NULL;
        return error_no_memory(error, "a file name");
    }
    open_locked(state);
    enum status status = state->descriptor < 0 ? STATUS_OK : read_file(state, error);
    if (status != STATUS_OK)
        multipart_state_release(state);
    return status;
}

/* Writes one line; a failure ends the keeping, and the file with it. */
static void write_line(struct multipart_state *state, json_t *line) {
    char *text = line == NULL ? NULL : json_dumps(line, JSON_COMPACT);
    struct buffer bytes = BUFFER_INIT;
    struct error ignored;
    bool written = text != NULL && buffer_format(&bytes, &ignored, "%s\n", text) == STATUS_OK &&
                   write(state->descriptor, bytes.data, bytes.size) == (ssize_t)bytes.size;
    /* A part that is not remembered is sent again; one whose line is torn is not read. */
    if (!written && state->upload.upload_id == NULL)
        multipart_state_forget(state);
    buffer_release(&bytes);
    free(text);
    json_decref(line);
}

void multipart_state_creating(struct multipart_state *state, time_t now) {
    forget_content(state);
    if (state->descriptor < 0)
        return;
    if (ftruncate(state->descriptor, 0) != 0)
        multipart_state_forget(state);
    else
        write_line(state, json_pack("{s:s, s:I}", "format", FORMAT, "creating", (json_int_t)now));
}

enum status multipart_state_begin(struct multipart_state *state,
                                  const struct multipart_state_upload *upload,
                                  struct error *error) {
    forget_content(state);
    if (state->descriptor < 0)
        return STATUS_OK;
    if (ftruncate(state->descriptor, 0) != 0) {
        multipart_state_forget(state);
        return STATUS_OK;
    }
    const struct file_state *file = &upload->file;
    write_line(state, json_pack("{s:s, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:s, s:I, s:s, s:s}",
                                "format", FORMAT, "device", (json_int_t)file->device, "inode",
                                (json_int_t)file->inode, "size", (json_int_t)file->size, "mtime",
                                (json_int_t)file->modified.tv_sec, "mtime_ns",
                                (json_int_t)file->modified.tv_nsec, "ctime",
                                (json_int_t)file->changed.tv_sec, "ctime_ns",
                                (json_int_t)file->changed.tv_nsec, "sha256", upload->sha256,
                                "part_size", (json_int_t)upload->part_size, "options",
                                upload->options, "upload_id", upload->upload_id));
    state->upload = *upload;
    state->upload.upload_id = strdup(upload->upload_id);
    return state->upload.upload_id == NULL ? error_no_memory(error, "an upload") : STATUS_OK;
}

void multipart_state_add(struct multipart_state *state, const struct multipart_state_part *part) {
    char crc[17];
    if (state->descriptor < 0)
        return;
    snprintf(crc, sizeof crc, "%llx", (unsigned long long)part->crc);
    /* One write to a file opened with O_APPEND: lines of several threads do not mix. */
    write_line(state, json_pack("{s:I, s:s, s:s, s:s}", "part", (json_int_t)part->number, "sha256",
                                part->sha256, "crc", crc, "etag", part->etag));
}

void multipart_state_forget(struct multipart_state *state) {
    if (state->descriptor >= 0)
        unlink(state->path);
    close_file(state);
}

void multipart_state_release(struct multipart_state *state) {
    struct stat info;
    if (state->descriptor >= 0 && fstat(state->descriptor, &info) == 0 && info.st_size == 0)
        unlink(state->path);
    close_file(state);
    forget_content(state);
    free(state->path);
    state->path = NULL;
}
