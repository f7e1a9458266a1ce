/*
 * credential_provider, credential_process and container_credentials: when credentials are fetched
 * again, what a process may do, which agents are asked. The clock is the test's; the source is a
 * process that counts its runs.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/s3/container_credentials.h"
#include "tools/s3/credential_process.h"
#include "tools/s3/credential_provider.h"

static char folder[] = "/tmp/mlmprep-provider-XXXXXX";
static const time_t BEGIN = 1900000000; /* 2030-03-17T17:46:40Z */
static atomic_llong now;

static time_t tell_time(void *context) {
    (void)context;
    return (time_t)atomic_load(&now);
}

static void write_file(const char *name, const char *text) {
    char path[256];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

/* How often the process ran: it adds a byte to a file each time. */
static long runs(void) {
    char path[256];
    snprintf(path, sizeof path, "%s/runs", folder);
    FILE *file = fopen(path, "r");
    if (file == NULL)
        return 0;
    assert_int_equal(fseek(file, 0, SEEK_END), 0);
    long size = ftell(file);
    assert_int_equal(fclose(file), 0);
    return size;
}

/*
 * Makes a process that gives keys KEY1, KEY2, ... by its run, which expire at `expires` (or never,
 * when NULL), or that fails once the file "broken" is there.
 */
static void make_process(const char *expires, const char *key) {
    char text[2000], expiration[100] = "";
    if (expires != NULL)
        snprintf(expiration, sizeof expiration, ", \\\"Expiration\\\": \\\"%s\\\"", expires);
    snprintf(
        text, sizeof text,
        "printf x >>%s/runs\n[ -e %s/broken ] && exit 9\nn=$(wc -c <%s/runs)\n"
        "echo \"{\\\"Version\\\": 1, \\\"AccessKeyId\\\": \\\"%s\\\", \\\"SecretAccessKey\\\": "
        "\\\"HUSH\\\"%s}\"\n",
        folder, folder, folder, key, expiration);
    write_file("process", text);
}

static struct credential_provider *make_provider(void) {
    const struct credential_context context = {
        .profile = "default", .profile_named = true, .now = tell_time};
    struct credential_provider *provider;
    struct error error;
    atomic_store(&now, BEGIN);
    assert_int_equal(credential_provider_new(&provider, &context, false, &error), STATUS_OK);
    assert_false(credential_provider_is_anonymous(provider));
    return provider;
}

/* Gets credentials at a time after the beginning and expects this key. */
static void expect_key(struct credential_provider *provider, long long after, const char *key) {
    struct credentials credentials;
    struct error error = {.message = ""};
    atomic_store(&now, BEGIN + after);
    if (credential_provider_get(provider, &credentials, &error) != STATUS_OK)
        fail_msg("after %lld s: %s", after, error.message);
    assert_string_equal(credentials.access_key_id, key);
    credentials_release(&credentials);
}

static int clean(void **state) {
    static const char *const NAMES[] = {"runs", "broken", "process"};
    char path[256], text[400];
    (void)state;
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, NAMES[i]);
        unlink(path);
    }
    snprintf(text, sizeof text, "[default]\ncredential_process = sh %s/process\n", folder);
    write_file("config", text);
    snprintf(path, sizeof path, "%s/config", folder);
    setenv("AWS_CONFIG_FILE", path, 1);
    setenv("AWS_EC2_METADATA_DISABLED", "true", 1);
    return setenv("HOME", folder, 1);
}

static void what_expires_is_fetched_five_minutes_before(void **state) {
    (void)state;
    make_process("2030-03-17T18:46:40Z", "KEY$n"); /* in an hour */
    struct credential_provider *provider = make_provider();
    expect_key(provider, 0, "KEY1");
    expect_key(provider, 3299, "KEY1");
    assert_int_equal(runs(), 1);
    expect_key(provider, 3300, "KEY2");
    /* The new ones end no later: they are not fetched for every request. */
    expect_key(provider, 3300, "KEY2");
    expect_key(provider, 3359, "KEY2");
    expect_key(provider, 3360, "KEY3");
    credential_provider_free(provider);
}

