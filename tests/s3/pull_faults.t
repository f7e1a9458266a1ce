#!/usr/bin/env bash
# What s3sync does when listings, downloads, copies and deletions go wrong.
. "$(dirname "$0")/../support/tap.sh"
. tests/s3/support.sh

export AWS_ACCESS_KEY_ID=AKIDEXAMPLE AWS_SECRET_ACCESS_KEY=hush-hush-secret
cd "$work" || exit 1
mkdir in
head -c 300000 /dev/urandom >in/a
for name in b c d; do echo $name >in/$name; done
cached=(--no-cache --max-attempts 3)

# served FAULT: a server that has the four files, two others, and only then the fault.
served() {
    serve none
    s3sync -q in s3://bucket/p || diag 'the server does not work'
    for name in old1 old2; do curl -s --noproxy '*' -T in/b "$AWS_ENDPOINT_URL_S3/bucket/p/$name"; done
    rm -rf out
    : >"$log"
    steps "$(cat "$root/tests/s3/faults/$1")"
}
pulls() { # FAULT
    served "$1"
    # Long, so that a busy machine is not taken for a stall, except where there is one.
    local patience=60
    [ "$1" != get_stall ] || patience=3
    status_is "$1: recovers" 0 sync --stall-timeout $patience "${cached[@]}" s3://bucket/p out
    cmp_files "$1: the bytes are right" out/a in/a
    is "$1: nothing else is there" "$(find out -type f | wc -l)" 6
}
for fault in none get_cut get_cut_at_once get_short get_error get_slow_down get_stall get_error_in_body list_error \
    list_cut small_pages; do
    pulls $fault
done

# no_a FAULT STATUS REGEX: 'a' cannot be had; nothing takes its place.
no_a() {
    served "$1"
    status_is "$1: fails" "$2" sync "${cached[@]}" s3://bucket/p out
    like "$1: says why" "$(cat "$work/stderr")" "$3"
    not_ok "$1: no file" test -e out/a
    is "$1: no rest of one" "$(find out -name '.*' -type f)" ''
}
no_a get_denied 4 '403 AccessDenied'
no_a get_gone 4 "p/a' is not the object any more that was listed"
no_a get_replaced 4 "p/a' is not the object any more that was listed"
served get_other_body
status_is 'get_other_body: what is not what was stored is no success' 4 \
    sync "${cached[@]}" --include a --exclude '[!a]*' s3://bucket/p out
not_ok 'get_other_body: no file' test -e out/a

# Listings that cannot be believed: nothing is deleted, nothing overwritten.
for fault in list_page list_without_token list_of_others second_page_broken; do
    served $fault
    before=$(state)
    rm -rf less && mkdir less && cp in/a in/b less
    not_ok "$fault: no success" sync "${cached[@]}" --delete less s3://bucket/p
    is "$fault: all is as it was" "$(state)" "$before"
done
served list_denied
before=$(state)
not_ok 'list_denied: no deletion' sync "${cached[@]}" --delete in s3://bucket/p
is 'list_denied: all is as it was' "$(state)" "$before"
served list_denied
not_ok 'list_denied: nothing to pull' sync "${cached[@]}" s3://bucket/p out
like 'list_denied: says what failed, and what to do' "$(cat "$work/.output")" \
    "'s3://bucket/p/' cannot be listed, which needs s3:ListBucket: ListObjectsV2 of .*403 AccessDenied.*\(request id"

# Deletions.
deletes() { # FAULT
    served "$1"
    status_is "$1: recovers" 0 sync "${cached[@]}" --delete in s3://bucket/p
    is "$1: the others are gone" "$(state | grep -c old)" 0
    is "$1: and only they" "$(state | grep -c object)" 4
}
deletes none
deletes delete_error
deletes delete_not_implemented
deletes delete_untold
deletes delete_later
for fault in delete_denied delete_denied_in_body; do
    served $fault
    status_is "$fault: fails" 4 sync "${cached[@]}" --delete in s3://bucket/p
    like "$fault: says so" "$(cat "$work/stderr")" 'AccessDenied'
    is "$fault: the sources are all there" "$(state | grep -c 'p/[abcd]$')" 4
done

# Copies between buckets.
for fault in none copy_error_in_body copy_not_implemented copy_denied_by_server copy_across_regions; do
    served $fault
    status_is "$fault: a copy recovers" 0 sync "${cached[@]}" s3://bucket/p s3://other/q
    is "$fault: the same hashes" "$(state | sed -n 's|bucket/p||p' | sort)" \
        "$(state | sed -n 's|other/q||p' | sort)"
done
served copy_denied
status_is 'copy_denied: fails' 4 sync "${cached[@]}" s3://bucket/p s3://other/q
is 'copy_denied: the others are there' "$(state | grep -c other/q)" 5

# Keys that would leave the folder.
served none
curl -s --noproxy '*' --path-as-is -T in/b "$AWS_ENDPOINT_URL_S3/bucket/p/../evil"
curl -s --noproxy '*' --path-as-is -T in/b "$AWS_ENDPOINT_URL_S3/bucket/p//absolute"
status_is 'keys that leave the folder' 4 sync "${cached[@]}" s3://bucket/p out
not_ok 'are not written' test -e evil
is 'the others are there' "$(find out -type f | wc -l)" 6
done_testing
