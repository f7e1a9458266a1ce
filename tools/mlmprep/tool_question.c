#include "tools/mlmprep/tool_question.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "formats/base/byte_source.h"
#include "tools/prep/child_process.h"

/* Answers are short. */
static const size_t LONGEST_ANSWER = (size_t)1 << 20;

/* Appends what was written to a file, from its start, and a NUL. */
static enum status take_text(struct buffer *text, int descriptor, const char *name,
                             struct error *error) {
    struct byte_source source;
    if (lseek(descriptor, 0, SEEK_SET) != 0)
        return error_system(error, errno, "cannot read what was said by", name);
    byte_source_from_descriptor(&source, descriptor, name);
    enum status status = byte_source_read_all(&source, LONGEST_ANSWER, text, error);
    byte_source_release(&source);
    return status != STATUS_OK ? status : buffer_append(text, "", 1, error);
}

/* The sentence of "<tool>: error: <sentence>", ended at its line's end; the text without it. */
static const char *sentence_of(char *said) {
    static const char MARK[] = ": error: ";
    char *at = strstr(said, MARK);
    at = at == NULL ? said : at + sizeof MARK - 1;
    at[strcspn(at, "\n")] = '\0';
    return at;
}

static enum status run(const char *tool, char *const arguments[], int output, int messages,
                       struct child_process *child, struct error *error) {
    const int streams[3] = {-1, output, messages};
    char *program;
    enum status status = child_process_find(&program, tool, error);
    if (status != STATUS_OK)
        return status;
    status = child_process_start(child, program, arguments, streams, error);
    free(program);
    while (status == STATUS_OK && !child_process_look(child)) {
        struct child_process *children[] = {child};
        child_process_wait(children, 1, NULL, 0, -1);
    }
    return status;
}

static enum status ask(struct buffer *answer, const char *tool, char *const arguments[],
                       const int files[2], struct error *error) {
    struct child_process child = {0};
    struct buffer said = BUFFER_INIT;
    enum status status = run(tool, arguments, files[0], files[1], &child, error);
    if (status == STATUS_OK)
        status = take_text(&said, files[1], tool, error);
    if (status == STATUS_OK)
        status = child_process_judge(&child, tool, sentence_of((char *)said.data), error);
    if (status == STATUS_OK)
        status = take_text(answer, files[0], tool, error);
    buffer_release(&said);
    return status;
}

enum status tool_question_ask(struct buffer *answer, const char *tool,
                              const struct run_words *words, struct error *error) {
    char **arguments = calloc(words->count + 2, sizeof *arguments);
    if (arguments == NULL)
        return error_no_memory(error, "the words of a command");
    /* Programs may write to these texts, as getopt does; their copies in the child are their own.
     */
    arguments[0] = (char *)(uintptr_t)tool;
    for (size_t i = 0; i < words->count; i++)
        arguments[1 + i] = words->words[i];
    const int files[2] = {memfd_create("answer", MFD_CLOEXEC), memfd_create("said", MFD_CLOEXEC)};
    enum status status = files[0] < 0 || files[1] < 0
                             ? error_system(error, errno, "cannot make a file to ask", tool)
                             : ask(answer, tool, arguments, files, error);
    for (int i = 0; i < 2; i++) {
        if (files[i] >= 0)
            close(files[i]);
    }
    free(arguments);
    return status;
}
