#include "tools/fetch/url_facts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/fetch/checksum_list.h"
#include "tools/fetch/dump_files.h"
#include "tools/fetch/local_copy.h"
#include "tools/fetch/mirror_reader.h"

/* The length of the part before the file's name, its slash included; 0 when there is none. */
static size_t folder_length(const char *url) {
    const char *host = strstr(url, "://");
    size_t end = strcspn(url, "?#");
    if (host == NULL)
        return 0;
    size_t start = (size_t)(host - url) + 3, length = 0;
    for (size_t i = start; i < end; i++) {
        if (url[i] == '/')
            length = i + 1;
    }
    return length;
}

enum status url_facts_name(char name[URL_FACTS_NAME], const char *url, struct error *error) {
    bool known =
        strncmp(url, "http://", 7) == 0 || strncmp(url, "https://", 8) == 0 || local_copy_is(url);
    size_t start = folder_length(url), length = strcspn(url + start, "?#");
    char *encoded = NULL, *path = NULL;
    struct error ignored;
    bool good =
        known && start > 0 && asprintf(&encoded, "file:///%.*s", (int)length, url + start) > 0 &&
        local_copy_path(&path, encoded, &ignored) == STATUS_OK && dump_files_is_name(path + 1);
    if (good)
        memcpy(name, path + 1, strlen(path + 1) + 1);
    free(encoded);
    free(path);
    return good ? STATUS_OK
                : error_set(error, STATUS_USAGE,
                            "'%.300s' is no URL of a file; such a URL looks like "
                            "'https://host/folder/file'",
                            url);
}

/* "<wiki>-<date>" of a name, and its length; 0 for another name. */
static size_t stem_length(const char *name, bool *is_latest) {
    size_t wiki = strcspn(name, "-");
    const char *date = name + wiki + 1;
    char digits[DUMP_DATE_SIZE] = "";
    if (wiki == 0 || name[wiki] == '\0')
        return 0;
    size_t length = strcspn(date, "-");
    *is_latest = strncmp(date, "latest-", 7) == 0;
    if (length == 8)
        memcpy(digits, date, 8);
    return date[length] == '-' && (*is_latest || dump_date_is(digits)) ? wiki + 1 + length : 0;
}

/* What a list says of a file; of "latest", by what stands behind the date. */
static enum status find(struct file_digests *digests, bool *found, struct view text,
                        const char *name, size_t stem, bool is_latest, struct error *error) {
    struct checksum_line line;
    enum status status = checksum_list_find(digests, found, text, name, error);
    while (status == STATUS_OK && !*found && is_latest && checksum_list_next(&line, &text)) {
        bool latest;
        size_t length = stem_length(line.name, &latest);
        *found = length != 0 && strcmp(line.name + length, name + stem) == 0 &&
                 strncmp(line.name, name, strcspn(name, "-") + 1) == 0;
        if (*found)
            file_digests_add(digests, &line.digests);
    }
    return status;
}

enum status url_facts_checksums(struct file_digests *digests, struct fetch_session *session,
                                const char *url, struct error *error) {
    static const char *const ENDINGS[] = {"sha1sums.txt", "md5sums.txt"};
    char name[URL_FACTS_NAME];
    struct buffer text = BUFFER_INIT;
    bool is_latest = false, found = false;
    enum status status = url_facts_name(name, url, error);
    size_t stem = status == STATUS_OK ? stem_length(name, &is_latest) : 0;
    if (stem == 0)
        return status;
    for (size_t i = 0; i < 2 && status == STATUS_OK && !found; i++) {
        char *list = NULL;
        if (asprintf(&list, "%.*s%.*s-%s", (int)folder_length(url), url, (int)stem, name,
                     ENDINGS[i]) < 0) {
            status = error_no_memory(error, "a URL");
            break;
        }
        status = mirror_reader_get(&text, &found, session, list, error);
        if (status == STATUS_OK && found)
            status = find(digests, &found, buffer_view(&text), name, stem, is_latest, error);
        free(list);
    }
    buffer_release(&text);
    return status;
}