static void short_lives_are_used_for_half(void **state) {
    (void)state;
    make_process("2030-03-17T17:46:50Z", "KEY$n"); /* in ten seconds */
    struct credential_provider *provider = make_provider();
    expect_key(provider, 0, "KEY1");
    expect_key(provider, 4, "KEY1");
    expect_key(provider, 5, "KEY2");
    credential_provider_free(provider);
}

static void what_never_expires_is_fetched_once(void **state) {
    (void)state;
    make_process(NULL, "KEY$n");
    struct credential_provider *provider = make_provider();
    expect_key(provider, 0, "KEY1");
    expect_key(provider, 1000000000, "KEY1");
    credential_provider_free(provider);
}

static void a_failure_matters_only_when_the_old_ones_are_over(void **state) {
    (void)state;
    struct credentials credentials;
    struct error error;
    make_process("2030-03-17T18:46:40Z", "KEY$n");
    struct credential_provider *provider = make_provider();
    expect_key(provider, 0, "KEY1");
    write_file("broken", "");
    expect_key(provider, 3400, "KEY1");
    assert_int_equal(runs(), 2);
    expect_key(provider, 3429, "KEY1");
    assert_int_equal(runs(), 2);
    expect_key(provider, 3430, "KEY1");
    assert_int_equal(runs(), 3);
    atomic_store(&now, BEGIN + 3600);
    assert_int_equal(credential_provider_get(provider, &credentials, &error), STATUS_FAILED);
    assert_non_null(strstr(error.message, "profile 'default' exited with status 9"));
    credential_provider_free(provider);
}

static void a_renewal_gives_others_or_says_why_not(void **state) {
    (void)state;
    struct credentials used;
    struct error error;
    make_process(NULL, "KEY$n");
    struct credential_provider *provider = make_provider();
    assert_int_equal(credential_provider_get(provider, &used, &error), STATUS_OK);
    assert_int_equal(credential_provider_renew(provider, &used, &error), STATUS_OK);
    expect_key(provider, 0, "KEY2");
    /* Others that used the old ones find that there are new ones. */
    assert_int_equal(credential_provider_renew(provider, &used, &error), STATUS_OK);
    assert_int_equal(runs(), 2);
    credentials_release(&used);
    make_process(NULL, "SAME");
    assert_int_equal(credential_provider_get(provider, &used, &error), STATUS_OK);
    assert_int_equal(credential_provider_renew(provider, &used, &error), STATUS_OK);
    credentials_release(&used);
    assert_int_equal(credential_provider_get(provider, &used, &error), STATUS_OK);
    assert_int_equal(credential_provider_renew(provider, &used, &error), STATUS_FAILED);
    assert_non_null(strstr(error.message, "has no newer credentials"));
    assert_null(strstr(error.message, "HUSH"));
    assert_int_equal(runs(), 4);
    assert_int_equal(credential_provider_renew(provider, &used, &error), STATUS_FAILED);
    assert_int_equal(runs(), 4);
    atomic_store(&now, BEGIN + 10);
    assert_int_equal(credential_provider_renew(provider, &used, &error), STATUS_FAILED);
    assert_int_equal(runs(), 5);
    credentials_release(&used);
    credential_provider_free(provider);
}

static void *get_and_renew(void *context) {
    struct credential_provider *provider = context;
    for (int i = 0; i < 20; i++) {
        struct credentials used;
        struct error error;
        if (credential_provider_get(provider, &used, &error) != STATUS_OK)
            return "no credentials";
        bool renewed = credential_provider_renew(provider, &used, &error) == STATUS_OK;
        credentials_release(&used);
        if (!renewed)
            return "no renewal";
        atomic_fetch_add(&now, 100);
    }
    return NULL;
}

static void many_threads_share_a_provider(void **state) {
    (void)state;
    pthread_t threads[4];
    make_process("2030-03-17T18:46:40Z", "KEY$n");
    struct credential_provider *provider = make_provider();
    for (size_t i = 0; i < 4; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, get_and_renew, provider), 0);
    for (size_t i = 0; i < 4; i++) {
        void *failure;
        pthread_join(threads[i], &failure);
        if (failure != NULL)
            fail_msg("%s", (const char *)failure);
    }
    credential_provider_free(provider);
}

