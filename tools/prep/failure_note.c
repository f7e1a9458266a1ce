#include "tools/prep/failure_note.h"

#include <jansson.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "tools/prep/process_identity.h"
#include "tools/prep/state_file.h"
#include "tools/prep/utc_time.h"

static const char SUFFIX[] = ".failed";
static const char FORMAT[] = "mlmprep failed 1";

/* A sentence may hold a file name that is not UTF-8. */
static void make_ascii(char *to, size_t size, const char *from) {
    snprintf(to, size, "%s", from);
    json_t *text = json_string(to);
    for (char *byte = to; text == NULL && *byte != '\0'; byte++) {
        if ((unsigned char)*byte >= 0x80)
            *byte = '?';
    }
    json_decref(text);
}

enum status failure_note_add(const char *folder, const char *name, const char *sentence,
                             int exit_code, const char *log, struct error *error) {
    struct failure_note before;
    struct process_identity self;
    char now[UTC_TIME_SIZE], ascii[ERROR_MESSAGE_SIZE];
    uint64_t attempts = failure_note_read(&before, folder, name) ? before.attempts : 0;
    process_identity_self(&self);
    utc_time_text(now, time(NULL));
    make_ascii(ascii, sizeof ascii, sentence);
    return state_file_write(json_pack("{s:s, s:s, s:i, s:s, s:s, s:I, s:s}", "format", FORMAT,
                                      "sentence", ascii, "exit", exit_code, "time", now, "host",
                                      self.host, "attempts", (json_int_t)attempts + 1, "log", log),
                            folder, name, SUFFIX, error);
}

static bool read_object(struct failure_note *note, const json_t *object) {
    const char *format, *sentence, *time, *host, *log;
    json_int_t attempts, exit_code;
    *note = (struct failure_note){.attempts = 0};
    if (json_unpack((json_t *)(uintptr_t)object, "{s:s, s:s, s:I, s:s, s:s, s:I, s:s}", "format",
                    &format, "sentence", &sentence, "exit", &exit_code, "time", &time, "host",
                    &host, "attempts", &attempts, "log", &log) != 0 ||
        strcmp(format, FORMAT) != 0 || strlen(sentence) >= sizeof note->sentence ||
        strlen(host) >= sizeof note->host || strlen(log) >= sizeof note->log || attempts < 1 ||
        attempts > INT32_MAX || exit_code < 0 || exit_code > 255 ||
        !utc_time_parse(&note->when, time))
        return false;
    snprintf(note->sentence, sizeof note->sentence, "%s", sentence);
    snprintf(note->host, sizeof note->host, "%s", host);
    snprintf(note->log, sizeof note->log, "%s", log);
    note->exit_code = (int)exit_code;
    note->attempts = (uint64_t)attempts;
    return true;
}

bool failure_note_parse(struct failure_note *note, struct view text) {
    json_t *object = state_file_parse(text);
    bool whole = object != NULL && read_object(note, object);
    json_decref(object);
    return whole;
}

bool failure_note_read(struct failure_note *note, const char *folder, const char *name) {
    struct error ignored;
    json_t *object;
    if (state_file_read(&object, folder, name, SUFFIX, &ignored) != STATUS_OK || object == NULL)
        return false;
    bool whole = read_object(note, object);
    json_decref(object);
    return whole;
}

enum status failure_note_remove(const char *folder, const char *name, struct error *error) {
    return state_file_remove(folder, name, SUFFIX, error);
}
