#!/usr/bin/env bash
#
# deps.sh STAGE... - has Debian's packages for the stages installed: build, check, lint, bench,
# bench-s3, fuzz.
#
# Asks for neither root nor the network where all of them are there. "a|b" means that either will
# do, and that a is what gets installed.
set -euo pipefail

packages() {
    case $1 in
    build)
        echo 'gcc|clang libc6-dev binutils make pkg-config|pkgconf libhdf5-dev libisal-dev
            libdeflate-dev zlib1g-dev libutf8proc-dev libjansson-dev libinih-dev libexpat1-dev
            libcurl4-openssl-dev|libcurl4-gnutls-dev libssl-dev libxxhash-dev
            libbz2-dev libicu-dev'
        ;;
    check)
        echo 'libcmocka-dev perl python3-h5py python3-botocore curl openssl procps bc xz-utils
            radosgw ceph-mon ceph-osd ceph-common awscli rclone s3cmd parallel python3-yaml'
        ;;
    check-slurm) echo 'slurm-wlm munge perl procps' ;;
    lint) echo 'gcc clang libcmocka-dev clang-format clang-tidy shellcheck mandoc' ;;
    bench) echo 'python3-h5py xz-utils lbzip2' ;;
    bench-s3)
        echo 'curl python3-botocore radosgw ceph-mon ceph-osd ceph-common awscli rclone s3cmd'
        ;;
    fuzz) echo 'clang libclang-rt-dev' ;;
    *) echo "deps.sh: unknown stage '$1'" >&2 && return 2 ;;
    esac
}

installed() {
    [ "$(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

missing=()
require() {
    local alternative
    for alternative in ${1//|/ }; do
        installed "$alternative" && return
    done
    missing+=("${1%%|*}")
}

if ! command -v dpkg-query >/dev/null; then
    echo "this is no Debian system: going on with what is installed" >&2
    exit 0
fi
for stage in "$@"; do
    list=$(packages "$stage")
    for package in $list; do require "$package"; done
done
[ ${#missing[@]} -gt 0 ] || exit 0

root=()
if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null || ! { [ -t 0 ] || sudo -n true 2>/dev/null; }; then
        echo "packages are missing and only root can install them; run as root:" >&2
        echo "    apt-get install --no-install-recommends ${missing[*]}" >&2
        exit 1
    fi
    root=(sudo)
fi
echo "installing ${missing[*]}" >&2
# An update that fails is no reason to stop: the packages may be known and near.
"${root[@]}" apt-get -qq update >/dev/null || true
"${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends \
    -o Dpkg::Use-Pty=0 "${missing[@]}" >/dev/null
