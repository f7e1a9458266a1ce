#include "tools/mlmprep/slurm_submit.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "formats/base/descriptor_write.h"
#include "tools/cli/numbers.h"
#include "tools/prep/child_process.h"

/* Much more than Slurm's programs say. */
#define MOST_SAID 65536

/* A file in memory, for what goes in and out of the shell. */
static enum status memory_file(int *descriptor, struct error *error) {
    *descriptor = memfd_create("slurm", MFD_CLOEXEC);
    return *descriptor >= 0 ? STATUS_OK
                            : error_system(error, errno, "cannot make", "a file in memory");
}

/* The beginning of what was written to a file in memory, as a string. */
static void read_said(int descriptor, char text[MOST_SAID]) {
    ssize_t count = pread(descriptor, text, MOST_SAID - 1, 0);
    text[count > 0 ? count : 0] = '\0';
}

/* Runs a script to its end, with files for its three streams. */
static enum status run_shell(const int streams[3], struct child_process *child,
                             struct stop_signal *stop, struct error *error) {
    char name[] = "sh";
    char *const arguments[] = {name, NULL};
    enum status status = child_process_start(child, "/bin/sh", arguments, streams, error);
    if (status != STATUS_OK)
        return status;
    while (!child_process_look(child)) {
        struct child_process *const children[] = {child};
        if (stop->number == 0 && stop_signal_came(stop))
            child_process_signal(child, stop->number);
        child_process_wait(children, 1, &stop->descriptor, stop->number == 0, 1000);
    }
    return STATUS_OK;
}

/* Hands on what was said, but for the last line when that is the sentence of a failure. */
static enum status judge(const struct child_process *child, char *said, struct error *error) {
    size_t size = strlen(said);
    enum status status = child_process_judge(child, "sh", NULL, error);
    if (status != STATUS_OK) {
        while (size > 0 && said[size - 1] == '\n')
            said[--size] = '\0';
        const char *last = strrchr(said, '\n');
        last = last != NULL ? last + 1 : said;
        if (*last != '\0')
            error_set(error, status, "%s", last);
        size = (size_t)(last - said);
    }
    struct error ignored;
    struct view before = {(const unsigned char *)said, size};
    (void)!descriptor_write(STDERR_FILENO, before.data, before.size, "cannot write to",
                            "standard error", &ignored);
    return status;
}

/* Runs a script whose output goes to a descriptor. */
static enum status run_script(struct view script, int output, struct stop_signal *stop,
                              struct error *error) {
    static char said[MOST_SAID];
    struct child_process child = {0};
    int input = -1, messages = -1;
    enum status status = memory_file(&input, error);
    if (status == STATUS_OK)
        status = memory_file(&messages, error);
    if (status == STATUS_OK)
        status = descriptor_write(input, script.data, script.size, "cannot write",
                                  "what goes to the shell", error);
    if (status == STATUS_OK && lseek(input, 0, SEEK_SET) != 0)
        status = error_system(error, errno, "cannot read", "a file in memory");
    if (status == STATUS_OK)
        status = run_shell((const int[]){input, output, messages}, &child, stop, error);
    if (status == STATUS_OK) {
        read_said(messages, said);
        status = judge(&child, said, error);
    }
    if (input >= 0)
        close(input);
    if (messages >= 0)
        close(messages);
    return status;
}

enum status slurm_submit_limit(uint64_t *limit, struct stop_signal *stop, struct error *error) {
    static char answer[MOST_SAID];
    static const char *const script = "scontrol show config | sed -n 's/^MaxArraySize *= *//p'\n";
    int output = -1;
    enum status status = memory_file(&output, error);
    if (status != STATUS_OK)
        return status;
    status = run_script(view_of_string(script), output, stop, error);
    read_said(output, answer);
    close(output);
    answer[strcspn(answer, "\n")] = '\0';
    if (status == STATUS_OK && (!numbers_parse_whole(answer, limit) || *limit == 0))
        status = error_set(error, STATUS_FAILED,
                           "Slurm does not tell how many indices an array may have; is this a "
                           "machine of the cluster? Otherwise give --array-limit");
    return status;
}

enum status slurm_submit_run(struct view script, struct stop_signal *stop, struct error *error) {
    return run_script(script, STDOUT_FILENO, stop, error);
}
