#include "tools/s3/profile.h"

#include <ini.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <strings.h>

/* Longer lines than any token AWS issues; a file of longer ones is not a configuration file. */
static const size_t LONGEST_LINE = 65536;

/* inih's settings are the whole process's: one reader at a time. */
static pthread_mutex_t inih_mutex = PTHREAD_MUTEX_INITIALIZER;

/* Where a setting goes: its section's kind, the name it is indented below (or ""), its own name. */
static const struct profile_field {
    const char *word;
    const char *above;
    const char *name;
    size_t offset;
} FIELDS[] = {
    {"profile", "", "aws_access_key_id", offsetof(struct profile, access_key_id)},
    {"profile", "", "aws_secret_access_key", offsetof(struct profile, secret_access_key)},
    {"profile", "", "aws_session_token", offsetof(struct profile, session_token)},
    {"profile", "", "credential_process", offsetof(struct profile, credential_process)},
    {"profile", "", "role_arn", offsetof(struct profile, role_arn)},
    {"profile", "", "source_profile", offsetof(struct profile, source_profile)},
    {"profile", "", "credential_source", offsetof(struct profile, credential_source)},
    {"profile", "", "web_identity_token_file", offsetof(struct profile, web_identity_token_file)},
    {"profile", "", "external_id", offsetof(struct profile, external_id)},
    {"profile", "", "role_session_name", offsetof(struct profile, role_session_name)},
    {"profile", "", "duration_seconds", offsetof(struct profile, duration_seconds)},
    {"profile", "", "mfa_serial", offsetof(struct profile, mfa_serial)},
    {"profile", "", "sso_session", offsetof(struct profile, sso)},
    {"profile", "", "sso_start_url", offsetof(struct profile, sso)},
    {"profile", "", "region", offsetof(struct profile, region)},
    {"profile", "", "endpoint_url", offsetof(struct profile, endpoint_url)},
    {"profile", "", "ca_bundle", offsetof(struct profile, ca_bundle)},
    {"profile", "", "use_dualstack_endpoint", offsetof(struct profile, use_dualstack_endpoint)},
    {"profile", "", "use_fips_endpoint", offsetof(struct profile, use_fips_endpoint)},
    {"profile", "", "services", offsetof(struct profile, services)},
    {"profile", "s3", "use_dualstack_endpoint", offsetof(struct profile, use_dualstack_endpoint)},
    {"profile", "s3", "addressing_style", offsetof(struct profile, addressing_style)},
    {"services", "s3", "endpoint_url", offsetof(struct profile, s3_endpoint_url)},
    {"services", "sts", "endpoint_url", offsetof(struct profile, sts_endpoint_url)},
};

/* The state of reading one file: what is left of it, and where inih stands. */
struct profile_reader {
    struct view rest;
    const char *word; /* "profile", or "services" */
    const char *name;
    enum profile_file kind;
    size_t indent;         /* of the last setting; what stands further right belongs to it */
    bool continued;        /* the line at hand does */
    bool wanted;           /* in a section of ours */
    bool explicit_default; /* "[profile default]" was seen */
    bool out_of_memory;
    struct profile found; /* in this file so far; goes behind what earlier files said */
};

/* Whether a line "[...]" opens the section: "name", or "profile name" in the config file. */
static bool is_wanted_section(struct profile_reader *reader, const char *line) {
    size_t word = strlen(reader->word);
    const char *start = line + 1 + strspn(line + 1, " \t");
    const char *end = strchr(start, ']');
    if (end == NULL)
        return false;
    bool is_default = *reader->word == 'p' && strcmp(reader->name, "default") == 0;
    bool prefixed = strncmp(start, reader->word, word) == 0 && strspn(start + word, " \t") > 0;
    if (reader->kind == PROFILE_CONFIG_FILE && prefixed) {
        start += word;
        start += strspn(start, " \t");
    } else if (reader->kind == PROFILE_CONFIG_FILE && !is_default) {
        return false;
    }
    while (end > start && (end[-1] == ' ' || end[-1] == '\t'))
        end--;
    if (prefixed && end - start >= 2 && (*start == '"' || *start == '\'') && *start == end[-1]) {
        start++;
        end--;
    }
    if ((size_t)(end - start) != strlen(reader->name) ||
        strncmp(start, reader->name, (size_t)(end - start)) != 0)
        return false;
    if (reader->kind == PROFILE_CONFIG_FILE && is_default) {
        if (!prefixed && reader->explicit_default)
            return false;
        if (prefixed && !reader->explicit_default)
            profile_release(&reader->found);
        reader->explicit_default = reader->explicit_default || prefixed;
    }
    return true;
}

