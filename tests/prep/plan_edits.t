#!/usr/bin/env bash
#
# A run.json that somebody has edited: each member is refused when it is wrong, and otherwise it counts.
. "$(dirname "$0")/../support/tap.sh"
. tests/prep/run_support.sh

cd "$work" || exit 1
ok 'a plan' plan made --shards 2 --test-shards 1 --phase both --bucket "file://$work/bucket"
status_is 'a data set' 0 mlmprep run -q made
cp -r bucket bucket.made

# edited PATH VALUE: a copy of the folder, as edited; PATH is like sources.0.name, VALUE is JSON.
edited() {
    rm -rf edited bucket
    cp -r made edited
    cp -r bucket.made bucket
    "$python" -c '
import json, sys
path, value = sys.argv[1].split("."), json.loads(sys.argv[2])
plan = json.load(open("edited/run.json"))
inner = plan
for name in path[:-1]:
    inner = inner[int(name)] if isinstance(inner, list) else inner[name]
if isinstance(inner, list):
    path[-1] = int(path[-1])
inner[path[-1]] = value
json.dump(plan, open("edited/run.json", "w"), indent=2)' "$1" "$2"
}

# refused STATUS PATH VALUE PATTERN: run and task end with that status, and nothing changes.
refused() {
    edited "$2" "$3"
    status_is "$2 = $3: run" "$1" mlmprep run -q edited
    like "$2 = $3: the sentence" "$(cat stderr)" "^mlmprep run: error: 'edited/run.json' .*$4"
    status_is "$2 = $3: task" "$1" mlmprep task -q --task 0 edited
    ok "$2 = $3: nothing changes" diff -r made/shards edited/shards
}

refused 3 format '"else"' 'is not a plan of a data set'
refused 3 version 2 'is a plan of version 2, and only version 1 is known here'
refused 1 tools '"0.0.1"' 'was written by mlmprep 0\.0\.1, and this is'
refused 3 corpus '"../sea"' 'the corpus cannot be named'
refused 3 kind '"shards"' 'are not cut into others'
refused 3 more 1 'missing or wrong'
refused 3 sources '[]' 'there is no source'
refused 3 sources.0.location '"sample.xml"' 'neither an absolute path nor a URL'
refused 3 sources.0.location '"/other.xml"' "cannot be named 'sample.xml'"
refused 3 sources.0.name '"other.xml"' "cannot be named 'other.xml'"
refused 3 sources.0.bytes -1 "'bytes' is missing or wrong"
refused 3 sources.0.sha256 '""' 'has no SHA-256'
refused 3 sources.0.sha1 "\"$(printf 0%.0s {1..40})\"" 'has a SHA-1, as files of servers have'
refused 3 series '{}' "'series' is missing or wrong"
refused 3 vocabulary.sha256 '""' 'nor an absolute path with its SHA-256'
refused 3 vocabulary.train 100 'needs no size'
refused 3 shards.training 0 'there can be 1 to 4096'
refused 3 shards.test 0 'go together'
refused 3 shards.test_fraction 1.5 "'test_fraction' is missing or wrong"
refused 3 phases '[2, 1]' 'the phases are 1, 2, or both'
refused 3 bucket '"bucket"' "is no URL like"
refused 3 upload '"never"' "'upload' is missing or wrong"
refused 3 keep_text 1 "'keep_text' is missing or wrong"
refused 3 even '"maybe"' "'even' is missing or wrong"
# Options are for the tools to know, and not what mlmprep sets itself.
for tool in wikiplain sentsplit docshard wpiece mkmlm h5pack s3sync; do
    refused 3 options.$tool '["--bogus"]' "$tool: there is no option '--bogus'"
    refused 3 options.$tool '["--help"]' "--help of $tool is for mlmprep itself to set"
    refused 3 options.$tool '["file"]' "takes options and nothing else, not 'file'"
    refused 3 options.$tool '[5]' "'$tool' is missing or wrong"
done
refused 3 options.wpvocab '["--cased"]' "options for wpvocab do nothing here: it is used with '--vocab train' only"
refused 3 options.mkmlm '["--phase", "2"]' '--phase of mkmlm is for mlmprep itself to set'
refused 3 options.h5pack '["-o", "elsewhere"]' '--output of h5pack is for mlmprep itself to set'
edited options.s3sync '["--help"]'
status_is 'finish looks, too' 3 mlmprep finish -q edited

# matters PATH VALUE: what is done is not done any more.
matters() {
    edited "$1" "$2"
    status_is "$1 = $2" 0 mlmprep status edited
    like "$1 = $2: all is to be done" "$(cat stdout)" ': 0 of [0-9]+ tasks are done'
}

matters corpus '"lake"'
matters kind '"paragraphs"'
matters sources.0.sha256 "\"$(printf 0%.0s {1..64})\""
matters vocabulary.sha256 "\"$(printf 0%.0s {1..64})\""
matters shards.training 3
matters shards.test 2
matters shards.test_fraction 0.25
matters options.wikiplain '["--lang", "en"]'
matters options.sentsplit '["--lang", "en"]'
matters options.wpiece '["--cased"]'
matters options.mkmlm '["--dupe-factor", "1"]'
matters options.h5pack '["--compress", "none"]'
matters bucket "\"file://$work/elsewhere\""
done_testing
