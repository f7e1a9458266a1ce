#include "tools/s3/profile.h"

#include <ini.h>
#include <stdlib.h>

/* Longer lines than any token AWS issues; a file of longer ones is not a configuration file. */
static const size_t LONGEST_LINE = 65536;

/* The state of reading one file: what is left of it, and where inih stands. */
struct profile_reader {
    struct profile *profile;
    struct view rest;
    const char *name;
    enum profile_file kind;
    bool wanted;           /* in a section of ours */
    bool explicit_default; /* "[profile default]" was seen */
    bool out_of_memory;
    struct profile found; /* in this file so far; goes behind what earlier files said */
};

/* Whether a line "[...]" opens the profile: "name", or "profile name" in the config file. */
static bool is_wanted_section(struct profile_reader *reader, const char *line) {
    static const char PROFILE[] = "profile";
    const char *start = line + 1 + strspn(line + 1, " \t");
    const char *end = strchr(start, ']');
    if (end == NULL)
        return false;
    bool is_default = strcmp(reader->name, "default") == 0;
    bool prefixed = strncmp(start, PROFILE, sizeof PROFILE - 1) == 0 &&
                    strspn(start + sizeof PROFILE - 1, " \t") > 0;
    if (reader->kind == PROFILE_CONFIG_FILE && prefixed) {
        start += sizeof PROFILE - 1;
        start += strspn(start, " \t");
    } else if (reader->kind == PROFILE_CONFIG_FILE && !is_default) {
        return false;
    }
    while (end > start && (end[-1] == ' ' || end[-1] == '\t'))
        end--;
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

/*
 * Hands inih one line, as fgets does. Sections are followed here, because inih cuts their names
 * after 49 characters.
 */
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
    const char *start = line + strspn(line, " \t\xEF\xBB\xBF");
    if (*start == '[') {
        reader->wanted = is_wanted_section(reader, start);
        reader->found.found = reader->found.found || reader->wanted;
    }
    return line;
}

static bool is_other_provider(const char *key) {
    static const char *const KEYS[] = {"credential_process", "role_arn",
                                       "sso_session",        "sso_start_url",
                                       "credential_source",  "web_identity_token_file"};
    for (size_t i = 0; i < sizeof KEYS / sizeof *KEYS; i++) {
        if (strcmp(key, KEYS[i]) == 0)
            return true;
    }
    return false;
}

static char **field_of(struct profile *profile, const char *key) {
    if (strcmp(key, "aws_access_key_id") == 0)
        return &profile->access_key_id;
    if (strcmp(key, "aws_secret_access_key") == 0)
        return &profile->secret_access_key;
    if (strcmp(key, "aws_session_token") == 0)
        return &profile->session_token;
    if (strcmp(key, "region") == 0)
        return &profile->region;
    if (strcmp(key, "endpoint_url") == 0)
        return &profile->endpoint_url;
    if (strcmp(key, "ca_bundle") == 0)
        return &profile->ca_bundle;
    return NULL;
}

static void replace(char **field, const char *value) {
    if (*field != NULL)
        explicit_bzero(*field, strlen(*field));
    free(*field);
    *field = value == NULL ? NULL : strdup(value);
}

static int on_setting(void *context, const char *section, const char *key, const char *value) {
    struct profile_reader *reader = context;
    (void)section;
    if (!reader->wanted || value == NULL)
        return 1;
    char **field = field_of(&reader->found, key);
    if (field == NULL && is_other_provider(key)) {
        field = &reader->found.other_provider;
        value = key;
    }
    if (field == NULL)
        return 1;
    replace(field, value);
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

static void merge(struct profile *into, struct profile *from) {
    /* A key and its secret come from one file, never half and half. */
    if (into->access_key_id == NULL && into->secret_access_key == NULL) {
        move_missing(&into->access_key_id, &from->access_key_id);
        move_missing(&into->secret_access_key, &from->secret_access_key);
        move_missing(&into->session_token, &from->session_token);
    }
    move_missing(&into->region, &from->region);
    move_missing(&into->endpoint_url, &from->endpoint_url);
    move_missing(&into->ca_bundle, &from->ca_bundle);
    move_missing(&into->other_provider, &from->other_provider);
    into->found = into->found || from->found;
}

enum status profile_read(struct profile *profile, struct view text, const char *name,
                         enum profile_file kind, const char *file_name, struct error *error) {
    struct profile_reader reader = {.profile = profile, .rest = text, .name = name, .kind = kind};
    if (text.size > 0 && memchr(text.data, '\0', text.size) != NULL)
        return error_set(error, STATUS_FAILED, "'%s' is not a text file", file_name);
    /* By default inih cuts lines after 199 characters without a word; tokens are longer. */
    ini_use_stack = false;
    ini_allow_realloc = true;
    ini_max_line = (int)LONGEST_LINE;
    int line = ini_parse_stream(next_line, &reader, on_setting, &reader);
    enum status status = STATUS_OK;
    if (line == -2 || reader.out_of_memory)
        status = error_no_memory(error, "a profile");
    else if (line != 0)
        status = error_set(error, STATUS_FAILED,
                           "line %d of '%s' is neither a [section] nor a setting 'name = value'",
                           line, file_name);
    else
        merge(profile, &reader.found);
    profile_release(&reader.found);
    return status;
}

void profile_release(struct profile *profile) {
    replace(&profile->access_key_id, NULL);
    replace(&profile->secret_access_key, NULL);
    replace(&profile->session_token, NULL);
    replace(&profile->region, NULL);
    replace(&profile->endpoint_url, NULL);
    replace(&profile->ca_bundle, NULL);
    replace(&profile->other_provider, NULL);
    profile->found = false;
}
