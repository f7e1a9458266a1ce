#!/usr/bin/env bash
# mlmprep fetch --source latest: which dump of a mirror is whole, and which of its files are wanted.
. "$(dirname "$0")/../support/tap.sh"
# shellcheck source=tests/prep/mirror_support.sh
. tests/prep/mirror_support.sh

cd "$work" || exit 1
wiki=web/aawiki
name=pages-articles.xml.bz2

# dump DATE FILE...: a dump of these files, without checksums.
dump() {
    local date=$1 file
    shift
    mkdir -p "$wiki/$date"
    for file; do echo "$date $file" >"$wiki/$date/aawiki-$date-$file"; done
}
# sums KIND DATE: publishes checksums of all files of a dump.
sums() {
    (cd "$wiki/$2" && "$1sum" aawiki-"$2"-*bz2 >"aawiki-$2-$1sums.txt")
}
# status DATE JOB:STATUS:FILE...: publishes its dumpstatus.json; the files of a job are parted by commas.
status() {
    "$python" - "$wiki/$1" "$@" <<'END'
import hashlib, json, os, sys
folder, date, *jobs = sys.argv[1:]
told = {}
for job in jobs:
    name, status, files = job.split(":")
    told[name] = {"status": status, "updated": "2024-01-01 00:00:00"}
    for file in filter(None, files.split(",")):
        path = "aawiki-%s-%s" % (date, file)
        body = open(os.path.join(folder, path), "rb").read() if os.path.exists(os.path.join(folder, path)) else b"1234"
        told[name].setdefault("files", {})[path] = {
            "size": len(body), "url": "/aawiki/%s/%s" % (date, path),
            "md5": hashlib.md5(body).hexdigest(), "sha1": hashlib.sha1(body).hexdigest()}
json.dump({"version": "0.8", "jobs": told}, open(os.path.join(folder, "dumpstatus.json"), "w"))
END
}
# latest ARGUMENT...: of this mirror.
latest() {
    mlmprep fetch --source latest --mirror "$url" --wiki aawiki -o out --max-attempts 2 --retry-base-delay 1 "$@"
}
# chosen NAME URL... [-- ARGUMENT...]: it is these that would be fetched; none: nothing, with status 1.
chosen() {
    local name=$1 wanted='' code=1
    shift
    while [ $# -gt 0 ] && [ "$1" != -- ]; do
        wanted+=${wanted:+$'\n'}$url/aawiki/$1 code=0
        shift
    done
    shift
    status_is "$name: status" $code latest --dry-run "$@"
    is "$name: files" "$(cut -f 1 stdout)" "$wanted"
}
serve
script

# --- checksums --------------------------------------------------------------------------------------

dump 20240101 $name && sums sha1 20240101
dump 20240120 $name
chosen 'the newest that has checksums' 20240101/aawiki-20240101-$name
sums sha1 20240120
chosen 'the newest' 20240120/aawiki-20240120-$name
is 'its size is told' "$(cut -f 2 stdout)" "$(stat -c %s $wiki/20240120/aawiki-20240120-$name)"
chosen 'by date' 20240101/aawiki-20240101-$name -- --date 20240101
rm $wiki/20240120/*$name
chosen 'a file that is not there' 20240101/aawiki-20240101-$name
chosen 'a file that is not there, by date' -- --date 20240120
like 'a file that is not there: says so' "$(cat stderr)" "the dump of 20240120 at .* is not whole: 'aawiki-20240120-$name' is not there"
dump 20240120 $name && rm $wiki/20240120/*sums.txt && sums md5 20240120
chosen 'MD5 will do' 20240120/aawiki-20240120-$name
dump 20240120 pages-articles2.xml.bz2
chosen 'others have no checksum yet' 20240120/aawiki-20240120-$name
chosen 'one of those wanted has no checksum yet' 20240101/aawiki-20240101-$name -- --dump-files '*-pages-articles*'
chosen 'no date' -- --date 20230101
mkdir $wiki/20249999 $wiki/2024 $wiki/latest $wiki/20240130
chosen 'what is no date, or empty' 20240120/aawiki-20240120-$name
status_is 'fetched' 0 latest
is 'fetched: the path' "$(cat stdout)" out/aawiki-20240120-$name
cmp_files 'fetched: the bytes' out/aawiki-20240120-$name $wiki/20240120/aawiki-20240120-$name
sed -i 's/^./0/' $wiki/20240120/*md5sums.txt && rm out/*
[ "$(head -c 1 $wiki/20240120/*md5sums.txt)" = 0 ] || diag 'the list is as it was'
status_is 'a wrong checksum' 3 latest
is 'a wrong checksum: no file' "$(ls -A out)" ''

# --- dumpstatus.json --------------------------------------------------------------------------------

parts=pages-articles1.xml-p1p9.bz2,pages-articles2.xml-p10p99.bz2,pages-articles10.xml-p100p999.bz2
dump 20240201 ${parts//,/ } && sums sha1 20240201
status 20240201 articlesdump:done:$parts articlesdumprecombine:waiting: metahistory:in-progress:history.7z
chosen 'a job that waits' 20240120/aawiki-20240120-$name
chosen 'a job that is done, its parts by their numbers' \
    20240201/aawiki-20240201-pages-articles1.xml-p1p9.bz2 20240201/aawiki-20240201-pages-articles2.xml-p10p99.bz2 \
    20240201/aawiki-20240201-pages-articles10.xml-p100p999.bz2 -- --dump-files '*-articles*p*p*'
dump 20240201 $name
status 20240201 articlesdump:done:$parts articlesdumprecombine:in-progress:$name
chosen 'a job that is under way' 20240120/aawiki-20240120-$name
status 20240201 articlesdump:done:$parts articlesdumprecombine:failed:$name
chosen 'a job that failed' 20240120/aawiki-20240120-$name
status 20240201 articlesdump:done:$parts articlesdumprecombine:done:$name
chosen 'done' 20240201/aawiki-20240201-$name
echo more >>$wiki/20240201/aawiki-20240201-$name
chosen 'another size than dumpstatus.json tells' 20240120/aawiki-20240120-$name
truncate -s -5 $wiki/20240201/aawiki-20240201-$name
echo '{"jobs": [' >$wiki/20240201/dumpstatus.json
chosen 'a damaged dumpstatus.json, without checksums' 20240120/aawiki-20240120-$name
sums sha1 20240201
chosen 'a damaged dumpstatus.json' 20240201/aawiki-20240201-$name

# --- latest -----------------------------------------------------------------------------------------

cp $wiki/20240201/aawiki-20240201-$name $wiki/latest/aawiki-latest-$name
cp $wiki/20240201/aawiki-20240201-sha1sums.txt $wiki/latest/aawiki-latest-sha1sums.txt
script '* GET /aawiki/$ status=403' '* GET /[0-9]+/$ status=403'
chosen 'no listings' 20240201/aawiki-20240201-$name
mv $wiki/2024*1 .
chosen 'nothing but latest' latest/aawiki-latest-$name
rm -rf out
status_is 'nothing but latest: fetched' 0 latest
is 'nothing but latest: has its date' "$(cat stdout)" out/aawiki-20240201-$name
is 'nothing but latest: the bytes' "$(cat out/*)" "20240201 $name"
status_is 'latest by its URL' 0 mlmprep fetch -o out "$url/aawiki/latest/aawiki-latest-$name"
sed -i 's/^./0/' $wiki/latest/*sums.txt
rm -rf out
status_is 'latest by its URL: compared' 3 mlmprep fetch -o out "$url/aawiki/latest/aawiki-latest-$name"
script
mv 2024* $wiki

# --- other mirrors ----------------------------------------------------------------------------------

script '* HEAD . status=405'
chosen 'a server that answers no questions' 20240201/aawiki-20240201-$name
is 'a server that answers no questions: the size is of dumpstatus.json, or not known' "$(cut -f 2 stdout)" 'size unknown'
script
page='<html><A HREF=/aawiki/20240101/>x</A><a title="href=no" href="20249998/?C=M;O=A">y</a>
<a class=z href='"'https://elsewhere/aawiki/20240301/'"'>z</a><a href="&#50;0240120/">z</a><ahref="20240302/">'
mkdir web/other && echo "$page" >web/other/index
script 'GET /aawiki/$ status=302 Location:/other/index'
chosen 'another style of listings' 20240120/aawiki-20240120-$name -- --date 20240120
chosen 'a mirror as a folder' -- --mirror "file://$work/nowhere"
like 'a mirror as a folder: nothing is there' "$(cat stderr)" 'there are no dumps'
status_is 'a mirror as a folder: status' 0 latest --mirror "file://$work/web/"
is 'a mirror as a folder: the bytes' "$(cat out/aawiki-20240201-$name)" "20240201 $name"
chosen 'no such wiki' -- --wiki zzwiki
script '* GET . status=503'
status_is 'a server in trouble' 75 latest
kill "$server"
status_is 'a server that is not there' 75 latest
status_is 'a mirror that is none' 2 latest --mirror dumps
status_is 'a wiki that is none' 2 latest --wiki ../x
status_is 'a date that is none' 2 latest --date 2024-01-01
status_is 'a date of nothing' 2 mlmprep fetch --date 20240101 "$url/a"
done_testing
