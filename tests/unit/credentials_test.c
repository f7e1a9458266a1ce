/* profile, credentials and aws_settings: where each value comes from, and that none gets out. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tools/s3/aws_settings.h"

static char folder[] = "/tmp/mlmprep-credentials-XXXXXX";

static const char *const VARIABLES[] = {"AWS_ACCESS_KEY_ID",
                                        "AWS_SECRET_ACCESS_KEY",
                                        "AWS_SESSION_TOKEN",
                                        "AWS_PROFILE",
                                        "AWS_SHARED_CREDENTIALS_FILE",
                                        "AWS_CONFIG_FILE",
                                        "AWS_REGION",
                                        "AWS_DEFAULT_REGION",
                                        "AWS_ENDPOINT_URL",
                                        "AWS_ENDPOINT_URL_S3",
                                        "AWS_IGNORE_CONFIGURED_ENDPOINT_URLS",
                                        "AWS_CA_BUNDLE",
                                        "AWS_USE_FIPS_ENDPOINT",
                                        "AWS_USE_DUALSTACK_ENDPOINT",
                                        "AWS_ENDPOINT_URL_STS",
                                        "AWS_WEB_IDENTITY_TOKEN_FILE",
                                        "AWS_CONTAINER_CREDENTIALS_RELATIVE_URI",
                                        "AWS_CONTAINER_CREDENTIALS_FULL_URI",
                                        "CURL_CA_BUNDLE",
                                        "SSL_CERT_FILE"};

static void write_file(const char *name, const char *text) {
    char path[256];
    snprintf(path, sizeof path, "%s/.aws/%s", folder, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

/* A home without settings, an environment without variables. */
static int clean(void **state) {
    char path[256];
    (void)state;
    for (size_t i = 0; i < sizeof VARIABLES / sizeof *VARIABLES; i++)
        unsetenv(VARIABLES[i]);
    snprintf(path, sizeof path, "%s/.aws", folder);
    mkdir(path, 0700);
    snprintf(path, sizeof path, "%s/.aws/credentials", folder);
    unlink(path);
    snprintf(path, sizeof path, "%s/.aws/config", folder);
    unlink(path);
    return setenv("AWS_EC2_METADATA_DISABLED", "true", 1) != 0 || setenv("HOME", folder, 1) != 0;
}

static struct aws_settings load(const struct aws_settings_options *options) {
    static const struct aws_settings_options NONE = {.profile = NULL};
    struct aws_settings settings;
    struct error error = {.message = ""};
    if (aws_settings_load(&settings, options == NULL ? &NONE : options, &error) != STATUS_OK)
        fail_msg("%s", error.message);
    return settings;
}

/* The keys are these; `token` may be NULL. */
static void expect_keys(const struct aws_settings *settings, const char *id, const char *secret,
                        const char *token) {
    struct credentials keys;
    struct error error;
    assert_int_equal(credential_provider_get(settings->credentials, &keys, &error), STATUS_OK);
    assert_string_equal(keys.access_key_id, id);
    assert_string_equal(keys.secret_access_key, secret);
    if (token == NULL)
        assert_null(keys.session_token);
    else
        assert_string_equal(keys.session_token, token);
    credentials_release(&keys);
}

static void expect_refusal(const struct aws_settings_options *options, const char *piece) {
    static const struct aws_settings_options NONE = {.profile = NULL};
    struct aws_settings settings;
    struct error error;
    assert_int_not_equal(aws_settings_load(&settings, options == NULL ? &NONE : options, &error),
                         STATUS_OK);
    if (strstr(error.message, piece) == NULL)
        fail_msg("\"%s\" lacks \"%s\"", error.message, piece);
    if (strstr(error.message, "HUSH") != NULL)
        fail_msg("\"%s\" tells a secret", error.message);
}

static void the_environment_comes_first(void **state) {
    (void)state;
    write_file("credentials", "[default]\naws_access_key_id=A1\naws_secret_access_key=SECRET1\n");
    setenv("AWS_ACCESS_KEY_ID", "A2", 1);
    setenv("AWS_SECRET_ACCESS_KEY", "SECRET2", 1);
    setenv("AWS_SESSION_TOKEN", "SECRET3", 1);
    struct aws_settings settings = load(NULL);
    expect_keys(&settings, "A2", "SECRET2", "SECRET3");
    assert_string_equal(settings.region, "us-east-1");
    assert_null(settings.endpoint_url);
    aws_settings_release(&settings);
}

static void a_profile_named_by_an_option_goes_before_it(void **state) {
    (void)state;
    write_file("credentials", "[a]\naws_access_key_id=A1\naws_secret_access_key=SECRET1\n");
    setenv("AWS_ACCESS_KEY_ID", "A2", 1);
    setenv("AWS_SECRET_ACCESS_KEY", "SECRET2", 1);
    const struct aws_settings_options options = {.profile = "a"};
    struct aws_settings settings = load(&options);
    expect_keys(&settings, "A1", "SECRET1", NULL);
    aws_settings_release(&settings);
}

