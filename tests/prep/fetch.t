#!/usr/bin/env bash
# mlmprep fetch: whatever a server does, a file is there whole and right, or not at all.
. "$(dirname "$0")/../support/tap.sh"
# shellcheck source=tests/prep/mirror_support.sh
. tests/prep/mirror_support.sh

unset CURL_CA_BUNDLE SSL_CERT_FILE SSL_CERT_DIR
cd "$work" || exit 1
head -c 3000000 /dev/urandom >web/dump.bz2
head -c 1000 /dev/urandom >web/small
touch -d '2024-01-05 12:00:00' web/dump.bz2
sha1=$(sha1sum web/dump.bz2 | cut -d ' ' -f 1)
sha256=$(sha256sum web/dump.bz2 | cut -d ' ' -f 1)
serve

# Into out, without long pauses. The others wait for a server that does not answer until they are ended.
fetch=(mlmprep fetch -o out --retry-base-delay 1 --max-attempts 4)
waiting=("${fetch[@]}" --stall-timeout 3600)
fetch() {
    "${fetch[@]}" --stall-timeout "${patience:-60}" "$@"
}
# left: hidden files that are there.
left() {
    find out -name '.*' -type f 2>/dev/null | wc -l
}
# came NAME STATUS REQUESTS LINE...: while the server does that, with the checksum; of STATUS 0 the
# file is right, of others there is none, and nothing hidden is left unless it is 75.
came() {
    local name=$1 status=$2 count=$3
    shift 3
    rm -rf out
    script "$@"
    status_is "$name: status" "$status" fetch --checksum "$sha1" "$url/dump.bz2" || cat "$work/stderr" "$log"
    is "$name: requests" "$(requests '^GET')" "$count"
    if [ "$status" = 0 ]; then
        cmp_files "$name: the bytes" out/dump.bz2 web/dump.bz2
    else
        not_ok "$name: no file" test -e out/dump.bz2
    fi
    [ "$status" = 75 ] || is "$name: no rest" "$(left)" 0
}

# --- one request after the other --------------------------------------------------------------------

came 'nothing wrong' 0 1
is 'the path is printed' "$(cat stdout)" out/dump.bz2
is 'nothing is said' "$(cat stderr)" ''
is 'the file has the time of the server' "$(stat -c %Y out/dump.bz2)" "$(stat -c %Y web/dump.bz2)"
came 'cut' 0 2 'GET dump cut=1000000'
is 'cut: goes on where it was' "$(sed -n 2p "$log")" 'GET /dump.bz2 range=1000000- if-range=yes status=206'
came 'cut again and again' 0 7 'GET dump cut=400000' 'GET dump cut=400000' 'GET dump cut=400000' \
    'GET dump cut=400000' 'GET dump cut=400000' 'GET dump cut=400000'
