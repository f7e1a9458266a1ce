#!/usr/bin/env bash
#
# start_radosgw.sh FOLDER - starts Ceph's S3 gateway on loopback ports, its data in memory.
#
# Prints its endpoint. Keys: TESTACCESSKEY0000001, testSecretKey0000000000000000000000000001.
# Everything it writes is below FOLDER, process ids in FOLDER/*.pid for stop_radosgw.sh. TLS=1 adds
# an HTTPS endpoint (printed second; its CA is FOLDER/ca.pem). EXTRA holds further lines for
# [client.rgw]. Takes about a quarter of a minute.
set -euo pipefail

folder=$1
conf=$folder/ceph.conf
PATH=/usr/sbin:/usr/bin:/sbin:/bin
mkdir -p "$folder"/{mon,osd,run,log,crash}
export CEPH_CONF=$conf

# Ports that nobody listens on at the moment.
mapfile -t ports < <(/usr/bin/python3 -c '
import socket
sockets = [socket.socket() for _ in range(3)]
for s in sockets: s.bind(("127.0.0.1", 0))
for s in sockets: print(s.getsockname()[1])')
mon_port=${ports[0]} http_port=${ports[1]} tls_port=${ports[2]}

in_background() { # NAME COMMAND...
    local name=$1
    shift
    setsid "$@" </dev/null >"$folder/log/$name.out" 2>&1 &
    echo $! >"$folder/$name.pid"
}

# wait_for SECONDS COMMAND...: until the command succeeds.
wait_for() {
    local tries=$(($1 * 10))
    shift
    for _ in $(seq "$tries"); do
        "$@" >/dev/null 2>&1 && return
        sleep 0.1
    done
    echo "start_radosgw.sh: never came true: $*" >&2
    tail -n 5 "$folder"/log/* >&2
    return 1
}

tls=
if [ -n "${TLS:-}" ]; then
    openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=127.0.0.1 \
        -addext 'subjectAltName=IP:127.0.0.1,DNS:localhost,DNS:*.s3.localhost' \
        -keyout "$folder/tls.key" -out "$folder/ca.pem" 2>/dev/null
    cat "$folder/tls.key" "$folder/ca.pem" >"$folder/tls.pem"
    tls="ssl_endpoint=127.0.0.1:$tls_port ssl_certificate=$folder/tls.pem"
fi

fsid=$(cat /proc/sys/kernel/random/uuid)
cat >"$conf" <<END
[global]
fsid = $fsid
mon host = v1:127.0.0.1:$mon_port
mon initial members = a
monmap = $folder/monmap
public addr = 127.0.0.1
ms bind msgr2 = false
auth cluster required = none
auth service required = none
auth client required = none
auth allow insecure global id reclaim = true
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 4
osd pool default pgp num = 4
osd pool default pg autoscale mode = off
osd crush chooseleaf type = 0
mon allow pool size one = true
mon max pg per osd = 1000
mon data avail crit = 1
mon data avail warn = 2
run dir = $folder/run
admin socket = $folder/run/\$cluster-\$name.asok
pid file = $folder/run/\$name.pid
log file = $folder/log/\$name.log
log to syslog = false
crash dir = $folder/crash
keyring = $folder/keyring
[mon]
mon data = $folder/mon
mon cluster log file = $folder/log/cluster.log
[osd]
osd data = $folder/osd
osd objectstore = memstore
memstore device bytes = ${MEMSTORE_BYTES:-4294967296}
osd memory target = 1500000000
[client.rgw]
rgw frontends = beast endpoint=127.0.0.1:$http_port $tls
rgw dns name = s3.localhost
rgw thread pool size = 64
rgw enable usage log = false
rgw run sync thread = false
rgw lifecycle work time = 00:00-00:01
$(printf '%b' "${EXTRA:-}")
END

ceph-authtool --create-keyring "$folder/keyring" --gen-key -n mon. --cap mon 'allow *' >/dev/null
for name in client.admin client.rgw osd.0; do
    ceph-authtool "$folder/keyring" --gen-key -n $name \
        --cap mon 'allow *' --cap osd 'allow *' >/dev/null
done
monmaptool --create --fsid "$fsid" --addv a "v1:127.0.0.1:$mon_port" "$folder/monmap" >/dev/null
ceph-mon -c "$conf" -i a --mkfs --monmap "$folder/monmap" --keyring "$folder/keyring"
in_background mon ceph-mon -c "$conf" -i a -f
wait_for 60 timeout 5 ceph -c "$conf" --connect-timeout 3 -s

osd=$(cat /proc/sys/kernel/random/uuid)
ceph -c "$conf" osd new "$osd" 0 >/dev/null
ceph-osd -c "$conf" -i 0 --mkfs --osd-uuid "$osd" >/dev/null 2>>"$folder/log/mkfs.log"
in_background osd ceph-osd -c "$conf" -i 0 -f
osd_is_up() {
    ceph -c "$conf" osd stat 2>/dev/null | grep -q '1 up' && return
    # An early start can meet the first map and end ("wrong fsid"): start it again.
    kill -0 "$(cat "$folder/osd.pid")" 2>/dev/null ||
        in_background osd ceph-osd -c "$conf" -i 0 -f
    return 1
}
wait_for 60 osd_is_up

in_background rgw radosgw -c "$conf" -n client.rgw -f
wait_for 60 curl -s -o /dev/null --noproxy '*' --max-time 2 "http://127.0.0.1:$http_port/"
radosgw-admin -c "$conf" -n client.rgw user create --uid test --display-name Test \
    --access-key TESTACCESSKEY0000001 --secret-key testSecretKey0000000000000000000000000001 \
    >/dev/null 2>>"$folder/log/admin.log"
echo "http://127.0.0.1:$http_port"
[ -z "$tls" ] || echo "https://127.0.0.1:$tls_port"
