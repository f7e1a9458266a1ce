#!/usr/bin/env bash
#
# mlmprep verify: what is whole, what differs and where, in folders and in buckets.
. "$(dirname "$0")/../support/tap.sh"
. tests/prep/task_support.sh
. tests/s3/support.sh

export AWS_ACCESS_KEY_ID=AKIDEXAMPLE AWS_SECRET_ACCESS_KEY=hush-hush-secret
for i in 0 1; do
    tail -n +$((i * 300 + 1)) "$sample/sample.txt" | head -n 300 >"$work/c_training_$i.txt"
    tail -n +$((i * 200 + 300)) "$sample/sample.txt" | head -n 200 >"$work/o_training_$i.txt"
done
tail -n 100 "$sample/sample.txt" >"$work/c_test_0.txt"
wpiece --vocab "$sample/vocab.txt" "$work"/[co]_*.txt | mkmlm >"$work/examples"
h5pack -q -o "$work/data" "$work/examples" >"$work/list"
root_folder=$(echo "$work"/data/*)
set_folder=$root_folder/c

# --- folders ----------------------------------------------------------------------------------------

# verify STATUS NAME PLACE [OPTION]...: what it prints is in $work/stdout.
verify() { status_is "$2" "$1" mlmprep verify --max-attempts 2 --retry-base-delay 1 "${@:3}"; }
# told NAME REGEX: a line of the report.
told() { like "$1" "$(cat "$work/stdout")" "$2"; }
# copy NAME: a copy of the data to spoil, as $copy, and its first set as $c.
copy() {
    copy=$work/$1
    cp -r "$work/data" "$copy"
    c=$(echo "$copy"/*/c)
}

verify 0 'two sets below a folder' "$work/data"
is 'each has its line' "$(sed 's|^.*/||' "$work/stdout" | cut -d, -f1)" $'c: 3 shards\no: 2 shards'
is 'and nothing else is said' "$(cat "$work/stderr")" ''
verify 0 'one set' "$set_folder/"
verify 0 'a file URL' "file://$work/data"
verify 0 'in silence' "$work/data" -q
is '-q says nothing' "$(cat "$work/stdout" "$work/stderr")" ''
verify 0 'as JSON' "$work/data" --json --report "$work/report"
ok 'the report counts' "$python" -c '
import json, sys
counts = json.load(open(sys.argv[1]))["counts"]
assert counts["sets"] == 2 and counts["shards"] == 5 and counts["faults"] == 0, counts' "$work/report"
ok 'JSON tells the same' "$python" -c '
import json, sys
report = json.load(open(sys.argv[1]))
assert report["whole"] is True
first, second = report["sets"]
assert first["place"].endswith("/c") and second["place"].endswith("/o"), report
assert first["shards"] == 3 and first["proofs"] == {"reading": 3, "metadata": 0, "checksum": 0}, first
assert first["whole"] and not first["manifest_damaged"] and first["faults"] == [], first
manifest = json.load(open(first["place"] + "/dataset.json"))
assert first["rows"] == manifest["rows"]
assert first["bytes"] == sum(shard["bytes"] for shard in manifest["shards"])' "$work/stdout"

copy spoilt
spoil "$c/c_training_0.hdf5"
truncate -s -1 "$c/c_training_1.hdf5"
rm "$c/c_test_0.hdf5"
cp "$set_folder/c_test_0.hdf5" "$c/c_training_7.hdf5"
touch "$c/.c_training_1.hdf5.part" "$c/notes.txt"
verify 4 'a set with all that can be wrong' "$copy"
is 'each thing is named' "$(grep '^  ' "$work/stdout" | sort)" "  .c_training_1.hdf5.part is not of this data set, and trainers would read it along
  c_test_0.hdf5 is missing
  c_training_0.hdf5 is not what dataset.json says: its SHA-256 is another
  c_training_1.hdf5 is cut short: it has $(stat -c %s "$c/c_training_1.hdf5") bytes and should have $(stat -c %s "$set_folder/c_training_1.hdf5")
  c_training_7.hdf5 is not of this data set, and trainers would read it along"
