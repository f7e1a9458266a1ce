#!/usr/bin/env bash
# mlmprep update after something happened to a series: links that lead nowhere, data sets that are damaged
# when they are about to become the current one, mirrors that are folders, and what is told of it.
. "$(dirname "$0")/../support/tap.sh"
# shellcheck source=tests/prep/run_support.sh
. tests/prep/run_support.sh
# shellcheck source=tests/prep/series_support.sh
. tests/prep/series_support.sh

cd "$work" || exit 1

update() {
    mlmprep update wiki "$@"
}
# made NAME DATE: an update that makes that date the current one, whole, here and in the bucket.
made() {
    status_is "$1: status" 0 update || cat stderr
    like "$1: one line" "$(cat stdout stderr)" "^mlmprep update: 'wiki/current' is the data set of $2 now, 2 shards[^$'\n']*$"
    is "$1: current" "$(readlink wiki/current)" "$2"
    is "$1: current in the bucket" "$(sed -n 's/.*"date": "\(.*\)".*/\1/p' bucket/current.json)" "$2"
    ok "$1: whole" mlmprep verify -q wiki/current/
    ok "$1: whole in the bucket" mlmprep verify -q --download "file://$work/bucket/$2"
}
# A bucket that takes everything but the pointer.
no_pointer() {
    stand_in s3sync <<'END'
case " $* " in *current.json*) echo 's3sync: error: no answer' >&2; exit 75 ;; esac
exec "$real" "$@"
END
}
# damage FILE...: other bytes, of the same size and the same time.
damage() {
    local file
    for file; do
        touch -r "$file" time
        printf x | dd of="$file" bs=1 seek=5000 conv=notrunc status=none
        touch -r time "$file"
    done
}

ok 'a series' mlmprep init -q wiki --source latest --mirror "file://$work/web" --wiki seawiki \
    --vocab "$sample/vocab.txt" --corpus sea --shards 2 --bucket "file://$work/bucket"
dump 20240101
ok 'without an environment' env -i "$build/bin/mlmprep" update wiki

# --- the link ---------------------------------------------------------------------------------------

rm -r wiki/20240101
status_is 'a link that leads nowhere, dry run: status' 0 update --dry-run
like 'a link that leads nowhere, dry run: tells' "$(cat stdout)" 'would make the data set of 20240101 '
made 'a link that leads nowhere' 20240101
rm wiki/current
mv web away
touch -d '2020-01-01' wiki/20240101/shards/*/sea/*.hdf5
made 'no link, and no mirror' 20240101
is 'no link: nothing is made again' "$(stat -c %Y wiki/20240101/shards/*/sea/*.hdf5 | sort -u)" "$(date -d 2020-01-01 +%s)"
mv away web

# --- verified before, and damaged since -------------------------------------------------------------

dump 20240201
no_pointer
status_is 'no pointer: status' 75 update
like 'no pointer: says which is current' "$(cat stderr)" \
    "^mlmprep update: error: 'wiki/current' is the data set of 20240201 now, but .*: s3sync: no answer$"
real_tools
ln -sfn 20240101 wiki/current
damage wiki/20240201/shards/*/sea/*_0.hdf5
made 'damaged here since it was verified' 20240201

dump 20240301
no_pointer
status_is 'no pointer again: status' 75 update
real_tools
ln -sfn 20240201 wiki/current
rm bucket/20240301/*/sea/*_1.hdf5
made 'lost in the bucket since it was verified' 20240301

# --- a mirror that is a folder ----------------------------------------------------------------------

dump 20240401
cp web/seawiki/20240401/seawiki-20240401-$name kept
truncate -s -100 web/seawiki/20240401/seawiki-20240401-$name
status_is 'not all of a file is there: status' 3 update
like 'not all of a file is there: says so' "$(cat stderr)" 'that of 20240301 stays: .* has the SHA-1 .* is published'
is 'not all of a file is there: current' "$(readlink wiki/current)" 20240301
cp kept web/seawiki/20240401/seawiki-20240401-$name
made 'all of it is there' 20240401
mkdir web/seawiki/20240501
: >web/seawiki/20240501/seawiki-20240501-$name
(cd web/seawiki/20240501 && sha1sum ./*bz2 >seawiki-20240501-sha1sums.txt)
status_is 'an empty file: status' 0 update
is 'an empty file: no whole dump' "$(cat stdout stderr; readlink wiki/current)" 20240401
done_testing
