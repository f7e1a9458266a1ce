#include "tools/fetch/dump_status.h"

#include <jansson.h>
#include <string.h>

#include "tools/s3/glob_pattern.h"

/* Of one file; what makes no sense is as if it were not there. */
static void take_facts(struct dump_file *file, const json_t *facts) {
    const char *sha1 = json_string_value(json_object_get(facts, "sha1"));
    const char *md5 = json_string_value(json_object_get(facts, "md5"));
    json_int_t size = json_integer_value(json_object_get(facts, "size"));
    file->bytes = size > 0 ? (uint64_t)size : 0;
    if ((sha1 != NULL && !file_digests_take(&file->digests, sha1)) ||
        (md5 != NULL && !file_digests_take(&file->digests, md5)))
        file->bytes = 0;
}

static bool take_job(struct dump_files *files, bool *done, json_t *job, const char *glob) {
    json_t *listed = json_object_get(job, "files"), *facts;
    const char *status = json_string_value(json_object_get(job, "status")), *name;
    bool is_done = status != NULL && strcmp(status, "done") == 0;
    json_object_foreach(listed, name, facts) {
        struct error error;
        if (!glob_pattern_matches(glob, name) || !dump_files_is_name(name))
            continue;
        struct dump_file *file = dump_files_find(files, name);
        if (file == NULL && dump_files_add(files, &file, name, &error) != STATUS_OK)
            return false;
        take_facts(file, facts);
        *done = *done && is_done && file->bytes != 0;
    }
    return true;
}

bool dump_status_read(struct dump_files *files, bool *done, struct view text, const char *glob) {
    json_t *root = json_loadb((const char *)text.data, text.size, 0, NULL);
    json_t *jobs = json_object_get(root, "jobs"), *job;
    const char *name;
    bool good = json_is_object(jobs);
    *done = true;
    json_object_foreach(jobs, name, job) {
        good = good && take_job(files, done, job, glob);
    }
    if (!good)
        dump_files_release(files);
    json_decref(root);
    return good;
}