told 'the other set is whole' '/o: 2 shards, .*, whole;'
like 'one sentence names the first' "$(cat "$work/stderr")" \
    "^mlmprep verify: error: '.*/c/c_test_0.hdf5' is missing; 5 things differ in all\$"
verify 4 'as JSON' "$copy" --json
ok 'JSON names them' "$python" -c '
import json, sys
report = json.load(open(sys.argv[1]))
assert report["whole"] is False
faults = {fault["file"]: fault["fault"] for fault in report["sets"][0]["faults"]}
assert sorted(faults) == [".c_training_1.hdf5.part", "c_test_0.hdf5", "c_training_0.hdf5", "c_training_1.hdf5", "c_training_7.hdf5"]
assert faults["c_test_0.hdf5"] == "is missing"
assert report["sets"][1]["faults"] == []' "$work/stdout"
rm "$c"/*.hdf5
verify 4 'a set without any file' "$copy"
is 'misses them all' "$(grep -c 'is missing' "$work/stdout")" 3

copy odd
touch "$c"/$'a_training_\n\e]0;x'
verify 4 'a name with control characters' "$copy"
told 'stays in its line' '  a_training_[?][?]\]0;x is not of this data set'

copy manifest
sed -i 's/"rows":/"rows":1/' "$c/dataset.json"
verify 3 'a damaged manifest' "$copy"
told 'is named' $'/c: NOT whole\n  dataset.json is no manifest of a data set'
told 'the other is looked at all the same' '/o: 2 shards, .*, whole;'
"$python" -c '
import json, sys
manifest = json.load(open(sys.argv[1]))
shard = manifest["shards"][1]
shard["rows"] -= 1
manifest["rows"] -= 1
json.dump(manifest, open(sys.argv[2], "w"))' "$set_folder/dataset.json" "$c/dataset.json"
verify 4 'a manifest with another number of rows' "$copy"
told 'is not that of the file' 'c_training_0.hdf5 is not what dataset.json says: its number of rows is another'
sed 's/"input_ids":"./"input_ids":"/; s/"input_ids":"/"input_ids":"0/' "$set_folder/dataset.json" >"$c/dataset.json"
verify 4 'a manifest with another digest' "$copy"
told 'tells the dataset' 'c_[a-z]*_[01].hdf5 is not what dataset.json says: its input_ids is another'
rm "$c/dataset.json"
verify 4 'shards without a manifest' "$copy"
told 'are no complete set' $'/c: NOT whole\n  it holds shards and no dataset.json'
mkdir "$work/nothing"
verify 1 'an empty folder' "$work/nothing"
like 'has no data set' "$(cat "$work/stderr")" 'there is no data set below '
verify 1 'a folder that is not there' "$work/nowhere"
verify 1 'a file URL of nothing' "file://$work/nowhere"
verify 2 'a URL that is none' s3://
status_is 'no place at all' 2 mlmprep verify

for format in tfrecord hdf5-varlen; do
    h5pack -q --format $format -o "$work/$format" "$work/examples" >/dev/null
    verify 0 "$format" "$work/$format"
done
cp "$work"/tfrecord/*/c/test/*.tfrecord "$(echo "$work"/tfrecord/*/c/training)/more.tfrecord"
verify 4 'a file among shards a folder below' "$work/tfrecord"
told 'is named' 'training/more.tfrecord is not of this data set'
rm "$work"/tfrecord/*/c/training/more.tfrecord
touch "$(echo "$work"/tfrecord/*/c/test)"/{.hidden,notes.txt} "$(echo "$work"/tfrecord/*/c)/notes.txt"
verify 4 'whatever lies beside shards a folder below' "$work/tfrecord"
is 'is named, for there all files are read' "$(grep '^  ' "$work/stdout")" \
    '  test/notes.txt is not of this data set, and trainers would read it along'
touch "$(echo "$work"/hdf5-varlen/*/c)"/{part_00000.old,notes.txt}
verify 4 'what looks like a part' "$work/hdf5-varlen"
is 'is named' "$(grep '^  ' "$work/stdout")" \
    '  part_00000.old is not of this data set, and trainers would read it along'

