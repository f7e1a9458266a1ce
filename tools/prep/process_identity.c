#include "tools/prep/process_identity.h"

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* The beginning of a small file of /proc, as a string; "" when it cannot be read. */
static void read_small(const char *path, char *text, size_t size) {
    int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t got = descriptor < 0 ? 0 : read(descriptor, text, size - 1);
    text[got > 0 ? got : 0] = '\0';
    if (descriptor >= 0)
        close(descriptor);
}

static void find_place(char *place, size_t size) {
    char boot[64], spaces[64];
    read_small("/proc/sys/kernel/random/boot_id", boot, sizeof boot);
    boot[strcspn(boot, "\n")] = '\0';
    ssize_t length = readlink("/proc/self/ns/pid", spaces, sizeof spaces - 1);
    if (*boot == '\0' || length <= 0) {
        *place = '\0';
        return;
    }
    spaces[length] = '\0';
    snprintf(place, size, "%s %s", boot, spaces);
}

/*
 * proc(5), stat: fields 3 (state) and 22 (starttime) of a process. The second field, a name in
 * parentheses, may hold anything. False when there is no such process, or only what is left of it
 * until its parent asks.
 */
static bool find_start(uint64_t *began, long process) {
    char path[64], text[1024];
    char state;
    unsigned long long ticks;
    *began = 0;
    snprintf(path, sizeof path, "/proc/%ld/stat", process);
    read_small(path, text, sizeof text);
    const char *behind = strrchr(text, ')');
    if (behind == NULL)
        return false;
    if (sscanf(behind + 1,
               " %c %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %llu",
               &state, &ticks) != 2)
        return true;
    *began = ticks;
    return state != 'Z' && state != 'X';
}

void process_identity_self(struct process_identity *identity) {
    *identity = (struct process_identity){.process = (long)getpid()};
    if (gethostname(identity->host, sizeof identity->host - 1) != 0)
        snprintf(identity->host, sizeof identity->host, "unknown");
    /* JSON takes nothing but UTF-8. */
    for (char *byte = identity->host; *byte != '\0'; byte++) {
        if (*byte <= ' ' || *byte >= 0x7F)
            *byte = '?';
    }
    find_place(identity->place, sizeof identity->place);
    (void)find_start(&identity->began, identity->process);
}

enum status process_identity_put(struct json_t *object, const struct process_identity *identity,
                                 struct error *error) {
    json_t *members =
        json_pack("{s:s, s:s, s:I, s:I}", "host", identity->host, "place", identity->place,
                  "process", (json_int_t)identity->process, "began", (json_int_t)identity->began);
    bool put = members != NULL && json_object_update(object, members) == 0;
    json_decref(members);
    return put ? STATUS_OK : error_no_memory(error, "the name of a process");
}

bool process_identity_get(struct process_identity *identity, const struct json_t *object) {
    const char *host, *place;
    json_int_t process, began;
    *identity = (struct process_identity){.process = 0};
    if (json_unpack((json_t *)(uintptr_t)object, "{s:s, s:s, s:I, s:I}", "host", &host, "place",
                    &place, "process", &process, "began", &began) != 0 ||
        strlen(host) >= sizeof identity->host || strlen(place) >= sizeof identity->place ||
        process < 1 || process > INT32_MAX || began < 0)
        return false;
    snprintf(identity->host, sizeof identity->host, "%s", host);
    snprintf(identity->place, sizeof identity->place, "%s", place);
    identity->process = (long)process;
    identity->began = (uint64_t)began;
    return true;
}

bool process_identity_is_near(const struct process_identity *identity) {
    char place[PROCESS_IDENTITY_TEXT];
    find_place(place, sizeof place);
    return *place != '\0' && strcmp(place, identity->place) == 0;
}

bool process_identity_is_gone(const struct process_identity *identity) {
    uint64_t began;
    if (!process_identity_is_near(identity))
        return false;
    if (kill((pid_t)identity->process, 0) != 0 && errno == ESRCH)
        return true;
    if (!find_start(&began, identity->process))
        return access("/proc/self/stat", R_OK) == 0;
    return began != 0 && identity->began != 0 && began != identity->began;
}