came 'no gain' 75 4 '* GET dump cut=0'
came 'reset' 0 2 'GET dump reset=1000000'
patience=3 came 'stalled' 0 2 'GET dump stall=1000000'
like 'stalled: goes on where it was' "$(sed -n 2p "$log")" 'range=[0-9]+- .*status=206'
came 'half of the rest' 0 3 'GET dump cut=1000000' 'GET dump half'
came 'length too large' 0 2 'GET dump length=+500'
came 'length too small' 0 2 'GET dump length=-500'
came 'chunked' 0 1 'GET dump chunked'
came 'chunked and cut' 0 2 'GET dump chunked cut=500000'
came 'no length' 0 1 'GET dump no-length'
came 'no length and cut' 0 2 'GET dump no-length cut=500000'
came 'ranges are ignored' 0 2 'GET dump cut=1000000' 'GET dump no-ranges'
came 'ranges are ignored, and cut' 75 4 'GET dump cut=1000000' '* GET dump no-ranges cut=500000'
came 'another part' 0 3 'GET dump cut=1000000' 'GET dump shift=7'
came 'nothing to go on with' 0 3 'GET dump cut=1000000' 'GET dump status=416'
came 'no validators' 0 2 'GET dump cut=1000000 no-validators' 'GET dump no-validators'
came 'a weak ETag' 0 2 'GET dump cut=1000000 weak' 'GET dump weak'
came 'another version, told by its ETag' 0 3 'GET dump cut=1000000 etag=old flip=5' 'GET dump any-version'
came 'unavailable' 0 3 'GET dump status=503' 'GET dump status=500'
came 'too many requests' 0 2 'GET dump status=429 Retry-After:0'
came 'always unavailable' 75 4 '* GET dump status=503'
like 'always unavailable: says so' "$(cat stderr)" "after 4 attempts: the server of '$url/dump.bz2' is in trouble \(503\)"
came 'not there' 1 1 'GET dump status=404'
like 'not there: says so' "$(cat stderr)" "there is no '$url/dump.bz2' \(404\)"
came 'forbidden' 1 1 'GET dump status=403'
came 'damaged once' 0 2 'GET dump flip=2000000'
came 'damaged twice' 3 2 '* GET dump flip=2000000'
like 'damaged twice: says so' "$(cat stderr)" "came with the SHA-1 [0-9a-f]{40}, and $sha1 was published"
came 'a web page once' 0 2 'GET dump page=text/html;charset=utf-8'
came 'a web page' 1 3 '* GET dump page=text/html'
like 'a web page: says so' "$(cat stderr)" 'answers with a web page in place of the file'
came 'a web page in disguise' 3 2 '* GET dump page=application/octet-stream'
came 'a web page in the middle spoils nothing' 0 3 'GET dump cut=1000000' 'GET dump page=text/html'
like 'a web page in the middle: goes on' "$(sed -n 3p "$log")" 'range=1000000- '
came 'compressed on its way' 1 3 '* GET dump encoded'
came 'empty' 1 3 '* GET dump empty'

# --- redirects --------------------------------------------------------------------------------------

came 'redirected' 0 3 'GET dump status=302 Location:/other' 'GET other status=301 Location:dump.bz2'
came 'redirected elsewhere' 0 2 'GET dump status=307 Location:http://127.0.0.1:{port}/dump.bz2'
came 'redirected in a circle' 1 11 '* GET . status=302 Location:/dump.bz2'
like 'redirected in a circle: says so' "$(cat stderr)" 'redirects more than 10 times'
came 'redirected to nowhere' 1 1 'GET dump status=302'
came 'redirected to a file' 1 1 'GET dump status=302 Location:file:///etc/passwd'
came 'goes on behind a redirect' 0 4 'GET dump status=302 Location:/dump.bz2?a' 'GET a$ cut=1000000' \
    'GET dump status=302 Location:/dump.bz2?b'

# --- without a checksum -----------------------------------------------------------------------------

rm -rf out
script 'GET dump cut=1000000'
status_is 'no checksum: status' 0 fetch "$url/dump.bz2"
cmp_files 'no checksum: the bytes' out/dump.bz2 web/dump.bz2
script
status_is 'there already: status' 0 fetch "$url/dump.bz2"
is 'there already: only asked' "$(cat "$log")" 'HEAD /dump.bz2 status=200'
is 'there already: the path is printed' "$(cat stdout)" out/dump.bz2
touch web/dump.bz2
script
status_is 'a newer one: status' 0 fetch "$url/dump.bz2"
is 'a newer one: fetched' "$(requests '^GET')" 1
is 'a newer one: no rest' "$(left)" 0
script '* HEAD . status=405'
status_is 'a server that answers no questions: status' 0 fetch "$url/dump.bz2"
is 'a server that answers no questions: fetched' "$(requests '^GET')" 1
script 'GET small no-length'
status_is 'no length and no checksum: status' 1 fetch "$url/small"
like 'no length and no checksum: says so' "$(cat stderr)" 'does not say how long'
not_ok 'no length and no checksum: no file' test -e out/small
rm -rf out
script 'GET dump cut=1000000 etag=old flip=5' 'GET dump etag=new'
status_is 'changed on the server: status' 0 fetch "$url/dump.bz2"
cmp_files 'changed on the server: the new bytes' out/dump.bz2 web/dump.bz2
rm -rf out
script 'GET dump cut=1000000 no-etag time=1000 flip=5' 'GET dump no-etag any-version'
status_is 'another version, told by its time: status' 0 fetch "$url/dump.bz2"
cmp_files 'another version, told by its time: the new bytes' out/dump.bz2 web/dump.bz2
head -c 500000 /dev/zero >web/zeros
script 'GET zeros cut=100000' 'GET zeros packed'
status_is 'the rest comes compressed: status' 0 fetch "$url/zeros"
cmp_files 'the rest comes compressed: the bytes' out/zeros web/zeros
script 'GET zeros chunked cut=100000' 'GET zeros half chunked no-total' 'GET zeros chunked no-total'
rm -rf out
status_is 'nobody says how long it is: status' 0 fetch "$url/zeros"
cmp_files 'nobody says how long it is: the bytes' out/zeros web/zeros
rm -rf out
script 'GET dump page=text/html' 'GET dump cut=500000' 'GET dump page=text/html' 'GET dump cut=500000' \
    'GET dump page=text/html' 'GET dump cut=500000'
