#include "tools/join/s3sync_options.h"

#include <string.h>

#include "tools/cli/numbers.h"
#include "tools/s3/content_checksum.h"
#include "tools/s3/part_plan.h"
#include "tools/s3/retry.h"

/* "Amazon S3 multipart upload limits": of all parts but the last. */
static const uint64_t SMALLEST_PART = (uint64_t)5 << 20;

/* As in enum content_checksum_algorithm. */
static const char *const CHECKSUMS[] = {"none", "crc32c", "crc64nvme", "sha256", NULL};

void s3sync_options_init(struct s3sync_options *options) {
    const struct retry_policy retry = RETRY_POLICY_DEFAULT;
    *options = (struct s3sync_options){
        .progress_interval = 60,
        .max_delete = UINT64_MAX,
        .concurrency = 8,
        .part_size = PART_PLAN_DEFAULT_SIZE,
        .multipart_threshold = PART_PLAN_DEFAULT_THRESHOLD,
        .max_attempts = retry.max_attempts,
        .retry_base_delay = retry.base_ms,
        .connect_timeout = 10,
        .stall_timeout = 60,
        .checksum_algorithm = CONTENT_CHECKSUM_NONE,
    };
}

/* Adds rows behind those that are there. */
static void add_rows(struct option_spec *rows, size_t *count, const struct option_spec *more,
                     size_t more_count) {
    memcpy(rows + *count, more, more_count * sizeof *more);
    *count += more_count;
}

static void add_run_rows(struct s3sync_options *options, struct option_spec *rows, size_t *count) {
    const struct option_spec more[] = {
        option_letter('n', option_flag("dry-run", &options->dry_run,
                                       "print what would be done, a line each; change nothing")),
        option_flag("json", &options->json,
                    "write events to standard output, one JSON object a line"),
        option_whole("progress-interval", &options->progress_interval, 0, 86400, "S",
                     "seconds between lines of progress where there is no terminal; 0: none"),
        option_letter('0',
                      option_flag("null", &options->null_list,
                                  "paths on standard input end with a NUL, as of find -print0")),
        option_flag("trace", &options->trace,
                    "show the headers of requests and answers, without their secrets"),
    };
    add_rows(rows, count, more, sizeof more / sizeof *more);
}

static void add_plan_rows(struct s3sync_options *options, struct option_spec *rows, size_t *count) {
    const struct option_spec more[] = {
        option_many("exclude", &options->globs, "GLOB",
                    "leave out what matches; of several patterns that match, the last decides"),
        option_many("include", &options->globs, "GLOB", "take what matches all the same"),
        option_flag("delete", &options->delete_others,
                    "delete at the target what is not in the sources, at the end"),
        option_default("no limit", option_whole("max-delete", &options->max_delete, 0, 0, "N",
                                                "delete nothing if it would be more than N")),
        option_flag("size-only", &options->size_only, "take files of equal size for equal"),
        option_flag("checksum", &options->checksum,
                    "read files again, and download objects whose content nothing else proves"),
        option_default("s3sync.cache in ~/.cache/mlmprep",
                       option_text("cache", &options->cache, "FILE",
                                   "keep hashes of files and objects in FILE between runs")),
        option_flag("no-cache", &options->no_cache, "keep no hashes, and use none"),
        option_flag("no-overwrite", &options->no_overwrite, "never replace what is at the target"),
        option_many("last", &options->last, "GLOB",
                    "files that mean \"complete\", as dataset.json, _SUCCESS and *.manifest do"),
        option_text("sagemaker-manifest", &options->sagemaker_manifest, "NAME",
                    "write SageMaker's manifest of the shards of dataset.json, as NAME"),
        option_flag("force", &options->force,
                    "replace shards while an old dataset.json still names them"),
    };
    add_rows(rows, count, more, sizeof more / sizeof *more);
}

static void add_transfer_rows(struct s3sync_options *options, struct option_spec *rows,
                              size_t *count) {
    const struct option_spec more[] = {
        option_letter('j', option_whole("concurrency", &options->concurrency, 1, 128, "N",
                                        "requests on their way at a time")),
        option_from(
            SMALLEST_PART,
            option_size("part-size", &options->part_size, PART_PLAN_LARGEST_PART, "SIZE",
                        "size of the parts of large files; more where 10,000 would not do")),
        option_size("multipart-threshold", &options->multipart_threshold, PART_PLAN_LARGEST_PART,
                    "SIZE", "files of this size and more go in parts"),
        option_default("no limit",
                       option_size("bandwidth-limit", &options->bandwidth_limit, 0, "SIZE",
                                   "bytes a second at most, up and down together")),
        option_text("abort-stale", &options->abort_stale, "AGE",
                    "first abort unfinished uploads below the target that are older: 90m, 12h, 7d"),
        option_whole("max-attempts", &options->max_attempts, 1, 1000, "N",
                     "times a request is tried before its file counts as failed"),
        option_whole("retry-base-delay", &options->retry_base_delay, 0, 20000, "MS",
                     "longest pause before a second attempt; doubles with each, up to 20 s"),
        option_whole("connect-timeout", &options->connect_timeout, 1, 3600, "S",
                     "seconds to wait for a connection"),
        option_whole("stall-timeout", &options->stall_timeout, 1, 3600, "S",
                     "seconds without a byte after which a request is tried again"),
        option_default("no limit",
                       option_whole("request-timeout", &options->request_timeout, 0, 86400, "S",
                                    "seconds after which a request is tried again in any case")),
    };
    add_rows(rows, count, more, sizeof more / sizeof *more);
}

