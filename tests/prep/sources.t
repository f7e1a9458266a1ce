#!/usr/bin/env bash
# Plans whose sources and vocabulary are on a web server: asked about by init, fetched by run.
. "$(dirname "$0")/../support/tap.sh"
# shellcheck source=tests/prep/mirror_support.sh
. tests/prep/mirror_support.sh
# shellcheck source=tests/prep/run_support.sh
. tests/prep/run_support.sh

unset CURL_CA_BUNDLE SSL_CERT_FILE SSL_CERT_DIR
cd "$work" || exit 1
folder=seawiki/20240101
dump=$folder/seawiki-20240101-pages-articles.xml.bz2
mkdir -p "web/$folder"
bzip2 <"$sample/sample.xml" >"web/$dump"
cp "$sample/vocab.txt" web
(cd "web/$folder" && sha1sum ./*bz2 >seawiki-20240101-sha1sums.txt)
serve
script

# on_the_web DIR ARGUMENT...: a plan of what the server has.
on_the_web() {
    local folder=$1
    shift
    mlmprep init -q "$folder" --source "$url/$dump" --vocab "$url/vocab.txt" --corpus sea --shards 2 "$@"
}
# planned FOLDER MEMBER: of the first source, as run.json has it.
planned() {
    "$python" -c 'import json, sys; print(json.load(open(sys.argv[1] + "/run.json"))["sources"][0][sys.argv[2]])' "$1" "$2"
}

ok 'a plan' on_the_web far
is 'the server was asked for the size' "$(planned far bytes)" "$(stat -c %s "web/$dump")"
is 'and for the checksum' "$(planned far sha1)" "$(sha1sum "web/$dump" | cut -d ' ' -f 1)"
is 'nothing was fetched by that' "$(requests "^GET.*($dump|vocab)")" 0
script
status_is 'run' 0 mlmprep run far
is 'the dump was fetched' "$(requests "GET /$dump ")" 1
is 'and the vocabulary' "$(requests 'GET /vocab')" 1
mlmprep init -q near --source "$sample/sample.xml" --vocab "$sample/vocab.txt" --corpus sea --shards 2
mlmprep run -q near >/dev/null
ok 'the same as of files' diff -r near/shards far/shards
script
status_is 'run again' 0 mlmprep run far
is 'nothing is asked for' "$(cat "$log")" ''
ok 'the same options' on_the_web far

# What is lost is fetched again, what is damaged is noticed.
rm far/source/*bz2 far/vocab.txt
script
status_is 'lost: run' 0 mlmprep run far
is 'lost: fetched' "$(requests '^GET.*(bz2|vocab.txt) ')" 2

ok 'a plan of a server that is in trouble' eval 'script "* .* . status=503" && on_the_web blind && script'
is 'which tells no size' "$(planned blind bytes)" 0
status_is 'a plan of nothing' 1 mlmprep init none --source "$url/none.xml" --vocab "$url/vocab.txt"
like 'a plan of nothing: says so' "$(cat stderr)" "there is no '$url/none.xml' \(404\)"
script "* GET bz2$ flip=500"
status_is 'damaged: run' 3 mlmprep run blind
like 'damaged: says so' "$(cat stderr)" 'came with the SHA-1 [0-9a-f]+, and [0-9a-f]+ was published'

# Killed in the middle of the download, and again.
for bytes in 3000 6000; do
    script "GET bz2$ stall=3000"
    mlmprep run blind 2>first &
    first=$!
    ok "killed at $bytes" wait_for_size 'blind/source/.*.part' $bytes
    kill -9 $first
    wait $first 2>/dev/null
done
script
status_is 'killed: run' 0 mlmprep run blind
is 'killed: goes on' "$(requests 'bz2 range=6000- if-range=yes status=206')" 1
ok 'killed: the same' diff -r near/shards blind/shards
is 'killed: no rest' "$(find blind -name '.*')" ''
done_testing
