#!/usr/bin/env bash
# mlmprep update: a data set for each new dump, and never a wrong one as the current one.
. "$(dirname "$0")/../support/tap.sh"
# shellcheck source=tests/prep/mirror_support.sh
. tests/prep/mirror_support.sh
# shellcheck source=tests/prep/run_support.sh
. tests/prep/run_support.sh
# shellcheck source=tests/prep/series_support.sh
. tests/prep/series_support.sh

unset CURL_CA_BUNDLE SSL_CERT_FILE SSL_CERT_DIR
cd "$work" || exit 1

series() {
    local folder=$1
    shift
    mlmprep init -q "$folder" --source latest --mirror "$url" --wiki seawiki --vocab "$sample/vocab.txt" \
        --corpus sea --shards 2 "$@"
}
patience=(--max-attempts 2 --retry-base-delay 1)
update() {
    mlmprep update "${patience[@]}" wiki "$@"
}
# quiet NAME: an update that does nothing and says nothing.
quiet() {
    status_is "$1: status" 0 update
    is "$1: nothing is said" "$(cat stdout stderr)" ''
    is "$1: current" "$(readlink wiki/current)" "$current"
}
# made NAME DATE SENTENCE: an update that makes the data set of a date, and says just that.
made() {
    status_is "$1: status" 0 update
    is "$1: one line" "$(cat stdout stderr)" "mlmprep update: 'wiki/current' is the data set of $2 now, 2 shards${3-}"
    current=$2
    is "$1: current" "$(readlink wiki/current)" "$current"
    is "$1: current in the bucket" "$(sed -n 's/.*"date": "\(.*\)".*/\1/p' bucket/current.json)" "$current"
    ok "$1: what the bucket names is there" test -s "bucket/$(sed -n 's/.*"\(.*dataset.json\)".*/\1/p' bucket/current.json)"
    ok "$1: the bucket has it" diff -r "wiki/$2/shards" "bucket/$2"
}
# failed NAME STATUS REGEX: an update that fails and leaves the current one.
failed() {
    status_is "$1: status" "$2" update || cat wiki/log/*
    is "$1: nothing on standard output" "$(cat stdout)" ''
    is "$1: one line" "$(wc -l <stderr)" 1
    like "$1: says why" "$(cat stderr)" "^mlmprep update: error: .*$3"
    is "$1: current" "$(readlink wiki/current)" "$current"
    [ -z "$current" ] || is "$1: current in the bucket" "$(sed -n 's/.*"date": "\(.*\)".*/\1/p' bucket/current.json)" "$current"
}
# data_sets: the dates in the folder and in the bucket.
data_sets() {
    echo "$(cd wiki && ls -d 2*) $(cd bucket && ls -d 2*)" | tr '\n' ' ' | sed 's/ $//'
}
serve
script

# --- from nothing -----------------------------------------------------------------------------------

current=
ok 'a series' series wiki --bucket "file://$work/bucket"
failed 'no dump at all' 1 'there are no dumps at .*seawiki'
dump 20240101
status_is 'dry run: status' 0 update --dry-run
like 'dry run: tells' "$(cat stdout)" '^would make the data set of 20240101 from 1 file, [0-9.]+ KiB
would make it the current one$'
is 'dry run: changes nothing' "$(ls -A wiki)" $'lock\nrun.json\nvocab.txt'
made 'the first' 20240101
in_one_pipe wiki/20240101 pipe 1
ok 'the same as one pipe would have made' diff -r pipe wiki/current/shards
ok 'and verified as such' mlmprep verify -q wiki/current
quiet 'nothing new'
status_is 'nothing new, dry run' 0 update --dry-run
is 'nothing new, dry run: nothing is told' "$(cat stdout stderr)" ''
status_is 'nothing new, verbose' 0 update --verbose
like 'nothing new, verbose: says so' "$(cat stderr)" 'there is nothing to do'

