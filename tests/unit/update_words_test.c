/* update_words: which of a plan's words for s3sync are for verify, too. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "tools/mlmprep/update_words.h"

typedef enum status words_function(struct run_words *words, const struct run_words *options,
                                   struct error *error);

/* The words of a line that are taken, parted by blanks. */
static const char *taken_by(words_function *take, const char *line) {
    static char text[512];
    struct run_words options = {NULL, 0, 0}, words = {NULL, 0, 0};
    struct error error;
    text[0] = '\0';
    assert_int_equal(run_words_split(&options, line, &error), STATUS_OK);
    assert_int_equal(take(&words, &options, &error), STATUS_OK);
    for (size_t i = 0; i < words.count; i++)
        snprintf(text + strlen(text), sizeof text - strlen(text), "%s%s", i == 0 ? "" : " ",
                 words.words[i]);
    run_words_release(&options);
    run_words_release(&words);
    return text;
}

static const char *taken(const char *line) {
    return taken_by(update_words_of_bucket, line);
}

static void words_for_uploads(void **state) {
    (void)state;
    assert_string_equal(taken_by(update_words_of_upload, "--sse AES256 --region=x -j 4 --tag a=b"),
                        "--sse AES256 --region=x -j 4 --tag a=b");
    assert_string_equal(taken_by(update_words_of_upload,
                                 "--exclude --sse --include=*.hdf5 --sagemaker-manifest m --delete "
                                 "--max-delete 5 --last *.json --cache c --acl private -n -0"),
                        "--acl private");
}

static void words_for_both(void **state) {
    (void)state;
    assert_string_equal(taken(""), "");
    assert_string_equal(taken("--endpoint-url http://a --sse AES256 --region=x"),
                        "--endpoint-url http://a --region=x");
    assert_string_equal(taken("--tag region=--region --path-style --acl private -j 4"),
                        "--path-style -j 4");
    assert_string_equal(taken("--endpoint_url http://a --endp http://b -j4"),
                        "--endpoint_url http://a --endp http://b -j4");
    assert_string_equal(taken("--storage-class=STANDARD_IA --no-such x --no-sign-request"),
                        "--no-sign-request");
    assert_string_equal(taken("--region"), "--region");
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(words_for_uploads),
                                       cmocka_unit_test(words_for_both)};
    return cmocka_run_group_tests_name("update_words", tests, NULL, NULL);
}