status_is 'a web page now and then: status' 0 fetch "$url/dump.bz2"
cmp_files 'a web page now and then: the bytes' out/dump.bz2 web/dump.bz2

# --- checksums beside the file ----------------------------------------------------------------------

mkdir -p web/aawiki/20240101 && cp web/dump.bz2 web/aawiki/20240101/aawiki-20240101-pages.bz2
(cd web/aawiki/20240101 && sha1sum aawiki* >aawiki-20240101-sha1sums.txt)
dump=aawiki/20240101/aawiki-20240101-pages.bz2
script
status_is 'a published checksum: status' 0 fetch "$url/$dump"
is 'a published checksum: is asked for' "$(requests sha1sums)" 1
script "* GET $dump flip=5"
rm -rf out
status_is 'a published checksum that is not met: status' 3 fetch "$url/$dump"
is 'a published checksum that is not met: twice' "$(requests "$dump")" 2
sed -i 's/^./0/' web/aawiki/20240101/aawiki-20240101-sha1sums.txt
(cd web/aawiki/20240101 && md5sum aawiki*bz2 >aawiki-20240101-md5sums.txt)
script
status_is 'a wrong list: status' 3 fetch "$url/$dump"
rm web/aawiki/20240101/aawiki-20240101-sha1sums.txt
script "GET $dump flip=5"
status_is 'only MD5: status' 0 fetch "$url/$dump"
is 'only MD5: compared' "$(requests "$dump")" 2

# --- killed -----------------------------------------------------------------------------------------

# Every call is killed while it waits for the rest, and the last one has all it needs.
rm -rf out
for bytes in 400000 900000 1400000; do
    script "GET dump stall=500000"
    "${waiting[@]}" --checksum "$sha256" "$url/dump.bz2" &
    wait_for_size 'out/.*.part' $bytes || diag "$(cat "$log"; ls -la out)"
    kill -9 $!
    wait $! 2>/dev/null
    not_ok "killed at $bytes: no file" test -e out/dump.bz2
done
script
status_is 'after kill -9: status' 0 fetch --checksum "$sha256" "$url/dump.bz2"
like 'after kill -9: goes on' "$(cat "$log")" '^GET /dump.bz2 range=[0-9]{7}- if-range=yes status=206$'
cmp_files 'after kill -9: the bytes' out/dump.bz2 web/dump.bz2
is 'after kill -9: no rest' "$(left)" 0
rm -rf out
script 'GET dump stall=500000'
"${waiting[@]}" "$url/dump.bz2" &
wait_for_size 'out/.*.part' 400000
kill -TERM $!
wait $! 2>/dev/null
is 'told to stop: dies by the signal' $? 143
script 'GET dump stall=100'
"${waiting[@]}" "$url/dump.bz2" 2>first &
first=$!
ok 'told to stop: goes on without a checksum' wait_for_request 'range=[0-9]+- .*206'
status_is 'two at once: status' 75 fetch "$url/dump.bz2"
like 'two at once: says so' "$(cat stderr)" 'another process is downloading'
is 'two at once: what the first has is left to it' "$(left)" 2
kill -TERM $first
wait $first 2>/dev/null

# --- a full disk, and a terminal --------------------------------------------------------------------