# --- newer ones -------------------------------------------------------------------------------------

dump 20240201
rm web/seawiki/20240201/*sums.txt
quiet 'a dump that is not whole'
dump 20240201
made 'the second' 20240201
is 'the second: the first stays' "$(data_sets)" '20240101 20240201 20240101 20240201'
dump 20240301
status_is 'the third, dry run' 0 update --dry-run
like 'the third, dry run: tells' "$(cat stdout)" 'current one, after 20240201
would remove 20240101$'
made 'the third' 20240301 '; removed 20240101'
is 'the third: the first is gone' "$(data_sets)" '20240201 20240301 20240201 20240301'
quiet 'nothing new again'
status_is 'the whole series is verified' 0 mlmprep verify wiki
is 'the whole series is verified: each once' "$(grep -c ' whole; ' stdout)" 2

# --- a mirror that is not what it was ---------------------------------------------------------------

mkdir away && mv web/seawiki/20240301 away
quiet 'the newest is gone'
mv web/seawiki/* away
failed 'all are gone' 1 'there are no dumps at'
mv away/* web/seawiki
script '* GET . status=503'
failed 'a server in trouble' 75 "is in trouble \(503\)"
script

# --- a dump that cannot be had ----------------------------------------------------------------------

dump 20240401
script "* GET 20240401.*bz2$ flip=900"
failed 'damaged' 3 'data set of 20240401 .*, that of 20240301 stays: .*came with the SHA-1 [0-9a-f]+, and [0-9a-f]+ was published'
script "* GET 20240401.*bz2$ cut=900"
failed 'cut' 75 'after 2 attempts: .*what came so far is kept, and the next call goes on'
script "GET 20240401.*bz2$ stall=1800"
"${build}/bin/mlmprep" update --stall-timeout 3600 wiki 2>first &
first=$!
ok 'goes on where it was cut' wait_for_request '20240401.*range=1800- .*206'
status_is 'two at once: status' 75 update
like 'two at once: says so' "$(cat stderr)" "'wiki' is being worked on by process $first "
ok 'kill -9 in the middle' wait_for_size "wiki/20240401/source/.*.part" 3600
kill -9 $first
wait $first 2>/dev/null
script
made 'after that' 20240401 '; removed 20240201'
is 'after that: only the rest was fetched' "$(grep -E '^GET.*20240401-pages.*bz2 ' "$log")" \
    "GET /seawiki/20240401/seawiki-20240401-$name range=3600- if-range=yes status=206"
rm -rf pipe && in_one_pipe wiki/20240401 pipe 1
ok 'after that: the same as one pipe would have made' diff -r pipe wiki/current/shards

# --- killed while it is made, and the dump lost meanwhile -------------------------------------------

# Each of them waits in a task until it is killed.
stand_in wpiece <<'END'
[[ $* != *20240501* || ! -e $TMPDIR/wait ]] || { echo $$ >$TMPDIR/waits && exec sleep 1000; }
exec "$real" "$@"
END
dump 20240501
for signal in 9 15; do
    touch tmp/wait && rm -f tmp/waits
    mlmprep update "${patience[@]}" -j 1 wiki 2>first &
    first=$!
    ok "signal $signal: it is at work" wait_until test -e tmp/waits
    kill -$signal $first
    wait $first 2>/dev/null
    is "signal $signal: dies by it" $? $((128 + signal))
    ok "signal $signal: its children end, too" wait_until bash -c "! kill -0 $(cat tmp/waits)"
    is "signal $signal: current" "$(readlink wiki/current)" 20240401
done
rm tmp/wait
mv web/seawiki/20240501 away
rm -f "$log"
touch "$log"
made 'goes on without the mirror' 20240501 '; removed 20240301'
is 'goes on without the mirror: fetches nothing' "$(requests bz2)" 0
real_tools
mv away/* web/seawiki

# A newer one takes the place of one that was not finished.
dump 20240601
script "* GET 20240601.*bz2$ cut=900"
failed 'not finished' 75 'kept'
dump 20240701
script
made 'a newer one instead' 20240701 '; removed 20240401, 20240601'
is 'a newer one instead: what is there' "$(data_sets)" '20240501 20240701 20240501 20240701'

# --- verified before it is the current one ----------------------------------------------------------

dump 20240801
stand_in s3sync <<'END'
"$real" "$@" || exit
[[ $* != *20240801* ]] || find "$HOME/../bucket/20240801" -name '*.hdf5' -exec sh -c 'printf x | dd of="$1" bs=1 seek=5000 conv=notrunc status=none' - {} \;
END
failed 'damaged in the bucket' 4 "that of 20240701 stays: .*is not what dataset.json says"
real_tools
made 'sent once more' 20240801 '; removed 20240501'
stand_in s3sync <<'END'
case " $* " in *current.json*) echo 's3sync: error: no answer' >&2; exit 75 ;; esac
exec "$real" "$@"
END
dump 20240901
status_is 'no pointer in the bucket: status' 75 update
is 'no pointer in the bucket: the old ones stay' "$(data_sets)" '20240701 20240801 20240901 20240701 20240801 20240901'
real_tools
made 'pointed at later' 20240901 '; removed 20240701'

# --- what somebody else has done --------------------------------------------------------------------

ln -sfn 20240801 wiki/current
current=20240801
quiet 'an older one was made current by hand'
is 'an older one was made current by hand: the newer one stays' "$(data_sets)" '20240801 20240901 20240801 20240901'
mkdir -p wiki/20200101 wiki/.removing-20240701/x wiki/20990101/state
echo '{}' >wiki/20990101/state/series.json
quiet 'one that was killed before it had a plan'
rm -r wiki/20990101
dump 20241001
made 'a newer one then' 20241001 '; removed 20240801'
is 'a folder of somebody else stays' "$(cd wiki && ls -Ad 2020* .rem* 2>/dev/null)" 20200101
rm wiki/current && mkdir wiki/current
dump 20241101
status_is 'current is a folder: status' 1 update
like 'current is a folder: says so' "$(cat stderr)" "'wiki/current' is no symbolic link"
rmdir wiki/current
made 'no current one' 20241101 '; removed 20240901'

# --- other series -----------------------------------------------------------------------------------

mlmprep init -q here --source latest --mirror "file://$work/web" --wiki seawiki --vocab "$sample/vocab.txt" \
    --corpus sea --shards 2 --keep 0
status_is 'a mirror that is a folder' 0 mlmprep update here
ok 'a mirror that is a folder: the same' diff -r here/current/shards wiki/current/shards
is 'a mirror that is a folder: no copy' "$(ls -A here/20241101/source)" ''
dump 20241201
status_is 'none kept' 0 mlmprep update here --syslog
is 'none kept: what is there' "$(cd here && ls -d 2*)" 20241201
ok 'a series without text' series lean --bucket "file://$work/lean-bucket" --delete-text
status_is 'used up: status' 0 mlmprep update lean
is 'used up: neither download nor text stays' "$(find lean/20241201/source lean/20241201/text -type f 2>/dev/null)" ''
like 'used up: all is done' "$(mlmprep status lean/20241201)" '2 of 2 tasks are done
fetch +done'
status_is 'used up: nothing to do' 0 mlmprep update lean
is 'used up: nothing is said' "$(cat stdout stderr)" ''
not_ok 'text is kept: so is the download' test -z "$(ls wiki/20241101/source)"
plan one
status_is 'a plan of one data set' 2 mlmprep update one
like 'a plan of one data set: says so' "$(cat stderr)" "'one' has the plan of one data set"
status_is 'no plan' 2 mlmprep update web
is 'no plan: no lock is left' "$(ls -A web)" seawiki
done_testing