static void add_place_rows(struct s3sync_options *options, struct option_spec *rows,
                           size_t *count) {
    const struct option_spec more[] = {
        option_text("bucket", &options->bucket, "NAME",
                    "the bucket of s3:///PREFIX; \"default\": sagemaker-REGION-ACCOUNT"),
        option_default("AWS_REGION, the profile's, the instance's, or us-east-1",
                       option_text("region", &options->region, "NAME", "the bucket's region")),
        option_default("AWS_PROFILE, or default",
                       option_text("profile", &options->profile, "NAME",
                                   "profile of the AWS configuration files")),
        option_flag("no-sign-request", &options->no_sign_request,
                    "use no credentials: for public buckets"),
        option_default("AWS_ENDPOINT_URL_S3, AWS_ENDPOINT_URL, or AWS",
                       option_text("endpoint-url", &options->endpoint_url, "URL", "S3 server")),
        option_default("AWS_CA_BUNDLE, or the system's",
                       option_text("ca-bundle", &options->ca_bundle, "FILE",
                                   "certificates to trust; a file, or a folder")),
        option_flag("path-style", &options->path_style,
                    "name the bucket in the path, as is done anyway with servers other than AWS"),
        option_flag("virtual-host-style", &options->virtual_host_style,
                    "name the bucket in the host, as is done anyway with AWS"),
        option_flag("dual-stack", &options->dual_stack, "use AWS's addresses that have IPv6"),
        option_flag("fips", &options->fips, "use AWS's addresses with FIPS 140 cryptography"),
    };
    add_rows(rows, count, more, sizeof more / sizeof *more);
}

static void add_object_rows(struct s3sync_options *options, struct option_spec *rows,
                            size_t *count) {
    const struct option_spec more[] = {
        option_text("sse", &options->sse, "METHOD",
                    "encryption at rest: AES256, aws:kms or aws:kms:dsse"),
        option_text("sse-kms-key-id", &options->sse_kms_key_id, "KEY", "the KMS key for it"),
        option_text("storage-class", &options->storage_class, "CLASS", "such as STANDARD_IA"),
        option_text("acl", &options->acl, "ACL", "such as bucket-owner-full-control"),
        option_many("tag", &options->tags, "PAIR", "tag each object: NAME=VALUE"),
        option_many("metadata", &options->metadata, "PAIR",
                    "add to each object's metadata: NAME=VALUE"),
        option_text("content-type", &options->content_type, "TYPE", "of each object"),
        option_choice("checksum-algorithm", &options->checksum_algorithm, CHECKSUMS, "NAME",
                      "another checksum for S3 to check and keep"),
        option_text("request-payer", &options->request_payer, "PAYER",
                    "requester: agree to pay for requests to others' buckets"),
        option_text("expected-bucket-owner", &options->expected_bucket_owner, "ACCOUNT",
                    "refuse buckets that belong to another account"),
    };
    add_rows(rows, count, more, sizeof more / sizeof *more);
}

size_t s3sync_options_rows(struct s3sync_options *options,
                           struct option_spec rows[S3SYNC_OPTIONS_ROWS]) {
    size_t count = 0;
    add_run_rows(options, rows, &count);
    add_plan_rows(options, rows, &count);
    add_transfer_rows(options, rows, &count);
    add_place_rows(options, rows, &count);
    add_object_rows(options, rows, &count);
    return count;
}

enum status s3sync_options_check(const struct s3sync_options *options, struct error *error) {
    const struct {
        bool first, second;
        const char *names;
    } exclusive[] = {
        {options->path_style, options->virtual_host_style, "--path-style and --virtual-host-style"},
        {options->size_only, options->checksum, "--size-only and --checksum"},
        {options->cache != NULL, options->no_cache, "--cache and --no-cache"},
        {options->profile != NULL, options->no_sign_request, "--profile and --no-sign-request"},
    };
    for (size_t i = 0; i < sizeof exclusive / sizeof *exclusive; i++) {
        if (exclusive[i].first && exclusive[i].second)
            return error_set(error, STATUS_USAGE, "%s exclude each other", exclusive[i].names);
    }
    uint64_t age;
    if (options->abort_stale != NULL && !numbers_parse_duration(options->abort_stale, &age))
        return error_set(error, STATUS_USAGE,
                         "--abort-stale takes an age such as 12h, not '%.100s'",
                         options->abort_stale);
    if (options->max_delete != UINT64_MAX && !options->delete_others)
        return error_set(error, STATUS_USAGE, "--max-delete is a limit for --delete; give both");
    return STATUS_OK;
}

void s3sync_options_release(struct s3sync_options *options) {
    option_list_release(&options->globs);
    option_list_release(&options->last);
    option_list_release(&options->tags);
    option_list_release(&options->metadata);
}