rm -rf out
script
status_is 'a full disk: status' 1 bash -c "ulimit -f 1000; ${fetch[*]} --checksum $sha1 $url/dump.bz2"
like 'a full disk: says so' "$(cat stderr)" "cannot write 'out/dump.bz2': .*; what came so far is kept"
not_ok 'a full disk: no file' test -e out/dump.bz2
status_is 'a full disk, then room: status' 0 fetch --checksum "$sha1" "$url/dump.bz2"
like 'a full disk, then room: goes on' "$(tail -n 1 "$log")" 'range=10[0-9]{5}- '
cmp_files 'a full disk, then room: the bytes' out/dump.bz2 web/dump.bz2
rm -rf out
script 'GET dump stall=1500000'
status_is 'a terminal: status' 0 "$python" "$root/tests/prep/terminal.py" 200 \
    "${fetch[@]}" --stall-timeout 2 "$url/dump.bz2"
sed 's/\r\x1b\[K/\n/g' stdout >drawn
like 'a terminal: a line of progress' "$(cat drawn)" \
    'mlmprep fetch: dump.bz2 50 %, 1.4 MiB of 2.9 MiB, [0-9.]+ [KM]iB/s, .* left'
is 'a terminal: which is taken away' "$(tail -c 4 stdout)" $'\r\e[K'

# --- whom to trust ----------------------------------------------------------------------------------

kill "$server"
if openssl req -x509 -newkey rsa:2048 -nodes -keyout key.pem -out cert.pem -days 2 \
    -subj /CN=127.0.0.1 -addext subjectAltName=IP:127.0.0.1 2>/dev/null; then
    serve_tls cert.pem key.pem
    rm -rf out
    script
    status_is 'a certificate that nobody knows: status' 1 fetch "$url/dump.bz2"
    like 'a certificate that nobody knows: says so' "$(cat stderr)" 'cannot be trusted.*SSL_CERT_FILE'
    SSL_CERT_FILE=$work/cert.pem
    export SSL_CERT_FILE
    status_is 'SSL_CERT_FILE: status' 0 fetch "$url/dump.bz2"
    cmp_files 'SSL_CERT_FILE: the bytes' out/dump.bz2 web/dump.bz2
    rm -rf out
    script "GET dump status=302 Location:http://127.0.0.1:{port}/dump.bz2"
    status_is 'from https to http: status' 1 fetch "$url/dump.bz2"
    like 'from https to http: says so' "$(cat stderr)" 'from https: to http:'
    kill "$server"
else
    skip 'TLS' 'openssl is not installed here'
fi
serve
https_proxy=http://127.0.0.1:1 http_proxy=http://user:hush@127.0.0.1:1 status_is 'a proxy that is not there: status' 75 \
    fetch http://host.invalid/small
unlike 'a proxy: its password is not shown' "$(cat stderr)" hush
script
http_proxy=$url no_proxy='' status_is 'through a proxy: status' 1 fetch http://host.invalid/small
is 'through a proxy: it is asked' "$(requests '^HEAD|^GET http://host.invalid/small')" 1

# --- what is asked for ------------------------------------------------------------------------------

script
status_is 'two files: status' 0 fetch "$url/small" --vocab "$url/dump.bz2" --report report.json
like 'two files: the report' "$(cat report.json)" '"files": 2,.*"bytes": 3001000'
is 'two files: both paths' "$(cat stdout)" $'out/small\nout/dump.bz2'
status_is 'a file here: status' 0 fetch "file://$work/web/small"
cmp_files 'a file here: the bytes' out/small web/small
status_is 'dry run: status' 0 fetch --dry-run "$url/new"
is 'dry run: the URL' "$(cut -f 1 stdout)" "$url/new"
is 'dry run: nothing fetched' "$(requests new)" 0
status_is 'nothing asked for' 2 fetch
status_is 'no URL' 2 fetch small
status_is 'no checksum' 2 fetch --checksum 12 "$url/small"
status_is 'a checksum of two' 2 fetch --checksum "$sha1" "$url/small" "$url/dump.bz2"
status_is 'two of one name' 2 fetch "$url/small" "$url/a/small"
done_testing