static void both_files_and_every_setting_are_read(void **state) {
    (void)state;
    write_file("credentials", "[default]\naws_access_key_id = no\naws_secret_access_key = no\n"
                              "[team]\r\naws_access_key_id = AK\r\n"
                              "aws_secret_access_key = a/b+c==;d\r\naws_session_token: T\r\n");
    write_file("config", "# comment\n[default]\nregion = no-1\n[team]\nregion = no-2\n"
                         "[profile  team ]\ns3 =\n  region = no-3\nregion = eu-west-3 ; here\n"
                         "endpoint_url = http://127.0.0.1:9\nca_bundle = /ca.pem\n"
                         "aws_access_key_id = other\naws_secret_access_key = other\n");
    setenv("AWS_PROFILE", "team", 1);
    struct aws_settings settings = load(NULL);
    expect_keys(&settings, "AK", "a/b+c==;d", "T");
    assert_string_equal(settings.region, "eu-west-3");
    assert_string_equal(settings.endpoint_url, "http://127.0.0.1:9");
    assert_string_equal(settings.ca_bundle, "/ca.pem");
    aws_settings_release(&settings);
}

static void long_names_and_tokens_are_whole(void **state) {
    (void)state;
    char name[200] = "", text[8000], token[6000] = "";
    memset(name, 'n', 150);
    memset(token, 't', 5000);
    snprintf(text, sizeof text,
             "[%.149s]\naws_access_key_id=no\naws_secret_access_key=no\n"
             "[%s]\naws_access_key_id=A\naws_secret_access_key=S\naws_session_token=%s\n",
             name, name, token);
    write_file("credentials", text);
    const struct aws_settings_options options = {.profile = name};
    struct aws_settings settings = load(&options);
    expect_keys(&settings, "A", "S", token);
    aws_settings_release(&settings);
}

static void profile_default_goes_before_default(void **state) {
    (void)state;
    static const char KEYS[] = "aws_access_key_id=A\naws_secret_access_key=S\n";
    char text[400];
    snprintf(text, sizeof text, "[profile default]\nregion=first-1\n%s[default]\nregion=no-1\n",
             KEYS);
    write_file("config", text);
    struct aws_settings settings = load(NULL);
    assert_string_equal(settings.region, "first-1");
    aws_settings_release(&settings);
    snprintf(text, sizeof text, "[default]\nregion=no-1\n[profile default]\nregion=first-1\n%s",
             KEYS);
    write_file("config", text);
    settings = load(NULL);
    assert_string_equal(settings.region, "first-1");
    aws_settings_release(&settings);
}

static void later_sources_of_a_setting_yield_to_earlier_ones(void **state) {
    (void)state;
    write_file("config", "[default]\nregion=from-profile\nendpoint_url=http://profile\n"
                         "aws_access_key_id=A\naws_secret_access_key=S\n");
    setenv("SSL_CERT_FILE", "/ssl", 1);
    struct aws_settings settings = load(NULL);
    assert_string_equal(settings.region, "from-profile");
    assert_string_equal(settings.endpoint_url, "http://profile");
    assert_string_equal(settings.ca_bundle, "/ssl");
    aws_settings_release(&settings);
    setenv("AWS_DEFAULT_REGION", "from-default", 1);
    setenv("AWS_ENDPOINT_URL", "http://general", 1);
    setenv("CURL_CA_BUNDLE", "/curl", 1);
    settings = load(NULL);
    assert_string_equal(settings.region, "from-default");
    assert_string_equal(settings.endpoint_url, "http://general");
    assert_string_equal(settings.ca_bundle, "/curl");
    aws_settings_release(&settings);
    setenv("AWS_REGION", "from-region", 1);
    setenv("AWS_ENDPOINT_URL_S3", "http://s3", 1);
    setenv("AWS_CA_BUNDLE", "/aws", 1);
    settings = load(NULL);
    assert_string_equal(settings.region, "from-region");
    assert_string_equal(settings.endpoint_url, "http://s3");
    assert_string_equal(settings.ca_bundle, "/aws");
    aws_settings_release(&settings);
    const struct aws_settings_options options = {.region = "option", .endpoint_url = "http://o"};
    setenv("AWS_IGNORE_CONFIGURED_ENDPOINT_URLS", "true", 1);
    settings = load(&options);
    assert_string_equal(settings.region, "option");
    assert_string_equal(settings.endpoint_url, "http://o");
    aws_settings_release(&settings);
    settings = load(NULL);
    assert_null(settings.endpoint_url);
    aws_settings_release(&settings);
}