static void expect_process(const char *command, uint64_t limit_ms, const char *piece) {
    static const atomic_bool go_on;
    struct credentials credentials;
    struct error error;
    assert_int_equal(credential_process_run(&credentials, command, "it", limit_ms, &go_on, &error),
                     STATUS_FAILED);
    if (strstr(error.message, piece) == NULL)
        fail_msg("'%s' gave \"%s\", which lacks \"%s\"", command, error.message, piece);
    assert_null(credentials.access_key_id);
}

static void processes_are_bounded(void **state) {
    (void)state;
    expect_process("sleep 60", 200, "did not end in time");
    expect_process("exec >&-; sleep 60", 200, "did not end in time");
    expect_process("yes HUSH", 20000, "printed more than 65536 bytes");
    expect_process("exit 3", 20000, "status 3");
    expect_process("kill -9 $$", 20000, "signal 9");
    expect_process("/nowhere/program 2>&-", 20000, "status 127");
    expect_process("cat; echo HUSH", 20000, "no JSON: line 1");
    const atomic_bool stop = true;
    struct credentials credentials;
    struct error error;
    assert_int_equal(credential_process_run(&credentials, "sleep 60", "it", 60000, &stop, &error),
                     STATUS_FAILED);
    assert_non_null(strstr(error.message, "the run stops"));
}

static void expect_url(const char *relative, const char *full, const char *wanted) {
    struct buffer url = BUFFER_INIT;
    struct error error;
    assert_int_equal(container_credentials_url(&url, relative, full, &error), STATUS_OK);
    assert_string_equal((const char *)url.data, wanted);
    buffer_release(&url);
}

static void only_known_agents_are_asked(void **state) {
    (void)state;
    static const char *const RIGHT[] = {"https://any.example/x",    "http://localhost/x",
                                        "http://127.0.0.1:80/x?y",  "http://127.9.8.7/x",
                                        "http://[::1]:80/x",        "http://169.254.170.2/x",
                                        "http://169.254.170.23/v1", "http://[fd00:ec2::23]"};
    static const char *const WRONG[] = {"http://example.com/x",
                                        "http://169.254.169.254/x",
                                        "http://127.0.0.1.example.com/x",
                                        "http://127.0.0.1@host/x",
                                        "http://[::2]/x",
                                        "ftp://localhost/x",
                                        "http://localhost.evil.com/",
                                        "https://",
                                        "https:///x",
                                        "localhost/x",
                                        "http://local host/x",
                                        "http://127.0.0.1\n/x",
                                        "http://[::1]evil/x",
                                        "http://[::1"};
    struct error error;
    struct buffer url = BUFFER_INIT;
    assert_int_equal(container_credentials_url(&url, NULL, "", &error), STATUS_END);
    expect_url("/v2/credentials/x", "http://localhost/y", "http://169.254.170.2/v2/credentials/x");
    expect_url("v2", NULL, "http://169.254.170.2/v2");
    for (size_t i = 0; i < sizeof RIGHT / sizeof *RIGHT; i++)
        expect_url("", RIGHT[i], RIGHT[i]);
    for (size_t i = 0; i < sizeof WRONG / sizeof *WRONG; i++) {
        if (container_credentials_url(&url, NULL, WRONG[i], &error) != STATUS_FAILED)
            fail_msg("'%s' was taken", WRONG[i]);
    }
    buffer_release(&url);
}

static int make_folder(void **state) {
    (void)state;
    return mkdtemp(folder) == NULL;
}

static int remove_folder(void **state) {
    char path[256];
    clean(state);
    snprintf(path, sizeof path, "%s/config", folder);
    return unlink(path) != 0 || rmdir(folder) != 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(what_expires_is_fetched_five_minutes_before, clean),
        cmocka_unit_test_setup(short_lives_are_used_for_half, clean),
        cmocka_unit_test_setup(what_never_expires_is_fetched_once, clean),
        cmocka_unit_test_setup(a_failure_matters_only_when_the_old_ones_are_over, clean),
        cmocka_unit_test_setup(a_renewal_gives_others_or_says_why_not, clean),
        cmocka_unit_test_setup(many_threads_share_a_provider, clean),
        cmocka_unit_test(processes_are_bounded),
        cmocka_unit_test(only_known_agents_are_asked),
    };
    return cmocka_run_group_tests_name("credential_provider", tests, make_folder, remove_folder);
}
