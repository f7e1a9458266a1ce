#!/usr/bin/env bash
# kill -9 of mlmprep update at moments that a fixed seed chooses: what is the current data set is always a
# whole one, here and in the bucket, and at the end all is as if nothing had happened.
. "$(dirname "$0")/../support/tap.sh"
# shellcheck source=tests/prep/mirror_support.sh
. tests/prep/mirror_support.sh
# shellcheck source=tests/prep/run_support.sh
. tests/prep/run_support.sh
# shellcheck source=tests/prep/series_support.sh
. tests/prep/series_support.sh

cd "$work" || exit 1
dates=(20240101 20240201 20240301)

update() {
    mlmprep update --max-attempts 2 --retry-base-delay 1 -j 1 "$1"
}
series() {
    mlmprep init -q "$1" --source latest --mirror "$url" --wiki seawiki --vocab "$sample/vocab.txt" \
        --corpus sea --shards 2 --bucket "file://$work/bucket-$1"
}
# whole: the current data set, and that of the bucket, are whole, if there are any.
whole() {
    local date
    [ ! -e killed/current ] || mlmprep verify -q killed/current/ || return 1
    [ ! -e bucket-killed/current.json ] && return
    date=$(sed -n 's/.*"date": "\(.*\)".*/\1/p' bucket-killed/current.json)
    [[ $date == 20* ]] && mlmprep verify -q "file://$work/bucket-killed/$date"
}
serve
script
RANDOM=7

ok 'a series' series killed
kills=0
for date in "${dates[@]}"; do
    dump "$date"
    # The first two are killed while the download waits, the others anywhere.
    for round in 1 2 3 4 5 6 7 8 9 10; do
        script
        [ $round -gt 2 ] || script "GET $date.*bz2$ stall=$((RANDOM % 15000))"
        setsid mlmprep update --max-attempts 2 --retry-base-delay 1 -j 1 killed 2>said &
        process=$!
        sleep "0.$((RANDOM % 9))"
        kill -9 $process 2>/dev/null
        wait $process 2>/dev/null
        [ $? -ne 137 ] || kills=$((kills + 1))
        ok "$date: what is current is whole" whole || diag "$(cat said)"
    done
    update killed 2>said || diag "$(cat said)"
    is "$date: is the current one in the end" "$(readlink killed/current)" "$date"
done
diag "$kills killed at work"
ok 'some were at work when they were killed' test $kills -gt 5

# The same without any kill.
for date in "${dates[@]}"; do mv "web/seawiki/$date" .; done
ok 'another series' series calm
for date in "${dates[@]}"; do
    mv "$date" web/seawiki
    ok "$date: undisturbed" update calm
done
ok 'the buckets are equal' diff -r bucket-killed bucket-calm
is 'the same data sets are there' "$(cd killed && ls -d 2* && readlink current)" "$(cd calm && ls -d 2* && readlink current)"
for date in "${dates[@]:1}"; do
    ok "$date: the shards are equal" diff -r "killed/$date/shards" "calm/$date/shards"
done
is 'nothing is left of the work' "$(find killed -name '.*'; find killed/2*/work -mindepth 1)" ''
done_testing