# --- run folders ------------------------------------------------------------------------------------

plan "$work/run" --phase both --test-shards 0
verify 4 'a run folder before all' "$work/run"
told 'is not finished' 'it is not finished in all phases'
mlmprep run -q "$work/run" >"$work/messages" 2>&1 || diag "$(cat "$work/messages")"
verify 0 'a run folder' "$work/run"
is 'means all its phases' "$(grep -c ', whole;' "$work/stdout")" 2
cp -r "$(shard "$work/run" wiki_training_0)" "$work/run/work/wiki_training_0.hdf5"
verify 0 'what is under way does not count' "$work/run"
rm -r "$work"/run/shards/*_seq_len_512_*
verify 4 'a phase that is gone' "$work/run"
told 'is missed' 'it is not finished in all phases'

sources=()
for file in "$work"/[co]_training_*.txt; do sources+=(--source "$file"); done
mlmprep init -q "$work/several" --source-kind shards "${sources[@]}" --vocab "$sample/vocab.txt" --phase both
mlmprep run -q "$work/several" >"$work/messages" 2>&1 || diag "$(cat "$work/messages")"
verify 0 'two corpora in two phases' "$work/several"
is 'are four sets' "$(grep -c ', whole;' "$work/stdout")" 4
rm -r "$work"/several/shards/*_seq_len_512_*/o
verify 4 'one of them is gone' "$work/several"
told 'it is missed' 'it is not finished in all phases'
rm -r "$work"/several/shards/*_seq_len_512_*
verify 4 'a phase of both is gone' "$work/several"
told 'it is missed, too' 'it is not finished in all phases'

# --- buckets ----------------------------------------------------------------------------------------

serve none
s3sync -q --no-cache s3://bucket/p <"$work/list" || diag 'the server does not work'
base=$AWS_ENDPOINT_URL_S3/bucket/p/$(basename "$root_folder")/c
# put FILE NAME [HEADER]: an object of another client, without metadata.
put() { curl -sf --noproxy '*' ${3:+-H "$3"} -T "$1" "$base/$2" >/dev/null; }
checksum() { "$python" -c 'import base64, hashlib, sys; print(base64.b64encode(hashlib.sha256(open(sys.argv[1], "rb").read()).digest()).decode())' "$1"; }
remove() { curl -sf --noproxy '*' -X DELETE "$base/$1" >/dev/null; }

new_log
verify 0 'two sets in a bucket' s3://bucket/p
told 'by their metadata' 's3://bucket/p/[^ ]*/c: 3 shards, .*, whole; 3 by metadata'
is 'one list, two manifests, a HEAD of each shard' \
    "$(requests op=List) $(requests op=GetObject) $(requests op=HeadObject) $(requests .)" '1 2 5 8'
verify 0 'with a slash' "s3://bucket/p/$(basename "$root_folder")/c/"
told 'one of them' '^s3://bucket/p/[^ ]*/c: 3 shards, [^:]*$'
verify 0 'the whole bucket' s3://bucket
new_log
verify 0 'with --download' --download s3://bucket/p
told 'all is read' '/c: 3 shards, .*, whole; 3 by reading'
is 'from the bucket' "$(requests op=GetObject)" 7
verify 1 'a prefix that is only the beginning of a name' s3://bucket/p/h
verify 1 'a prefix of nothing' s3://bucket/q
like 'has no data set' "$(cat "$work/stderr")" "there is no data set below 's3://bucket/q'"

