/*
 * offsets - the pieces of a text, each with its id and the bytes of the text it stands for.
 *
 *     cc $(pkg-config --cflags mlmprep-tokenizer) -o offsets offsets.c \
 *         $(pkg-config --libs --static mlmprep-tokenizer)
 *     ./offsets vocab.txt 'Crème brûlée is unaffable.'
 */
#include <stdio.h>
#include <string.h>

#include <mlmprep_tokenizer.h>

int main(int argc, char **argv) {
    struct mlmprep_vocabulary *vocabulary = NULL;
    struct mlmprep_tokenizer *tokenizer = NULL;
    struct mlmprep_error error = {MLMPREP_OK, ""};
    const struct mlmprep_piece *piece;
    size_t count;
    if (argc != 3) {
        fprintf(stderr, "usage: offsets VOCABULARY TEXT\n");
        return 2;
    }
    const char *text = argv[2];
    if (mlmprep_vocabulary_load(&vocabulary, argv[1], &error) == MLMPREP_OK &&
        mlmprep_tokenizer_new(&tokenizer, vocabulary, NULL, &error) == MLMPREP_OK &&
        mlmprep_tokenizer_pieces(tokenizer, &piece, &count, text, strlen(text), &error) ==
            MLMPREP_OK) {
        for (; count > 0; count--, piece++)
            printf("%lu\t%.*s\n", (unsigned long)piece->id, (int)(piece->end - piece->begin),
                   text + piece->begin);
    }
    mlmprep_tokenizer_free(tokenizer);
    mlmprep_vocabulary_free(vocabulary);
    if (error.status != MLMPREP_OK)
        fprintf(stderr, "offsets: %s\n", error.message);
    return error.status != MLMPREP_OK;
}