/* Stands for ';' on its way through inih, which takes a blank and that for a comment. */
static const char SEMICOLON = '\x01';

/*
 * Makes of a line what inih reads as meant: without indentation unless it belongs to the setting
 * above, and with all of a value. Sections are followed here, because inih cuts their names after
 * 49 characters.
 */
static void prepare_line(struct profile_reader *reader, char *line) {
    char *start = line + strspn(line, "\xEF\xBB\xBF");
    size_t indent = strspn(start, " \t");
    char *text = start + indent;
    if (strchr("#;\r\n", *text) != NULL)
        return;
    if (*text == '[') {
        reader->wanted = is_wanted_section(reader, text);
        reader->found.found = reader->found.found || reader->wanted;
        reader->indent = SIZE_MAX;
        reader->continued = false;
        return;
    }
    reader->continued = indent > reader->indent;
    if (!reader->continued) {
        reader->indent = indent;
        memmove(line, text, strlen(text) + 1);
        text = line;
    }
    for (; *text != '\0'; text++) {
        if (*text == ';')
            *text = SEMICOLON;
    }
}

/* Hands inih one line, as fgets does. */
static char *next_line(char *line, int size, void *context) {
    struct profile_reader *reader = context;
    if (reader->rest.size == 0 || size < 2)
        return NULL;
    const unsigned char *end = memchr(reader->rest.data, '\n', reader->rest.size);
    size_t length = end == NULL ? reader->rest.size : (size_t)(end - reader->rest.data) + 1;
    if (length > (size_t)size - 1)
        length = (size_t)size - 1;
    memcpy(line, reader->rest.data, length);
    line[length] = '\0';
    reader->rest.data += length;
    reader->rest.size -= length;
    prepare_line(reader, line);
    return line;
}

/* The field of a setting, NULL when it is none of ours. */
static char **field_of(const struct profile_reader *reader, struct profile *profile,
                       const char *above, const char *name, size_t length) {
    for (size_t i = 0; i < sizeof FIELDS / sizeof *FIELDS; i++) {
        const struct profile_field *field = &FIELDS[i];
        if (strcmp(field->word, reader->word) == 0 && strcasecmp(field->above, above) == 0 &&
            strlen(field->name) == length && strncasecmp(field->name, name, length) == 0)
            return (char **)(void *)((char *)profile + field->offset);
    }
    return NULL;
}

static void replace(char **field, const char *value) {
    if (*field != NULL)
        explicit_bzero(*field, strlen(*field));
    free(*field);
    *field = value == NULL ? NULL : strdup(value);
}

/* Takes a value; a comment behind a blank is none of it, except in a command. */
static void take_value(char **field, const char *value, bool is_command) {
    replace(field, value);
    char *at = *field;
    for (; at != NULL && *at != '\0'; at++) {
        if (*at == SEMICOLON)
            *at = ';';
        if (!is_command && (*at == ';' || *at == '#') && at > *field &&
            (at[-1] == ' ' || at[-1] == '\t'))
            break;
    }
    if (at == NULL)
        return;
    while (at > *field && (at[-1] == ' ' || at[-1] == '\t'))
        at--;
    *at = '\0';
}

static int on_setting(void *context, const char *section, const char *key, const char *value) {
    struct profile_reader *reader = context;
    (void)section;
    if (!reader->wanted || value == NULL)
        return 1;
    char **field = NULL;
    const char *equals = strchr(value, '=');
    if (!reader->continued) {
        field = field_of(reader, &reader->found, "", key, strlen(key));
    } else if (equals != NULL) {
        /* inih hands an indented line over as another value of the setting above it. */
        field = field_of(reader, &reader->found, key, value, strcspn(value, " \t="));
        value = equals + 1 + strspn(equals + 1, " \t");
    }
    if (field == NULL)
        return 1;
    /* Of SSO it matters only which setting asks for it. */
    take_value(field, field == &reader->found.sso ? key : value,
               field == &reader->found.credential_process);
    reader->out_of_memory = reader->out_of_memory || *field == NULL;
    return 1;
}

