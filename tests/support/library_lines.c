/*
 * library_lines - the pieces of each line of standard input, "id:begin:end id:begin:end ...", by
 * the installed library: for tests/golden/library.t.
 *
 *     library_lines VOCABULARY FLAVOR LOWER_CASE STRIP_ACCENTS SPECIAL_LITERALS LONGEST
 *
 * The options are the numbers of the header. Fails when the ids alone are others.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <mlmprep_tokenizer.h>

/* Names that the library has inside, too. */
int vocabulary_load(void);
int buffer_append(void);

int vocabulary_load(void) {
    return 1;
}

int buffer_append(void) {
    return 2;
}

_Noreturn static void fail(const struct mlmprep_error *error) {
    fprintf(stderr, "library_lines: %d %s\n", (int)error->status, error->message);
    exit(1);
}

static void take(struct mlmprep_tokenizer *tokenizer, const char *line, size_t size) {
    struct mlmprep_error error;
    const struct mlmprep_piece *pieces;
    const uint32_t *ids;
    size_t count, id_count;
    if (mlmprep_tokenizer_pieces(tokenizer, &pieces, &count, line, size, &error) != MLMPREP_OK)
        fail(&error);
    if (mlmprep_tokenizer_ids(tokenizer, &ids, &id_count, line, size, &error) != MLMPREP_OK)
        fail(&error);
    if (id_count != count) {
        fprintf(stderr, "library_lines: %lu ids and %lu pieces\n", (unsigned long)id_count,
                (unsigned long)count);
        exit(1);
    }
    for (size_t i = 0; i < count; i++) {
        if (ids[i] != pieces[i].id) {
            fprintf(stderr, "library_lines: id %lu differs\n", (unsigned long)i);
            exit(1);
        }
        printf("%s%lu:%lu:%lu", i > 0 ? " " : "", (unsigned long)pieces[i].id,
               (unsigned long)pieces[i].begin, (unsigned long)pieces[i].end);
    }
    putchar('\n');
}

int main(int argc, char **argv) {
    struct mlmprep_vocabulary *vocabulary;
    struct mlmprep_tokenizer *tokenizer;
    struct mlmprep_error error;
    struct mlmprep_tokenizer_options options;
    char *line = NULL;
    size_t capacity = 0;
    ssize_t size;
    if (argc != 7 || vocabulary_load() + buffer_append() != 3)
        return 2;
    memset(&options, 0, sizeof options);
    options.flavor = (enum mlmprep_flavor)atoi(argv[2]);
    options.lower_case = (enum mlmprep_choice)atoi(argv[3]);
    options.strip_accents = (enum mlmprep_choice)atoi(argv[4]);
    options.special_literals = (enum mlmprep_choice)atoi(argv[5]);
    options.max_chars_per_word = (uint32_t)atoi(argv[6]);
    if (mlmprep_vocabulary_load(&vocabulary, argv[1], &error) != MLMPREP_OK ||
        mlmprep_tokenizer_new(&tokenizer, vocabulary, &options, &error) != MLMPREP_OK)
        fail(&error);
    while ((size = getline(&line, &capacity, stdin)) > 0)
        take(tokenizer, line, (size_t)size);
    free(line);
    mlmprep_tokenizer_free(tokenizer);
    mlmprep_vocabulary_free(vocabulary);
    return fflush(stdout) != 0;
}
