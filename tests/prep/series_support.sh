# shellcheck shell=bash
#
# series_support.sh - sourced after tap.sh by the tests of mlmprep update: the dumps of a mirror in
# $work/web, whose one file is called $name behind wiki and date.

: "${work:?tap.sh comes first}" "${sample:?}"

name=pages-articles.xml.bz2

# dump DATE: publishes a dump of seawiki, each with other pages.
dump() {
    mkdir -p "$work/web/seawiki/$1"
    sed "s/Water/Water of $1/" "$sample/sample.xml" | bzip2 >"$work/web/seawiki/$1/seawiki-$1-$name"
    (cd "$work/web/seawiki/$1" && sha1sum ./*bz2 >"seawiki-$1-sha1sums.txt")
}