put "$set_folder/c_training_0.hdf5" c_training_0.hdf5
sum=$(checksum "$set_folder/c_training_1.hdf5")
put "$set_folder/c_training_1.hdf5" c_training_1.hdf5 "x-amz-checksum-sha256: $sum"
verify 0 'objects of other clients' s3://bucket/p
told 'are read where nothing tells of them' '/c: 3 .*, whole; 1 by reading; 1 by metadata; 1 by checksum'
cp "$set_folder/c_training_0.hdf5" "$work/other"
spoil "$work/other"
put "$work/other" c_training_0.hdf5
verify 4 'an object with other content' s3://bucket/p
told 'is named' $'\n  c_training_0.hdf5 is not what dataset.json says: its SHA-256 is another'
sum=$(checksum "$work/other")
put "$work/other" c_training_0.hdf5 "x-amz-checksum-sha256: $sum"
verify 4 'a checksum of other content' s3://bucket/p
told 'is named, too' $'\n  c_training_0.hdf5 is not what dataset.json says: its SHA-256 is another'
put "$set_folder/c_test_0.hdf5" c_training_0.hdf5
verify 4 'an object of another size' s3://bucket/p --json
ok 'JSON tells it' "$python" -c '
import json, sys
faults = json.load(open(sys.argv[1]))["sets"][0]["faults"]
assert len(faults) == 1 and faults[0]["file"] == "c_training_0.hdf5" and "size" in faults[0]["fault"], faults' "$work/stdout"
remove c_training_0.hdf5
put "$set_folder/c_test_0.hdf5" c_training_9.hdf5
put "$set_folder/c_test_0.hdf5" sub/x_training.txt
put "$set_folder/c_test_0.hdf5" notes.txt
verify 4 'what is missing and what is too much' s3://bucket/p
is 'is named' "$(grep '^  ' "$work/stdout")" '  c_training_0.hdf5 is missing
  c_training_9.hdf5 is not of this data set, and trainers would read it along
  sub/x_training.txt is not of this data set, and trainers would read it along'
remove dataset.json
verify 4 'shards without a manifest' s3://bucket/p
told 'are no complete set' '/c: NOT whole
  it holds shards and no dataset.json'
is 'which is told once' "$(grep -c 'holds shards' "$work/stdout")" 1
echo '{}' >"$work/damaged"
put "$work/damaged" dataset.json
verify 3 'a damaged manifest' s3://bucket/p
told 'is named' '/c: NOT whole
  dataset.json is not a manifest of a data set'
put "$set_folder/dataset.json" dataset.json
put "$set_folder/c_training_0.hdf5" c_training_0.hdf5
for file in c_training_9.hdf5 sub/x_training.txt; do remove $file; done

steps 'OP=List* answer 403 code=AccessDenied'
verify 0 'without the right to list' "s3://bucket/p/$(basename "$root_folder")/c"
like 'a warning says what is not seen' "$(cat "$work/stderr")" \
    'warning: the permission s3:ListBucket is missing: '
verify 1 'without it, above a set' s3://bucket/p
steps 'OP=HeadObject answer 500 code=InternalError'
verify 75 'a server that does not answer' s3://bucket/p
steps 'OP=HeadObject answer 500 code=InternalError' 'OP=HeadObject ok'
verify 0 'a server that answers again' s3://bucket/p
steps 'OP=GetObject answer 403 code=AccessDenied'
verify 1 'without the right to read' s3://bucket/p
steps 'OP=HeadObject stall told'
mlmprep verify s3://bucket/p >"$work/stdout" 2>"$work/stderr" &
verifying=$!
wait_for_request step=stall
end TERM $verifying
wait $verifying
is 'told to stop while a server says nothing' $? 143
steps ok
verify 0 'all is as it was' s3://bucket/p
kill "$server" && wait "$server" 2>/dev/null
server=
verify 75 'no server' s3://bucket/p
done_testing
