/*
 * profile: how its lines are read. What AWS's Python library (botocore 1.29) makes of the same text
 * is what is expected here.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "tools/s3/profile.h"

static enum status read_text(struct profile *profile, const char *text, const char *name,
                             struct error *error) {
    *profile = (struct profile){.found = false};
    const struct view view = {(const unsigned char *)text, strlen(text)};
    enum status status = profile_read(profile, view, name, PROFILE_CONFIG_FILE, "config", error);
    return status == STATUS_OK ? profile_read_services(profile, view, "config", error) : status;
}

static void expect_text(const char *got, const char *wanted) {
    if (wanted == NULL)
        assert_null(got);
    else
        assert_string_equal(got == NULL ? "(nothing)" : got, wanted);
}

/* Reads a text whose keys are those above and whose region is given. */
static void expect_region(const char *text, const char *name, const char *region) {
    struct profile profile;
    struct error error;
    assert_int_equal(read_text(&profile, text, name, &error), STATUS_OK);
    expect_text(profile.access_key_id, "AKIDX");
    expect_text(profile.secret_access_key, "hush");
    expect_text(profile.region, region);
    profile_release(&profile);
}

#define ID     "aws_access_key_id=AKIDX\n"
#define SECRET "aws_secret_access_key=hush\n"
#define REGION "region=eu-west-2\n"

static void lines_may_look_in_many_ways(void **state) {
    (void)state;
    static const char *const texts[] = {
        "[default]\n" ID SECRET "region=eu-west-2",
        "[default]\r\naws_access_key_id=AKIDX\r\naws_secret_access_key=hush\r\nregion=eu-west-"
        "2\r\n",
        "\xEF\xBB\xBF[default]\n" ID SECRET REGION,
        "# x\n; y\n[default]\n  # indented\n" ID "\n" SECRET ";z\n" REGION,
        "[default]\naws_access_key_id: AKIDX\naws_secret_access_key :hush\nregion: eu-west-2\n",
        "[default]\nAWS_ACCESS_KEY_ID=AKIDX\nAws_Secret_Access_Key=hush\nRegion=eu-west-2\n",
        "[default]\naws_access_key_id\t=\tAKIDX\naws_secret_access_key  = hush "
        "\nregion=eu-west-2\t\n",
        "[default] # mine\n" ID SECRET REGION,
        "[default] ; mine\n" ID SECRET REGION,
        "[default]\n  aws_access_key_id=AKIDX\n  aws_secret_access_key=hush\n  region=eu-west-2\n",
        "[default]\n\taws_access_key_id=AKIDX\n\taws_secret_access_key=hush\n" REGION,
        "[default]\n    region=eu-west-2\n  aws_access_key_id=AKIDX\n" SECRET,
        "[default]\n" ID SECRET "s3 =\n  region = us-west-9\n  aws_access_key_id = AKIDY\n" REGION,
        "[default]\n" ID SECRET REGION "  region = us-west-9\n",
        "[sso-session x]\nregion=us-west-9\n[default]\n" ID SECRET REGION "[profile y]\nregion=x\n",
        "[Default]\nregion=us-west-9\n[default]\n" ID SECRET REGION,
        "[default]\n" ID SECRET "region=eu-west-2 # home\n",
        "[default]\n" ID SECRET "region=eu-west-2 ; home\n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        expect_region(texts[i], "default", "eu-west-2");
    expect_region("[default]\n" ID SECRET "region=\n", "default", NULL);
}

static void names_may_be_quoted(void **state) {
    (void)state;
    expect_region("[profile \"p q\"]\n" ID SECRET REGION, "p q", "eu-west-2");
    expect_region("[profile 'p']\n" ID SECRET REGION, "p", "eu-west-2");
    expect_region("[profile\tp]\n" ID SECRET REGION, "p", "eu-west-2");
    expect_region("[profile \xC3\xBC]\n" ID SECRET REGION, "\xC3\xBC", "eu-west-2");
}

static void values_are_whole(void **state) {
    (void)state;
    struct profile profile;
    struct error error;
    assert_int_equal(read_text(&profile,
                               "[default]\naws_access_key_id=AKIDX\n"
                               "aws_secret_access_key=a/b+c==#%;(x)s;\n"
                               "credential_process = sh -c 'one ; two # three; four'  \n",
                               "default", &error),
                     STATUS_OK);
    expect_text(profile.secret_access_key, "a/b+c==#%;(x)s;");
    expect_text(profile.credential_process, "sh -c 'one ; two # three; four'");
    assert_true(profile.keys_in_config);
    profile_release(&profile);
}

static void nested_settings_belong_to_what_stands_above(void **state) {
    (void)state;
    struct profile profile;
    struct error error;
    assert_int_equal(
        read_text(&profile,
                  "[default]\n  s3 =\n      addressing_style = path\n\n"
                  "      use_dualstack_endpoint = true\n      endpoint_url = http://no\n"
                  "  services = mine\n[services mine]\n  S3 =\n"
                  "    endpoint_url = http://s3\n  sts =\n\tendpoint_url=http://sts\n",
                  "default", &error),
        STATUS_OK);
    expect_text(profile.addressing_style, "path");
    expect_text(profile.use_dualstack_endpoint, "true");
    expect_text(profile.endpoint_url, NULL);
    expect_text(profile.s3_endpoint_url, "http://s3");
    profile_release(&profile);
}

static void what_is_no_setting_is_refused(void **state) {
    (void)state;
    static const struct {
        const char *text;
        const char *piece;
    } CASES[] = {{"[default]\nregion=a\ngarbage\n", "line 3 of 'config'"},
                 {"[default\nregion=a\n", "line 1 of 'config'"},
                 {"[default]\nservices=mine\n[services other]\n", "no section [services mine]"}};
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        struct profile profile;
        struct error error;
        assert_int_equal(read_text(&profile, CASES[i].text, "default", &error), STATUS_FAILED);
        assert_non_null(strstr(error.message, CASES[i].piece));
        profile_release(&profile);
    }
}

static void keys_come_from_one_file(void **state) {
    (void)state;
    struct profile profile = {.found = false};
    struct error error;
    const struct view first = {(const unsigned char *)"[p]\n" ID, strlen("[p]\n" ID)};
    const struct view second = {(const unsigned char *)"[profile p]\n" SECRET,
                                strlen("[profile p]\n" SECRET)};
    assert_int_equal(profile_read(&profile, first, "p", PROFILE_CREDENTIALS_FILE, "f", &error),
                     STATUS_OK);
    assert_int_equal(profile_read(&profile, second, "p", PROFILE_CONFIG_FILE, "g", &error),
                     STATUS_OK);
    expect_text(profile.access_key_id, "AKIDX");
    expect_text(profile.secret_access_key, NULL);
    assert_false(profile.keys_in_config);
    profile_release(&profile);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_may_look_in_many_ways),
        cmocka_unit_test(names_may_be_quoted),
        cmocka_unit_test(values_are_whole),
        cmocka_unit_test(nested_settings_belong_to_what_stands_above),
        cmocka_unit_test(what_is_no_setting_is_refused),
        cmocka_unit_test(keys_come_from_one_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