/* Gives `to` what it lacks, and takes it away from `from`. */
static void move_missing(char **to, char **from) {
    if (*to == NULL && *from != NULL && **from != '\0') {
        replace(to, NULL);
        *to = *from;
        *from = NULL;
    }
}

static void merge(struct profile *into, struct profile *from, enum profile_file kind) {
    /* A key and its secret come from one file, never half and half. */
    bool had_keys = into->access_key_id != NULL || into->secret_access_key != NULL;
    if (!had_keys)
        into->keys_in_config = kind == PROFILE_CONFIG_FILE;
    for (size_t i = 0; i < sizeof FIELDS / sizeof *FIELDS; i++) {
        size_t offset = FIELDS[i].offset;
        bool of_keys = offset == offsetof(struct profile, access_key_id) ||
                       offset == offsetof(struct profile, secret_access_key) ||
                       offset == offsetof(struct profile, session_token);
        if (!of_keys || !had_keys)
            move_missing((char **)(void *)((char *)into + offset),
                         (char **)(void *)((char *)from + offset));
    }
    into->found = into->found || from->found;
}

static enum status read_sections(struct profile_reader *reader, const char *file_name,
                                 struct error *error) {
    if (reader->rest.size > 0 && memchr(reader->rest.data, '\0', reader->rest.size) != NULL)
        return error_set(error, STATUS_FAILED, "'%s' is not a text file", file_name);
    pthread_mutex_lock(&inih_mutex);
    /* By default inih cuts lines after 199 characters without a word; tokens are longer. */
    ini_use_stack = false;
    ini_allow_realloc = true;
    ini_max_line = (int)LONGEST_LINE;
    int line = ini_parse_stream(next_line, reader, on_setting, reader);
    pthread_mutex_unlock(&inih_mutex);
    enum status status = STATUS_OK;
    if (line == -2 || reader->out_of_memory)
        status = error_no_memory(error, "a profile");
    else if (line != 0)
        status = error_set(error, STATUS_FAILED,
                           "line %d of '%s' is neither a [section] nor a setting 'name = value'",
                           line, file_name);
    return status;
}

enum status profile_read(struct profile *profile, struct view text, const char *name,
                         enum profile_file kind, const char *file_name, struct error *error) {
    struct profile_reader reader = {
        .rest = text, .word = "profile", .name = name, .kind = kind, .indent = SIZE_MAX};
    enum status status = read_sections(&reader, file_name, error);
    if (status == STATUS_OK)
        merge(profile, &reader.found, reader.kind);
    profile_release(&reader.found);
    return status;
}

enum status profile_read_services(struct profile *profile, struct view text, const char *file_name,
                                  struct error *error) {
    if (profile->services == NULL)
        return STATUS_OK;
    struct profile_reader reader = {.rest = text,
                                    .word = "services",
                                    .name = profile->services,
                                    .kind = PROFILE_CONFIG_FILE,
                                    .indent = SIZE_MAX};
    enum status status = read_sections(&reader, file_name, error);
    if (status == STATUS_OK && !reader.found.found)
        status = error_set(error, STATUS_FAILED,
                           "there is no section [services %.100s] in '%s', which the setting "
                           "'services' names; add it",
                           profile->services, file_name);
    /* That the section is there says nothing about the profile. */
    reader.found.found = false;
    if (status == STATUS_OK)
        merge(profile, &reader.found, reader.kind);
    profile_release(&reader.found);
    return status;
}

void profile_release(struct profile *profile) {
    for (size_t i = 0; i < sizeof FIELDS / sizeof *FIELDS; i++)
        replace((char **)(void *)((char *)profile + FIELDS[i].offset), NULL);
    profile->found = false;
}