static void what_is_missing_is_told(void **state) {
    (void)state;
    expect_refusal(NULL, "AWS_ACCESS_KEY_ID");
    setenv("AWS_ACCESS_KEY_ID", "A", 1);
    expect_refusal(NULL, "no secret access key");
    unsetenv("AWS_ACCESS_KEY_ID");
    setenv("AWS_SECRET_ACCESS_KEY", "HUSH", 1);
    expect_refusal(NULL, "no access key id");
    setenv("AWS_ACCESS_KEY_ID", "A", 1);
    setenv("AWS_SECRET_ACCESS_KEY", "HUSH\n", 1);
    expect_refusal(NULL, "control character");
    unsetenv("AWS_ACCESS_KEY_ID");
    unsetenv("AWS_SECRET_ACCESS_KEY");
    const struct aws_settings_options other = {.profile = "nobody"};
    expect_refusal(&other, "no profile 'nobody'");
    write_file("config", "[default]\nsso_session = x\n");
    expect_refusal(NULL, "export-credentials");
    write_file("config", "[default]\nHUSH\n");
    expect_refusal(NULL, "line 2 of");
    setenv("AWS_CONFIG_FILE", "/nowhere/config", 1);
    expect_refusal(NULL, "cannot open '/nowhere/config'");
    const struct aws_settings_options region = {.region = "us.evil.example/"};
    unsetenv("AWS_CONFIG_FILE");
    write_file("config", "");
    expect_refusal(&region, "is not a region");
}

static void switches_and_services_are_found(void **state) {
    (void)state;
    write_file("config",
               "[default]\naws_access_key_id=A\naws_secret_access_key=S\nservices = mine\n"
               "endpoint_url=http://general\nuse_fips_endpoint = True\n"
               "s3 =\n  addressing_style = virtual\n  use_dualstack_endpoint = true\n"
               "[services other]\ns3 =\n  endpoint_url = http://no\n"
               "[services mine]\nsts =\n  endpoint_url = http://sts\ns3 =\n"
               "  endpoint_url = http://s3\n");
    struct aws_settings settings = load(NULL);
    assert_string_equal(settings.endpoint_url, "http://s3");
    assert_string_equal(credential_provider_context(settings.credentials)->sts_url, "http://sts");
    assert_int_equal(settings.style, ENDPOINT_VIRTUAL_HOST);
    assert_true(settings.dual_stack);
    assert_true(settings.fips);
    assert_false(settings.region_known);
    aws_settings_release(&settings);
    setenv("AWS_USE_FIPS_ENDPOINT", "false", 1);
    setenv("AWS_USE_DUALSTACK_ENDPOINT", "false", 1);
    settings = load(NULL);
    assert_false(settings.dual_stack);
    assert_false(settings.fips);
    aws_settings_release(&settings);
    const struct aws_settings_options options = {
        .dual_stack = true, .fips = true, .ca_bundle = "/mine", .region = "eu-west-1"};
    setenv("AWS_CA_BUNDLE", "/aws", 1);
    settings = load(&options);
    assert_true(settings.dual_stack);
    assert_true(settings.fips);
    assert_true(settings.region_known);
    assert_string_equal(settings.ca_bundle, "/mine");
    aws_settings_release(&settings);
    setenv("AWS_USE_FIPS_ENDPOINT", "maybe", 1);
    expect_refusal(NULL, "write true or false");
    unsetenv("AWS_USE_FIPS_ENDPOINT");
    write_file("config", "[default]\ns3 =\n  addressing_style = round\n");
    expect_refusal(NULL, "path, virtual or auto");
}

static void an_anonymous_run_needs_no_credentials(void **state) {
    (void)state;
    char *bucket;
    struct error error;
    const struct aws_settings_options options = {.anonymous = true, .region = "eu-west-1"};
    struct aws_settings settings = load(&options);
    assert_true(credential_provider_is_anonymous(settings.credentials));
    assert_int_equal(aws_settings_default_bucket(&bucket, &settings, &error), STATUS_USAGE);
    assert_null(bucket);
    aws_settings_release(&settings);
}

static void the_default_bucket_needs_a_region(void **state) {
    (void)state;
    char *bucket;
    struct error error;
    setenv("AWS_ACCESS_KEY_ID", "A", 1);
    setenv("AWS_SECRET_ACCESS_KEY", "SECRET", 1);
    struct aws_settings settings = load(NULL);
    assert_int_equal(aws_settings_default_bucket(&bucket, &settings, &error), STATUS_USAGE);
    assert_non_null(strstr(error.message, "--region"));
    aws_settings_release(&settings);
}

static int make_folder(void **state) {
    (void)state;
    return mkdtemp(folder) == NULL;
}

static int remove_folder(void **state) {
    char path[256];
    clean(state);
    snprintf(path, sizeof path, "%s/.aws", folder);
    return rmdir(path) != 0 || rmdir(folder) != 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(the_environment_comes_first, clean),
        cmocka_unit_test_setup(a_profile_named_by_an_option_goes_before_it, clean),
        cmocka_unit_test_setup(both_files_and_every_setting_are_read, clean),
        cmocka_unit_test_setup(long_names_and_tokens_are_whole, clean),
        cmocka_unit_test_setup(profile_default_goes_before_default, clean),
        cmocka_unit_test_setup(later_sources_of_a_setting_yield_to_earlier_ones, clean),
        cmocka_unit_test_setup(what_is_missing_is_told, clean),
        cmocka_unit_test_setup(switches_and_services_are_found, clean),
        cmocka_unit_test_setup(an_anonymous_run_needs_no_credentials, clean),
        cmocka_unit_test_setup(the_default_bucket_needs_a_region, clean),
    };
    return cmocka_run_group_tests_name("credentials", tests, make_folder, remove_folder);
}
