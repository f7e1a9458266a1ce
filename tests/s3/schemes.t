#!/usr/bin/env bash
# A server that is called without TLS, or with, and wants it otherwise: told at once, not asked again.
. "$(dirname "$0")/../support/tap.sh"
. tests/s3/support.sh

export AWS_ACCESS_KEY_ID=AKIDEXAMPLE AWS_SECRET_ACCESS_KEY=hush-hush-secret
cd "$work" || exit 1
echo a >a
openssl req -x509 -newkey rsa:2048 -nodes -keyout key.pem -out cert.pem -days 2 -subj /CN=localhost 2>/dev/null ||
    skip_all 'openssl is not installed here'

# listen KIND: a server that is none of S3; its address is in "$place", its connections are in the file
# connections.
listen() {
    rm -f place connections
    "$python" "$root/tests/s3/schemes.py" "$1" cert.pem key.pem connections >place &
    server=$!
    for _ in $(seq 1200); do
        [ -s place ] && break
        sleep 0.05
    done
    place=127.0.0.1:$(cat place)
}
# told NAME SCHEME STATUS REGEX: one request is made, and the message says what to do.
told() {
    status_is "$1: fails" "$3" s3sync --max-attempts 3 --retry-base-delay 1 --endpoint-url "$2://$place" a s3://bucket/p
    like "$1: says so" "$(cat stderr)" "$4"
    kill $server
    wait $server 2>/dev/null
    server=
}
listen tls
told 'http to TLS' http 1 "\(attempt 1\): http://$place answers only to TLS; call it https:// in its URL"
is 'http to TLS: one connection, and one to find out' "$(grep -c '' connections)" 2
listen alert
told 'http to TLS that complains' http 1 "\(attempt 1\): http://$place answers only to TLS"
listen http
told 'https to HTTP' https 1 "\(attempt 1\): https://$place does not speak TLS; call it http:// in its URL"
is 'https to HTTP: one connection' "$(grep -c '' connections)" 1
# One that drops every connection, whatever comes, may be better a moment later.
listen nothing
told 'a server that drops all' http 75 "\(attempt 3\): no answer from http://$place"
is 'a server that drops all: asked for TLS once' "$(grep -c '' connections)" 4
done_testing
