# shellcheck shell=bash
#
# radosgw_support.sh - sourced after tap.sh by tests that want Ceph's S3 gateway: starts one of their
# own, or skips them all. TLS and EXTRA as in start_radosgw.sh. Sets $http and $https, the keys, and
# bucket().

: "${work:?tap.sh comes first}" "${root:?}" "${python:?}"

PATH=$PATH:/usr/sbin:/sbin
for program in radosgw ceph-mon ceph-osd ceph radosgw-admin curl openssl; do
    command -v $program >/dev/null || skip_all "there is no $program here"
done
"$python" -c 'import botocore' 2>/dev/null || skip_all 'there is no botocore here'

gateway=$work/server
trap '"$root/tests/s3/stop_radosgw.sh" "$gateway"; tap_clean' EXIT
tests/s3/start_radosgw.sh "$gateway" >"$work/endpoints" 2>"$work/start.log" || {
    diag "$(cat "$work/start.log")"
    skip_all 'radosgw does not start here'
}
# shellcheck disable=SC2034 # for the tests
{ read -r http && read -r https; } <"$work/endpoints"
export AWS_ENDPOINT_URL=$http AWS_ACCESS_KEY_ID=TESTACCESSKEY0000001 \
    AWS_SECRET_ACCESS_KEY=testSecretKey0000000000000000000000000001

bucket() { "$python" "$root/tests/s3/bucket.py" "$@"; }
